// Catches a nest that is left by `return`, `goto` or `exit` and whose work is done although an iteration leaves it: in
// the first iteration, the last one, in one of an inner loop or in none; where the loops have no iterations; where what
// decides it is a sum, a running value or set before. And one that is left in silence, or not by the first iteration in
// the serial order. And a condition that sees what the loop writes.
// RUN: %same %s %t
// RUN: %same --host %s %t
// RUN: %same --fallback -DEQUAL %s %t
#include "Inputs/checksum.h"
#include <math.h>
#include <stdlib.h>

enum { N = 700, ROWS = 37, COLUMNS = 19 };
static float x[N + 9], y[N + 9];
static int errors;

static int differs(int n, const float *a, const float *b)
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        if (a[i] != b[i])
            return i * 2;
    }
    return -1;
}

static int differs_anywhere(int rows, int columns, const float *a, const float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (fabsf(a[i * columns + j] - b[i * columns + j]) > 0.5f) {
                printf("at %d %d\n", i, j);
                errors++;
                return i * 1000 + j;
            }
    return -1;
}

static int scaled(int n, int m, const float *from, float *to, double *total)
{
    int i, count = 0, steps = 5;
    double sum = 0;
#pragma curestruct
    for (i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            float value = from[i * m + j];
            if (value < 0) {
                fprintf(stdout, "negative: %d %d, %d before\n", i, j, count);
                goto fail;
            } else {
                to[i * m + j] = value * 2;
                count += value > 3;
            }
        }
        sum += to[i * m] * 0.5;
        steps += 3;
    }
    *total = sum;
    return count + 100 * i + 10000 * steps;
fail:
    *total = -sum;
    errors += count;
    return -i - steps;
}

// What decides it is a sum over an inner loop, and a variable of the function that each iteration sets.
static int likelihood(int n, int m, const float *const *tables, const float *weights, double *result)
{
    int i, j, k;
    double value, part;
    const float *at[3];
    for (k = 0; k < 3; k++)
        at[k] = tables[k];
    *result = 0;
#pragma curestruct
    for (i = 0; i < n; i++) {
        value = 0;
        for (k = 0; k < 3; k++)
            for (j = 0; j < m; j++)
                value += *at[k]++ * weights[j];
        value *= 0.25;
        if (m % 2)
            part = value * 0.5;
        else
            part = 3;
        if (value + part < 1e-3) {
            *result = -1;
            return 1 + i;
        }
        *result += value;
    }
    return 0;
}

// Two ways out; the first one keeps the second one from being looked at, and one is in the second branch.
static int checked(int n, const float *from, float *restrict to)
{
    for (int pass = 0; pass < 2; pass++) {
#pragma curestruct
        for (int i = 0; i < n; i++) {
            int kind = (int)from[i] % 7;
            if (kind == 6 && from[i] > 600) {
                errors += 3;
                return -1;
            }
            if (kind != 5 || from[i] < 640)
                to[i] = from[i] + kind + (float)pass;
            else {
                errors += 5;
                return kind * 10 + i;
            }
        }
    }
    return 0;
}

#define REQUIRE(c, code)   \
    do {                   \
        if (!(c))          \
            return (code); \
    } while (0)

// What decides it is a running value of the function.
static int within(int n, int step, int most, float *restrict to)
{
    int place = 2;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        REQUIRE(place <= most, place);
        to[i] += (float)place;
        place += step;
    }
    return -place;
}

static int inverted(int n, float *values)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float value = fabsf(x[i]) + 1;
        if (value > 900) {
            printf("%d is too large\n", i);
            exit(3);
        }
        values[i] = sqrtf(value);
    }
    return n;
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 97 + 1), y[i] = (float)(i % 7);
}

static float half(int n, const float *from, float *to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (from[i] < 0)
            return from[i];
        to[i] = from[i] - 50;
    }
    return 1;
}

static void show_scaled(int n, int m)
{
    double total = 0;
    int result = scaled(n, m, x, y, &total);
    printf("%d %g %d\n", result, total, errors);
    SHOW(y);
}

static void show_likelihood(int n, int m)
{
    static const float weights[] = {1, 2, 0.5f, 0.25f, 4};
    const float *const tables[] = {x, x + 5, x + 9};
    double result;
    printf("%d", likelihood(n, m, tables, weights, &result));
    printf(" %g\n", result);
}

static void all_places(void)
{
    static const int places[] = {0, 1, COLUMNS - 1, COLUMNS, ROWS / 2 * COLUMNS + 3, ROWS * COLUMNS - 1, N - 1};
    for (unsigned k = 0; k < sizeof places / sizeof *places; k++) {
        fill();
        x[places[k]] = -5;
        show_scaled(ROWS, COLUMNS);
        x[places[k] + 3] = -9;
        show_scaled(ROWS, COLUMNS);
        printf("%d %d\n", differs(N, x, y), differs_anywhere(ROWS, COLUMNS, x, y));
    }
}

int main(void)
{
    fill();
#ifdef EQUAL
    x[3] = 20;
    printf("%g\n", half(N, x, x)); // no iteration would leave it before the work is done
    SHOW(x);
#else
    printf("%d %d %d\n", differs(N, x, x), differs(0, x, y), differs(-4, x, y));
    printf("%d %d\n", differs_anywhere(ROWS, COLUMNS, x, x), differs_anywhere(ROWS, 0, x, y));
    show_scaled(ROWS, COLUMNS), show_scaled(0, 3), show_scaled(-1, -1), show_scaled(1, 1);
    all_places();
    fill();
    show_likelihood(100, 2), show_likelihood(60, 3), show_likelihood(0, 3), show_likelihood(4, 0);
    for (int i = 111; i < 160; i++)
        x[i] = 0;
    show_likelihood(100, 2), show_likelihood(60, 3), show_likelihood(60, 1);
    fill();
    printf("%d %d\n", checked(N, x, y), errors);
    x[300] = 601, x[299] = 605;
    printf("%d %d\n", checked(N, x, y), errors);
    x[200] = 642, x[201] = 642;
    printf("%d %d\n", checked(N, x, y), errors);
    SHOW(y);
    printf("%d %d %d %d\n", within(N, 1, N + 2, y), within(N, 1, N, y), within(N, 3, 40, y), within(0, 3, -4, y));
    SHOW(y);
    printf("%g %g\n", half(N, x, y), half(300, x, y));
    SHOW(y);
    printf("%d\n", inverted(N, y));
    SHOW(y);
    x[77] = 1000;
    printf("%d\n", inverted(77, y));
    fflush(stdout);
    inverted(N, y);
#endif
    return 0;
}
