// Catches rows in which data say where an iteration writes, or which data choose: iterations that are kept in order, a
// last row that is taken to be there as a whole, and a counter whose limit is too low.
// RUN: %same %s %t
#include "Inputs/edge.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 70, MOST = 9, WIDTH = 5 };

// The last of the two conditions keeps a row from going on in the next one.
static void near(int n, int most, const float *x, int *list, int *count)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int c = 0;
        for (int k = 0; k < n; k++)
            if (fabsf(x[i] - x[k]) < 6 && c < most) {
                list[i * most + c] = k;
                c++;
            }
        count[i] = c;
    }
}

static void clipped(int n, int *columns, int *count)
{
#pragma curestruct
    for (int y = 0; y < n; y++)
        for (int x = 0; x < WIDTH; x++) {
            int row = y * WIDTH + x, c = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (y + dy >= 0 && y + dy < n && x + dx >= 0 && x + dx < WIDTH)
                        columns[row * 9 + c++] = row + dy * WIDTH + dx;
            count[row] = c;
        }
}

static void compacted(int rows, int n, const float *a, float *out)
{
#pragma curestruct
    for (int y = 0; y < rows; y++) {
        int c = 0;
        for (int x = 0; x < n; x++)
            if (a[y * n + x] > 8)
                out[y * n + c++] = a[y * n + x];
        for (int x = c; x < n; x++)
            out[y * n + x] = -1;
    }
}

static void pivoted(int n, double *a, int *pivots)
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        int p = k;
        double most = fabs(a[k * n + k]);
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > most) {
                most = fabs(a[i * n + k]);
                p = i;
            }
        pivots[k] = p;
        for (int j = 0; j < n; j++) {
            double kept = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = kept;
        }
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
}

// Of the last row, only what data say is there.
static void marked(int n, int pitch, const int *key, int *out)
{
#pragma curestruct
    for (int y = 0; y < n; y++) {
        out[y * pitch + (key[y] & 3)] = y;
        out[y * pitch + (key[y] & 1)] += 7;
    }
}

static long sum_of(const int *values, int count)
{
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += (long)values[i] * (i % 13 + 1);
    return sum;
}

// The label names an element of the row, or one of another row, which the launcher has to find.
static int losses(int n, int classes, const double *z, const unsigned short *label, double *dz)
{
    int sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int c = 0; c < classes; c++)
            most = fmax(most, z[i * classes + c]);
        for (int c = 0; c < classes; c++)
            dz[i * classes + c] = most - z[i * classes + c];
        sum += (int)dz[i * classes + label[i]];
        dz[i * classes + label[i]] -= 1.5;
    }
    return sum;
}

// Labels that begin at 1: 0 names an element of the row before.
static void gradients(int n, int classes, const double *z, const unsigned short *label, double *dz)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < classes; c++)
            dz[i * classes + c] = z[i * classes + c] / 8;
        dz[i * classes + label[i] - 1] -= 1.5;
    }
}

// Rows that an index table behind two pointers chooses.
struct clusters {
    int *sizes, **members;
};

static double gathered(struct clusters **all, int c, int width, double **vectors, double *out)
{
    int n = (*all)->sizes[c], i, d;
#pragma curestruct
    for (i = 0; i < n; i++)
        for (d = 0; d < width; d++) {
            int at = (*all)->members[c][i];
            out[width * i + d] = vectors[at][d];
        }
    return out[width * n - 1];
}

int main(void)
{
    static float x[N * N], packed[N * N];
    static double a[30 * 30];
    static int list[N * N], count[N * WIDTH];
    static int key[N];
    for (int i = 0; i < N * N; i++)
        x[i] = (float)(i * 37 % 101) / 4;
    for (int i = 0; i < 30 * 30; i++)
        a[i] = (i * 31 % 97) / 8.0 + (i % 31 == 0);
    for (int i = 0; i < N; i++)
        key[i] = i * i * 7 % 31;
    near(N, MOST, x, list, count);
    printf("%ld %ld\n", sum_of(list, N * N), sum_of(count, N));
    clipped(N, list, count);
    printf("%ld %ld\n", sum_of(list, N * N), sum_of(count, N * WIDTH));
    compacted(N, 17, x, packed);
    for (int i = 0; i < N * 17; i++)
        list[i] = (int)(4 * packed[i]);
    printf("%ld\n", sum_of(list, N * 17));
    pivoted(30, a, count);
    printf("%ld %g\n", sum_of(count, 30), a[30 * 29 + 29] + a[30 * 14 + 3]);
    for (int pitch = 4; pitch < 7; pitch++) {
        int words = (N - 1) * pitch + 1 + (key[N - 1] & 3), *out = edge((long)sizeof(int) * words, 1);
        memset(out, 0, sizeof(int) * (size_t)words);
        marked(N, pitch, key, out);
        printf("%ld\n", sum_of(out, words));
    }
    static unsigned short label[N];
    static double z[(N + 1) * WIDTH], dz[(N + 1) * WIDTH];
    for (int i = 0; i < N * WIDTH; i++)
        z[i] = i * 29 % 83;
    for (int beyond = 0; beyond < 2; beyond++) {
        for (int i = 0; i < N; i++)
            label[i] = (unsigned short)(i * 3 % (WIDTH + beyond));
        printf("%d", losses(N, WIDTH, z, label, dz));
        for (int i = 0; i < (N + 1) * WIDTH; i++)
            printf(" %g", dz[i]);
        printf("\n");
        for (int i = 0; i < N; i++)
            label[i] = (unsigned short)(1 + i * 3 % WIDTH - (beyond && i == 9));
        gradients(N, WIDTH, z, label, dz);
        for (int i = 0; i < (N + 1) * WIDTH; i++)
            printf(" %g", dz[i]);
        printf("\n");
    }
    int sizes[2] = {3, 5}, near[3] = {4, 0, 2}, far[5] = {1, 3, 3, 0, 4}, *members[2] = {near, far};
    struct clusters clusters = {sizes, members}, *all = &clusters;
    double rows[5][WIDTH], *vectors[5], taken[5 * WIDTH];
    for (int i = 0; i < 5 * WIDTH; i++)
        rows[i / WIDTH][i % WIDTH] = i;
    for (int i = 0; i < 5; i++)
        vectors[i] = rows[i];
    for (int c = 0; c < 2; c++) {
        printf("%g", gathered(&all, c, WIDTH, vectors, taken));
        for (int i = 0; i < sizes[c] * WIDTH; i++)
            printf(" %g", taken[i]);
        printf("\n");
    }
}
