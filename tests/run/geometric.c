// Catches loops whose iterator is multiplied or divided: order, values and types; iterations of symbolic steps that are
// taken for neighbours; elements copied that no iteration touches.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 1024 };
static int a[N], b[N];
static unsigned char flags[N];

static void butterflies(int n, int *x)
{
#pragma curestruct copy(x[0:n])
    for (int len = 2; len <= n; len <<= 1)
        for (int i = 0; i < n; i += len)
            for (int j = 0; j < len / 2; j++) {
                int u = x[i + j], v = x[i + j + len / 2];
                x[i + j] = u + v;
                x[i + j + len / 2] = (u - v) * 3;
            }
}

static void declared(unsigned n)
{
#pragma curestruct
    for (unsigned s = 1; s < n; s = s * 2)
        for (unsigned i = 0; i < n - s; i += 2 * s)
            a[i] += a[i + s];
}

static void halves(long n, int *restrict x)
{
#pragma curestruct
    for (long s = n / 2; s > 0; s >>= 1)
        for (long i = 0; i < s; i++)
            x[i] -= 2 * x[i + s];
}

static void thirds(unsigned char n, unsigned char *restrict x)
{
#pragma curestruct
    for (unsigned char s = n; s >= 1; s = s / 3)
        for (int i = 0; i < s; i++)
            x[i] += s;
#pragma curestruct copy(x[0:n])
    for (unsigned char s = 2; s <= n; s *= 5)
        for (int i = 0; i < s; i++)
            x[i] ^= s;
}

static void below(unsigned n, unsigned s, int *restrict x, const int *restrict y)
{
#pragma curestruct
    for (unsigned i = 0; i < n; i += s)
        for (unsigned j = 1; j < i; j++)
            x[i * 32 + j] += y[i * 32 + j - 1];
}

static void corners(int n, int m, int *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n && i < m; i++)
        for (int j = n - 1; j >= i && j > 3; j--)
            x[i * 32 + j % 32] += i;
}

static void tiles(int n, int s, int *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i += s)
        for (int j = i; j < i + s && j < n; j++)
            x[j] = 7 * x[j] + i;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * i % 97, b[i] = 5 * i;
    for (int n = 1; n <= N; n *= 4) {
        butterflies(n, a);
        SHOW(a);
    }
    for (int n = 0; n < N; n = 2 * n + 1) {
        declared((unsigned)n);
        halves(n, a);
        below(n < 32 ? (unsigned)n : 32, (unsigned)n % 5 + 1, a, b);
        corners(n < 32 ? n : 32, 20, a);
        tiles(n, n / 7 + 1, a);
        SHOW(a);
    }
    for (int n = 1; n < 50; n += 6)
        thirds((unsigned char)n, flags);
    SHOW(flags);
    return 0;
}
