// Catches work that is done for the iteration that leaves a loop, or after it, or not done before it; a condition that
// sees what the loop writes; and equal pointers, whose iterations would have seen it. A condition on the iterator alone
// that ends the loop one iteration too early or too late: memory ends there.
// RUN: %same %s %t
// RUN: %same --fallback -DEQUAL %s %t
#include "Inputs/checksum.h"
#include "Inputs/edge.h"
#include <limits.h>
#include <math.h>

enum { N = 3000 };
static float x[N], y[N];

static double tail(int n, double d, double h)
{
    double sum = 0, term;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double delta = i * d / h;
        delta *= delta;
        if (delta >= 1000)
            break;
        term = i % 100;
        sum += term * x[i];
    }
    return sum;
}

static void until(int n, float least, const float *in, float *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (in[i] < least)
            break;
        out[i] = in[i] * 3;
    }
}

static void ahead(int n, float least, const float *in, float *out)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++) {
        float at = in[i];
        if (at < least)
            break;
        out[i + 1] = at - 5;
    }
}

// Functions of numbers may be called for iterations that the loop does not reach.
static float beyond(float a, float most)
{
    return fabsf(a) > most ? 1 : 0;
}

static int measured(int n, float most, const float *in, float *out)
{
    int at = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (sqrt((double)beyond(in[i], most)) > 0.5)
            break;
        out[i] += 2;
    }
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (fabs(in[i] - most) > 30 && beyond(in[i], most) > 0) {
            at = i;
            break;
        }
    return at;
}

static long strided(long from, long to, long most, const float *in, float *out)
{
    long i, count = 0;
#pragma curestruct
    for (i = from; i <= to; i += 3) {
        if (i * i > most && in[i] > 0) {
            break;
        }
        for (int k = 0; k < 4; k++) {
            if (in[i] < k)
                break;
            out[i] += k;
        }
        count++;
    }
    return count;
}

static long packed(long n, long size, const unsigned char *in, unsigned char *restrict out)
{
    long i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        if (3 * i + 2 >= size)
            break;
        out[2 * i] = in[3 * i + 2];
        out[2 * i + 1] = in[3 * i] ^ in[3 * i + 1];
    }
    return i;
}

static int narrow(int from, int n, int most, const unsigned char *in, unsigned char *restrict out)
{
    int i;
#pragma curestruct
    for (i = 1; i <= n; i++) {
        int twice = i;
        twice *= 2;
        if (most < from + 5 * i)
            break;
        out[i] = in[5 * i] + twice;
    }
    return i;
}

static int found(int n, unsigned char least, const unsigned char *restrict in, unsigned char *restrict out)
{
    int i;
#pragma curestruct
    for (i = 2; i < n; i++) {
        if (in[i] < least)
            break;
        out[i] = in[i] - least;
    }
    return i;
}

static void bounded(void)
{
    enum { BYTES = 3001 };
    unsigned char *in = edge(BYTES, 1);
    static unsigned char out[2 * BYTES];
    for (int i = 0; i < BYTES; i++)
        in[i] = i * 11 + i / 5;
    for (long size = BYTES; size > BYTES - 7; size--)
        printf("%ld\n", packed(5000, size, in, out));
    printf("%ld %ld %ld %ld\n", packed(700, BYTES, in, out), packed(700, 1L << 50, in, out), packed(0, BYTES, in, out),
           packed(9, 1, in, out));
    printf("%d %d %d\n", narrow(0, 2000, BYTES - 1, in, out), narrow(2, 2000, BYTES - 1, in, out),
           narrow(7, 100, 11, in, out));
    printf("%d %d %d %d\n", found(BYTES, 1, in, out), found(BYTES, 0, in, out), found(2, 9, in, out),
           found(-4, 9, in, out));
    SHOW(out);
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 97 + 1), y[i] = (float)(i % 7);
}

int main(void)
{
    fill();
#ifdef EQUAL
    ahead(N, -4, x, x); // each iteration reads what the one before has written
    SHOW(x);
    static unsigned char from[3 * 50], to[2 * 50];
    printf("%ld\n", packed(50, LONG_MAX, from, to)); // no limit
#else
    printf("%g %g %g %g %g\n", tail(N, 1, 50), tail(N, 0, 1), tail(1, 1, 1), tail(2, 1, 1), tail(N, 100, 1));
    x[1234] = -2, x[1300] = -3;
    until(N, 0, x, y);
    SHOW(y);
    until(N, 100, x, y), until(N, -5, x, y), until(1234, 0, x, y);
    SHOW(y);
    fill(), x[2000] = -1;
    ahead(N, 0, x, y);
    SHOW(y);
    fill();
    printf("%ld %ld\n", strided(2, N - 1, 250000, x, y), strided(2, N - 1, 1L << 40, x, y));
    printf("%ld\n", strided(3, 3, 0, x, y));
    SHOW(y);
    bounded();
    for (int most = 0; most < 200; most += 48)
        printf("%d\n", measured(N, (float)most, x, y));
    SHOW(y);
#endif
    return 0;
}
