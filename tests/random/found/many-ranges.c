// Catches the range of an array that is written again for each access: three accesses, taken apart at each row that
// they read, made the launcher's text grow without end.
// RUN: %same %s %t
// RUN: %curestruct -w %s -o - | FileCheck %s
// CHECK: if (m >= 1 && n >= 2 && 2L * n >= m) {
// CHECK-NEXT: crs_touch(crs_array_A,
#include <stdio.h>

static void mixed(int n, int m, float *A)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i * (2 * n) + j] = 0.5f * (A[2 * (2 * n) + j] + A[i * (2 * n) + 2]);
}

int main(void)
{
    static float A[16 * 32];
    for (int m = 0; m <= 20; m += 4) {
        for (int i = 0; i < 16 * 32; i++)
            A[i] = (float)(i * 37 % 101);
        mixed(16, m, A);
        float sum = 0;
        for (int i = 0; i < 16 * 32; i++)
            sum += A[i] * (float)(i % 7);
        printf("%a\n", sum);
    }
    return 0;
}
