// Catches two loops that become one although the user has made a statement about each, or without the launcher's test
// that their product is their number of iterations.
// RUN: %curestruct %s -o %t.none 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: %curestruct -DFINE %s -o - | FileCheck %s

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
