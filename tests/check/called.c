// Catches a function over rows of variable length that is called elsewhere in its file: its other form, for pointers to
// anything, makes the harness's call ambiguous.
// RUN: %curestruct check --on cpu --function scaled %s | FileCheck %s
// CHECK: scaled: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
void scaled(int n, int m, float to[restrict n][m], const float from[restrict n][m], void *unused)
{
    (void)unused;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[i][j] = from[i][j] * 2;
}
void caller(float *to, float *from)
{
    scaled(3, 3, (void *)to, (void *)from, to);
}
