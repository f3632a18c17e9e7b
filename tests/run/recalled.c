// Catches variables that hold a value of the iteration before: the first iteration's, another step, one that is wanted
// after the nest, two in turn, a value that the loop changes meanwhile; sums that are set back at the end of each
// iteration, whose first one has another value, in loops downwards, in loops that run for some rows only, and where the
// value is wanted after the nest.
// RUN: %same %s %t
// RUN: %curestruct %s -o - --emit=ir | FileCheck %s
// CHECK: crs_second_1
// CHECK: int x_now = i == 2 ? x : from[i - 3]
// CHECK: crs_window_1
// CHECK: int s_now = y == h - 2 && x == 1 ? s : 3
// CHECK: crs_some_1
// CHECK-NOT: s_now
// CHECK: crs_wanted_1
// CHECK: int s_now = i == 0 ? s_before : 1
#include "Inputs/checksum.h"

enum { N = 300, M = 9 };
static float a[N], b[N];
static int turned[N];
static unsigned sums[N];
static unsigned char small[N];
static double differences[N], times[N];
static float plane[N * M];

static void wrapped(int n, float *restrict to, const float *restrict from)
{
    float x = from[n - 1], y = from[n - 2];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[i] = from[i] + 2 * x + 3 * y;
        y = x;
        x = from[i];
    }
}

// The iterator's type is narrower than int.
static void short_steps(int n, float *restrict to, const float *restrict from)
{
    float x = from[n - 1];
#pragma curestruct
    for (short i = 2; i < n; i += 3) {
        to[i] = from[i] + 2 * x;
        x = from[i];
    }
}

static void places(int n, float *restrict to, const float *restrict from)
{
    int one = n - 1, two = n - 2;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[i] = from[i] - from[one] * from[two];
        two = one;
        one = i;
    }
}

static void second(int n, int *restrict to, const unsigned char *restrict from)
{
    int x = 100;
#pragma curestruct
    for (int i = 2; i < n; i += 3) {
        to[i] = x;
        x = from[i];
    }
}

static void downwards(int n, int s, int *restrict to, const unsigned char *restrict from)
{
    int x = 7;
#pragma curestruct
    for (int i = n - 1; i >= 2; i -= 3) {
        int term = from[i] * s;
        to[i] = x - term;
        x = term + i;
        to[i - 1] = x;
    }
}

static void narrow(unsigned n, unsigned *restrict to, const unsigned char *restrict from)
{
    unsigned char x = 0;
#pragma curestruct
    for (unsigned i = 1; i < n; i++) {
        to[i] = x + from[i];
        x = from[i] * 3 + i;
    }
}

static float kept(int n, float *restrict to, const float *restrict from)
{
    float x = 1.5f;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[i] = from[i] + x;
        x = from[i];
        to[i] *= x;
    }
    return x;
}

static void rows(int n, int m, float *restrict to, const float *restrict from)
{
    float x = 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            to[i * m + j] = from[i] + x * j;
        x = from[i];
    }
}

static int steps(int n, double *restrict to, const double *restrict from)
{
    int runs = 0;
    double last = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double now = from[i];
        to[i] = now - last;
        if (now != last)
            runs++;
        last = now;
    }
    return runs;
}

static void window(int h, int w, int *restrict to, const unsigned char *restrict from, int s)
{
#pragma curestruct
    for (int y = h - 2; y > 0; y--)
        for (int x = 1; x < w - 1; x++) {
            for (int v = -1; v <= 1; v++)
                s += from[(y + v) * w + x] + 2 * from[(y + v) * w + x + 1];
            to[y * w + x] = s;
            s = 3;
        }
}

// The first row has no iteration of the inner loop.
static void some(int n, int *restrict to, const unsigned char *restrict from, int s)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 1; j <= i; j++) {
            s += from[i] * j;
            to[i * (i - 1) / 2 + j - 1] = s;
            s = 0;
        }
}

static int wanted(int n, int *restrict to, const unsigned char *restrict from, int s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += from[i];
        to[i] = s;
        s = 1;
    }
    return s;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = b[i] = (float)(i * 37 % 101);
        small[i] = (unsigned char)(i * 11);
        times[i] = i / 3;
    }
    wrapped(N, a, b);
    SHOW(a);
    short_steps(N, a, b);
    SHOW(a);
    places(N, a, b);
    SHOW(a);
    second(N, turned, small);
    SHOW(turned);
    downwards(N, 3, turned, small);
    SHOW(turned);
    narrow(N, sums, small);
    SHOW(sums);
    printf("%g %g\n", kept(N, a, b), kept(0, a, b));
    SHOW(a);
    rows(N, M, plane, b);
    SHOW(plane);
    printf("%d %d\n", steps(N, differences, times), steps(1, differences, times));
    SHOW(differences);
    window(12, 25, turned, small, 1000);
    SHOW(turned);
    some(24, turned, small, 77);
    SHOW(turned);
    printf("%d %d\n", wanted(N, turned, small, 5), wanted(0, turned, small, 5));
    SHOW(turned);
    return 0;
}
