// Catches a section in front of a nest inside of a region that the region does not see: it is refused, or moves too
// little; a launcher whose text doubles with each section; and a range that is not touched, whose limits overflow.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
// RUN: %curestruct %s -o - | sed -n '/crs_touch(crs_array_table/,/;$/p' | wc -c | awk '{ exit $1 > 3000 }'
#include "Inputs/checksum.h"

static int histogram[64], keys[200], weights[200];

static void count(int n, int m, const int *k, const int *w, int *h)
{
#pragma curestruct begin
    for (int i = 0; i < m / 2; i++)
        h[i] = 1;
#pragma curestruct copy(h[0:m])
    for (int i = 0; i < n; i++)
        h[k[i]] += w[i];
#pragma curestruct copy(h[m / 2:m / 2])
    for (int i = 0; i < n; i++)
        h[63 - k[i]] += 1;
#pragma curestruct end
}

// Ranges that are touched under five conditions.
static void gather(int n, int m, const int *k, const int *table, int *sums)
{
#pragma curestruct begin
    for (int i = 0; i < m / 2; i++)
        sums[i] = table[i];
#pragma curestruct copyin(table[0:m])
    for (int i = 0; i < n; i++)
        sums[i] += table[k[i]];
#pragma curestruct copyin(table[1:m / 2])
    for (int i = 0; i < n; i++)
        sums[i] += 2 * table[k[i] % 16 + 1];
#pragma curestruct copyin(table[2:m / 3])
    for (int i = 0; i < n; i++)
        sums[i] += 3 * table[k[i] % 16 + 2];
#pragma curestruct copyin(table[3:m / 4])
    for (int i = 0; i < n; i++)
        sums[i] += 4 * table[k[i] % 8 + 3];
#pragma curestruct copyin(table[m / 2:m / 5])
    for (int i = 0; i < n; i++)
        sums[i] += 5 * table[m / 2 + k[i] % 8];
#pragma curestruct end
}

int main(void)
{
    for (int i = 0; i < 200; i++) {
        keys[i] = i * 7 % 32;
        weights[i] = i;
    }
    count(200, 64, keys, weights, histogram);
    count(0, 64, keys, weights, histogram);
    gather(200, 64, keys, histogram, weights);
    gather(0, 5, keys, histogram, weights);
    gather(0, 0, keys, histogram, weights);
    SHOW(histogram);
    SHOW(weights);
    return 0;
}
