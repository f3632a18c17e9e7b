// Catches bounds of loops that ifs clamp before, and a clamp of what was changed in between.
// RUN: %same %s %t
#include <stdio.h>

static float image[20 * 30], blurred[20 * 30], kernel[5 * 5];
static double sum[40];

static void blur(int rows, int columns, int half, const float *restrict in, const float *restrict k,
                 float *restrict out)
{
    int first, first_kept, last, left, left_kept, right;
#pragma curestruct
    for (int j = 0; j < rows; j++) {
        first_kept = first = j - half;
        last = j + half;
        if (first < 0)
            first = 0;
        if (last > rows - 1)
            last = rows - 1;
        for (int i = 0; i < columns; i++) {
            left_kept = left = i - half;
            right = i + half;
            if (left < 0)
                left = 0;
            if (right > columns - 1) {
                right = columns - 1;
            }
            for (int y = first; y <= last; y++)
                for (int x = left; x <= right; x++)
                    out[x + y * columns] += in[i + j * columns] * k[x - left_kept + (y - first_kept) * (2 * half + 1)];
        }
    }
}

static void windows(int n, const double *restrict x, double *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int from = i - 3, to;
        if (i > 20)
            to = n - 2;
        else
            to = i + 4;
        if (from < 0)
            from = 0;
        from += 1;
        if (to > 33)
            to = from + 5;
        if (from > to)
            from = to;
        for (int j = from; j < to; j++)
            y[i] += x[j];
    }
}

int main(void)
{
    static double x[40];
    for (int i = 0; i < 20 * 30; i++)
        image[i] = i % 7 - 3;
    for (int i = 0; i < 25; i++)
        kernel[i] = i % 4;
    for (int i = 0; i < 40; i++)
        x[i] = i * i % 11;
    blur(20, 30, 2, image, kernel, blurred);
    windows(40, x, sum);
    double all = 0;
    for (int i = 0; i < 20 * 30; i++)
        all += (i % 13 + 1) * blurred[i];
    for (int i = 0; i < 40; i++)
        all += (i + 1) * sum[i];
    printf("%g\n", all);
    return 0;
}
