// Catches a replacement that reads a variable which only the region sets: the compiler warns of it, and rightly; and
// one that does not read a variable which the region may leave as it is.
// RUN: %same -Werror=maybe-uninitialized %s %t
// RUN: %curestruct %s -o - | FileCheck %s
// CHECK: int crs_out_kept = kept; int crs_out_half = 0;
#include <stdio.h>

static int chain(int *x, int n)
{
    int total = 0, half, kept = 7;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        total += x[i];
    half = total / 2;
    for (int i = 0; i < n; i++)
        x[i] -= half;
    for (int t = 0; t < n - 300; t++) {
        kept = t + 1;
        for (int i = 0; i < n; i++)
            x[i] += t;
    }
#pragma curestruct end
    return total + half + kept;
}

int main(void)
{
    int x[302];
    for (int i = 0; i < 302; i++)
        x[i] = i;
    printf("%d\n", chain(x, 300));
    printf("%d %d\n", chain(x, 302), x[299]);
    return 0;
}
