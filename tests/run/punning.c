// Catches the bits of a number that are converted as its value is, the wrong part of a union or of bytes, a part that
// replaces its neighbours, and bits that sign extension changes.
// RUN: %same -fno-strict-aliasing %s %t
// RUN: %same --host -fno-strict-aliasing %s %t
#include "Inputs/checksum.h"
#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { N = 83 };
static float floats[N], roots[N];
static double doubles[N];
static uint32_t words[N], signs[N];
static int32_t counts[N];
static uint64_t longs[N], longs_reversed[N];
static unsigned char letters[8 * N];
static signed char small[N];

typedef union {
    float f;
    uint32_t u;
    int32_t i;
} number;
union parts {
    double d;
    uint64_t whole;
    uint32_t half[2];
    unsigned char byte[8];
};

static inline uint32_t bits_of(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static float of_bits(uint32_t u)
{
    union {
        uint32_t from;
        float to;
    } v = {u};
    return v.to;
}

static void by_union(int n, const float *restrict x, uint32_t *restrict y, int32_t *restrict counts)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        number v, w;
        v.f = x[i];
        w = v;
        w.i >>= 23; // an arithmetic shift
        y[i] = (v.u >> 31) + (bits_of(x[i]) & 0xff) + (of_bits(v.u ^ 0x80000000u) < 0);
        counts[i] = w.i + (v.i < 0 ? (int)bits_of(-x[i]) : 1);
        v.u &= 0x7fffffff;
        counts[i] += (number){.f = v.f * 2}.i;
    }
}

static void by_parts(int n, double *restrict x, uint64_t *restrict y, unsigned char *restrict letters)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        union parts v = {.d = x[i]}, *p = &v;
        uint32_t high = v.half[1];
        v.half[0] = 0;
        p->byte[1] = 0xab;
        v.byte[7] ^= 0x80;
        v.half[0] += 5;
        y[i] = v.whole;
        x[i] = v.d + high;
        for (int k = 0; k < 8; k++)
            letters[8 * i + k] = v.byte[7 - k];
    }
}

static void by_pointer(int n, float *restrict x, float *restrict y, signed char *restrict s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = x[i] * 0.5f;
        int32_t k = *(int32_t *)&t;
        k = 0x5f3759df - (k >> 1);
        float z = *(float *)&k;
        y[i] = z * (1.5f - t * z * z);
        *(unsigned *)&x[i] += 3;
        ((unsigned char *)s)[i] = ((unsigned char *)s)[i] > 128 ? 7 : ((unsigned char *)(void *)s)[i];
        double d = z;
        ((int *)&d)[1] += 1 << 20; // twice d
        ((unsigned char *)&d)[0] = 1;
        x[i] += d;
    }
}

static void of_bytes(int n, const unsigned char *restrict bytes, float *restrict x, uint64_t *restrict whole,
                     unsigned char *restrict last)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned char four[4];
        uint16_t two[2];
        memcpy(&x[i], bytes + 8 * i, 4);
        memcpy(&whole[i], bytes + 8 * i, sizeof(uint64_t));
        memcpy(four, &x[i], sizeof four);
        memcpy(two, &x[i], sizeof(float));
        last[i] = four[3] ^ four[0] ^ two[1];
    }
}

static void copied(int n, const float *restrict x, uint32_t *restrict y, void *data, const void *more)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        memcpy(&y[i], &x[n - 1 - i], sizeof(float));
#pragma curestruct
    for (int i = 0; i < n; i++)
        ((uint32_t *)data)[i] += ((const float *)more)[i] > 0;
}

static void counted(int n, const uint32_t *restrict x, const uint64_t *restrict w, int32_t *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = __builtin_popcount(x[i]) + 2 * __builtin_popcountll(w[i]) + 3 * ffs((int)x[i]) +
               5 * __builtin_clz(x[i] | 1) + 7 * __builtin_ctz(x[i] | 0x100) + 11 * __builtin_clzll(w[i] | 1) +
               13 * __builtin_ctzll(w[i] | 0x10000);
}

static void reversed(int n, const uint32_t *restrict x, const uint64_t *restrict w, uint64_t *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = __builtin_bswap64(w[i]) + __builtin_bswap32(x[i]) + 3 * __builtin_bswap16(x[i] & 0xff80);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        floats[i] = (i % 3 - 1) * (i + 0.75f) * 1e-3f;
        doubles[i] = (i % 5 - 2) * 1.1 * i;
        small[i] = (signed char)(5 * i);
        for (int k = 0; k < 8; k++)
            letters[8 * i + k] = (unsigned char)(i * 31 + k * 7 + 1) & 0x3f;
    }
    by_union(N, floats, words, counts);
    SHOW(words);
    SHOW(counts);
    by_parts(N, doubles, longs, letters);
    SHOW(doubles);
    SHOW(longs);
    SHOW(letters);
    for (int i = 0; i < N; i++)
        floats[i] = 0.5f + i;
    by_pointer(N, floats, roots, small);
    SHOW(floats);
    SHOW(roots);
    SHOW(small);
    for (int i = 0; i < 8 * N; i++)
        letters[i] &= 0x3f;
    of_bytes(N, letters, floats, longs, (unsigned char *)small);
    SHOW(floats);
    SHOW(longs);
    SHOW(small);
    copied(N, roots, signs, words, floats);
    SHOW(signs);
    SHOW(words);
    counted(N, signs, longs, counts);
    SHOW(counts);
    reversed(N, signs, longs, longs_reversed);
    SHOW(longs_reversed);
    return 0;
}
