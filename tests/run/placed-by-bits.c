// Catches results at places that an iteration computes with bits (reversed numbers, Gray codes, two numbers
// interleaved), with a remainder (a ring) or with products of iterators (blocks of a packed triangle), or that lie in
// blocks that data begin, that run in one thread, or in parallel although two iterations write one element; and a
// sorting network of which nobody says how much of the array it exchanges. With TWICE elements are written twice, and
// the serial loop runs.
// RUN: %same %s %t
// RUN: %same --fallback -DTWICE %s %t
#include "Inputs/checksum.h"

#ifdef TWICE
enum { BITS = 9 };
#else
enum { BITS = 10 };
#endif
enum { N = 1 << 10, SIDE = 1 << 5 };
static double x[N], reversed[N], gray[N], interleaved[N], spaced[N], exchanged[N], ring[N], packed[N], shells[N];
static int keys[N], starts[9];

static void reverse(int n, int bits, const double *in, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned r = 0, v = (unsigned)i;
        for (int b = 0; b < bits; b++) {
            r = r << 1 | (v & 1);
            v >>= 1;
        }
        out[r] = in[i];
    }
}

static void code(int n, int mask, const double *in, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[(i ^ i >> 1) & mask] = in[i];
}

static void interleave(int side, int bits, const double *in, double *out)
{
#pragma curestruct
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            int place = 0;
            for (int b = 0; b < bits; b++)
                place |= (column >> b & 1) << 2 * b | (row >> b & 1) << (2 * b + 1);
            out[place] = in[row * side + column];
        }
}

// The bits of x with a gap after each, by a function of several statements.
static unsigned spread(unsigned x)
{
    unsigned wide = (x | x << 8) & 0x00ff00ff;
    wide = (wide | wide << 4) & 0x0f0f0f0f;
    wide |= wide << 2;
    wide &= 0x33333333;
    return (wide | wide << 1) & 0x55555555;
}

static void interleave_spread(int side, int mask, const double *in, double *out)
{
#pragma curestruct
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++)
            out[spread(column & mask) | spread(row & mask) << 1] = in[row * side + column];
}

static unsigned swapped(unsigned char x)
{
    unsigned char low = x & 0x55, high = x >> 1 & 0x55;
    x = low << 1;
    x |= high;
    low = x;
    low <<= 4;
    return low | x >> 4;
}

static void swap(int n, int mask, const double *in, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[swapped(i & mask)] = in[i];
}

static void turn(int n, int first, int size, const double *in, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        out[(first + i) % size] = in[i];
}

static void pack(int n, int depth, int apart, const double *in, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < depth; k++)
                out[(i * (i + 1) / 2 + j) * apart + k] = in[(i * n + j) % 7 * depth + k];
}

static void pairs(int n, int width, const int *begin, const double *in, double *out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int p = begin[i]; p < begin[i + 1]; p++)
                for (int q = begin[j]; q < begin[j + 1]; q++)
                    out[p * width + q] = 2 * in[q * width + p];
}

#ifndef TWICE
// One step of a bitonic sort.
static void exchange(int n, int distance, int run, int *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int other = i ^ distance;
        if (other > i) {
            int rises = (i & run) == 0;
            if ((rises && a[i] > a[other]) || (!rises && a[i] < a[other])) {
                int kept = a[i];
                a[i] = a[other];
                a[other] = kept;
            }
        }
    }
}
#endif

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i * 37 % N;
        keys[i] = i * 389 % N;
    }
    reverse(N, BITS, x, reversed);
    code(N, (1 << BITS) - 1, x, gray);
    interleave(SIDE, BITS / 2, x, interleaved);
    interleave_spread(SIDE, (1 << BITS / 2) - 1, x, spaced);
    swap(256, (1 << (BITS - 2)) - 1, x, exchanged);
    turn(N - 100, 700, BITS == 10 ? N : N - 200, x, ring);
    pack(16, 5, BITS == 10 ? 5 : 4, x, packed);
    for (int i = 0; i < 9; i++)
        starts[i] = i * (i - 1) / 2 + 2;
    pairs(8, BITS == 10 ? 32 : 21, starts, x, shells);
#ifndef TWICE
    for (int run = 2; run <= N; run *= 2)
        for (int distance = run / 2; distance > 0; distance /= 2)
            exchange(N, distance, run, keys);
#endif
    SHOW(reversed);
    SHOW(gray);
    SHOW(interleaved);
    SHOW(spaced);
    SHOW(exchanged);
    SHOW(ring);
    SHOW(packed);
    SHOW(shells);
    SHOW(keys);
    return 0;
}
