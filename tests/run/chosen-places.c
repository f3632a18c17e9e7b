// Catches places that data choose between, by ?:, `if` or `switch`: a nest that is refused because a scalar has several
// values, a range that leaves out one of them, a value that an earlier one of the same scalar is taken for; and an
// inspector that runs over all elements on the host although the places are few.
// RUN: %same %s %t
// RUN: not grep -q '^ *crs_measure(a_' %t.same/out.cu
#include <stdio.h>

enum { ROWS = 13, COLUMNS = 21, N = ROWS * COLUMNS };

static void by_switch(int rows, int columns, const float *a, const unsigned char *way, float *out)
{
#pragma curestruct
    for (int y = 1; y < rows - 1; y++)
        for (int x = 1; x < columns - 1; x++) {
            int i = y * columns + x, step;
            switch (way[i]) {
            case 0: step = 1; break;
            case 1: step = columns + 1; break;
            case 2: step = columns; break;
            default: step = columns - 1; break;
            }
            out[i] = a[i] > a[i + step] ? a[i + step] - a[i - step] : a[i];
        }
}

static void by_condition(int rows, int columns, const float *a, const unsigned char *way, float *out)
{
#pragma curestruct
    for (int y = 1; y < rows - 1; y++)
        for (int x = 1; x < columns - 1; x++) {
            int i = y * columns + x;
            int step = way[i] == 0 ? 1 : way[i] == 1 ? columns : columns + 1;
            out[i] = a[i + step] - 2 * a[i - step];
        }
}

// The first value of `step` is used before data change it.
static void in_turn(int n, const float *a, const unsigned char *way, float *out)
{
#pragma curestruct
    for (int i = 2; i < n - 3; i++) {
        int step = -2;
        float before = a[i + step];
        if (way[i] > 1)
            step = 1;
        else if (way[i] == 1)
            step += 4;
        out[i] = before + a[i + step];
    }
}

// The loop may change it after each use, so nothing is known of it.
static void kept(int n, const float *a, const unsigned char *way, float *out)
{
#pragma curestruct copyin(a[0 : n + 5])
    for (int i = 0; i < n; i++) {
        int step = 0;
        float sum = 0;
        for (int k = 0; k < 3; k++) {
            sum += a[i + step];
            if (way[i] == k)
                step = 5;
        }
        out[i] = sum;
    }
}

int main(void)
{
    static float a[N + 5], out[N];
    static unsigned char way[N];
    float sum = 0;
    for (int i = 0; i < N + 5; i++)
        a[i] = (float)(i * i % 37);
    for (int i = 0; i < N; i++)
        way[i] = (unsigned char)(i * 7 % 5 % 4);
    by_switch(ROWS, COLUMNS, a, way, out);
    for (int i = 0; i < N; i++)
        sum += (i % 9) * out[i];
    by_condition(ROWS, COLUMNS, a, way, out);
    for (int i = 0; i < N; i++)
        sum += (i % 9) * out[i];
    printf("%g\n", sum);
    in_turn(N, a, way, out);
    for (int i = 0; i < N; i++)
        sum += (i % 9) * out[i];
    printf("%g\n", sum);
    kept(N, a, way, out);
    for (int i = 0; i < N; i++)
        sum += (i % 9) * out[i];
    printf("%g\n", sum);
}
