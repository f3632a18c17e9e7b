// Catches sums of floats by many keys that lose a term or add it in another unit, touch an element without terms,
// forget an infinity or a NaN, take what is finite for one, or make a zero of the wrong sign. (All sums are exact in
// any order.)
// RUN: %same %s %t
// RUN: %curestruct --emit=schedule %s | FileCheck %s
// CHECK-COUNT-2: privatize total global fixed
// CHECK: privatize beside global fixed
#include <math.h>
#include <stdio.h>

enum { MOST = 20007, KEYS = 70000 };

static int key[MOST];
static float value[MOST], total[KEYS], part[MOST], beside[KEYS];

static void sums(int n, int keys)
{
    (void)keys;
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        if (key[i] % 3)
            total[key[i]] = total[key[i]] - value[i] * 0.5;
    // Several loops: each element may get a term in every iteration of both.
#pragma curestruct copy(beside[0:keys])
    for (int i = 0; i < n / 4; i++)
        for (int k = 0; k < 4; k++)
            beside[key[i]] += part[4 * i + k];
}

int main(void)
{
    static const int sizes[] = {0, 1, 33, MOST}, keys[] = {1, 300, KEYS};
    for (int k = 0; k < KEYS; k++)
        total[k] = k % 5 ? (float)k : -0.0f;
    for (int round = 0; round < 12; round++) {
        int n = sizes[round % 4], some = keys[round % 3];
        for (int i = 0; i < n; i++) {
            unsigned hash = (unsigned)(i + round) * 2654435761u >> 7;
            key[i] = round == 5 ? some - 1 : (int)(hash % (unsigned)some);
            part[i] = (float)(hash % 64) - 31.5f;
            value[i] = (float)((int)(hash / 3 % 512) - 256) * (hash % 2 ? 0.25f : 2);
            if (round == 11 && hash % 97 == 5)
                value[i] = hash % 5 == 0 ? NAN : hash % 2 ? INFINITY : -INFINITY;
            if (round == 7)
                value[i] = ldexpf(value[i], key[i] % 200 - 120);
            if (round == 10)
                value[i] = hash % 3 ? -0.0f : 0.0f;
        }
        for (int k = 0; (round == 7 || round == 10) && k < KEYS; k++)
            total[k] = round == 7 ? 0 : -0.0f;
        sums(n, some);
        double all = 0;
        unsigned signs = 0, odd = 0;
        for (int k = 0; k < KEYS; k++) {
            all += isfinite(total[k]) ? total[k] * (k % 97 + 1) : 0;
            signs = signs * 5 + (!isnan(total[k]) && signbit(total[k]) != 0) + 2 * (isnan(total[k]) != 0);
            odd += !isfinite(total[k]);
            all += beside[k] * (k % 89);
        }
        printf("%d %d %.17g %u %u\n", n, some, all, signs, odd);
    }
    return 0;
}
