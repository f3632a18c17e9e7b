// Catches a reduction by key that takes the wrong one of two zeros or a NaN, since workers see the elements in another
// order; and && and || that make 0 or 1 of an element that no key names.
// RUN: %same %s %t
#include <math.h>
#include <stdio.h>

enum { N = 4000, KEYS = 61 };

static float a[N], most[KEYS];
static double least[KEYS];
static int key[N], every[KEYS];
static unsigned char some[KEYS];

static void by_key(int n, double limit)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (key[i] % 3 != 0 && a[i] > most[key[i]])
            most[key[i]] = a[i];
#pragma curestruct
    for (int i = n - 1; i >= 0; i--) {
        double value = a[i] * limit;
        least[key[i]] = value <= least[key[i]] ? value : least[key[i]];
    }
#pragma curestruct
    for (int i = 0; i < n; i++)
        every[key[i]] = every[key[i]] && a[i] < limit;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (i % 7)
            some[key[i]] = a[i] > limit || some[key[i]];
}

int main(void)
{
    static const int sizes[] = {0, 1, 40, 257, N};
    for (int round = 0; round < 10; round++) {
        int n = sizes[round % 5];
        for (int i = 0; i < N; i++) {
            unsigned hash = (unsigned)(i + round) * 2654435761u >> 18;
            a[i] = round < 5 ? (hash & 1 ? 0.0f : -0.0f) - (hash % 16 == 3) : (float)(hash % 100) - 50;
            if (hash % 97 == 5)
                a[i] = NAN;
            key[i] = (int)(hash / 7 % KEYS);
        }
        for (int k = 0; k < KEYS; k++) {
            most[k] = k % 11 ? -0.5f : NAN;
            least[k] = k % 5 ? 7 : -0.0;
            every[k] = k % 4;
            some[k] = (unsigned char)(k % 3 == 1 ? 4 : 0);
        }
        by_key(n, round % 3 ? 30 : 1);
        unsigned signs = 0;
        double sum = 0;
        for (int k = 0; k < KEYS; k++) {
            signs = signs * 5 + (signbit(most[k]) != 0) + 2 * (signbit(least[k]) != 0);
            sum += (isnan(most[k]) ? 0.25 : most[k]) * (k + 1) + least[k] * (k + 2) + every[k] * (k + 3) +
                   some[k] * (k + 4);
        }
        printf("%d %u %.17g\n", n, signs, sum);
    }
    return 0;
}
