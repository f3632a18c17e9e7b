// Catches a reduction into array elements that reads or writes an element which no iteration reached: an inner loop
// that is empty, a condition that never holds, rows of a triangle without columns. The pointers end at such an element.
// RUN: %same %s %t
#include "Inputs/checksum.h"
#include "Inputs/edge.h"

static void largest(int n, int p, const int *data, int *result)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 1; k < p; k++)
                if (data[j * 40 + k] >= result[i])
                    result[i] = data[j * 40 + k];
}

static void guarded(int n, const int *data, int *result)
{
#pragma curestruct
    for (int i = 0; i < 3000; i++)
        for (int j = 0; j < n; j++)
            if (j < 4)
                result[j] += data[i % 40];
}

static void triangle(int n, const double *restrict matrix, double *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++)
            sums[j - 1] += matrix[i * n + j];
}

// With no turns there is nothing to be read, be it a loop or a while.
static int left(int n, int turns, const int *factors, int *restrict out)
{
    int turn = 5;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        out[i] += i;
        for (turn = 2; turn < turns / 2; turn++) {
            if (turn == 3)
                break;
            out[i] *= factors[i];
        }
    }
    return turn;
}

// A condition on data decides which elements there are, where nothing else says how many.
static int flags[40];

static void measured(unsigned long n, unsigned long m, unsigned long step, int *restrict some, int *restrict all)
{
#pragma curestruct
    for (unsigned long i = 2; i < n; i += step) {
        for (unsigned long j = i + 1; j < m; j = j + 5)
            if (flags[i] > 50)
                some[i] ^= flags[i] + 1;
        all[i] = flags[i];
    }
}

int main(void)
{
    static int data[40 * 40];
    static double matrix[40 * 40];
    for (int i = 0; i < 1600; i++)
        data[i] = i * 37 % 101, matrix[i] = i % 8;
    int *four = (int *)calloc(4, sizeof *four);
    double *sums = (double *)calloc(39, sizeof *sums);
    int result[40] = {0};
    for (int p = 0; p < 40; p += 13)
        largest(p, p < 20 ? 1 : p, data, result);
    guarded(40, data, four);
    triangle(40, matrix, sums);
    for (int i = 0; i < 4; i++)
        printf("%d ", four[i]);
    for (int i = 0; i < 39; i++)
        printf("%g ", sums[i]);
    SHOW(result);
    printf("%d ", left(40, 4, NULL, result));
    printf("%d ", left(40, 8, data, result));
    SHOW(result);
    int *some = (int *)edge(34 * sizeof *some, 1), all[40] = {0};
    for (int i = 0; i < 40; i++)
        flags[i] = data[i + 5]; // [34] is 33
    measured(40, 36, 1, some, all);
    SHOW(all);
    for (int i = 0; i < 34; i++)
        printf("%d ", some[i]);
    free(four), free(sums);
    return 0;
}
