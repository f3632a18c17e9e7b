// Catches an assertion or a call in a branch that is never taken that keeps a nest serial, the wrong branch, and an
// assertion that a launcher could test and does not: the serial loop has to end the program as the user wrote it.
// RUN: %same -DM=4 %s %t
// RUN: %same -DM=4 -DNDEBUG %s %t
// RUN: %same -DM=3 --fallback %s %t
#include "Inputs/checksum.h"
#include <assert.h>
#include <stdio.h>

enum { N = 61, DEBUG = 0 };
#define TIMED 0
static const int trace = 0;
void start_timer(int);
int checked(int);
static float x[N];

static float half(float v)
{
    assert(v >= 0);
    return v / 2;
}

static void fixed(int n, int m, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        assert(y[i] < 1e6f);
        assert(n > 0 && m != 3);
        y[i] = half(y[i]) + m;
    }
}

static void never(int n, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (TIMED)
            start_timer(i);
        if (DEBUG && checked(i))
            start_timer(2);
        else
            y[i] *= 3;
        if (!trace) {
            float t = y[i];
            y[i] += t;
        } else {
            start_timer(3);
        }
        y[i] += sizeof(short) == 2 ? 1 : checked(i);
        y[i] += trace ? checked(2) : 5;
        if (1 || checked(i))
            y[i] += 7;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (float)(i * 7 % 31);
    never(N, x);
    SHOW(x);
    fflush(stdout);
    fixed(N, M, x);
    SHOW(x);
    return 0;
}
