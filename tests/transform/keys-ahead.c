// Catches updates by key that are taken together where the place is another one, or the value reads what they write;
// lanes of a warp and warps dealt out in the wrong roles; vectors that are loaded ahead beyond the loop's end, or for
// atomic operations.
// RUN: %curestruct %s --host=%t.c -o %t.cu && FileCheck %s --input-file=%t.cu
// RUN: FileCheck %s --check-prefix=ALONE --input-file=%t.cu

// CHECK-LABEL: // floats (
// CHECK: __shared__ {{(__align__\(16\) )?}}float total_copies_1[256][32];
// CHECK: long i_side_2 = i_side_thread_1 % 32;
// CHECK: int loaded = 0;
// CHECK: int [[KEYS:key_lanes_[0-9]+]][8][4];
// CHECK: for (long i_round_turn_1 = i_side_block_1 + i_side_thread_1 / 32;
// CHECK: if (loaded ||
// CHECK-NEXT: (crs_aligned(
// CHECK: if (!loaded) {
// CHECK: const int i_offset = 4 * (32 * (8 * i_round + i_flight) + i_side_2);
// CHECK: &key[i_offset]);
// CHECK: loaded = i_round_turn_1 + 792 < crs_ceil_div_long(
// CHECK: total_copies_1_at[i_lane] = [[KEYS]][i_flight][i_lane];
// CHECK-NEXT: total_copies_1_held[i_lane] = total_copies_1[total_copies_1_at[i_lane]][i_side_thread_1 % 32];
// CHECK: if ([[BEFORE:before(_[0-9]+)?]] < i_lane && total_copies_1_at[[[BEFORE]]] == total_copies_1_at[i_lane])
// CHECK-NEXT: total_copies_1_held[i_lane] = total_copies_1_held[[[BEFORE]]];
// CHECK: total_copies_1_held[i_lane] += [[VALUES:value_lanes_[0-9]+]][i_flight][i_lane];
// CHECK: total_copies_1[total_copies_1_at[i_lane]][i_side_thread_1 % 32] = total_copies_1_held[i_lane];
// CHECK: if (loaded) {
// CHECK-NEXT: const int i_offset = 4 * (32 * (8 * (i_round_turn_1 + 792) + i_flight) + i_side_2);
// CHECK-NEXT: crs_load_lanes<4>([[VALUES]][i_flight], &value[i_offset]);
void floats(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

// What integers add by atomic operations waits for nothing; what stands under a condition is made one by one.
// ALONE-LABEL: // counts (
// ALONE-NOT: {{_side|_held|loaded}}
void counts(int n, const unsigned char *restrict pixel, int *restrict count)
{
#pragma curestruct copy(count[0:256])
    for (int i = 0; i < n; i++)
        count[pixel[i]]++;
}

void some(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        if (value[i] > 0)
            total[key[i]] += value[i];
}
