// Catches a pointer that the nest assigns, followed to its old place: after a second assignment, in the other branch,
// in the next iteration of an inner loop, after a step, in another array and back; a row pointer whose two
// subscripts are not changed at once; a parameter of a function that is read in place and walks.
// RUN: %same %s %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 60, M = 7 };
static void walks(int n, const float *a, float *b)
{
    const float *from;
    float *to;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        from = a + i * M;
        to = b + i * M;
        for (int j = 0; j < M; j++)
            *to++ = 2 * *from++;
    }
}
static void branches(int n, const float *a, const float *c, float *b)
{
    const float *p;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (c[i] > 5)
            p = a + 2 * i;
        else
            p = a + i + 1;
        b[i] = *p;
        p = a + i;
        b[i] += 3 * p[0];
        p += 2;
        b[i] -= *p;
    }
}
static void goes_on(int n, const float *a, float *b)
{
    const float *p;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        p = a + i * M;
        for (int j = 0; j < M; j++) {
            s = 2 * s + *p;
            p = a + i * M + (j * 3 + 1) % M;
        }
        b[i] = s;
    }
}
static void arrays(int n, const float *a, const float *c, float *b)
{
    const float *p;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p = a + i;
        b[i] = *p;
        p = c + i + 1;
        b[i] += 10 * *p;
        p = a + i + 2;
        b[i] += 100 * *p;
    }
}
static void planes(int n, float (*a)[M][M], float *b)
{
    float(*row)[M];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        row = &a[i][0];
        for (int j = 0; j < M; j++) {
            b[i] = 2 * b[i] + (*row)[j] + row[0][0];
            row++;
        }
        row = &a[n - 1 - i][M - 1];
        b[i] += (*row)[1];
    }
}
static float pulled(const float *x, int count)
{
    float s = 0;
    for (int k = 0; k < count; k++)
        s = s * 2 + *x++;
    x = x - count;
    return s + *x;
}
static void called(int n, const float *a, float *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = pulled(a + i * M, M) + pulled(a + i, 3);
}

int main(void)
{
    float *a = malloc(N * M * M * sizeof *a), *b = malloc(N * M * sizeof *b), *c = malloc((N + 1) * sizeof *c);
    double sum = 0;
    for (int i = 0; i < N * M * M; i++)
        a[i] = (float)(i % 89) - 30;
    for (int i = 0; i <= N; i++)
        c[i] = (float)(i * 7 % 11);
    for (int i = 0; i < N * M; i++)
        b[i] = 0;
    for (int test = 0; test < 6; test++) {
        if (test == 0)
            walks(N, a, b);
        if (test == 1)
            branches(N, a, c, b);
        if (test == 2)
            goes_on(N, a, b);
        if (test == 3)
            arrays(N, a, c, b);
        if (test == 4)
            planes(N, (float(*)[M][M])a, b);
        if (test == 5)
            called(N, a, b);
        for (int i = 0; i < N * M; i++)
            sum = sum * 0.75 + b[i] * (i + 1);
        printf("%d %.17g\n", test, sum);
    }
    free(a);
    free(b);
    free(c);
    return 0;
}
