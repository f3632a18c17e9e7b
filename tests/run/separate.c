// Catches statements of a loop that run apart in the wrong order, lose a scalar that passes between them, or run where
// their condition does not hold. `exact`: recurrences keep their order.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 400, M = 30 };
static float a[N], b[N], c[N], A[20][M], B[20][M];

static void recurrence_and_map(int n)
{
#pragma curestruct exact
    for (int i = 1; i < n; i++) {
        a[i] = a[i - 1] * .5f + c[i];
        b[i] = a[i] * 2 + c[i];
    }
}

static void against_the_text(int n)
{
#pragma curestruct exact
    for (int i = 2; i < n; i++) {
        a[i] = b[i - 1] * 2 + c[i];
        b[i] = c[i] + 1;
        c[i] = c[i - 2] * .5f + 1;
    }
}

static float scalars_between(int n)
{
    float s = 1;
#pragma curestruct exact
    for (int i = 0; i < n; i++) {
        s = s * .5f + a[i];
        float v = s * 2;
        b[i] = v + a[i];
        c[i] = b[i] * v;
    }
    return s;
}

static void computed_again(int n)
{
#pragma curestruct exact
    for (int i = 1; i < n; i++) {
        int from = i - 1;
        float t = c[i], u = t * .25f;
        a[i] = a[from] * u + 1;
        b[i] = u + t;
    }
}

static void conditions(int n)
{
#pragma curestruct exact
    for (int i = 1; i < n; i++) {
        if (c[i] > 1.5f)
            continue;
        a[i] = a[i - 1] * .25f + c[i];
        if (i % 3 == 0)
            b[i] = a[i] * 2;
        else
            b[i] = c[i];
    }
}

static int three_deep(int times, int n, int m)
{
    int i;
#pragma curestruct exact
    for (int t = 0; t < times; t++)
        for (i = 1; i < n; i++)
            for (int j = 1; j < m; j++) {
                float old = A[i][j];
                A[i][j] = A[i - 1][j] * .5f + B[i][j - 1];
                B[i][j] = old + t;
            }
    return i;
}

// A scalar that has a value of its own in each iteration of an inner loop, not of the loop that declares it.
static void inner_scalar(int n, int m)
{
#pragma curestruct exact
    for (int k = 0; k < 3; k++)
        for (int i = 2; i < n - 1; i++) {
            float t = a[n / 2] * .5f;
            for (int j = 1; j < m; j++) {
                t = B[i - 1][j - 1] * .5f + c[i];
                B[i][j] += b[i] * .5f;
                A[i][j] = t * .5f + c[i + 1];
            }
        }
}

static void steps(int n)
{
#pragma curestruct exact
    for (int i = n - 1; i > 3; i -= 3) {
        float t = c[i] * .5f + a[i];
        a[i - 3] = t;
        b[i] = t * 2;
    }
}

static float wanted_after(int n)
{
    float last = 7, sum = 0;
#pragma curestruct exact
    for (int i = 1; i < n; i++) {
        last = c[i] * 2;
        sum += c[i] > 1 ? 1 : 2;
        a[i] = a[i - 1] * .25f + c[i];
        b[i] = a[i] * 2 + last;
    }
    return sum + last;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1 + i % 7, b[i] = 2 + i % 5, c[i] = (i % 9) * .25f;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < M; j++)
            A[i][j] = (i * 7 + j * 3) % 11, B[i][j] = (i + j * 5) % 13;
    recurrence_and_map(N), against_the_text(N), computed_again(N), conditions(N), steps(N), inner_scalar(20, M);
    printf("%g %d\n", scalars_between(N), three_deep(3, 20, M));
    printf("%g\n", wanted_after(N));
    recurrence_and_map(0), against_the_text(1), steps(2);
    printf("%g %d\n", scalars_between(0), three_deep(0, 20, M));
    SHOW(a), SHOW(b), SHOW(c), SHOW(A), SHOW(B);
    return 0;
}
