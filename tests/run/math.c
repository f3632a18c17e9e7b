// Catches a math function that changes its type or its name on the way. Exact results only: the C library and CUDA may
// differ in the last place elsewhere.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <math.h>
#include <stdlib.h>

static float f[500];
static double d[500];
static int k[500];

static void functions(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        f[i] = sqrtf((float)(i * i)) + fabsf(f[i]) + floorf(f[i]) + fminf(f[i], 3.0f);
        d[i] = sqrt(f[i]) + fabs(d[i]) + ceil(f[i]) + fmod(d[i], 7) + copysign(2.0, d[i]);
        k[i] = abs(k[i]) + (int)lround(d[i]);
    }
}

int main(void)
{
    for (int i = 0; i < 500; i++) {
        f[i] = (float)(i - 250) * 0.25f;
        d[i] = -f[i] * 3;
        k[i] = i - 100;
    }
    functions(500);
    SHOW(f), SHOW(d), SHOW(k);
    return 0;
}
