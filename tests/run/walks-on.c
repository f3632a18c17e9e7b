// Catches pointers that a nest moves and that the function uses afterwards: left where they were, moved by the bytes
// or by the iterations instead of the elements, moved twice where the serial loop has run, or moved although the loop
// has no iteration.
// RUN: %same %s %t
// RUN: %same --fallback -DONE %s %t
// RUN: %curestruct %s -o - | FileCheck %s
#include <stdio.h>

enum { COUNT = 1031 };

// CHECK: to += crs_out_to_way;
static double *fill(int n, double *to, const double *from, double *last)
{
    const double *ahead = from + 3;
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        *to++ = 2 * ahead[0] + *from;
        *to++ = *ahead - *from++;
        ahead += 2;
    }
    *last = from[0] + 10 * ahead[-1];
    for (; i < n + 4; i++)
        *to++ = *ahead++;
    return to;
}

static const float *backwards(int rows, int columns, float *out, const float *in)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            *(out++) = 3 * *(in--);
        out += 2;
        in -= 1;
    }
    *out = -1;
    return in;
}

// How far it moves is what the data says.
static int *keep(int n, const int *x, int *kept)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (x[i] % 3 == 1)
            *kept++ = x[i];
    *kept = -7;
    return kept;
}

static double x[4 * COUNT], y[4 * COUNT];
static float image[2 * COUNT], copy[2 * COUNT];
static int numbers[COUNT], kept[COUNT];

int main(void)
{
    double last = 0, total = 0;
    for (int i = 0; i < 4 * COUNT; i++)
        x[i] = i % 37 - 0.5 * (i % 11);
    for (int i = 0; i < 2 * COUNT; i++)
        image[i] = (float)(i % 29);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i * 7 % 31;
#ifdef ONE
    double *end = fill(COUNT, x + 2, x, &last);
    printf("%ld %g\n", (long)(end - x), last);
#else
    double *end = fill(COUNT, y, x, &last);
    printf("%ld %g\n", (long)(end - y), last);
    end = fill(0, y, x, &last);
    printf("%ld %g\n", (long)(end - y), last);
    printf("%ld\n", (long)(backwards(17, 41, copy, image + 17 * 42 + 5) - image));
    printf("%ld\n", (long)(keep(COUNT, numbers, kept) - kept));
#endif
    for (int i = 0; i < 4 * COUNT; i++)
        total += (i % 13) * (x[i] + y[i]);
    for (int i = 0; i < 2 * COUNT; i++)
        total += (i % 7) * copy[i];
    for (int i = 0; i < COUNT; i++)
        total += (i % 5) * kept[i];
    printf("%.12g\n", total);
    return 0;
}
