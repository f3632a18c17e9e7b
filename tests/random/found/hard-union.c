// Catches a range of touched elements that forgets all accesses before the one at which adding them up became too hard.
// RUN: %same %s %t
#include <stddef.h>
#include <stdio.h>

static void mix(int n, int m, int lda, float *A)
{
#pragma curestruct
    for (int i = n; i > 0; i--) {
        A[i * lda + (i + 1)] = A[(n - 1) * lda + (i - 1)];
        for (int j = i; j <= m - 1; j++) {
            if (A[(size_t)j * lda + i] < 0.5)
                A[(m - 1 - j) * lda + (2 * i + 1)] = 0.5f * A[(n - 1) * lda + i] + 0.5f * A[(j - 1) * lda + (j + 3)];
            A[(i + 1) * lda + j] = -A[0 * lda + i];
        }
    }
}

int main(void)
{
    static float A[73 * 73];
    double sum = 0;
    for (int i = 0; i < 73 * 73; i++)
        A[i] = (float)(i * 37 % 101) / 50 - 1;
    mix(33, 70, 73, A);
    for (int i = 0; i < 73 * 73; i++)
        sum += A[i] * (i % 13);
    printf("%.17g\n", sum);
    return 0;
}
