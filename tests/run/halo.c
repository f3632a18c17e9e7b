// Catches a tile with a halo that lacks elements, has them at the wrong place, or reads elements that the nest does not
// use and that need not exist: those before and after the array, and the corners of a cross.
// RUN: env CURESTRUCT_CHECK_SIZES=4 %curestruct check --on cpu %s | FileCheck %s
// RUN: %curestruct --style=plain %s -o - | FileCheck --check-prefix=CODE %s
// CHECK-COUNT-10: PASS
#define PLANE                                                                                                \
    "tile i 8; tile j 32; interchange i.elem j.tile; bind i.tile block.y; bind j.tile block.x; bind i.elem " \
    "thread.y; bind j.elem thread.x; stage A shared at j.elem"
#define SPACE                                                                                                    \
    "tile j 8; tile l 32; interchange j.elem l.tile; bind i block.z; bind j.tile block.y; bind l.tile block.x; " \
    "bind j.elem thread.y; bind l.elem thread.x; stage A shared at l.elem"
#define LINE "tile i 256; bind i.tile block.x; bind i.elem thread.x; stage x shared at i.elem"

// The elements are a rectangle.
// CODE: __shared__ {{.*}}A_tile[10][34];
void nine(int n, int m, const float A[n][m], float B[n][m])
{
#pragma curestruct schedule(PLANE)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            B[i][j] = A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] +
                      A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1];
}
// A window that begins before the block and ends after it; the first elements of x are used, the last of y are not.
// CODE: __shared__ {{.*}}x_tile[260];
void three(int n, const float *x, float *y)
{
#pragma curestruct schedule(LINE)
    for (int i = 3; i < n - 1; i++)
        y[i] = x[i - 3] + x[i] + x[i + 1];
}
// The accesses are so far apart that each gets a tile of its own, or none.
// CODE: __shared__ {{.*}}x_tile[256];
void gap(int n, const float *x, float *y)
{
#pragma curestruct schedule(LINE)
    for (int i = 0; i < n; i++)
        y[i] = x[i] + x[i + 500];
}
// A cross in three dimensions: corners and edges are not there.
// CODE: __shared__ {{.*}}A_tile[3][10][34];
void seven(int n, int m, int k, const double A[n][m][k], double B[n][m][k])
{
#pragma curestruct schedule(SPACE)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int l = 1; l < k - 1; l++)
                B[i][j][l] = A[i][j][l] + A[i - 1][j][l] + A[i + 1][j][l] + A[i][j - 1][l] + A[i][j + 1][l] +
                             A[i][j][l - 1] + A[i][j][l + 1];
}
// Rows that lie anywhere.
void rows(int n, int m, float **A, float **B)
{
#pragma curestruct schedule(PLANE)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            B[i][j] = A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1];
}
// What a condition guards may not be there: only the first access gets a tile.
// CODE: __shared__ {{.*}}A_tile[8][32];
void branch(int n, int m, const float A[n][m], float B[n][m])
{
#pragma curestruct schedule(PLANE)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[i][j] = A[i][j] + (j > 0 ? A[i][j - 1] : 0) + (i + 1 < n ? A[i + 1][j] : 0);
}
// Two accesses that share no element: two tiles.
// CODE: __shared__ {{.*}}x_tile_1[256];
void pairs(int n, const float *x, float *y)
{
#pragma curestruct schedule(LINE "; stage x shared at i.elem")
    for (int i = 0; i < n; i++)
        y[i] = x[2 * i] + x[2 * i + 1];
}
// The window moves along a loop inside a thread, and along the threads.
// CODE: __shared__ {{.*}}A_tile[257][18];
void serial(int n, int m, const float A[n][m], float *y)
{
#pragma curestruct schedule( \
    "tile i 256; bind i.tile block.x; bind i.elem thread.x; tile j 16; stage A shared at j.tile pad 1")
    for (int i = 1; i < n; i++) {
        float s = 0;
        for (int j = 1; j < m; j++)
            s += A[i][j] - A[i - 1][j - 1];
        y[i] = s;
    }
}
// Four elements of five in the middle of their row or column.
// CODE: __shared__ {{.*}}A_tile[12][34];
void flat(int n, int m, const float *A, float *B)
{
#pragma curestruct schedule(PLANE)
    for (int i = 2; i < n - 2; i++)
        for (int j = 1; j < m - 1; j++)
            B[i * m + j] = A[(i - 2) * m + j] + A[(i + 2) * m + j] + A[i * m + j - 1] + A[i * m + j + 1] + A[i * m + j];
}

// A sum of two loops is one subscript.
// CODE: __shared__ {{.*}}x_tile[260];
void folded(int n, const float *x, const float w[5], float *y)
{
#pragma curestruct schedule(LINE)
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 5; k++)
            s += w[k] * x[i + k];
        y[i] = s;
    }
}
// UNSUPPORTED: asan
