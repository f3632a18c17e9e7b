// Catches vectors loaded an iteration ahead that are not those of the next iteration, or lie beyond the end; updates
// taken together of which one does not see what an equal key before it has made, or sees it twice; lanes of a warp that
// leave vectors out or share them.
// RUN: %same %s %t
// RUN: %curestruct --emit=schedule %s | FileCheck %s
// (A device with few multiprocessors: then each thread has several iterations.)
// CHECK-COUNT-4: cyclic i.group 32 as i.side i.rest;
#include <stdio.h>

enum { N = 250000, KEYS = 3000 };

static int key[N + 4];
static unsigned char small[N + 4];
static float value[N + 4], total[KEYS], product[KEYS];
static double wide[N + 4], sum[KEYS];
static int least[KEYS];
static unsigned char narrow[256];

static void floats(int n, int keys)
{
#pragma curestruct device(c2070) copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

// Rows that begin 4 bytes after a vector.
static void moved(int n, int keys)
{
#pragma curestruct device(c2070) copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i + 1]] = value[i] + total[key[i + 1]];
}

static void others(int n, int keys)
{
#pragma curestruct device(c2070) copy(product[0:keys])
    for (int i = 0; i < n; i++)
        product[key[i] / 2 * 2] *= value[i] < 1 ? -1 : 1;
#pragma curestruct device(c2070) copy(sum[0:keys])
    for (int i = 0; i < n; i++)
        sum[key[i]] -= wide[i] * value[i];
#pragma curestruct device(c2070) copy(least[0:keys])
    for (int i = 0; i < n; i++)
        least[key[i]] = least[key[i]] < i % 1000 - key[i] ? least[key[i]] : i % 1000 - key[i];
}

static void bytes(int n)
{
#pragma curestruct device(c2070)
    for (int i = 0; i < n; i++)
        narrow[small[i]] += (unsigned char)(i * small[i]);
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 130, 1023, 1024, 1025, 33000, N},
                     keys[] = {1, 2, 31, 32, 33, 255, 256, 257, KEYS};
    for (int s = 0; s < 9; s++)
        for (int k = s % 3; k < 9; k += s > 6 ? 2 : 3) {
            for (int i = 0; i < N + 4; i++) {
                unsigned hash = (unsigned)(i + s) * 2654435761u >> 8;
                key[i] = (int)(s % 2 && i % 8 ? i / 8 % keys[k] : hash % (unsigned)keys[k]);
                small[i] = (unsigned char)(i % 5 ? hash / 3 : hash / 3 % 2);
                value[i] = (float)(hash / 5 % 64);
                wide[i] = hash / 7 % 128;
            }
            for (int i = 0; i < KEYS; i++) {
                total[i] = (float)(i % 5);
                product[i] = (float)(i % 3 + 1);
                sum[i] = i % 9;
                least[i] = 900 - i % 7;
            }
            for (int i = 0; i < 256; i++)
                narrow[i] = (unsigned char)i;
            floats(sizes[s], keys[k]);
            moved(sizes[s], keys[k]);
            others(sizes[s], keys[k]);
            bytes(sizes[s]);
            double all = 0;
            unsigned mixed = 0;
            for (int i = 0; i < KEYS; i++)
                all += total[i] * (i % 11 + 1) + product[i] * (i % 13 + 1) + sum[i] * (i % 17 + 1) +
                       least[i] * (double)(i % 19 + 1);
            for (int i = 0; i < 256; i++)
                mixed = mixed * 31 + narrow[i];
            printf("%d %d %.17g %u\n", sizes[s], keys[k], all, mixed);
        }
    return 0;
}
