// Catches rows that are added up twice or not at all where half a warp or a whole block shares one, at whatever sizes
// either runs, and memory of a separated loop that each version has for itself.
// RUN: %same %s %t
// RUN: env CURESTRUCT_VERSION=short %t.same/generated | cmp - %t.same/serial.out
// RUN: env CURESTRUCT_VERSION=long %t.same/generated | cmp - %t.same/serial.out
#include <stdio.h>

enum { MOST = 1 << 16 };

static float a[MOST], sums[4096];
static int before[4096], products[4096];
static double most[4096];

static void add(int rows, int columns)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += a[i * columns + j];
        sums[i] = s;
    }
}

// Two loops share the lanes, and the second one needs what the first has found.
static void distances(int rows, int columns)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        double greatest = a[i * columns];
        for (int j = 0; j < columns; j++)
            greatest = greatest < a[i * columns + j] ? a[i * columns + j] : greatest;
        double far = 0;
        for (int j = 0; j < columns; j++)
            far += greatest - a[i * columns + j];
        most[i] = greatest + far;
    }
}

// What passes from the running sum to the rows has an element for each of them, in both versions the same.
static void chain(int rows, int columns)
{
#pragma curestruct
    for (int i = 1; i < rows; i++) {
        int factor = before[i] % 7;
        before[i] = before[i - 1] + factor;
        int s = 0;
        for (int j = 0; j < columns; j++)
            s += (int)a[i * columns + j] * factor;
        products[i] = s;
    }
}

int main(void)
{
    static const int sizes[][2] = {{0, 3},   {5, 0},     {1, 1},    {300, 31}, {70, 257}, {17, 511},
                                   {9, 512}, {12, 1027}, {3, 4096}, {2, 5003}, {1, 65536}};
    for (int i = 0; i < MOST; i++)
        a[i] = (float)((unsigned)i * 2654435761u >> 27);
    for (int i = 0; i < 4096; i++)
        before[i] = i % 13;
    for (int s = 0; s < 11; s++) {
        double all = 0;
        add(sizes[s][0], sizes[s][1]);
        chain(sizes[s][0], sizes[s][1]);
        if (sizes[s][1] > 0)
            distances(sizes[s][0], sizes[s][1]);
        for (int i = 0; i < 4096; i++)
            all += (sums[i] + most[i] * 3 + before[i] * 5 + products[i]) * (i % 17 + 1);
        printf("%d %d %.17g\n", sizes[s][0], sizes[s][1], all);
    }
    return 0;
}
