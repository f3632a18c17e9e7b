// Catches a clause that is not followed and of which nothing is said, and blocks of other sizes than block(..) says.
// RUN: %curestruct --emit=schedule %s -o %t.schedule 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=MADE %s < %t.schedule

// CHECK: [[#@LINE + 3]]:25: warning: tile refused: the nest has no loop 'q' [-Wrefused]
void no_such_loop(int n, float *a)
{
#pragma curestruct tile(q:4)
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

// CHECK: [[#@LINE + 3]]:20: warning: tile refused: it gives 3 sizes, but the loops that become blocks and threads need 2 [-Wrefused]
void too_many_sizes(int n, int m, float a[n][m])
{
#pragma curestruct tile(4, 4, 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= 2;
}

// CHECK: [[#@LINE + 4]]:20: warning: mapping(1D-2) refused: the results do not move with a parallel loop [-Wrefused]
float mapped_sum(int n, const float *a)
{
    float s = 0;
#pragma curestruct mapping(1D-2)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

// CHECK: [[#@LINE + 4]]:20: warning: block refused: as it is arranged, loop 'i' has blocks of 32 x 1 x 1 threads [-Wrefused]
float flat_block(int n, const float *a)
{
    float s = 0;
#pragma curestruct block(32, 8)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

// CHECK: [[#@LINE + 3]]:34: warning: tile refused: a mapping says how many results a thread has; its block has a size by 'block' [-Wrefused]
void tiled_mapping(int n, int m, float a[n][m])
{
#pragma curestruct mapping(2D-2) tile(16, 16)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] *= 2;
}

// MADE: crs_product_1
// MADE-NEXT: tile i 3;
// MADE-NEXT: tile j 33;
// MADE: bind i.elem thread.y;
// MADE-NEXT: bind j.elem thread.x;
// MADE-NOT: version
void product(int n, float c[n][n], const float a[n][n], const float b[n][n])
{
#pragma curestruct block(33, 3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}

// MADE: crs_transpose_1
// MADE: cyclic j.elem 16 as j.thread j.reg;
// MADE: bind i.elem thread.x;
// MADE: stage a shared
void transpose(int n, int m, const float a[n][m], float b[m][n])
{
#pragma curestruct block(32, 16)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j];
}

// MADE: crs_row_sums_1
// MADE: tile i 128;
// MADE: bind i.elem thread.x;
void row_sums(int n, int m, const float a[n][m], float *restrict s)
{
#pragma curestruct block(128)
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i][j];
        s[i] = sum;
    }
}

// CHECK: [[#@LINE + 3]]:25: warning: tile refused: loop 'k' does not become blocks and threads [-Wrefused]
void serial_tile(int n, int m, float (*restrict b)[m])
{
#pragma curestruct tile(k:4)
    for (int i = 0; i < n; i++)
        for (int k = 1; k < m; k++)
            b[i][k] = b[i][k - 1];
}

// CHECK: [[#@LINE + 3]]:20: warning: mapping(1D-2) refused: the loops cannot be arranged so [-Wrefused]
void staircase(int n, int m, float (*restrict b)[m])
{
#pragma curestruct mapping(1D-2)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i / 3 * 2; k++)
            b[i][k] = 1;
}

float in_order(int n, const float *a)
{
    float s = 0;
// CHECK: [[#@LINE + 1]]:1: warning: no loop of the nest can run in parallel: 'reduce(sequential)' keeps its reductions in order [-Wrefused]
#pragma curestruct reduce(sequential)
    for (int i = 0; i < n; i++)
        s += a[i];
// CHECK: [[#@LINE + 1]]:1: warning: no loop of the nest can run in parallel: 'exact' keeps its floating-point reductions in order [-Wrefused]
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
