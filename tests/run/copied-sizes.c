// Catches sizes that are copies of a number in memory and are taken for that number though it has changed since; and
// launchers that read the number where no iteration does.
// RUN: %same %s %t
// RUN: %same --fallback -DCHANGED %s %t
// RUN: %curestruct %s -o - 2>&1 | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

#define SIZE(m) int rows_##m = *rows, columns_##m = *columns
#define AT(m, z, y, x) m[((z) - 1) * rows_##m * columns_##m + ((y) - 1) * columns_##m + (x) - 1]

struct image {
    int width, height, stride;
    float *data;
};

// As many sizes as arrays: their products could not be compared.
// CHECK: crs_assume(crs_now, columns_out == columns_0, "columns_out == columns[0]")
static void stencil(const int *planes, int *rows, int *columns, const double *x, const double *a, const double *b,
                    const double *c, const double *d, double *out)
{
    SIZE(x);
    SIZE(a);
    SIZE(b);
    SIZE(c);
    SIZE(d);
    SIZE(out);
#ifdef CHANGED
    *columns -= 1;
#endif
#pragma curestruct
    for (int k = 2; k <= *planes - 1; k++)
        for (int j = 2; j <= *rows - 1; j++)
            for (int i = 2; i <= *columns - 1; i++) {
                double near = AT(a, k, j, i) * AT(x, k, j, i + 1) + AT(a, k, j, i - 1) * AT(x, k, j, i - 1);
                near += AT(b, k, j, i) * AT(x, k, j + 1, i) + AT(b, k, j - 1, i) * AT(x, k, j - 1, i);
                near += AT(c, k, j, i) * AT(x, k + 1, j, i) + AT(c, k - 1, j, i) * AT(x, k - 1, j, i);
                AT(out, k, j, i) = AT(d, k, j, i) * AT(x, k, j, i) - near;
            }
}

static void darken(struct image *to, const struct image *from, float by)
{
    int width = from->width;
#pragma curestruct
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++)
            to->data[y * width + x] = by * from->data[y * from->width + x];
}

// No iteration, and no number.
static void nothing(int n, const int *m, double *a)
{
    int size = n > 0 ? *m : 3;
    int columns = n > 0 ? m[0] : 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < *m; j++)
            a[i * size + j] = columns + j;
}

static double x[7 * 9 * 11], a[7 * 9 * 11], b[7 * 9 * 11], c[7 * 9 * 11], d[7 * 9 * 11], out[7 * 9 * 11];
static float pixels[35], dark[35];

int main(void)
{
    int planes = 7, rows = 9, columns = 11;
    double total = 0;
    for (int i = 0; i < planes * rows * columns; i++) {
        x[i] = i % 13;
        a[i] = i % 7 - 2;
        b[i] = i % 5;
        c[i] = i % 3 + 0.5;
        d[i] = i % 11;
    }
    for (int i = 0; i < 35; i++)
        pixels[i] = i;
    struct image from = {7, 5, 7, pixels}, to = {7, 5, 7, dark};
    stencil(&planes, &rows, &columns, x, a, b, c, d, out);
    darken(&to, &from, 0.5f);
    nothing(0, NULL, out);
    for (int i = 0; i < 7 * 9 * 11; i++)
        total += out[i] * (i % 23);
    for (int i = 0; i < 35; i++)
        total += dark[i] * i;
    printf("%.12g\n", total);
    return 0;
}
