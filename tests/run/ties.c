// A maximum whose zero has the wrong sign, or that drops a NaN which the source takes, because threads saw the elements
// in another order; and one that is refused since the loop that runs again for it writes what an iteration before has
// read.
// RUN: %curestruct -Werror=refused %s -o %t.cu
// RUN: %same %s %t
#include <math.h>
#include <stdio.h>

static float keep_old(int n, const float *a)
{
    float m = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] > m)
            m = a[i];
    return m;
}

static float keep_new(int n, const float *a)
{
    float m = -1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        m = m > a[i] ? m : a[i];
    return m;
}

// With variables of an iteration's own, of which the loop that runs again has its own.
static double with_locals(int n, const float *a, double by)
{
    double m = -1, value;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double scale = by + 1;
        value = a[i] / scale;
        if (m < value)
            m = value;
    }
    return m;
}

// In elements of an array, which the loop cannot be run again for; and while the loop changes what it reads.
static void elements(int rows, int columns, const float *restrict grid, float *restrict of_row,
                     float *restrict of_column)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (grid[i * columns + j] > of_row[i])
                of_row[i] = grid[i * columns + j];
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            of_column[j] = grid[i * columns + j] >= of_column[j] ? grid[i * columns + j] : of_column[j];
}

static float in_place(int n, float *a)
{
    float m = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        m = m < a[i] ? a[i] : m;
        a[i] = a[i] * 2;
    }
    return m;
}

// What the loop only writes is nothing that it reads when it runs again.
static float beside(int n, const float *a, float *restrict twice)
{
    float m = -1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        twice[i] = a[i] * 2;
        if (a[i] > m)
            m = a[i];
    }
    return m;
}

static void many(const float *a)
{
    enum { ROWS = 40, COLUMNS = 125 };
    static float rows[ROWS], columns[COLUMNS], copy[ROWS * COLUMNS];
    unsigned signs = 0;
    float sum = 0;
    for (int i = 0; i < ROWS; i++)
        rows[i] = i % 7 ? -1 : NAN;
    for (int j = 0; j < COLUMNS; j++)
        columns[j] = j % 5 ? -3 : -0.0f;
    for (int k = 0; k < ROWS * COLUMNS; k++)
        copy[k] = a[k];
    elements(ROWS, COLUMNS, a, rows, columns);
    for (int i = 0; i < ROWS; i++) {
        signs = signs * 3 + (signbit(rows[i]) != 0);
        sum += isnan(rows[i]) ? 0.5f : rows[i];
    }
    for (int j = 0; j < COLUMNS; j++) {
        signs = signs * 3 + (signbit(columns[j]) != 0);
        sum += isnan(columns[j]) ? 0.5f : columns[j];
    }
    printf(" %u %g %a", signs, sum, in_place(ROWS * COLUMNS, copy));
    printf(" %a", beside(ROWS * COLUMNS, a, copy));
}

int main(void)
{
    enum { N = 5000 };
    static float a[N];
    for (int zero = 0; zero < N; zero += 777) {
        for (int i = 0; i < N; i++)
            a[i] = -2;
        a[zero] = -0.0f;
        a[(zero + 4000) % N] = 0.0f;
        many(a);
        printf(" %d %d", signbit(keep_old(N, a)) != 0, signbit(keep_new(N, a)) != 0);
        printf(" %d", signbit(with_locals(N, a, 1)) != 0);
        a[(zero + 2000) % N] = NAN;
        a[(zero + 1000) % N] = 3;
        printf(" %g %g %g\n", keep_old(N, a), keep_new(N, a), with_locals(N, a, 2));
    }
    return 0;
}
