// Catches kernels of few threads that get no more registers than a full multiprocessor leaves, although they wait for
// many loads; and bounds for grids that fill the device, or for kernels that already have some.
// RUN: %curestruct %s --emit=schedule -o - | FileCheck %s
// RUN: %curestruct %s -o - | FileCheck %s --check-prefix=TEXT

// A thread for each column, and columns are few.
// CHECK-LABEL: nest crs_columns_1 {
// CHECK: bind s.tile block.x;
// CHECK: launch_bounds s.tile 8;
// TEXT: __launch_bounds__(64, 8) crs_columns_1_k1(
void columns(int n, int m, const float price[m][n], float deepest[n])
{
#pragma curestruct
    for (int s = 0; s < n; s++) {
        float peak = price[0][s], most = 0;
        for (int t = 0; t < m; t++) {
            peak = price[t][s] > peak ? price[t][s] : peak;
            most = peak - price[t][s] > most ? peak - price[t][s] : most;
        }
        deepest[s] = most;
    }
}

// Sums of a row each: they are as many as elements of a matrix.
// CHECK-LABEL: nest crs_many_1 {
// CHECK-NOT: launch_bounds
void many(int n, int m, const float x[m][n][40], float sum[m][n])
{
#pragma curestruct
    for (int c = 0; c < m; c++)
        for (int s = 0; s < n; s++) {
            float peak = x[c][s][0], most = 0;
            for (int t = 0; t < 40; t++) {
                peak = x[c][s][t] > peak ? x[c][s][t] : peak;
                most = peak - x[c][s][t] > most ? peak - x[c][s][t] : most;
            }
            sum[c][s] = most;
        }
}
