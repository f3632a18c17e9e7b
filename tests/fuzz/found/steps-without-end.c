// Catches a question about two iterations that goes on after its time is over: the set of pairs is NULL then, and a
// dimension fewer than none was added to the step of 'i', over the end of isl's memory.
// RUN: %curestruct -w %s -o %t.cu
float A1[10][24][7][10], A4[15][10];
void f(unsigned n, unsigned m, unsigned p, unsigned step, int (*A2)[2 * n][n], float *A3, float *A5)
{
    unsigned l;
#pragma curestruct exact
    for (unsigned i = 2; i < ((n > n) ? n : n); i += step) {
        for (unsigned j = 2; j < i; j++) {
            for (unsigned k = 0; k < ((p < m) ? p : m); k = k + step) {
                A3[(((n - 1) - j) * (n + 3) + k) * n + i] =
                    ((k + 1) < m) ? ((A4[i + k][k + 1] <= 0.5) ? A5[(3 * i) + 1] : A4[i][(m - 1) - k])
                                  : A3[((j) * (n + 3) + i + 1) * n + j];
                for (l = 2; l < n; l = l + 1)
                    A1[i][(3 * j) + 1][k][l] = (float)(((short)A2[i][l + n][l]) % 5);
            }
        }
    }
}
