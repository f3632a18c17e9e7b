// Catches two loops on a path that are bound to the same threads, where more loops are inside of the outer one than a
// list of loops holds: an internal error. This plan, which depends on the names, distributes the copies of an unrolled
// loop over an array of each thread.
// RUN: %curestruct -w --plan=random:807004 %s -o %t.cu
void f140089878(int n, int m, int p, int a21, int *A2, int *A3)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i = i - 1) {
        int w1[3][4];
        for (int b = 0; b < 4; ++b) {
            for (int a = 0; a < 3; a = a + 1) {
                w1[a][b] = (A2[(i) * a21 + ((a * 4) + b)] + ((int)a)) % 10;
            }
        }
        A3[i] = (w1[2][0] ^ w1[0][3]) % 10;
    }
}
