// Catches lanes that lose or repeat an element of a row that is a plane, or several loops deep, rows of a batch that
// are taken for each other, and slabs of a sum over three loops that are left out.
// RUN: %same %s %t
#include <stdio.h>

enum { MOST = 40 * 40 * 40 };

static float a[MOST], out[MOST], pairs[2000], total;

static void planes(int n, int m, int p)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = i;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                s += a[(i * m + j) * p + k];
        out[i] = s;
    }
}

static void across(int n, int m, int p)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float s = 1;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < p; k++)
                s += a[(i * m + j) * p + k] * 2;
        out[100 + j] = s;
    }
}

static void batch(int n, int m, int p)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < p; k++)
                s += a[(i * m + j) * p + k] * a[k];
            pairs[i * m + j] = s;
        }
}

static void all(int n, int m, int p)
{
    float s = 3;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                s += a[(i * m + j) * p + k];
    total = s;
}

int main(void)
{
    static const int sizes[][3] = {{0, 3, 4},   {3, 0, 4},   {3, 4, 0},   {1, 1, 1},   {2, 3, 35},
                                   {25, 7, 33}, {17, 40, 8}, {40, 9, 39}, {5, 5, 131}, {1, 2, 1029}};
    for (int i = 0; i < MOST; i++)
        a[i] = (float)((unsigned)i * 2654435761u >> 29);
    for (int t = 0; t < 10; t++) {
        int n = sizes[t][0], m = sizes[t][1], p = sizes[t][2];
        planes(n, m, p);
        across(n, m, p);
        batch(n, m, p);
        all(n, m, p);
        double sum = total * 7;
        for (int i = 0; i < 2000; i++)
            sum += (out[i] + pairs[i] * 3) * (i % 19 + 1);
        printf("%d %d %d: %.17g\n", n, m, p, sum);
    }
    return 0;
}
