// Catches counts of narrow elements that are read one by one, vectors of a thread that lie side by side instead of beside its
// neighbours', and fewer on their way where threads are few.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s
// RUN: %curestruct %s -o - 2>&1 | FileCheck --check-prefix=FLIGHT %s

// CHECK-LABEL: // crs_bytes_1
// CHECK: tile i 16 as i.group i.lane;
// CHECK: vectorize i.lane;
// CHECK: reduce count
// FLIGHT: unsigned char pixel_lanes[2][16];
// FLIGHT: const long i_group = 540672 * i_group_round + 270336 * i_group_flight + 512 * i_group_block + i_group_thread;
// FLIGHT-NEXT: crs_load_lanes<16>(&pixel_lanes[i_group_flight][0], &pixel[(int)(16 * i_group)]);
void bytes(int n, const unsigned char *restrict pixel, int *restrict count)
{
#pragma curestruct copy(count[0:256])
    for (int i = 0; i < n; i++)
        count[pixel[i]]++;
}

// CHECK-LABEL: // crs_floats_1
// CHECK: tile i 4 as i.group i.lane;
// CHECK: reduce total
// FLIGHT: float value_lanes{{.*}}[8][4];
// FLIGHT: float value_lanes{{.*}}[2][4];
void floats(int n, int keys, const int *restrict key, const float *restrict value, float *restrict total)
{
#pragma curestruct copy(total[0:keys])
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

// Backwards: nothing walks forwards along memory.
// CHECK-LABEL: // crs_backwards_1
// CHECK-NOT: vectorize
// CHECK: reduce count
void backwards(int n, const unsigned char *restrict pixel, int *restrict count)
{
#pragma curestruct copy(count[0:256])
    for (int i = n - 1; i >= 0; i--)
        count[pixel[i]]++;
}
