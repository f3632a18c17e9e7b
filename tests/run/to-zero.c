// Catches loops that go on while their iterator is not 0: one that counts from below taken for one from above, one that
// is halved from below 0 taken for one that does not run.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 100 };
static int a[N], b[N], digits[N];

static void down(int n, int *to)
{
#pragma curestruct
    for (int i = n; i; i--)
        to[i] = 3 * i;
}

static void up(int n, int *to)
{
#pragma curestruct
    for (int i = -n; i; i++)
        to[i + n] -= i;
}

static void natural(unsigned n, int *to)
{
#pragma curestruct
    for (unsigned i = n; i; --i)
        to[i - 1] = (int)i;
}

static void halved(int n, int from, int *to)
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        for (int s = j + from; s != 0; s /= 2)
            to[j] += s;
        for (unsigned s = j; s; s >>= 1)
            to[j] -= (int)(s & 1);
    }
}

int main(void)
{
    down(N - 1, a), down(0, a);
    SHOW(a);
    up(N, a);
    SHOW(a);
    natural(N, b);
    SHOW(b);
    halved(N, -50, digits);
    SHOW(digits);
    return 0;
}
