// Catches loops inside that a 'break' leaves, whose iterators are variables of the function: what they are then is
// read in the nest, by the next loop, after the nest, or nowhere. And a next loop that begins at what the one before,
// left or not, has made of their common iterator. Whether such a loop runs at all, asked with bounds that were cut to
// 32 bits.
// RUN: %same %s %t
// RUN: %curestruct -Werror=sequential -Werror=refused -Wno-assume %s -o %t.cu
#include "Inputs/checksum.h"

enum { ROWS = 60, N = 900 };
static int begins[ROWS + 1], columns[N], at[ROWS];

static int without_diagonal(int n, const int *begin, const int *column)
{
    int i, j, found, count = 0;
#pragma curestruct
    for (i = 0; i < n; i++) {
        found = 0;
        for (j = begin[i]; j < begin[i + 1]; j++)
            if (column[j] == i) {
                found = 1;
                break;
            }
        if (!found)
            count++;
    }
    for (j = 0; j < 3; j++)
        count += j;
    return count;
}

static void place_of(int n, const int *begin, int *where)
{
    int i, j, k;
#pragma curestruct
    for (i = 0; i < n; i++) {
        for (j = begin[i]; j < begin[i + 1]; j++)
            if (columns[j] == i)
                break;
        where[i] = j * 100;
        for (k = 0; k < 7; k++) {
            if (k * k > i)
                break;
            where[i] += k;
        }
        for (k = j; k < begin[i + 1]; k++)
            where[i] += columns[k] > 3;
    }
}

static inline int first_above(int n, const int *x, int limit)
{
    int k, sum = 0;
    for (k = 0; k < n; k++) {
        if (x[k] > limit)
            break;
        sum += x[k];
    }
    return sum;
}

static void in_place(int n, const int *column, int *sums)
{
    int i;
#pragma curestruct
    for (i = 0; i < n; i++)
        sums[i] = first_above(9, column + i, 40) + first_above(5, column + 2 * i, 3);
}

static int last(int n, int m, const int *column, int *sums)
{
    int i, j = -5;
#pragma curestruct
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            if (column[i + j] > 50)
                break;
            sums[i] += column[i + j];
        }
    return j;
}

static void resumed(int n, int m, const int *column, int *sums)
{
    int i, j, s = 3;
#pragma curestruct
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            sums[i] += j;
        for (j = j + 1; j < 15; j++)
            sums[i] += 100 * j;
    }
#pragma curestruct
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++) {
            if (column[i * 10 + j] > 50)
                break;
            sums[i] += 1;
        }
        for (j -= 1; j < m; j++)
            sums[i] += 10 * j;
    }
#pragma curestruct
    for (i = 0; i < n; i++) {
        for (j = s; j < m; j++)
            sums[i] += j;
        for (s = j - 2, j = s; j < m + 1; j++)
            sums[i] += 100 * j;
        s = 3;
    }
}

// An iterator of 64 bits that passes the largest int.
static void far(int n, long first, const int *column, int *sums)
{
#pragma curestruct copyin(column[0:8 * n])
    for (int i = 0; i < n; i++) {
        int sum = 0;
        long k;
        for (k = first; k < first + 8; k++) {
            if (column[8 * i + k - first] > 65)
                break;
            sum += column[8 * i + k - first];
        }
        sums[i] = sum + 1000 * (int)(k - first);
    }
}

// A first value of which 32 bits are more than the bound.
static void from_below(int n, int m, long first, const int *column, int *sums)
{
#pragma curestruct copyin(column[0:8 * n])
    for (int i = 0; i < n; i++) {
        int sum = 0;
        long k;
        for (k = first; k < m; k++) {
            if (k - first > 7 || column[8 * i + k - first] > 65)
                break;
            sum += column[8 * i + k - first];
        }
        sums[i] = sum + 1000 * (int)(k - first);
    }
}

int main(void)
{
    for (int i = 0; i <= ROWS; i++)
        begins[i] = i * 14 + i % 3;
    for (int i = 0; i < N; i++)
        columns[i] = i * 37 % 71;
    printf("%d\n", without_diagonal(ROWS, begins, columns));
    place_of(ROWS, begins, at);
    SHOW(at);
    in_place(ROWS, columns, at);
    SHOW(at);
    printf("%d\n", last(ROWS, 8, columns, at));
    SHOW(at);
    resumed(ROWS, 9, columns, at);
    SHOW(at);
    far(ROWS, 2147483644, columns, at);
    SHOW(at);
    from_below(ROWS, 5, -4294967290, columns, at);
    SHOW(at);
    return 0;
}
