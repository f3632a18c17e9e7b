// Catches a histogram that loses or repeats a key where copies in shared memory, ranges of the keys or atomic
// operations in global memory take over from each other, and counters of bytes and shorts that atomic operations do not
// wrap. All keys are equal in some rounds.
// RUN: %same %s %t
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 100003, MOST_KEYS = 1 << 20 };

static signed char bytes[MOST];
static unsigned char pixels[MOST];
static short shorts[MOST];
static unsigned short words[MOST];
static int ints[MOST], weights[MOST];
static int counts[MOST_KEYS], tiny[256];
static unsigned sums[65536];
static long longs[MOST_KEYS];
static unsigned char small[MOST_KEYS];
static short halves[MOST_KEYS];
static int largest[MOST_KEYS];
static unsigned smallest[MOST_KEYS];

static void of_bytes(int n)
{
#pragma curestruct copy(tiny[0:256])
    for (int i = 0; i < n; i++)
        tiny[bytes[i] + 128]++;
#pragma curestruct
    for (int i = 0; i < n; i++)
        tiny[pixels[i]] += weights[i];
}

static void of_shorts(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        sums[words[i]] -= weights[i];
#pragma curestruct copy(sums[0:65536])
    for (int i = 0; i < n; i++)
        sums[shorts[i] + 32768] ^= 1u << i % 32;
}

static void of_keys(int n, int keys)
{
    (void)keys;
#pragma curestruct copy(counts[0:keys])
    for (int i = 0; i < n; i++)
        counts[ints[i]]++;
#pragma curestruct copy(longs[0:keys])
    for (int i = 0; i < n; i++)
        if (weights[i] % 3)
            longs[ints[i]] = longs[ints[i]] + weights[i] * 100000000000;
#pragma curestruct copy(small[0:keys])
    for (int i = 0; i < n; i++)
        small[ints[i]] += pixels[i];
#pragma curestruct copy(halves[0:keys])
    for (int i = 0; i < n; i++)
        halves[ints[i]] = halves[ints[i]] - shorts[i];
}

static void extremes(int n, int keys)
{
    (void)keys;
#pragma curestruct copy(largest[0:keys])
    for (int i = 0; i < n; i++)
        if (largest[ints[i]] < weights[i])
            largest[ints[i]] = weights[i];
#pragma curestruct copy(smallest[0:keys])
    for (int i = 0; i < n; i++)
        smallest[ints[i]] = smallest[ints[i]] < words[i] ? smallest[ints[i]] : words[i];
#pragma curestruct copy(halves[0:keys])
    for (int i = 0; i < n; i++)
        if (bytes[i] >= halves[ints[i]])
            halves[ints[i]] = bytes[i];
}

static unsigned long mixed(const void *data, size_t bytes_of_it)
{
    unsigned long hash = 1469598103934665603u;
    const unsigned char *at = data;
    for (size_t i = 0; i < bytes_of_it; i++)
        hash = (hash ^ at[i]) * 1099511628211u;
    return hash;
}

int main(void)
{
    static const int sizes[] = {0, 1, 33, 1000, MOST};
    static const int keys[] = {1, 2, 256, 8193, 65536, MOST_KEYS};
    for (int k = 0; k < MOST_KEYS; k++) {
        largest[k] = -1000 + k % 7;
        smallest[k] = 70000;
    }
    for (int round = 0; round < 12; round++) {
        int n = sizes[round % 5], some = keys[round % 6];
        for (int i = 0; i < n; i++) {
            unsigned hash = round % 4 == 3 ? 12345u : (unsigned)(i + round) * 2654435761u;
            bytes[i] = (signed char)(hash >> 3);
            pixels[i] = (unsigned char)(hash >> 11);
            shorts[i] = (short)(hash >> 5);
            words[i] = (unsigned short)(hash >> 7);
            ints[i] = (int)(hash % (unsigned)some);
            weights[i] = (int)(hash >> 9) % 2001 - 1000;
        }
        of_bytes(n);
        of_shorts(n);
        of_keys(n, some);
        extremes(n, some);
        printf("%d %d %lx %lx %lx %lx %lx %lx %lx %lx\n", n, some, mixed(tiny, sizeof tiny), mixed(sums, sizeof sums),
               mixed(counts, sizeof counts), mixed(longs, sizeof longs), mixed(small, sizeof small),
               mixed(halves, sizeof halves), mixed(largest, sizeof largest), mixed(smallest, sizeof smallest));
    }
    return 0;
}
