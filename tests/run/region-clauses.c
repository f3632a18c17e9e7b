// Catches an asserted loop inside of a region whose order matters for the loop around it after all, and clauses of one
// nest that change what another one computes.
// RUN: %same %s %t
#include "Inputs/checksum.h"

static int to[300], from[300], x[300], y[300];

static void scatter(int n, const int *index, const int *source, int *a, int *b, int steps)
{
#pragma curestruct begin copyin(index[0:n], source[0:n]) copy(a[0:n], b[0:n])
    for (int t = 0; t < steps; t++) {
#pragma curestruct independent block(64)
        for (int i = 0; i < n; i++)
            a[index[i]] = b[i] + t;
#pragma curestruct independent tile(32)
        for (int i = 0; i < n; i++)
            b[index[i]] = a[i] * 3 - b[index[i]];
        for (int i = 0; i < n; i++)
            a[i] += b[source[i]]; // a gather
    }
#pragma curestruct end
}

// A condition around a nest, declarations, a nest without braces under an if, a label, a switch.
static int around(int n, int *a, int mode)
{
    int sum = 0;
#pragma curestruct begin
    int half = n / 2, count[3] = {1, 2, 3};
    if (mode > 1)
        for (int i = 0; i < half; i++)
            a[i] += count[i % 3];
    else
        for (int i = half; i < n; i++)
            a[i] -= mode;
    switch (mode) {
    case 0:
        for (int i = 0; i < n; i++)
            a[i] ^= 1;
        break;
    case 1:
    case 2:
        for (int i = 0; i < n; i++)
            a[i] += i;
        break;
    default:
        break;
    }
    for (int i = 0; i < n; i++)
        sum += a[i];
    if (sum > 5000)
        for (int i = 0; i < n; i++)
            a[i] -= sum / n;
#pragma curestruct end
    if (mode == 2)
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] *= 2;
    switch (mode) {
    case 1:
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] += 7;
        break;
    case 2:;
#pragma curestruct
        for (int i = 0; i < n; i++)
            a[i] += 9;
    }
    return sum;
}

static int runs(int *a, int n)
{
    static int calls;
    static const int weight[4] = {3, 1, 4, 1};
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] += weight[i % 4] + calls;
    return ++calls;
}

int main(void)
{
    for (int i = 0; i < 300; i++)
        to[i] = (i * 7 + 11) % 300, from[i] = (i * 13) % 300, x[i] = i, y[i] = -i;
    scatter(300, to, from, x, y, 4);
    SHOW(x), SHOW(y);
    for (int mode = 0; mode < 4; mode++) {
        printf("%d\n", around(250, x, mode));
        SHOW(x);
        printf("%d\n", runs(y, 299));
    }
    SHOW(y);
    return 0;
}
