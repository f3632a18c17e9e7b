// Catches equal pointers that are accepted although an iteration reads what another one, or a statement before it, has
// written: kernels would read the copy of what was there before.
// RUN: split-file %s %t.d
// RUN: for f in later earlier rows while chosen both strides; do \
// RUN:   %same --fallback -I%S/Inputs %t.d/$f.c %t.$f || exit 1; done
//--- later.c
#include "checksum.h"
static float data[400];
static void later(int n, float *y, const float *x)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = x[i - 1] + 1;
}
int main(void)
{
    later(400, data, data);
    SHOW(data);
    return 0;
}
//--- earlier.c
#include "checksum.h"
static float data[400], other[400];
static void earlier(int n, float *y, const float *x, float *z)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = 2;
        z[i] = x[i];
    }
}
int main(void)
{
    earlier(400, data, data, other);
    SHOW(other);
    return 0;
}
//--- rows.c
#include "checksum.h"
static float data[400];
// 20 rows of 10 elements are written, and 10 rows of 20 read: not where the subscripts are equal
static void rows(int n, int m, int k, float *y, const float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            y[i * m + j] = x[i * k + j] + 1;
}
int main(void)
{
    for (int i = 0; i < 400; i++)
        data[i] = (float)(i % 7);
    rows(10, 20, 15, data, data);
    SHOW(data);
    return 0;
}
//--- while.c
#include "checksum.h"
static int data[400];
static void repeated(int n, int *y, const int *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < 5) {
            int old = x[i];
            y[i] = old + 1;
            k += 1 + (old & 1);
        }
    }
}
int main(void)
{
    repeated(400, data, data);
    SHOW(data);
    return 0;
}
//--- chosen.c
#include "checksum.h"
static float data[400];
static int chosen(int n, float *y, const float *x)
{
    int at = n; // an element that is not written; later ones are
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > x[at])
            at = i;
        y[i] = (float)i * 0.5f - 100;
    }
    return at;
}
int main(void)
{
    for (int i = 0; i < 400; i++)
        data[i] = (float)(i % 50);
    printf("%d\n", chosen(399, data, data));
    SHOW(data);
    return 0;
}
//--- both.c
#include "checksum.h"
static float data[400];
static void both(int n, float *y, float *z)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[2 * i] = 1;
        z[2 * i + 2] = 2;
    }
}
int main(void)
{
    both(199, data, data);
    SHOW(data);
    return 0;
}
//--- strides.c
#include "checksum.h"
static float data[400];
static void scaled(int n, float *y, int sy, const float *x, int sx)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i * sy] = x[i * sx] + 1;
}
int main(void)
{
    scaled(130, data, 3, data, 2);
    scaled(130, data, 1, data, 2);
    SHOW(data);
    return 0;
}
