// Catches a branch with a call that only the host can do, such as output, that is left out although its condition may
// hold, and a nest that is refused because of one although the launcher can test the condition.
// RUN: %same %s %t
// RUN: %same --fallback -DVERBOSE=1 %s %t
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --check-prefix=SAID %s
#include "Inputs/checksum.h"

#ifndef VERBOSE
#define VERBOSE 0
#endif
enum { N = 203 };
static float values[N], sums[N];
typedef struct {
    int level;
    float scale;
} settings;

static float checked(float value, float scale)
{
    if (scale < 0) {
        fprintf(stderr, "the scale is negative\n");
        return 0;
    }
    return value * scale;
}

// SAID: host-branches.c:[[@LINE+4]]:1: note: the nest runs on the device only if '!(scale < 0)' and 'verbose < 2' [-Wassume]
static void scaled(int n, const float *restrict from, float *restrict to, float scale, int verbose)
{
    int seen = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[i] += checked(from[i], scale);
        if (verbose >= 2) {
            printf("%d: %g\n", i, to[i]);
            seen = i;
        } else {
            to[i] += 1;
        }
    }
    printf("%d\n", seen);
}

// SAID: host-branches.c:[[@LINE+3]]:1: note: the nest runs on the device only if '!how->level' [-Wassume]
static void leveled(int n, float *restrict to, const settings *how)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (how->level) {
            puts("left");
            continue;
        }
        to[i] *= how->scale;
    }
}

#if !VERBOSE
static float at(const float *from, int w, int h, int i, int j)
{
    if (i < 0 || i >= w || j < 0 || j > h - 1) {
        fprintf(stderr, "outside\n");
        return 0;
    }
    return from[j * w + i];
}

// What the bounds of the loops rule out.
static void inside(int w, int h, const float *restrict from, float *restrict to)
{
#pragma curestruct
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++)
            to[j * w + i] += at(from, w, h, i, j) * 2;
}
#endif

static void downward(int n, int low, int high, float *to)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i -= 2) {
        if (i < low) {
            printf("low\n");
            continue;
        }
        if (high <= i)
            printf("high\n");
        to[i] += 1;
    }
}

static float at_index(unsigned i, unsigned n, float scale)
{
    if (i >= n)
        puts("outside");
    return i * scale;
}

static void upward(unsigned n, unsigned more, float *to)
{
#pragma curestruct
    for (unsigned i = 2; i <= n; i++)
        to[i] += at_index(i, n + more, 3);
}

int main(void)
{
    settings how = {VERBOSE, 1.5f};
    for (int i = 0; i < N; i++)
        values[i] = i * 0.5f;
    scaled(N, values, sums, 2, 2 * VERBOSE);
    leveled(N, sums, &how);
#if !VERBOSE
    inside(13, 7, values, sums);
#endif
    downward(N, VERBOSE, N, sums);
    downward(N, 0, N - VERBOSE, sums);
    upward(N - 3, 1 - VERBOSE, sums);
    SHOW(sums);
    return 0;
}
