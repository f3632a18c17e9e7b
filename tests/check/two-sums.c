// Catches a value that rests on two sums being allowed to differ by one of their errors only, where the two were moved
// alike, and so nearly cancelled, in every perturbed run.
// RUN: %curestruct check --on cpu --size rows=4000,columns=64 %s | FileCheck %s
// CHECK: centre: 1 of 1 nests, {{.*}} PASS
void centre(int rows, int columns, float *out, const float *a, const float *x, const float *scale)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float mean = 0, weighted = 0;
        for (int i = 0; i < columns; i++) {
            mean += a[r * columns + i];
            weighted += a[r * columns + i] * (x[r * columns + i] - scale[r]);
        }
        mean /= columns;
        weighted /= columns;
        for (int i = 0; i < columns; i++)
            out[r * columns + i] += (a[r * columns + i] - mean - (x[r * columns + i] - scale[r]) * weighted) * scale[r];
    }
}
