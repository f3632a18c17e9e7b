// Catches pointers that change places although their memory overlaps: the serial loop has to run, and it alone is
// right.
// RUN: %same --fallback %s %t
#include "Inputs/checksum.h"

static float data[400];

static void steps(float *a, float *b, int n, int count)
{
#pragma curestruct
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        float *tmp = a;
        a = b;
        b = tmp;
    }
}

static float region(float *a, float *b, int n)
{
    float last = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
    for (int i = 0; i < n; i++)
        last += a[i];
#pragma curestruct end
    return last;
}

int main(void)
{
    for (int i = 0; i < 400; i++)
        data[i] = (float)(i % 9);
    steps(data, data + 3, 300, 3);
    SHOW(data);
    printf("%g\n", region(data + 1, data, 300));
    SHOW(data);
    return 0;
}
