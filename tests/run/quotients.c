// Catches bounds that are quotients of parameters and are taken for data, or computed otherwise than in C, and
// quotients that the launcher computes where the serial loop does not.
// RUN: %same %s %t
// RUN: %same --fallback -DZERO %s %t
#include "Inputs/checksum.h"

enum { N = 256 };
static float a[N], b[32][32];

static void stage(int n, int half)
{
#pragma curestruct
    for (int g = 0; g < n / (2 * half); g++)
        for (int k = 0; k < half; k++) {
            float even = a[g * 2 * half + k], odd = a[g * 2 * half + k + half];
            a[g * 2 * half + k] = even + odd;
            a[g * 2 * half + k + half] = even - odd;
        }
}

static void groups(int n, int m, int size)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < size / m; j++)
            b[i][j] += j * 2 + i;
}

// The quotient counts the steps.
static void windows(int n, int width, int step, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i + width <= n; i += step) {
        float sum = 0;
        for (int j = 0; j < width; j++)
            sum += x[i + j];
        y[i / step] = sum + i;
    }
}

int main(void)
{
    static float sums[N];
    for (int i = 0; i < N; i++)
        a[i] = i % 13 + 1, b[i % 32][i / 32] = i % 7 * .5f;
#ifdef ZERO
    groups(0, 0, 100);
    windows(7, 8, 0, a, sums);
#else
    for (int half = 1; half < N; half *= 2)
        stage(N, half);
    stage(250, 7), stage(-5, 3), stage(0, 1);
    windows(N, 8, 3, a, sums), windows(N, N, 5, a, sums), windows(40, 4, 1, a, sums), windows(30, 2, 77, a, sums);
    groups(20, 3, 90), groups(20, 7, 90), groups(3, 200, 100), groups(5, 3, -90);
#endif
    SHOW(a), SHOW(b), SHOW(sums);
    return 0;
}
