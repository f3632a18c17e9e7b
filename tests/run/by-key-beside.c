// Catches a sum by key that keeps the sums beside it, along fewer loops, from a loop of their own: "no loop of the nest
// can run in parallel", or one thread that runs the inner loop. And a loop of their own that changes the order of two
// updates of one element. Sums of several members of one element, which "no loop of the nest" may run in parallel.
// RUN: %same %s %t
// RUN: %curestruct -Werror=sequential -Wno-assume %s -o %t.cu
// RUN: %curestruct --emit=schedule %s | FileCheck %s
// Sums of rows before the sum by key: their loop gets threads for each row.
// CHECK-LABEL: nest crs_sums_of_rows_1
// CHECK: distribute r {1 2} {3};
#include <stdio.h>

enum { ROWS = 37, TIMES = 3, COLUMNS = 19 };

static void embed_back(float *restrict words, float *restrict places, const float *restrict d, const int *restrict word,
                       int rows, int times, int columns)
{
#pragma curestruct
    for (int r = 0; r < rows; r++)
        for (int t = 0; t < times; t++)
            for (int c = 0; c < columns; c++) {
                words[word[r * times + t] * columns + c] += d[(r * times + t) * columns + c];
                places[t * columns + c] += d[(r * times + t) * columns + c];
            }
}

// The inner loops are apart in the source.
static void in_turn(int *restrict totals, int *restrict sums, const int *restrict key, const int *restrict value,
                    int rows, int columns)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++)
            totals[key[r] * columns + c] += value[r * columns + c];
        for (int c = 0; c < columns; c++)
            sums[c] += value[r * columns + c] * value[r * columns + c];
    }
}

// A key that the second sum needs as well, and a value that both use.
static void shared_value(int *restrict totals, int *restrict sums, const int *restrict key, const int *restrict value,
                         int rows, int columns)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        int k = key[r];
        for (int c = 0; c < columns; c++) {
            int v = value[r * columns + c] + k;
            totals[k] += v;
            sums[c] ^= v;
        }
    }
}

static void sums_of_rows(int *restrict totals, const int *restrict key, const int *restrict value, int rows,
                         int columns)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        int sum = 0;
        for (int c = 0; c < columns; c++)
            sum += value[r * columns + c];
        totals[key[r]] += sum;
    }
}

// A variable of the function holds the key for both sums, of which each has a loop. The launcher finds the range of the
// keys in `key`, not in an array of the values that the variable takes.
static void members(int *restrict counts, int *restrict totals, const int *restrict key, const int *restrict value,
                    int rows, int columns)
{
    int r, c, k;
#pragma curestruct
    for (r = 0; r < rows; r++) {
        k = 10 - key[r];
        counts[k]++;
        for (c = 0; c < columns; c++)
            totals[k * columns + c] += value[r * columns + c];
    }
}

typedef struct {
    int x, y;
} Pair;

static void push_apart(Pair *restrict push, const int *restrict at, const int *restrict from, const int *restrict to,
                       int points, int edges)
{
#pragma curestruct
    for (int e = 0; e < edges; e++) {
        int w = at[from[e]] - at[to[e]];
        push[from[e]].x += w;
        push[from[e]].y += 1;
        push[to[e]].x -= w;
        push[to[e]].y += 2;
    }
#pragma curestruct
    for (int i = 0; i < points; i++)
        for (int j = i + 1; j < points; j++) {
            push[i].x += at[j];
            push[i].y ^= at[j];
            push[j].x -= at[i];
        }
}

int main(void)
{
    static float words[11 * COLUMNS], places[TIMES * COLUMNS], d[ROWS * TIMES * COLUMNS];
    static Pair push[11];
    static int word[ROWS * TIMES], value[ROWS * COLUMNS], totals[11 * COLUMNS], sums[COLUMNS], others[11];
    for (int i = 0; i < ROWS * TIMES; i++)
        word[i] = i * i % 11;
    for (int i = 0; i < ROWS * TIMES * COLUMNS; i++)
        d[i] = (float)(i % 23 - 9);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        value[i] = i * 7 % 101 - 40;
    embed_back(words, places, d, word, ROWS, TIMES, COLUMNS);
    in_turn(totals, sums, word, value, ROWS, COLUMNS);
    shared_value(others, sums, word, value, ROWS, COLUMNS);
    push_apart(push, value, word, word + 1, 11, ROWS * TIMES - 1);
    sums_of_rows(others, word, value, ROWS, COLUMNS);
    members(others, totals, word, value, ROWS, COLUMNS);
    for (int i = 0; i < 11 * COLUMNS; i++)
        printf("%g %d ", words[i], totals[i]);
    for (int i = 0; i < TIMES * COLUMNS; i++)
        printf("%g ", places[i]);
    for (int i = 0; i < COLUMNS; i++)
        printf("%d ", sums[i]);
    for (int i = 0; i < 11; i++)
        printf("%d %d %d ", others[i], push[i].x, push[i].y);
    printf("\n");
}
