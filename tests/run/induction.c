// Catches variables that loops change by a fixed amount and that are read with another value than in the serial loop,
// in it or after it: after loops that do not run, of other steps and directions, one in the other, with wrapping
// types.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 2000 };
static float a[N], b[N], A[40][30];
static int c[N];

static int plane(int n, int m)
{
    int k = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            k++;
            a[k] = A[i][j] * 2;
        }
    return k;
}

static int around(int n, int m)
{
    int k;
    k = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[k] = i;
        for (int j = 0; j < m; j++)
            a[k++] = A[i][j] + j;
        k += 2;
        c[k - 1] = k;
    }
    return k;
}

static int three(int n, int m, int l)
{
    int at = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                a[at++] = A[i][j] + k;
    return at;
}

static long twice(int n)
{
    long j = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        j++;
        a[j] = b[i] + 1;
        j = 1 + j;
        a[j] = b[i] * 3;
    }
    return j;
}

static int steps(int n, int first)
{
    int k = 1, up = first;
#pragma curestruct
    for (int i = n - 1; i >= 3; i -= 3) {
        c[k] = c[k] * 2 + i;
        k += 6;
        b[i] = up;
        up--;
    }
    return k * 100 + up;
}

static unsigned char narrow(int n, unsigned char start)
{
    unsigned char k = start;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i] += k;
        k += 3;
    }
    return k;
}

static unsigned wrapping(int n, unsigned k)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        c[i] ^= (int)(k >> 1);
        k -= 5;
    }
    return k;
}

static size_t sized(size_t n, size_t stride)
{
    size_t at = 0;
#pragma curestruct
    for (size_t i = 0; i < n; i++) {
        a[at] = b[i];
        at += stride;
    }
    return at;
}

static void rows(int n, int m)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = i * 30, from = 29;
        for (int j = 0; j < m; j++) {
            a[k] = A[i][from];
            k++, from--;
        }
    }
}

static int behind(int n)
{
    int i, k = 5, last = 1;
#pragma curestruct begin
    k = 2;
    for (i = 0; i < n; i++)
        a[k++] = b[i];
    last = k;
    for (i = 0; i < n; i++, k += 2)
        b[i] = c[k];
#pragma curestruct end
    return k + last * 1000;
}

static int several(int n)
{
    int i, j, k;
#pragma curestruct
    for (i = 0, j = n - 1, k = 3; i < n; i++, j--, k += 2)
        a[i] = b[j] + k;
    return i + 1000 * j + k;
}

static void meeting(int n)
{
    int i, j;
#pragma curestruct
    for (i = 0, j = n - 1; i < j; i++, j--) {
        float held = a[i];
        a[i] = a[j];
        a[j] = held;
    }
    printf("%d %d\n", i, j);
}

static void meeting_rows(int n, int m)
{
#pragma curestruct
    for (int r = 0; r < n; r++)
        for (int i = 2, j = m; j >= i; j -= 2, ++i) {
            A[r][i] += A[r][j + 1 - (j > 28)] * 0 + 1;
            A[r][i] *= j;
        }
}

static int skipped(int n, int which)
{
    int k = 2;
    switch (which) {
    case 0:
        k = 40;
        // fall through
    default:
#pragma curestruct
        for (int i = 0; i < n; i++)
            b[i] = k++;
    }
    return k;
}

// The second one changes by what the first one is: after the loop, too, by what it was before.
static long summed(int n, long by)
{
    long all = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        by += 3;
        c[i] = all;
        all += by;
    }
    return all - 5 * by;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13 + 1, b[i] = i % 7 * .5f, c[i] = i * 5 % 23;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            A[i][j] = i * 31 + j;
    printf("%d %d %d %d\n", plane(40, 30), plane(0, 30), plane(4, 0), plane(3, -2));
    SHOW(a);
    printf("%d %d %d\n", around(30, 30), around(3, 0), around(5, -7));
    printf("%d %d %d\n", three(8, 9, 10), three(3, -1, -2), three(-3, 4, -2));
    printf("%ld %ld\n", twice(700), twice(-4));
    printf("%d %d\n", steps(250, 9), steps(3, 9));
    printf("%d %d\n", narrow(300, 17), narrow(-1, 17));
    printf("%u %u\n", wrapping(300, 17), wrapping(0, 17));
    printf("%lu\n", (unsigned long)sized(500, 3));
    SHOW(a), SHOW(b), SHOW(c);
    rows(40, 30), rows(2, -1);
    printf("%d %d\n", behind(600), behind(-3));
    printf("%d %d\n", several(900), several(-3));
    SHOW(a), SHOW(b), SHOW(c);
    meeting(1000), meeting(999), meeting(1), meeting(0), meeting(-4);
    meeting_rows(40, 29);
    printf("%d %d\n", skipped(100, 0), skipped(90, 1));
    printf("%ld %ld\n", summed(60, 4), summed(-1, 4));
    SHOW(a), SHOW(b), SHOW(c), SHOW(A);
    return 0;
}
