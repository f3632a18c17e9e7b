// Catches gathers and sums by key that read or add at the wrong place, or lose one of two equal keys.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static int source[300], permuted[1000], counts[64], index_of[1000];
static long sums[64];

static void gather(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        permuted[i] = source[index_of[i]];
}

static void by_key(int n, const unsigned char *key)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        counts[key[i]]++;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sums[key[i] / 2] += permuted[i];
}

static void scatter(int n, int *out)
{
#pragma curestruct independent copy(out[0:1000])
    for (int i = 0; i < n; i++)
        out[index_of[i]] = i;
}

int main(void)
{
    static unsigned char key[1000];
    static int out[1000];
    for (int i = 0; i < 1000; i++) {
        index_of[i] = i * 7 % 300;
        key[i] = (unsigned char)(i * i % 64);
    }
    for (int i = 0; i < 300; i++)
        source[i] = i * 3;
    gather(1000);
    by_key(999, key);
    scatter(300, out);
    SHOW(permuted), SHOW(counts), SHOW(sums), SHOW(out);
    return 0;
}
