// Catches a thread that reads what all threads use from memory for each of its results anew, reads its own elements
// again in each iteration, or tests in each iteration whether its last result exists.
// RUN: %curestruct --plan=first %s -o - | FileCheck %s
// CHECK: __shared__ __align__(16) float x_tile[256];
// CHECK: if (256 * i_tile + 2 * i_thread + i_lane < n) {
// CHECK-NEXT: const int i =
// CHECK-NEXT: x_held[i_lane] = x[i];
// CHECK: __syncthreads();
// CHECK-NEXT: #pragma unroll 32
// CHECK-NEXT: for (long j_elem = 0;
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (long i_lane = 0; i_lane < 2; i_lane++) {
// CHECK-NEXT: float d = x_tile[j_elem] - x_held[i_lane];
// CHECK-NEXT: s_each[i_lane] += m_tile[j_elem] * d * d;
void weights(int n, const float x[n], const float m[n], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < n; j++) {
            float d = x[j] - x[i];
            s += m[j] * d * d;
        }
        y[i] = s;
    }
}

// CHECK: __shared__ __align__(16) float center_tile[256][8];
// CHECK: crs_load_lanes<4>(point_lanes, &point[
// CHECK: __syncthreads();
// CHECK: for (long k_group = 0; k_group < 2; k_group++) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (long i_lane = 0; i_lane < 2; i_lane++) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (long k_lane = 0; k_lane < 4; k_lane++) {
// CHECK: sum_each[i_lane] +=
void nearest(int n, int centers, const float point[n][8], const float center[centers][8], int at[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float least = 1e30f;
        int found = 0;
        for (int c = 0; c < centers; c++) {
            float sum = 0;
            for (int k = 0; k < 8; k++)
                sum += (point[i][k] - center[c][k]) * (point[i][k] - center[c][k]);
            if (sum < least) {
                least = sum;
                found = c;
            }
        }
        at[i] = found;
    }
}

// Few elements, which the cache has: no tile.
// CHECK-LABEL: crs_few_1_k1(
// CHECK-NOT: m_tile
// CHECK: y[i] = s;
void few(int n, const float x[n], const float m[8], float y[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < 8; j++) {
            float d = m[j] - x[i];
            s += d * d * d;
        }
        y[i] = s;
    }
}

// Where a root is one instruction: one result for a thread.
// CHECK-LABEL: // fast (
// CHECK: tile i 256 as i.tile i.thread;
// CHECK: __launch_bounds__(256) crs_fast_1_many_k1(
// CHECK: #pragma unroll 32
// CHECK-NEXT: for (long j_elem = 0;
// CHECK-NEXT: float d = x_tile[j_elem] - x_held;
float sqrtf(float);
void fast(int n, const float x[n], const float m[n], float y[n])
{
#pragma curestruct precision(fast)
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < n; j++) {
            float d = x[j] - x[i];
            s += m[j] / sqrtf(d * d + 0.5f);
        }
        y[i] = s;
    }
}
