// Catches copies of bytes and shorts, which are words where threads share them and not where each thread has its own:
// updates that convert the element to a wider type, and two histograms in one loop.
// RUN: %same %s %t
#include <stdio.h>

enum { N = 9000, MOST = 9000 };

static int key[N];
static unsigned value[N];
static short number[N];
static unsigned short total[MOST], most[MOST], least[MOST];
static signed char sum[MOST];
static short best[MOST];

static void converted(int n, int keys)
{
    (void)keys;
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i]] = (unsigned short)(value[i] + total[key[i]]);
#pragma curestruct copy(sum[0:keys])
    for (int i = 0; i < n; i++)
        sum[key[i]] = (signed char)((unsigned)sum[key[i]] - value[i]);
#pragma curestruct copy(most[0:keys])
    for (int i = 0; i < n; i++)
        if ((value[i] & 65535u) > most[key[i]])
            most[key[i]] = value[i] & 65535u;
#pragma curestruct copy(least[0:keys])
    for (int i = 0; i < n; i++)
        least[key[i]] = (unsigned)least[key[i]] <= value[i] % 4099u ? least[key[i]] : value[i] % 4099u;
}

static void together(int n, int keys)
{
    (void)keys;
#pragma curestruct copy(best[0:keys], sum[0:keys])
    for (int i = 0; i < n; i++) {
        best[key[i]] = number[i] > best[key[i]] ? number[i] : best[key[i]];
        sum[key[i]] = (signed char)((unsigned char)sum[key[i]] + number[i]);
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 300, N}, keys[] = {1, 40, 700, MOST};
    for (int k = 0; k < MOST; k++) {
        total[k] = (unsigned short)(k * 977);
        least[k] = (unsigned short)(65535 - k);
        best[k] = (short)(k % 5 - 32000);
    }
    for (int round = 0; round < 16; round++) {
        int n = sizes[round % 4], some = keys[round / 4];
        for (int i = 0; i < N; i++) {
            value[i] = (unsigned)(i + round) * 2654435761u >> 3;
            number[i] = (short)(value[i] >> 7);
            key[i] = (int)(value[i] / 5 % (unsigned)some);
        }
        converted(n, some);
        together(n, some);
        unsigned long all = 0;
        for (int k = 0; k < MOST; k++)
            all = all * 31 + (unsigned)(total[k] + 3 * most[k] + 5 * least[k] + 7 * best[k] + 11 * sum[k]);
        printf("%d %d %lu\n", n, some, all);
    }
    return 0;
}
