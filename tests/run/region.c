// Catches data that is stale inside a region: a nest reads what the nest before wrote, a scalar between them is
// computed from a reduction, a part of an array stays as it was.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static int x[800], y[800];

static int chain(int n)
{
    int total = 0, half;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 3;
    for (int i = 0; i < n; i++)
        total += y[i];
    half = total / 2;
    for (int i = 0; i < n; i += 2)
        x[i] = y[i] - half;
#pragma curestruct end
    return total + half;
}

// What the region ends with is its last word on a scalar.
static int set_last(int n)
{
    int s = 1;
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        s += x[i];
    y[n] = s;
    s = 3;
#pragma curestruct end
    return s;
}

int main(void)
{
    for (int i = 0; i < 800; i++)
        x[i] = i % 17;
    printf("%d\n", chain(700));
    printf("%d\n", chain(0));
    printf("%d %d\n", set_last(700), set_last(0));
    SHOW(x), SHOW(y);
    return 0;
}
