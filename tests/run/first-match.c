// Catches a search for the first match that takes another one, forgets what it was set to, or finds what was found
// before the loop; threads that are told too early to stop, or of what an earlier call has found; conditions that do
// not close the search; bounds that pass the ends of their type.
// RUN: %same %s %t
#include "Inputs/checksum.h"

#include <limits.h>

enum { N = 2000 };
static int a[N], results[1000], count;
static float f[N];

static int first(int n, int x)
{
    int at = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == x && at < 0)
            at = i;
    return at;
}

static int first_long(long from, long to, int x)
{
    long at = -7;
#pragma curestruct
    for (long i = 0; i < to; i++)
        if (at == -7 && i >= from && a[i] == x)
            at = i;
    return (int)at;
}

static int first_from_behind(int n, int x)
{
    int at = -1;
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        if (at == -1 && a[i] > x)
            at = i;
    return at;
}

static int flag(int n, float x, float *value)
{
    int found = 0, where = 12345;
    float seen = -1;
#pragma curestruct
    for (int i = 3; i < n; i++)
        if (!found && f[i] > x) {
            found = 2;
            where = i;
            seen = f[i];
        }
    *value = seen;
    return found * 100000 + where;
}

// By few threads, of which most are told to stop; every element may be one that they look for.
static int told(int n, int x)
{
    int at = -1;
#pragma curestruct schedule("cyclic i 128; tile i.worker 32 as i.block i.thread; bind i.block block.x; " \
                            "bind i.thread thread.x; reduce at; reverse i.turn; " \
                            "tile i.turn.back 2 as i.round i.step; stop_early i.round")
    for (int i = 0; i < n; i++)
        if (a[i] % 50 == x) {
            at = i;
            break;
        }
    return at;
}

static int told_by_vectors(int n, int x)
{
    int at = -1;
#pragma curestruct schedule("reverse i; tile i.back 4 as i.group i.lane; cyclic i.group 32 as i.thread i.rest; " \
                            "tile i.rest 2 as i.chunk i.flight; cyclic i.chunk 3 as i.block i.turn; " \
                            "bind i.block block.x; bind i.thread thread.x; reduce at; unroll i.flight; " \
                            "vectorize i.lane; stop_early i.turn")
    for (int i = 0; i < n; i++)
        if (a[i] % 50 == x) {
            at = i;
            break;
        }
    return at;
}

// The iterator is what was found, or the end.
static int iterator_after(int n, int x)
{
    int i;
#pragma curestruct
    for (i = 3; i < n; i++)
        if (a[i] == x)
            break;
    return i;
}

static long iterator_down(int n, int x, int *value)
{
    long i;
    int seen = -1;
#pragma curestruct
    for (i = n - 1; i >= 0; i--) {
        if (a[i] > x) {
            seen = a[i];
            break;
        }
    }
    *value = seen;
    return i;
}

static int iterator_in_region(int n, int x)
{
    int i, after = -1, at = -1;
#pragma curestruct begin
    for (i = 0; i < n; i++)
        if (a[i] == x)
            break;
    after = i * 2;
    for (int j = 0; j < n; j++)
        if (a[j] == x + 1) {
            at = j;
            break;
        }
#pragma curestruct end
    return after * 5 + at;
}

static int iterator_before(int n, int x)
{
    int i, at = -1;
#pragma curestruct
    for (i = 0; i < n; i++)
        if (a[i] == x) {
            at = i;
            break;
        }
    return at;
}

static int left(int n, int x)
{
    int at = -5;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == x) {
            at = i;
            break;
        }
    return at;
}

static long left_down(long n, int x)
{
    long at = 77;
#pragma curestruct
    for (long i = n - 1; i >= 0; i--)
        if (a[i] == x) {
            at = -i;
            break;
        }
    return at;
}

// Several loops of a region, one of them left without a value from its iteration.
static int left_often(int n, float x, float *value)
{
    int above = 0, where = -1;
    float seen = -1;
#pragma curestruct begin
    for (int i = 3; i < n; i++) {
        if (f[i] > x && a[i] > 10) {
            seen = f[i] + 1;
            where = i;
            break;
        }
    }
    for (int i = 0; i < n; i++)
        if (f[i] > 2 * x) {
            above = 1;
            break;
        }
#pragma curestruct end
    *value = seen;
    return above * 100000 + where;
}

static int jumped_over(int n, int x)
{
    int at = -3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (!(a[i] == x))
            goto next;
        {
            at = i + 1;
            break;
        }
    next:;
    }
    return at;
}

static int gone_on(int n, int x)
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        if (a[i] < x)
            continue;
        if (f[i] > 100)
            continue;
        break;
    }
    return i;
}

static int in_three_tests(int n, int x, int *value)
{
    int at = -1, seen = -2;
#pragma curestruct
    for (int i = n - 1; i >= 0; i--) {
        if (a[i] > x) {
            if (f[i] > 50 && i % 3) {
                if (a[i] % 2) {
                } else {
                    seen = a[i];
                    {
                        at = i;
                    }
                    break;
                }
            }
        }
    }
    *value = seen;
    return at;
}

static int first_in_two_tests(int n, int x)
{
    int at = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] == x)
            if (at < 0)
                at = i;
    return at;
}

// The second of two loops is left, and not by what the first one of its tests says.
static int left_otherwise(int n, int x, int *value)
{
    int at = -1, last = -1;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        if (a[i] == x)
            last = i;
    for (int i = 0; i < n; i++) {
        if (a[i] >= x)
            ;
        else if (f[i] > 70) {
            at = i;
            break;
        }
    }
#pragma curestruct end
    *value = last;
    return at;
}

static void keep(int result)
{
    results[count++] = result;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101, f[i] = (float)(i * 53 % 199);
    for (int n = 0; n <= N; n += 250)
        for (int x = 0; x < 102; x += 34) {
            float value = -1;
            int seen = 0;
            keep(first(n, x)), keep(first_from_behind(n, x)), keep(first_long(10, n, x));
            keep(told(n, x % 50)), keep(told_by_vectors(n, x % 50)), keep(iterator_after(n, x));
            keep(iterator_before(n, x));
            keep((int)iterator_down(n, x, &seen)), keep(seen), keep(iterator_in_region(n, x));
            keep(jumped_over(n, x)), keep(gone_on(n, x)), keep(first_in_two_tests(n, x));
            keep(in_three_tests(n, x, &seen)), keep(seen), keep(left_otherwise(n, x, &seen)), keep(seen);
            keep(flag(n, (float)x * 2, &value)), keep((int)value);
            keep(left(n, x)), keep((int)left_down(n, x)), keep(left_often(n, (float)x, &value)), keep((int)value);
        }
    keep(first(INT_MIN, 0)), keep(first(1, 0)), keep(first(-1, 0)), keep(left(INT_MIN, 0)), keep(left(1, 0));
    SHOW(results);
    return 0;
}
