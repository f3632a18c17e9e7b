// Catches 16-bit floating-point numbers that are read or stored as another number: subnormal ones, infinities, ties
// that round to even, doubles that would be rounded twice, intermediate results that are rounded where C does not, and
// variables, parameters and results that are not rounded where C does.
// RUN: %same --host %s %t
#include "Inputs/checksum.h"

enum { N = 300 };
static _Float16 a[N], b[N], all[1 << 16], matrix[20][30];
static float f[1 << 16], sums[20];
static double d[N];

static _Float16 third(_Float16 x, _Float16 y)
{
    _Float16 sum = x * y + x;
    if (sum > 100)
        return sum / 3;
    return sum * 0.1f;
}

static void widen(int n, const _Float16 *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = (float)x[i] * 2;
}

static void narrow(int n, const float *x, const double *y, _Float16 *u, _Float16 *v)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        u[i] = x[i];
        v[i] = y[i];
        if (i % 7 == 0)
            v[i] = i * 301;
    }
}

static void compute(int n, _Float16 *x, const _Float16 *y, _Float16 factor)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        _Float16 kept = x[i] * y[i], other = -(_Float16)(x[i] + y[i]) / factor;
        kept += other;
        x[i] *= factor;
        x[i] -= 0.3 * y[i];
        if (kept > x[i])
            x[i] = kept > 1 ? kept * y[i] + 2 : -kept;
        else
            x[i] = third(x[i], kept);
    }
}

static void rows(int n, int m, const _Float16 (*x)[30], const _Float16 *y, float *z)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += (float)x[i][j] * y[j];
        z[i] = sum;
    }
}

static _Float16 last(int n, const _Float16 *x, _Float16 least)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] > least)
            least = x[i];
    return least;
}

// What the host knows before the nest is a number there, and bits on the device.
static void weighted(int n, const _Float16 *w, float *y, const _Float16 *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (w[0] > (_Float16)1)
            y[i] = x[i] * w[0] + w[1];
}

// Tables, variables with one value, members of local structs, local arrays and chosen pointers hold numbers, not bits.
static const _Float16 table[4] = {1, 2, 3, 4}, mixed[3] = {0.5, 1, 2};

static void held(int n, float *y, float s, _Float16 *x, _Float16 *z)
{
    const _Float16 alpha = 0.1f;
    _Float16 beta = s;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        struct {
            _Float16 value;
            int number;
        } p = {y[i], i}, q = p;
        q.value *= alpha;
        _Float16 t[3] = {1, 2}, *chosen = y[i] > 20 ? x : z;
        t[i % 3] += 1;
        chosen[i] += p.value;
        y[i] = q.value + beta + table[i & 3] + mixed[i % 3] + t[0] + t[1] * t[2];
    }
}

// A number of 8 bits is the upper half of one of 16, as language models keep their weights.
static _Float16 from_byte(unsigned char byte)
{
    union {
        unsigned short bits;
        _Float16 number;
    } both;
    both.bits = byte << 8;
    return both.number;
}

static unsigned short changed_bits(float x)
{
    union {
        _Float16 number;
        unsigned short bits;
        unsigned char bytes[2];
    } all = {.number = (_Float16)x};
    all.number += 1;
    all.bits ^= 1;
    all.number = all.number * 0.3f;
    return all.bits ^ all.bytes[1];
}

static void seen(int n, const unsigned char *bytes, const float *x, float *y, unsigned short *bits)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = from_byte(bytes[i]) * x[i];
        bits[i] = changed_bits(x[i]);
    }
}

int main(void)
{
    for (int i = 0; i < 1 << 16; i++) {
        unsigned short bits = i;
        __builtin_memcpy(&all[i], &bits, sizeof bits);
        if (all[i] != all[i]) // which NaN it is, is not said
            all[i] = 1;
    }
    widen(1 << 16, all, f);
    SHOW(f);
    for (int i = 0; i < N; i++) {
        f[i] = (i % 3 ? 1 : -1) * (i * 1.37f + (i % 2 ? 65000 : 0) + 0x1p-12f * (i % 9)) * (i % 11 ? 1 : 0x1p-20f);
        d[i] = i % 4 ? 1 + 0x1p-11 + 0x1p-40 * (i - N / 2) : i * 0x1.000001p-24;
    }
    narrow(N, f, d, a, b);
    SHOW(a), SHOW(b);
    for (int i = 0; i < N; i++)
        a[i] = i / 7 - 20, b[i] = 3 - i % 5;
    compute(N, a, b, 0.7f);
    SHOW(a);
    for (int i = 0; i < 600; i++)
        matrix[i / 30][i % 30] = i % 13;
    rows(20, 30, matrix, b, sums);
    SHOW(sums);
    printf("%g\n", (float)last(N, a, 2));
    weighted(20, a + 200, sums, b);
    SHOW(sums);
    weighted(20, &(_Float16[2]){1.5, 3}[0], sums, b);
    SHOW(sums);
    held(40, f, 0.3f, a, b);
    SHOW(f), SHOW(a), SHOW(b);
    static unsigned char bytes[N];
    static unsigned short bits[N];
    static float x[N], y[N];
    for (int i = 0; i < N; i++)
        bytes[i] = i % 124 + i % 2 * 128, x[i] = (float)(i - 100) * 0.37f; // no infinity, no NaN
    seen(N, bytes, x, y, bits);
    SHOW(y), SHOW(bits);
    return 0;
}
