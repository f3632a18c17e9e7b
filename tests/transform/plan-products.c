// Catches a product that is not planned as one: because its loops stand in another order, because its rows are set
// beside the loops that add to them, because a value stands between its loops, because its size is known, because it is
// a triangle or has one array as both operands; and steps before the first whole tile that are read from memory by each
// thread. Also a schedule of these that cannot be read back.
// RUN: %curestruct --emit=schedule %s -o %t.a && FileCheck %s --input-file %t.a
// RUN: %curestruct -w --schedule=%t.a --emit=schedule %s | cmp - %t.a

// CHECK: crs_columns_first_1
// CHECK: version large;
// CHECK-NEXT: interchange j i;
// CHECK: pipeline k.tile 2;
// CHECK-NEXT: launch_bounds i.tile 1;
// CHECK-NEXT: tile k.rest 16;
// CHECK-NEXT: stage A shared at k.rest.tile transpose pad 4;
// CHECK-NEXT: stage B shared at k.rest.tile;
void columns_first(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

// CHECK: crs_rows_of_sums_1
// CHECK: version large;
// CHECK-NEXT: distribute i {1} {2};
// CHECK: stage C register at j#2.thread;
// CHECK: pipeline k.tile 2;
void rows_of_sums(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            C[i][j] *= 2;
        for (int k = 0; k < p; k++)
            for (int j = 0; j < m; j++)
                C[i][j] += 3 * A[i][k] * B[k][j];
    }
}

// CHECK: crs_batch_last_1
// CHECK: version large;
// CHECK-NEXT: interchange j b;
// CHECK-NEXT: interchange i b;
// CHECK-NEXT: bind b block.z;
// CHECK: pipeline k.tile 2;
void batch_last(int count, int n, float C[count][n][n], const float A[count][n][n], const float B[count][n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int b = 0; b < count; b++) {
                float sum = 0;
                for (int k = 0; k < n; k++)
                    sum += A[b][i][k] * B[b][k][j];
                C[b][i][j] = sum;
            }
}

// CHECK: crs_triangle_1
// CHECK: version large;
// CHECK: rectangularize j at i.elem;
// CHECK: stage A shared at k.tile transpose pad 4;
// CHECK-NEXT: stage A shared at k.tile transpose pad 4;
// CHECK: pipeline k.tile 2;
void triangle(int n, int p, float C[n][n], const float A[n][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * A[j][k];
            C[i][j] = sum;
        }
}

// CHECK: crs_value_between_1
// CHECK: version large;
// CHECK-NEXT: sink j#2;
// CHECK-NEXT: distribute i {1} {2 3};
// CHECK: stage C register at j#2.thread;
// CHECK: stage A shared at k.tile transpose pad 4;
// CHECK-NEXT: stage B shared at k.tile wide;
// CHECK: pipeline k.tile 2;
void value_between(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
    int i, j, k;
    float a;
#pragma curestruct
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            C[i * m + j] = 0;
        for (k = 0; k < p; k++) {
            a = A[i * p + k];
            for (j = 0; j < m; j++)
                C[i * m + j] += a * B[k * m + j];
        }
    }
}

// CHECK: crs_factor_of_rows_1
// CHECK: version large;
// CHECK-NEXT: sink j;
// CHECK: pipeline k.tile 2;
void factor_of_rows(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m], const float x[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float factor = 2 * x[i];
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = factor * sum;
        }
    }
}

// CHECK: crs_flattened_1
// CHECK: version large;
// CHECK-NEXT: uncollapse t by m;
// CHECK: stage A shared at k.tile transpose pad 4;
// CHECK-NEXT: stage B shared at k.tile wide;
// CHECK: pipeline k.tile 2;
void flattened(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int t = 0; t < n * m; t++) {
        int i = t / m, j = t % m;
        float sum = 0;
        for (int k = 0; k < p; k++)
            sum += A[i * p + k] * B[k * m + j];
        C[t] = sum;
    }
}

// CHECK: crs_begin_of_rows_1
// CHECK: version large;
// CHECK-NEXT: sink j;
// CHECK: stage A shared at k.tile transpose pad 4;
// CHECK-NEXT: stage B shared at k.tile wide;
// CHECK: pipeline k.tile 2;
void begin_of_rows(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int row = i * p;
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[row + k] * B[k * m + j];
            C[i * m + j] = sum;
        }
    }
}

// The version for middle sizes, which this is, and no other.
// CHECK: crs_known_size_1
// CHECK-NEXT: tile i 64;
// CHECK-NEXT: tile j 128;
// CHECK: peel k 16;
// CHECK: pipeline k.tile 3;
// CHECK-NEXT: swizzle i.thread with j.thread;
// CHECK-NEXT: launch_bounds i.tile 2;
// CHECK-NOT: version
enum { N = 1024 };
void known_size(float C[N][N], const float A[N][N], const float B[N][N])
{
#pragma curestruct
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

// CHECK: crs_added_triangle_1
// CHECK: version large;
// CHECK-NEXT: distribute i {1} {2};
// CHECK: stage C register at k;
// CHECK-NEXT: rectangularize j#2 at i#2.elem;
// CHECK: stage A shared at k.tile transpose pad 4;
// CHECK-NEXT: stage A shared at k.tile transpose pad 4;
// CHECK: pipeline k.tile 2;
void added_triangle(int n, int p, float alpha, float beta, float C[n][n], const float A[n][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (int k = 0; k < p; k++)
            for (int j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
    }
}

// CHECK: crs_both_triangles_1
// CHECK: version large;
// CHECK-NEXT: distribute i {1} {2 3 4};
// CHECK: stage A shared at k.tile wide;
// CHECK: pipeline k.tile 2;
void both_triangles(int n, int p, float C[n][n], const float A[p][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        C[i][i] = 1;
        for (int j = i + 1; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[k][i] * A[k][j];
            C[j][i] = C[i][j];
        }
    }
}

// CHECK: crs_one_after_the_other_1
// CHECK: pipeline k.tile 2;
// CHECK: stage between shared at k#2.tile transpose pad 4;
// CHECK: pipeline k#2.tile 2;
void one_after_the_other(int n, float between[n][n], float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            between[i][j] = 0;
            for (int k = 0; k < n; k++)
                between[i][j] += A[i][k] * B[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] *= 2;
            for (int k = 0; k < n; k++)
                C[i][j] += between[i][k] * A[k][j];
        }
#pragma curestruct end
}

// CHECK: crs_without_zeros_1
// CHECK: version large;
// CHECK-NEXT: sink j;
// CHECK-NEXT: sink j;
// CHECK: pipeline k.tile 2;
void without_zeros(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int k = 0; k < p; k++)
        for (int i = 0; i < n; i++) {
            float a = A[i][k];
            if (a != 0)
                for (int j = 0; j < m; j++)
                    C[i][j] += a * B[k][j];
        }
}

// CHECK: crs_batches_1
// CHECK: version large;
// CHECK-NEXT: interchange q i;
// CHECK-NEXT: interchange q j;
// CHECK-NEXT: bind p block.z;
// CHECK: pipeline k.tile 2;
void batches(int b, int h, int n, float C[b][h][n][n], const float A[b][h][n][n], const float B[b][h][n][n])
{
#pragma curestruct
    for (int p = 0; p < b; p++)
        for (int q = 0; q < h; q++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    float sum = 0;
                    for (int k = 0; k < n; k++)
                        sum += A[p][q][i][k] * B[p][q][k][j];
                    C[p][q][i][j] = sum;
                }
}

// The heads lie between the rows and the columns of the operands: tiles have no dimension for them.
// CHECK: crs_heads_1
// CHECK: version large;
// CHECK: stage Q shared at k.tile transpose pad 4;
// CHECK-NEXT: stage K shared at k.tile transpose pad 4;
// CHECK: pipeline k.tile 2;
void heads(int h, int n, int d, float S[h][n][n], const float Q[n][h][d], const float K[n][h][d])
{
#pragma curestruct
    for (int q = 0; q < h; q++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < d; k++)
                    sum += Q[i][q][k] * K[j][q][k];
                S[q][i][j] = sum;
            }
}

// What conditions elsewhere in the region read, keeps no product from tiles.
// CHECK: crs_largest_of_rows_1
// CHECK: pipeline k.tile 2;
// CHECK: reduce most shuffle;
void largest_of_rows(int n, int m, int p, float C[n][m], float x[n], const float A[n][p], const float B[m][p])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[j][k];
            C[i][j] = sum;
        }
    for (int i = 0; i < n; i++) {
        float most = C[i][0];
        for (int j = 1; j < m; j++)
            if (C[i][j] > most)
                most = C[i][j];
        x[i] = most;
    }
#pragma curestruct end
}

// Both loops of the sum stand inside of the results of a thread.
// CHECK: crs_sum_over_two_1
// CHECK: version large;
// CHECK: interchange i.group#2 q;
// CHECK: interchange i.group#2 k;
// CHECK: pipeline k.tile 3;
void sum_over_two(int n, int m, int p, float C[n][m], const float A[n][p][p], const float B[p][p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int q = 0; q < p; q++)
                for (int k = 0; k < p; k++)
                    sum += A[i][q][k] * B[q][k][j];
            C[i][j] = sum;
        }
}

// CHECK: crs_sum_of_products_1
// CHECK: version large;
// CHECK: pipeline k.tile 2;
void sum_of_products(int n, int m, int p, float C[n][m], const float A[p][n][p], const float B[p][p][m])
{
#pragma curestruct
    for (int q = 0; q < p; q++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                float sum = 0;
                for (int k = 0; k < p; k++)
                    sum += A[q][i][k] * B[q][k][j];
                C[i][j] += sum;
            }
}

// CHECK: crs_results_of_four_1
// CHECK: version large;
// CHECK-NEXT: collapse r j;
// CHECK-NEXT: bind q block.z;
// CHECK: pipeline k.tile 2;
void results_of_four(int a, int c, int p, float C[a][a][c][c], const float A[a][a][p], const float B[p][c][c])
{
#pragma curestruct
    for (int q = 0; q < a; q++)
        for (int i = 0; i < a; i++)
            for (int r = 0; r < c; r++)
                for (int j = 0; j < c; j++) {
                    float sum = 0;
                    for (int k = 0; k < p; k++)
                        sum += A[q][i][k] * B[k][r][j];
                    C[q][i][r][j] = sum;
                }
}

// Of complex numbers: both sums use all of the operands, whether their parts have names or not.
// CHECK: crs_complex_parts_1
// CHECK: version large;
// CHECK-NOT: {{distribute [^ ]+ \{}}
// CHECK-COUNT-4: shared at k.tile
// CHECK: pipeline k.tile 3;
void complex_parts(int n, int m, int p, float *restrict Cr, float *restrict Ci, const float *restrict Ar,
                   const float *restrict Ai, const float *restrict Br, const float *restrict Bi)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float re = 0, im = 0;
            for (int k = 0; k < p; k++) {
                float ar = Ar[i * p + k], ai = Ai[i * p + k], br = Br[k * m + j], bi = Bi[k * m + j];
                re += ar * br - ai * bi;
                im += ar * bi + ai * br;
            }
            Cr[i * m + j] = re;
            Ci[i * m + j] = im;
        }
}

// CHECK: crs_complex_pairs_1
// CHECK: version large;
// CHECK-COUNT-4: shared at k.tile
// CHECK: pipeline k.tile 3;
void complex_pairs(int n, int m, int p, float C[n][m][2], const float A[n][p][2], const float B[p][m][2])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float re = 0, im = 0;
            for (int k = 0; k < p; k++) {
                re += A[i][k][0] * B[k][j][0] - A[i][k][1] * B[k][j][1];
                im += A[i][k][0] * B[k][j][1] + A[i][k][1] * B[k][j][0];
            }
            C[i][j][0] = re;
            C[i][j][1] = im;
        }
}

// Pointers walk along the row and down the column.
// CHECK: crs_walked_1
// CHECK: version large;
// CHECK: stage A shared at k.tile transpose pad 4;
// CHECK-NEXT: stage B shared at k.tile wide;
// CHECK: pipeline k.tile 2;
void walked(int n, int m, int p, float *restrict C, const float *restrict A, const float *restrict B)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const float *a = &A[i * p], *b = &B[j];
            float sum = 0;
            for (int k = 0; k < p; k++, a++, b += m)
                sum += *a * *b;
            C[i * m + j] = sum;
        }
}

// Of bytes: four steps a word, copied by words.
// CHECK: crs_of_bytes_1
// CHECK: stage A shared at k.tile transpose wide pad 4 pack 4;
// CHECK-NEXT: stage B shared at k.tile wide pack 4;
// CHECK: pipeline k.tile 1;
void of_bytes(int n, int m, int p, int C[n][m], const signed char A[n][p], const signed char B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}

// The steps before the first whole tile are none, whatever the sizes are: they depend on nothing.
// CHECK: crs_of_64_1
// CHECK: peel k 16;
// CHECK: tile k.rest 16;
void of_64(int n, int m, float C[n][m], const float A[n][64], const float B[m][64])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < 64; k++)
                sum += A[i][k] * B[j][k];
            C[i][j] = sum;
        }
}

// Few sums of long loops: a thread has a part of each.
// CHECK: crs_of_8_1
// CHECK: distribute i {1} {2} {3};
// CHECK-NEXT: interchange j#2 k;
// CHECK-NEXT: interchange i#2 k;
// CHECK-NEXT: cyclic k 67584;
// CHECK: unroll i#2;
// CHECK-NEXT: unroll j#2;
// CHECK-NEXT: reduce C shuffle;
void of_8(int n, float *restrict C, const float *restrict A)
{
#pragma curestruct
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[k * 8 + i] * A[k * 8 + j];
            C[i * 8 + j] = sum;
        }
}

// Columns around rows: the columns go inside, for vectors.
// CHECK: crs_scaled_1
// CHECK-NEXT: interchange j i;
// CHECK: vectorize j.lane;
void scaled(int n, int m, float A[n][m], const float factor[m])
{
#pragma curestruct
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            A[i][j] *= factor[j];
}

// What does not change along the sum is read once, and not where a result may not exist.
// CHECK-LABEL: nest crs_centered_1 {
// CHECK-NEXT: version fewest when n >= 4096 && d * d <= 256;
// CHECK: version few when n >= 4096 && d <= 64;
// CHECK-NEXT: rfactor i 1024;
// CHECK: version small
// CHECK-NOT: version slim
// CHECK: stage mean register at b.thread;
// CHECK-NEXT: stage mean register at b.thread;
// CHECK: load_fragments x
void centered(int n, int d, const float *restrict x, const float *restrict mean, float *restrict c)
{
#pragma curestruct
    for (int a = 0; a < d; a++)
        for (int b = 0; b < d; b++) {
            float s = 0;
            for (int i = 0; i < n; i++)
                s += (x[i * d + a] - mean[a]) * (x[i * d + b] - mean[b]);
            c[a * d + b] = s / (n - 1);
        }
}

// A sum over two loops has parts of the outer one, as many of its iterations as make long parts with the inner one's.
// CHECK-LABEL: nest crs_forms_1 {
// CHECK-NEXT: version slim_parts when d >= 256 && d >= 4 && m <= 32 && n > 64 && ((n + 255) / 256) * ((m + 31) / 32) <= 132;
// CHECK-NEXT: rfactor k 1;
// CHECK: version slim_parts_16 when d >= 64 && m <= 32 &&
// CHECK-NEXT: rfactor k 16;
// CHECK: version parts when d >= 256 && d >= 4 && ((n + 63) / 64) * ((m + 63) / 64) <= 132;
// CHECK-NEXT: rfactor k 1;
// CHECK: version parts_16 when
// CHECK-NEXT: rfactor k 16;
// CHECK: version slim when m <= 32 && n >= 33792;
// CHECK-NEXT: tile i 256;
// CHECK-NEXT: tile j 32;
// CHECK: stage x register at l;
// CHECK-NEXT: stage y register at l;
// CHECK-NEXT: peel l 16;
// CHECK: version low when n <= 32 && m >= 33792;
// CHECK-NEXT: tile i 32;
// CHECK-NEXT: tile j 256;
// CHECK: version small
void forms(int n, int m, int d, const float *restrict x, const float *restrict y, const float *restrict w,
           float *restrict p)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < d; k++)
                for (int l = 0; l < d; l++)
                    s += (x[i * d + k] - y[j * d + k]) * (x[i * d + l] - y[j * d + l]) * w[k * d + l];
            p[i * m + j] = s;
        }
}
