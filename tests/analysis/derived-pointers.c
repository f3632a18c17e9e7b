// Catches a pointer taken for one that overlaps nothing since another is `restrict`, though the function may have
// computed it from that one; and tests of overlap that `restrict` makes needless.
// RUN: %curestruct %s --dump-after=analyze -o - | FileCheck %s --implicit-check-not=overlap
// CHECK: assume 'from' and 'y' do not overlap, or are equal
// CHECK: assume 'moved' and 'y' do not overlap, or are equal
// CHECK: assume 'c_2_x_y' and 'y' do not overlap
#include <stdlib.h>
struct pair { float *left; int count; };
void derived(int n, int c, float *restrict x, float *restrict y, float *other, struct pair p)
{
    float *from = c ? y : x, *moved = other, *own = malloc(n * sizeof(float));
    moved = y + 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = from[i] + moved[i] + (c > 2 ? x : y)[n - i] + own[i] + other[i] + p.left[i];
}

// A bound that is read through such a pointer.
// CHECK: assume 'y' does not overlap 'last[1]'
void counted(int n, int *restrict y)
{
    int *last = y + n;
#pragma curestruct
    for (int i = 0; i < last[1]; i++)
        y[i] = i;
}
