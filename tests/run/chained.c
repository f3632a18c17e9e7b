// Catches a loop whose head sets several variables in one chain: one that does not get the number, in its own type, or
// that a loop without iterations leaves as it was.
// RUN: %same %s %t
// RUN: %curestruct -v -Werror=refused %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: 2 of 2 nests restructured
#include "Inputs/checksum.h"

static int sums(int n, int m, const int *restrict x, float *restrict y)
{
    int i, j;
    float s;
    unsigned char c = 9;
#pragma curestruct
    for (c = i = 0; i < n; i++) {
        for (s = j = 1; j < m; j++)
            s += (float)x[i * m + j];
        y[i] = s;
        c++;
    }
    return c + 1000 * i;
}

static void camera(int colors, float out[3][4], const float a[3][4], const float b[3][4])
{
    int i, j, k;
#pragma curestruct
    for (i = 0; i < 3; i++)
        for (j = 0; j < colors; j++)
            for (out[i][j] = k = 0; k < 3; k++)
                out[i][j] += a[i][k] * b[k][j];
}

int main(void)
{
    static int x[3000];
    static float y[100], a[3][4], b[3][4], out[3][4];
    for (int i = 0; i < 3000; i++)
        x[i] = i * 37 % 101 - 3;
    for (int i = 0; i < 12; i++) {
        a[i / 4][i % 4] = (float)(i * 5 % 7);
        b[i / 4][i % 4] = (float)(i * 3 % 8);
    }
    for (int n = 0; n < 100; n += 7) {
        int ends = sums(n, 30 - n % 31, x, y);
        camera(n % 5, out, a, b);
        printf("%d %d %016lx %016lx\n", n, ends, checksum_bytes(y, sizeof y), checksum_bytes(out, sizeof out));
    }
    return 0;
}
