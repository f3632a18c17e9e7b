// Catches rows whose lengths are data in one thread each: sums along them are shared by lanes, and so is what they
// write. A row that needs its elements one after the other stays with one thread. And two warps for rows of few
// elements: how many there are decides, if the launcher knows it.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_sums_1 {
// CHECK: version short when count < 48 * rows;
// CHECK: cyclic k 8;
// CHECK: version long;
// CHECK: cyclic k 64;
// CHECK: bind k.worker thread.x;
// CHECK: unroll k.turn 16;
// CHECK: reduce s shuffle;
void sums(int rows, int count, const int *offsets, const float *values, float *out)
{
#pragma curestruct copyin(values[0:count])
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            s += values[k];
        out[r] = s;
    }
}

// CHECK-LABEL: nest crs_unknown_1 {
// CHECK-NOT: version
// CHECK: cyclic k 16;
void unknown(int rows, const int *offsets, const float *values, float *out)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            s += values[k];
        out[r] = s;
    }
}

// CHECK-LABEL: nest crs_recurrence_1 {
// CHECK-NOT: bind k
void recurrence(int rows, int count, const int *offsets, const float *values, float *out)
{
#pragma curestruct copyin(values[0:count])
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int k = offsets[r]; k < offsets[r + 1]; k++)
            s = s * 0.5f + values[k];
        out[r] = s;
    }
}
