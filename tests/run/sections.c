// Catches a section in front of a nest inside of a region that the region does not see: it is refused, or moves too
// little.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
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

int main(void)
{
    for (int i = 0; i < 200; i++) {
        keys[i] = i * 7 % 32;
        weights[i] = i;
    }
    count(200, 64, keys, weights, histogram);
    count(0, 64, keys, weights, histogram);
    SHOW(histogram);
    return 0;
}
