// Catches rows that stay on the host around two launches for each of them, because a value of the row stands before the
// loop over the columns, of which one statement adds up over the rows.
// RUN: %curestruct -Werror=sequential --emit=schedule %s | FileCheck %s
// CHECK: distribute b
// CHECK-NEXT: sink i#2;
void normalized_back(float *dx, float *bias, const float *dy, const float *mean, int batches, int steps, int columns)
{
#pragma curestruct
    for (int b = 0; b < batches; b++)
        for (int t = 0; t < steps; t++) {
            float scale = mean[b * steps + t], sum = 0;
            for (int i = 0; i < columns; i++)
                sum += dy[(b * steps + t) * columns + i];
            sum /= columns;
            for (int i = 0; i < columns; i++) {
                bias[i] += dy[(b * steps + t) * columns + i] * scale;
                dx[(b * steps + t) * columns + i] += dy[(b * steps + t) * columns + i] - sum;
            }
        }
}
