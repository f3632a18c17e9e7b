// Catches one loop made of two whose iterations meet in another order than the source's: values of a later iteration, a
// scalar that is set between the loops or after them, shifted and falling ranges, iterators that change their roles,
// arrays that overlap after all.
// RUN: %same %s %t
// RUN: %same --fallback -DOVERLAP %s %t
#include "Inputs/checksum.h"

enum { N = 700, M = 30 };
static int x[N + 8], y[N + 8], z[N + 8];
static float A[M][M], B[M][M], C[M][M];

static void chain(int n, int *a, int *b, int *c)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 3 + b[i];
    for (int i = 0; i < n; i++)
        c[i] = b[i] - a[i];
    for (int i = 1; i <= n; i++)
        a[i - 1] = c[i - 1] % 100;
#pragma curestruct end
}

static void later(int n)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        y[i] = x[i] + 1;
    for (int i = 0; i < n; i++)
        z[i] = y[i] + y[i + 1];
    for (int i = n - 1; i >= 0; i--)
        x[i] = z[i] * 2;
#pragma curestruct end
}

static int scalars(int n)
{
    int total = 0, most = -1000, t = 5, i, j;
#pragma curestruct begin
    for (i = 0; i < n; i++) {
        t = x[i] % 13;
        total += t;
    }
    int half = 3;
    for (j = 0; j < n; j++) {
        t = y[j] % 11 + half;
        most = t > most ? t : most;
    }
    total = total * 2;
    for (j = 0; j < n; j++)
        total += z[j];
#pragma curestruct end
    return total + 1000 * most + 7 * i + 3 * j + t;
}

static void turned_roles(int n)
{
    int i, j;
#pragma curestruct begin
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            B[i][j] = A[i][j] * 2;
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++)
            C[j][i] = B[j][i] + A[i][j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i][j] = C[i][j] * .5f;
#pragma curestruct end
}

static void in_time(int n, int steps)
{
#pragma curestruct begin
    for (int time = 0; time < steps; time++) {
        for (int i = 1; i < n; i++)
            y[i] = x[i] + time;
        for (int i = 1; i < n; i++)
            z[i] = y[i] % 7 + x[i];
        for (int i = 1; i < n; i++)
            x[i] = z[i - 1];
    }
#pragma curestruct end
}

static void rows(int n, float *restrict sums, float *restrict squares)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0, q = 0;
        for (int j = 0; j < n; j++)
            s += A[i][j];
        sums[i] = s;
        for (int j = 0; j < n; j++)
            q += A[i][j] * A[i][j];
        squares[i] = q;
    }
}

int main(void)
{
    static float sums[M], squares[M];
    for (int i = 0; i < N + 8; i++)
        x[i] = i % 17, y[i] = i % 5, z[i] = i * 3 % 19;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            A[i][j] = (i * 7 + j * 3) % 11;
    chain(N, x, y, z), chain(0, x, y, z), chain(100, x, y, x + 100);
#ifdef OVERLAP
    chain(N - 3, x, x + 1, z), chain(100, x, y, x + 99);
#endif
    SHOW(x), SHOW(y), SHOW(z);
    later(N), later(1);
    printf("%d %d %d\n", scalars(N), scalars(1), scalars(0));
    SHOW(x), SHOW(z);
    turned_roles(M), turned_roles(1), turned_roles(7);
    in_time(N, 5), in_time(1, 3);
    SHOW(x), SHOW(y), SHOW(z), SHOW(A), SHOW(B), SHOW(C);
    rows(M, sums, squares);
    SHOW(sums), SHOW(squares);
    return 0;
}
