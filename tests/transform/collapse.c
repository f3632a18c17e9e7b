// Catches two loops that become one although the user has made a statement about each, or without the launcher's test
// that their product is their number of iterations; and a change of layout whose rows and columns are not one dimension
// of tiles in shared memory, or another transposition that loses its loops.
// RUN: %curestruct %s -o %t.none 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: %curestruct -DFINE %s -o - | FileCheck %s
// RUN: %curestruct -DPLANNED --emit=schedule %s -o - | FileCheck %s --check-prefix=PLAN

#ifdef FINE
// CHECK: crs_assume(crs_now, m - 1L >= 0 && n - 1L <= 4611686018427387904L / crs_max_long(m - 1L, 1),
// CHECK-NEXT: "the iterations of 'i' and 'j' have a number")
void tested(int n, int m, float *restrict a)
{
#pragma curestruct schedule("collapse i j")
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            a[(i - 1) * (m - 1) + j] = i + j;
}
#elif defined PLANNED
// PLAN-LABEL: nest crs_channels_last_1 {
// PLAN: collapse i j;
// PLAN: stage a shared
void channels_last(int n, int c, int h, int w, const float a[restrict n][c][h][w], float b[restrict n][h][w][c])
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int k = 0; k < c; k++)
            for (int i = 0; i < h; i++)
                for (int j = 0; j < w; j++)
                    b[t][i][j][k] = a[t][k][i][j];
}

// PLAN-LABEL: nest crs_flat_1 {
// PLAN: collapse i j;
// PLAN: stage a shared
void flat(int n, int c, int h, int w, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int t = 0; t < n; t++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                for (int k = 0; k < c; k++)
                    b[((t * c + k) * h + i) * w + j] = a[((t * h + i) * w + j) * c + k];
}

// PLAN-LABEL: nest crs_reversed_1 {
// PLAN-NOT: collapse
// PLAN: stage a shared
void reversed(int n, int m, int p, const float a[restrict n][m][p], float b[restrict p][m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                b[k][j][i] = a[i][j][k];
}
#else
// ERR: warning: collapse i j refused: 'independent' is about the loops as written [-Wrefused]
void asserted(int n, int m, float a[n][m])
{
#pragma curestruct independent schedule("collapse i j")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += a[i / 2][0];
}

// ERR: warning: collapse i j refused: one of them has a directive of its own [-Wrefused]
void directed(int n, int m, float a[n][m], float b[n])
{
#pragma curestruct begin schedule("collapse i j")
    for (int i = 0; i < n; i++)
#pragma curestruct copy(a[0:n][0:m])
        for (int j = 0; j < m; j++)
            a[i][j] = 1;
    for (int i = 0; i < n; i++)
        b[i] = 2;
#pragma curestruct end
}

// ERR: warning: collapse t i refused: pointers change places in them [-Wrefused]
void exchanged(int n, int m, float *restrict a, float *restrict b)
{
#pragma curestruct schedule("collapse t i")
    for (int t = 0; t < m; t++)
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < n; j++)
                b[j] = a[j] + 1;
            float *c = a;
            a = b;
            b = c;
        }
}
#endif
