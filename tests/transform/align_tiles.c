// Catches parts of rows that do not begin where a sector of memory does (as many sectors as elements need, and one more
// for each part, are then written), iterations that are lost or done twice at the ends of rows, an element that is
// copied to a tile although it does not exist, and an order that matters but is changed: which thread has an iteration
// depends on where the row lies. And a grid of blocks that copy a tile once that is cut off where a launch's is full.
// RUN: %curestruct --emit=tiled --schedule=%S/Inputs/align.sched %s -o - | FileCheck --check-prefix=TILED %s
// RUN: %curestruct --emit=tiled --schedule=%S/Inputs/parts.sched %s -o - | FileCheck --check-prefix=PARTS %s
// RUN: not %curestruct -Werror=refused --schedule=%S/Inputs/align-along.sched %s -o - 2>&1 \
// RUN:     | FileCheck --check-prefix=ALONG %s
// RUN: not %curestruct -Werror=refused --schedule=%S/Inputs/align-size.sched %s -o - 2>&1 \
// RUN:     | FileCheck --check-prefix=SIZE %s
// RUN: not %curestruct -Werror=refused --schedule=%S/Inputs/align-order.sched -DORDER %s -o - 2>&1 \
// RUN:     | FileCheck --check-prefix=ORDER %s
// REQUIRES: clang
// TILED: grid(ceildiv(min((long)n + 7, 8L * n), 64),
// CHECK: 1 of 1 nests, {{.*}}, bit for bit, PASS
// PARTS: for long j_tile_first in 0..m step 65535 [host]
// PARTS: long j_tile = j_tile_first + blockIdx.y
// As many sectors as 64 rows of 199 elements lie in: 25 or 26 of each.
// PROFILE: store global 4 {{[0-9]+}} {{[0-9.]+}} 1648
// ALONG: error: align_tiles i refused: no element of the array moves by one with each iteration
// SIZE: error: align_tiles i refused: the size must be a multiple of 32 bytes and of 8 elements
// ORDER: error: align_tiles i refused: iterations need one another
#ifdef ORDER
void order(int n, int m, float A[n][m])
{
#pragma curestruct
    for (int j = 1; j < n; j++)
        for (int i = 0; i < m; i++)
            A[j][i] = A[j - 1][i] + 1;
}
#elif defined FLAT
void flat(int n, int m, const double *A, double *B)
{
#pragma curestruct
    for (int i = 3; i < n - 2; i++)
        for (int j = 1; j < m; j++)
            B[j * n + i + 1] = 2 * A[(i + 2) * m + j - 1];
}
#else
void across(int n, int m, const float A[n][m], float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}
#endif
