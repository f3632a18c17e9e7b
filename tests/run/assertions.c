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

static void say(int i);

// Only a part of the condition is constant; statements that are conditional expressions.
static void in_part(int n, const float *from, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = 1, u = 2;
        TIMED ? say(2) : (void)0;
        if (from[i] > 3 && DEBUG)
            say(1);
        while (from[i] < 5 && TIMED)
            say(i);
        if (!(from[i] > 4 || !DEBUG))
            say(3);
        from[i] > 11 ? (t = from[i]) : (u = from[i] * 3);
        from[i] > 7 ? (void)(t *= 2) : (void)0;
        y[i] += t + u;
    }
}

static void say(int i)
{
    printf("%d\n", i);
}

int main(void)
{
    static float more[N];
    for (int i = 0; i < N; i++)
        x[i] = (float)(i * 7 % 31);
    never(N, x);
    in_part(N, x, more);
    SHOW(more);
    SHOW(x);
    fflush(stdout);
    fixed(N, M, x);
    SHOW(x);
    return 0;
}
