// Layers of networks that are not planned as products, or whose windows are copied to shared memory from a wrong place,
// from beyond the last channel or the last result, or for results beyond the last one.
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s
// RUN: %curestruct check --on cpu %s --function window --size count=2,from=3,to=5,h=3,w=5 \
// RUN:     | FileCheck %s --check-prefix=SAME
// RUN: %curestruct check --on cpu %s --function rows_of_three --size count=2,from=11,to=5,h=3,w=5 \
// RUN:     | FileCheck %s --check-prefix=THREE

// One sum over channels and window: x is an operand whose subscripts have quotients.
// CHECK: nest crs_window_1
// CHECK: collapse i j;
// CHECK-NEXT: collapse c u;
// CHECK-NEXT: collapse c_u v;
// CHECK: stage weights shared at c_u_v.tile transpose pad 4;
// CHECK-NEXT: stage x shared at c_u_v.tile;
// CHECK: pipeline c_u_v.tile 2;
// CHECK-NEXT: swizzle o.thread with i_j.thread;
// CHECK-NEXT: launch_bounds o.tile 4;
// SAME: {{^}}window: 1 of 1 nests, {{.*}}PASS
void window(int count, int from, int to, int h, int w, const float x[count][from][h + 2][w + 1],
            const float weights[to][from][3][2], const float bias[to], float y[count][to][h][w])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int o = 0; o < to; o++)
            for (int i = 0; i < h; i++)
                for (int j = 0; j < w; j++) {
                    float sum = bias[o];
                    for (int c = 0; c < from; c++)
                        for (int u = 0; u < 3; u++)
                            for (int v = 0; v < 2; v++)
                                sum += weights[o][c][u][v] * x[t][c][i + u][j + v];
                    y[t][o][i][j] = sum > 0 ? sum : 0;
                }
}

// Tiles of the sum have whole windows.
// CHECK: nest crs_rows_of_three_1
// CHECK: peel c_u_v 24;
// CHECK-NEXT: tile c_u_v 24;
// THREE: {{^}}rows_of_three: 1 of 1 nests, {{.*}}PASS
void rows_of_three(int count, int from, int to, int h, int w, const float x[count][from][h + 2][w + 2],
                   const float weights[to][from][3][3], float y[count][to][h][w])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int o = 0; o < to; o++)
            for (int i = 0; i < h; i++)
                for (int j = 0; j < w; j++) {
                    float sum = 0;
                    for (int c = 0; c < from; c++)
                        for (int u = 0; u < 3; u++)
                            for (int v = 0; v < 3; v++)
                                sum += weights[o][c][u][v] * x[t][c][i + u][j + v];
                    y[t][o][i][j] = sum;
                }
}

// Without a window the rows of results are one row, and so are those of the operand.
// CHECK: nest crs_channels_1
// CHECK: version small
// CHECK-NEXT: collapse i j;
// CHECK-NEXT: bind t block.z;
// CHECK: stage x shared at c.tile wide;
void channels(int count, int from, int to, int h, int w, const float x[count][from][h][w],
              const float weights[to][from], float y[count][to][h][w])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int o = 0; o < to; o++)
            for (int i = 0; i < h; i++)
                for (int j = 0; j < w; j++) {
                    float sum = 0;
                    for (int c = 0; c < from; c++)
                        sum += weights[o][c] * x[t][c][i][j];
                    y[t][o][i][j] = sum;
                }
}

// Channels follow each other in memory: the window is outside of the long sum, and the results of one channel are not
// neighbours. Rows of channels are transposed while they are copied.
// CHECK: nest crs_channels_last_1
// CHECK: version large;
// CHECK-NEXT: collapse i j;
// CHECK-NEXT: collapse u v;
// CHECK-NEXT: collapse u_v c;
// CHECK: stage x shared at u_v_c.tile transpose pad 4;
// CHECK-NEXT: stage weights shared at u_v_c.tile wide;
// LAST: {{^}}channels_last: 1 of 1 nests, {{.*}}PASS
void channels_last(int count, int h, int w, int from, int to, const float *restrict x, const float *restrict weights,
                   float *restrict y)
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                for (int o = 0; o < to; o++) {
                    float sum = 0;
                    for (int u = 0; u < 3; u++)
                        for (int v = 0; v < 3; v++)
                            for (int c = 0; c < from; c++)
                                sum += x[((t * (h + 2) + i + u) * (w + 2) + j + v) * from + c] *
                                       weights[((u * 3 + v) * from + c) * to + o];
                    y[((t * h + i) * w + j) * to + o] = sum;
                }
}

// Both operands move along the rows: no product for results of two loops.
// CHECK: nest crs_batched_1
// CHECK-NOT: collapse
void batched(int count, int n, float z[count][n][n], const float a[count][n][n], const float b[count][n][n])
{
#pragma curestruct
    for (int t = 0; t < count; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++)
                    sum += a[t][i][k] * b[t][k][j];
                z[t][i][j] = sum;
            }
}
