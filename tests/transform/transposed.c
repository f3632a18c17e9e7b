// Catches an operand that lies along the other loop than the results and is not taken through shared memory (32 sectors
// a request), a tile whose columns lie in one bank, and an array that is written treated so; or a tile more than the
// results have, where each of their rows begins with a sector.
// RUN: %curestruct --emit=schedule %s -o - | FileCheck --check-prefix=SCHEDULE %s
// RUN: %curestruct %s -o - | FileCheck --check-prefix=CODE %s
// REQUIRES: clang
// CHECK: transpose: 1 of 1 nests, {{.*}}, bit for bit, PASS
// CHECK: add_transposed: 1 of 1 nests, {{.*}}, PASS
// CHECK: batch: 1 of 1 nests, {{.*}}, PASS
// CHECK: reversed: 1 of 1 nests, {{.*}}, bit for bit, PASS
// CHECK: inward: 1 of 1 nests, {{.*}}, bit for bit, PASS
// CHECK: in_place: 1 of 1 nests, {{.*}}, PASS

// SCHEDULE-LABEL: nest crs_transpose_
// SCHEDULE: version whole when n / 8 * 8 >= n;
// SCHEDULE-NOT: align_tiles
// SCHEDULE: stage A shared at i.thread pad 1;
// SCHEDULE: version shifted;
// SCHEDULE: align_tiles i 64 to B;
// SCHEDULE: bind i.thread thread.x;
// SCHEDULE: stage A shared at i.thread pad 1;
// PROFILE: store shared 4 256 32.0 1.00
// PROFILE: load global 4 256 32.0 832 3.25
// PROFILE: store global 4 192 32.0 768 4.00
// PROFILE: load shared 4 192 32.0 1.00
void transpose(int n, int m, const float A[n][m], float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}

// Only the operand that needs it.
// SCHEDULE-LABEL: nest crs_add_transposed_
// SCHEDULE-NOT: stage A
// SCHEDULE: stage B shared at j.thread pad 1;
// SCHEDULE-NOT: stage A
void add_transposed(int n, int m, const double A[n][m], const double B[m][n], double C[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            C[i][j] = A[i][j] + B[j][i];
}

// SCHEDULE-LABEL: nest crs_batch_
// SCHEDULE: bind z block.z;
// SCHEDULE: stage A shared at j.thread pad 1;
void batch(int b, int n, int m, const short *A, short *B)
{
#pragma curestruct
    for (int z = 0; z < b; z++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                B[(z * m + j) * n + i] = 2 * A[(z * n + i) * m + j];
}

// The loop along the operand is not next to the loop along the results, and another loop is around both.
// If the last tile of few has at most half of its rows, tiles are half as high.
// SCHEDULE-LABEL: nest crs_reversed_
// SCHEDULE: bind j block.z;
// SCHEDULE: tile k 64;
// SCHEDULE: version low when (p + 63) / 64 * 64 - p >= 32 && p <= 512;
// SCHEDULE: align_tiles i 64 to B;
// SCHEDULE-NEXT: tile k 32;
// SCHEDULE: version shifted;
// SCHEDULE: align_tiles i 64 to B;
// SCHEDULE-NEXT: tile k 64;
// SCHEDULE: stage A shared at i.thread pad 1;
// Rows of 128 bytes that begin anywhere lie in two lines, which neighbouring tiles read, too. Longer ones share less.
// CODE-LABEL: crs_reversed_1_whole_k1(
// CODE-NOT: crs_load_line
// CODE-LABEL: crs_reversed_1_low_k1(
// CODE: crs_load_line(&A[
// CODE-LABEL: crs_reversed_1_shifted_k1(
// CODE-NOT: crs_load_line
// CODE-LABEL: crs_inward_1
void reversed(int n, int m, int p, const float A[n][m][p], float B[p][m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                B[k][j][i] = A[i][j][k];
}

// SCHEDULE-LABEL: nest crs_inward_
// SCHEDULE: bind j block.z;
// SCHEDULE: stage A shared at i.thread pad 1;
void inward(int n, int m, int p, const float A[n][m][p], float B[p][m][n])
{
#pragma curestruct
    for (int k = 0; k < p; k++)
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++)
                B[k][j][i] = A[i][j][k];
}

// SCHEDULE-LABEL: nest crs_in_place_
// SCHEDULE-NOT: stage
void in_place(int n, int A[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            A[i][j] += A[j][i];
}
