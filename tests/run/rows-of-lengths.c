// Catches a table whose rows are copied as if each were as long as the longest one that is touched: what follows a
// shorter row need not exist, nor need rows or tables that no iteration touches. Each row ends where memory does.
// RUN: %same %s %t
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { N = 40, PAGE = 1 << 16 };

static void *row_of(long bytes)
{
    char *pages = (char *)mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes <= 0 || bytes > PAGE || pages == MAP_FAILED || mprotect(pages + PAGE, PAGE, PROT_NONE))
        return NULL;
    return pages + PAGE - bytes;
}

static void below(int n, double **d, double *restrict s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < i; j++)
            sum += d[i][j];
        s[i] = sum;
    }
}

static void of_tables(int n, double ***t, double *restrict s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < i; j++)
            for (int k = j; k < n - i; k++)
                sum += t[i][j][k];
        s[i] = sum;
    }
}

static void other_rows(int n, int m, int **d)
{
#pragma curestruct
    for (int i = 0; i < n; i += 2)
        for (int j = 1; j < m; j++)
            d[i][j] = 2 * d[i + n][j - 1 + (j > i)];
}

static void above(int n, float **a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[i][j - i] += (float)(i * j);
}

static void around(int n, double **a, double **b)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

static void fill(double *row, int count, int with)
{
    for (int i = 0; row && i < count; i++)
        row[i] = i * with % 31;
}

int main(void)
{
    double *d[N], **t[N], *a[N], *b[N], s[N] = {0}, r[N] = {0};
    int *numbers[2 * N];
    float *upper[N];
    for (int i = 0; i < N; i++) {
        d[i] = (double *)row_of(i * (long)sizeof **d);
        fill(d[i], i, i);
        t[i] = i ? (double **)malloc((size_t)i * sizeof **t) : NULL;
        for (int j = 0; j < i; j++) {
            t[i][j] = (double *)row_of((N - i) * (long)sizeof ***t);
            fill(t[i][j], N - i, i + j);
        }
        a[i] = (double *)row_of((N - (i == 0 || i == N - 1)) * (long)sizeof **a);
        fill(a[i], N - 1, i);
        b[i] = (double *)row_of((N - 1) * (long)sizeof **b);
        fill(b[i], N - 1, 1);
        upper[i] = (float *)row_of((N - i) * (long)sizeof **upper);
        for (int j = 0; j < N - i; j++)
            upper[i][j] = (float)j;
        for (int k = 0; k < 2; k++) {
            int *row = numbers[i + k * N] = i % 2 ? NULL : (int *)row_of(30 * (long)sizeof **numbers);
            for (int j = 0; row && j < 30; j++)
                row[j] = i + j;
        }
        if (i < N - 1)
            a[i][N - 2 + (i > 0)] = i;
    }
    below(N, d, s);
    of_tables(N, t, r);
    other_rows(N, 30, numbers);
    above(N, upper);
    around(N - 1, a, b);
    for (int i = 0; i < N; i++) {
        double sum = s[i] + 3 * r[i];
        for (int j = 0; j < N - 1; j++)
            sum += b[i][j] * (j % 5);
        for (int j = 0; j < N - i; j++)
            sum += upper[i][j] * (float)(j % 7);
        for (int j = 0; i % 2 == 0 && j < 30; j++)
            sum += numbers[i][j] * (j % 3);
        printf("%.17g\n", sum);
    }
    return 0;
}
