// Catches reads of what later iterations overwrite that come too late, or have another value, type or condition: shifts
// up and down, by a parameter, through a scalar, twice in a statement, under a condition, of rows, of members.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 500 };
static float a[N], b[N], c[N], m[30][40];
static unsigned char bytes[N];
static struct pair { short low; double high; } pairs[N];

static void up(int n)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1] + b[i];
}

static void down(int n)
{
#pragma curestruct
    for (int i = n - 2; i >= 0; i--)
        a[i + 1] = a[i] - b[i] * a[i];
}

static void chain(int n)
{
#pragma curestruct
    for (int i = 0; i < n - 5; i += 5) {
        a[i] = a[i + 1] * a[i];
        a[i + 1] = a[i + 2] * a[i + 1];
        a[i + 2] = a[i + 3] * a[i + 2];
        a[i + 3] = a[i + 4] * a[i + 3];
        a[i + 4] = a[i + 5] * a[i + 4];
    }
}

static int through(int n)
{
    int j = 7;
#pragma curestruct
    for (int i = 0; i < n - 3; i++) {
        j = i + 3;
        b[i] = a[i] * .5f;
        a[i] = a[j] - a[j] * b[i] + a[i + 1];
    }
    return j;
}

static void some(int n)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++) {
        if (c[i] > 3)
            a[i] = b[i - 1] + c[i];
        b[i] = b[i + 1] + (c[i] < 5 ? b[i] : c[i]);
    }
}

static void narrow(int n)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        bytes[i] = (unsigned char)(bytes[i + 1] * 3 + bytes[i]);
}

static void members(int n)
{
#pragma curestruct
    for (int i = 0; i < n - 2; i++) {
        pairs[i].high = pairs[i].low - pairs[i + 2].high;
        pairs[i].low = (short)(pairs[i + 1].low + 1);
    }
}

static void diagonal(int n, int w)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < w - 1; j++)
            m[i][j] = m[i][j + 1] + m[i + 1][j] * .5f - m[i + 1][j + 1];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = 1 + i % 7, b[i] = 2 + i % 5, c[i] = i % 9, bytes[i] = (unsigned char)(i * 37);
        pairs[i].low = (short)(i * 5), pairs[i].high = i % 11;
    }
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            m[i][j] = (i * 7 + j * 3) % 11;
    up(N), up(1), up(0), down(N - 3), down(1), chain(N);
    SHOW(a);
    printf("%d\n", through(N));
    SHOW(a), SHOW(b);
    some(N), narrow(N), members(N), diagonal(30, 40), diagonal(1, 1);
    SHOW(a), SHOW(b), SHOW(bytes), SHOW(pairs), SHOW(m);
    return 0;
}
