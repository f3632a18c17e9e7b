// Catches data that stays on the device where a nest between others is left by a return: what is printed there, and
// what the caller sees afterwards, is in the memory of the host.
// RUN: %same %s %t
#include <stdio.h>

static float x[1000], y[1000], z[1000];

static void show(void)
{
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += x[i] * 3 + y[i] * 2 + z[i];
    printf("%g\n", sum);
}

static int step(int n, int t)
{
    for (int k = 0; k < t; k++) {
#pragma curestruct
        for (int i = 0; i < n; i++)
            z[i] += x[i] + (float)k;
#pragma curestruct
        for (int i = 0; i < n; i++) {
            if (y[i] > 100) {
                show();
                return i;
            }
            x[i] += z[i] * 0.001f;
        }
#pragma curestruct
        for (int i = 0; i < n; i++)
            y[i] = x[i] * 2;
    }
    return -1;
}

static int two(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        z[i] = x[i] + 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (z[i] < 0) {
            printf("%d %g\n", i, z[i] + y[i]);
            return i;
        }
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = z[i] * 2;
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] = z[i] + y[i];
    return 0;
}

int main(void)
{
    for (int i = 0; i < 1000; i++)
        x[i] = (float)i * 0.04f;
    printf("%d\n", step(1000, 3));
    show();
    for (int i = 0; i < 1000; i++)
        x[i] = (float)i * 0.06f, y[i] = 1;
    printf("%d\n", step(1000, 3));
    show();
    for (int k = 0; k < 4; k++) {
        x[17] = k == 2 ? -5 : 3;
        printf("%d\n", two(1000));
        show();
    }
    return 0;
}
