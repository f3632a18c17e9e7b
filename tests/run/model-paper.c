// Catches a kernel that is wrong where threads and tile size are those of the paper's criterion: blocks of 1024 threads
// with several results each and tiles of up to 131072, on sizes below and beside them.
// RUN: %curestruct check --model=paper --on cpu --size n=0,n=1,n=70,m=1,m=129,p=1,p=67 %s | FileCheck %s
// RUN: %curestruct check --model=paper --device=fx5800 --on cpu --size n=97,m=131,p=61 %s | FileCheck %s
// RUN: %curestruct --model=paper --emit=schedule %s -o - | FileCheck --check-prefix=SCHEDULE %s
// RUN: %curestruct explain --model=paper --size n=4096,m=4096,p=4096 %s | FileCheck --check-prefix=EXPLAIN %s
// RUN: %fails 2 %curestruct explain --model=yesterday %s | FileCheck --check-prefix=WORD %s
// CHECK-DAG: product: 1 of 1 nests, {{.*}}PASS
// CHECK-DAG: scale: 1 of 1 nests, {{.*}}bit for bit, PASS
// CHECK-DAG: transpose: 1 of 1 nests, {{.*}}bit for bit, PASS
// CHECK-DAG: row_sums: 1 of 1 nests, {{.*}}PASS
// CHECK-DAG: volume: 1 of 1 nests, {{.*}}bit for bit, PASS
// CHECK-DAG: lines: 1 of 1 nests, {{.*}}bit for bit, PASS
// CHECK-DAG: batched: 1 of 1 nests, {{.*}}PASS
// CHECK-DAG: triangle: 1 of 1 nests, {{.*}}PASS
// CHECK-DAG: given: 1 of 1 nests, {{.*}}PASS
// WORD: '--model=yesterday': expected one of today, paper

// 1024 threads fill an SM twice; 64 x 64 results of 8 KB of shared memory each are the most that leave it so.
// SCHEDULE-LABEL: crs_product
// SCHEDULE: tile i 64;
// SCHEDULE: cyclic i.elem 32 as i.thread i.reg;
// SCHEDULE: stage a shared at k.tile;
// EXPLAIN-LABEL: product {{.}}
// EXPLAIN: By the paper's criterion: 1024 threads, tile 4096 (most S-cycles, then least AKBPSM).
// EXPLAIN: By today's rules:
// EXPLAIN: Chosen by the paper's criterion: 1024 threads, tile 4096
// EXPLAIN: > 1024 4096 4 2
void product(int n, int m, int p, float c[n][m], const float a[n][p], const float b[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int k = 0; k < p; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

// SCHEDULE-LABEL: nest crs_scale_
// SCHEDULE: bind j.elem thread.x;
void scale(int n, int m, float a[n][m], float factor)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= factor;
}

// SCHEDULE-LABEL: nest crs_transpose_
// SCHEDULE: stage a shared at j.thread pad 1;
void transpose(int n, int m, const double a[n][m], double b[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j];
}

// One result a row: threads side by side have rows of their own.
// SCHEDULE-LABEL: nest crs_row_sums_
// SCHEDULE: bind i.thread thread.x;
// SCHEDULE-NOT: reduce
void row_sums(int n, int m, const float a[n][m], float *restrict sums)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i][j];
        sums[i] = sum;
    }
}

// SCHEDULE-LABEL: nest crs_volume_
// SCHEDULE: bind h block.z;
void volume(int n, int m, int p, float c[p][n][m], const float d[p][n][m])
{
#pragma curestruct
    for (int h = 0; h < p; h++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[h][i][j] = 2 * d[h][i][j] + 1;
}

void lines(int n, int *restrict x, const short *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] = y[i] + i;
}

void batched(int n, int m, int p, double *restrict c, const double *restrict a, const double *restrict b)
{
#pragma curestruct
    for (int z = 0; z < 3; z++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                double sum = 0;
                for (int k = 0; k < p; k++)
                    sum += a[(z * n + i) * p + k] * b[(z * p + k) * m + j];
                c[(z * n + i) * m + j] = sum;
            }
}

void triangle(int n, float c[n][n], const float a[n][n], const float b[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = j; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

// What the user says comes first.
// SCHEDULE-LABEL: nest crs_given_
// SCHEDULE: tile j 16;
void given(int n, int m, float a[n][m])
{
#pragma curestruct tile(i:4, j:16)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += 1;
}
