// Catches a temporary at file scope that iterations share on the device, whose last value is not there after the nest,
// or that counts as private though an iteration reads what another wrote, or a pointer leads to it.
// RUN: %same %s %t
// RUN: %same --fallback -DOVERLAP %s %t
#include "Inputs/checksum.h"

enum { N = 77, M = 5 };
float shared;
static float held;
static int count;
static float a[N * M], b[N];

static void squares(int n, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        held = from[i] * 2;
        to[i] = held * held + 1;
    }
}

static void sums(int n, int m, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        shared = 0;
        for (int j = 0; j < m; j++)
            shared += from[i * m + j];
        to[i] = shared;
    }
}

static float once(float x)
{
    shared = x + 1;
    return shared * shared;
}

static void in_function(int n, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] += once(from[i]);
}

static void in_region(int n, int steps, const float *from, float *to)
{
#pragma curestruct begin
    for (int s = 0; s < steps; s++) {
        for (count = 0; count < n; count++) {
            held = from[count] + s;
            to[count] += held * held;
        }
    }
#pragma curestruct end
}

int main(void)
{
    for (int i = 0; i < N * M; i++)
        a[i] = (float)(i * 7 % 31);
    squares(N, a, b);
    squares(0, a, b);
    SHOW(b);
    float kept[4] = {held, shared};
    SHOW(kept);
    sums(N - 3, M, a, b);
    SHOW(b);
    kept[0] = shared;
    in_function(N, a, b);
    kept[1] = shared;
    in_region(N - 1, 3, a, b);
    SHOW(b);
    kept[2] = held;
    kept[3] = (float)count;
#ifdef OVERLAP
    in_function(1, a, &shared);
    sums(1, M, a, &shared);
    kept[3] += shared;
#endif
    SHOW(kept);
    return 0;
}
