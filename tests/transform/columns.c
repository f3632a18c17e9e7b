// Catches columns that one thread sums alone, rows dealt out where they are few or the columns do not lie side by side, and an
// unrolled loop that has no words in the schedule.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s

// CHECK-LABEL: // crs_column_1
// CHECK: stride i 512;
// CHECK: bind i.block block.y;
// CHECK: bind i.thread thread.y;
// CHECK: unroll i.turn 8;
// CHECK: reduce sums shuffle;
void column(int rows, int columns, const double *restrict a, double *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        for (int i = 0; i < rows; i++)
            sums[j] += a[i * columns + j];
    }
}

// The slices fill the device: no second kernel.
// CHECK-LABEL: // crs_middle_1
// CHECK: stride i 8;
// CHECK: bind i.worker thread.y;
// CHECK-NOT: block.z
void middle(int slices, int rows, int columns, const float *restrict a, float *restrict sums)
{
#pragma curestruct
    for (int p = 0; p < slices; p++)
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++)
                sums[p * columns + j] += a[(p * rows + i) * columns + j];
}

// CHECK-LABEL: // crs_few_1
// CHECK-NOT: stride i
void few(int columns, const float *restrict a, float *restrict sums)
{
#pragma curestruct
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < 100; i++)
            sums[j] += a[i * columns + j];
}
