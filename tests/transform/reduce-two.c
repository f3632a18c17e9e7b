// Catches a maximum of floating-point numbers after whose `reduce` no other reduction of the same rows can be combined:
// rows that are held in registers would be read from memory by each loop.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s
#include <math.h>
// CHECK: nest crs_softmax_1 {
// CHECK-NEXT: version held_128 when columns <= 128;
// CHECK: reduce most shuffle;
// CHECK-NEXT: reduce sum shuffle;
// CHECK-NEXT: stage x register
void softmax(int rows, int columns, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float most = -INFINITY, sum = 0;
        for (int c = 0; c < columns; c++)
            most = x[r * columns + c] > most ? x[r * columns + c] : most;
        for (int c = 0; c < columns; c++)
            sum += expf(x[r * columns + c] - most);
        for (int c = 0; c < columns; c++)
            y[r * columns + c] = expf(x[r * columns + c] - most) / sum;
    }
}
