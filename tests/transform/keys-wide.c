// Catches counts of narrow elements that are read one by one, and more elements in flight than a thread has registers
// for.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_bytes_1 {
// CHECK: tile i 16 as i.group i.lane;
// CHECK: tile i.group 2 as i.round i.flight;
// CHECK: vectorize i.lane;
// CHECK: combine count
void bytes(int n, const unsigned char *restrict pixel, int *restrict count)
{
#pragma curestruct copy(count[0:256])
    for (int i = 0; i < n; i++)
        count[pixel[i]]++;
}

// CHECK-LABEL: nest crs_floats_1 {
// CHECK: tile i 4 as i.group i.lane;
// CHECK: cyclic i.group 32 as i.side i.rest;
// CHECK: tile i.rest 8 as i.round i.flight;
// CHECK: combine total
void floats(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

// Backwards: nothing walks forwards along memory.
// CHECK-LABEL: nest crs_backwards_1 {
// CHECK-NOT: vectorize
// CHECK: combine count
void backwards(int n, const unsigned char *restrict pixel, int *restrict count)
{
#pragma curestruct copy(count[0:256])
    for (int i = n - 1; i >= 0; i--)
        count[pixel[i]]++;
}
