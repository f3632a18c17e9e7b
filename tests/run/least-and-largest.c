// Catches the least and the largest value with an else between them: one that is wrong where NaN or equal zeros occur,
// and one without a test that they begin in order, where the else decides, or with a beginning that comes too late; and
// iterations that are done twice or not at all where they begin crossed, as far as the else decides; and the place of
// the least value in a variable that a clause alone makes private.
// RUN: %same %s %t
// RUN: %same --fallback -DCROSSED %s %t.crossed
#include <math.h>
#include <stdio.h>

enum { ROWS = 20, N = 300 };
static float x[ROWS][N];
static unsigned char bytes[ROWS * N];

static void whole(int n, const unsigned char *b, int low, int high)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (low > b[i])
            low = b[i];
        else if (high <= b[i])
            high = b[i];
    }
    printf("%d %d\n", low, high);
}

static void of_rows(int rows, int n, float a[rows][n], float *restrict least, float *restrict largest)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float low = a[r][0], high = a[r][0];
        for (int i = 1; i < n; i++) {
            if (a[r][i] > high)
                high = a[r][i];
            else if (a[r][i] < low)
                low = a[r][i];
        }
        least[r] = low;
        largest[r] = high;
    }
}

static void floats(int n, const float *a, float low, float high)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (a[i] < low)
            low = a[i];
        else if (a[i] > high)
            high = a[i];
    }
    printf("%a %a\n", low, high);
}

// They begin equal from the second row on alone.
static void again(int rows, int n, float a[rows][n], float *restrict least, float *restrict largest)
{
    float low = INFINITY, high = -INFINITY;
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        for (int i = 0; i < n; i++) {
            if (a[r][i] < low)
                low = a[r][i];
            else if (a[r][i] > high)
                high = a[r][i];
        }
        least[r] = low;
        largest[r] = high;
        low = 7;
        high = 7;
    }
}

static void crossed(int n, const float *a)
{
    float low = INFINITY, high = -INFINITY;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] < low)
            low = a[i];
        else if (a[i] > high)
            high = a[i];
    printf("%a %a\n", low, high);
}

// Rows, a copy of each element, two pairs of which one begins in order, and iterators that are read afterwards.
static void crossed_rows(int rows, int n, float a[rows][n], float *restrict copy)
{
    int low, high, r, i, count = 0;
    double least = 1e300, largest = -1e300, near = -1, far = 1, v;
#pragma curestruct
    for (low = 1000, high = -1000, r = 0; r < rows; r++)
        for (i = 0; i < n; i++) {
            int whole = (int)a[r][i];
            v = a[r][i] * 0.5;
            count++;
            copy[r * n + i] += v;
            if (whole > high)
                high = whole;
            else if (low >= whole)
                low = whole;
            if (v < least)
                least = v;
            else if (v > largest)
                largest = v;
            if (v < near)
                near = v;
            else if (v > far)
                far = v;
        }
    printf("%d %d %a %a %a %a %d %d\n", low, high, least, largest, near, far, count, r);
}

static void nearest(int n, int k, const float *point, const float *center)
{
    int index, number[N];
#pragma curestruct private(index)
    for (int i = 0; i < n; i++) {
        float close = INFINITY;
        for (int j = 0; j < k; j++) {
            float distance = (point[i] - center[j]) * (point[i] - center[j]);
            if (distance < close) {
                close = distance;
                index = j;
            }
        }
        number[i] = index;
    }
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += number[i] * (i % 11 + 1);
    printf("%d\n", sum);
}

int main(void)
{
    float least[ROWS], largest[ROWS];
    for (int i = 0; i < ROWS * N; i++) {
        (&x[0][0])[i] = (i * 7919 % 1009 - 400) * 0.37f;
        bytes[i] = 20 + i * 31 % 190;
    }
    nearest(N, 20, x[1], x[2]);
    nearest(N, N, x[4], x[3]);
    x[3][0] = NAN;
    x[5][17] = NAN;
    x[6][0] = -0.0f;
    for (int i = 1; i < N; i++)
        x[6][i] = i % 2 ? 0.0f : -0.0f;
#ifdef CROSSED
    for (int i = 0; i < 40; i++) // ever less: the else is never reached there
        x[0][i] = 500 - i, bytes[i] = 240 - i;
    whole(40, bytes, 255, 0);
    floats(40, x[0], INFINITY, -INFINITY);
#endif
    static float copy[ROWS * N], falls[N];
    for (int i = 0; i < N; i++)
        falls[i] = 3000 - i * (i % 250 == 249 ? -1 : 2);
    for (int n = 0; n <= N; n += n < 5 ? 1 : 59)
        crossed(n, falls);
    for (int r = 0; r < ROWS; r++)
        crossed(N, x[r]);
    for (int r = 0; r < ROWS; r += 3)
        crossed_rows(r, N, x, copy);
    crossed_rows(2, N / 2, (float (*)[N / 2])falls, copy);
    double sum = 0;
    for (int i = 0; i < ROWS * N; i++)
        sum += isnan(copy[i]) ? 1000 : copy[i] * (i % 7);
    printf("%a\n", sum);
    whole(ROWS * N, bytes, bytes[0], bytes[0]);
    of_rows(ROWS, N, x, least, largest);
    for (int r = 0; r < ROWS; r++)
        printf("%a %a\n", least[r], largest[r]);
    for (int i = 0; i < N; i++)
        x[0][i] = 500 - i;
    again(ROWS, N, x, least, largest);
    for (int r = 0; r < ROWS; r++)
        printf("%a %a\n", least[r], largest[r]);
    floats(N, x[1], x[1][0], x[1][0]);
    floats(N, x[5], 3, 4);
    return 0;
}
