// Catches variables that are only initialized and are read as something else than their initializer, which a refusal
// shows: what these nests do is only right for the values that they hold.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 1500 };
static float a[N], b[N];
static int c[N];

static void mirror(int n, float *a)
{
    const int half = n / 2;
    int last = n - 1;
#pragma curestruct
    for (int i = 0; i < half; i++) {
        float held = a[i];
        a[i] = a[last - i];
        a[last - i] = held;
    }
}

static void shift(float *a, const float *b)
{
    int k = 500;
#pragma curestruct
    for (int i = 0; i < 500; i++)
        a[i + k] = a[i] + b[i];
}

static int chain(float *a, const float *b)
{
    int one = 1, two = 2, k = 2 * one - two;
#pragma curestruct
    for (int i = 0; i < 1000; i++)
        a[i] = a[i + k] + b[i];
    return k + two;
}

static int flat(int n, int m, int *a)
{
    int size = n * m, moved = size;
    moved++;
#pragma curestruct
    for (int i = 0; i < size; i++)
        a[i] = a[i + size] + moved;
    return moved;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 13 + 1, b[i] = i % 7 * .5f, c[i] = i * 5 % 23;
    mirror(N, a), mirror(1, a), mirror(0, a), mirror(-5, a);
    shift(a, b);
    printf("%d %d\n", chain(a, b), flat(20, 30, c));
    printf("%d\n", flat(0, 30, c));
    SHOW(a), SHOW(b), SHOW(c);
    return 0;
}
