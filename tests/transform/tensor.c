// Sums of products that tensor cores add up: what a lane loads for itself and for others, what one call of all lanes
// computes, and what is refused (tests/run/steps-tensor.test runs them). Catches a lane that loads another row, column
// or term than its own, results that change places, and factors that another lane cannot compute.
// RUN: %curestruct --emit=tiled %s -o - 2>/dev/null | FileCheck %s
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck --check-prefix=REFUSED %s

// Four terms, of one warp.
// SAME: product: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_product_1
// CHECK: A_tile_fragment[i_half{{.*}}] = A_tile[8 * i_half{{.*}} + i_thread][j_thread]
// CHECK: B_tile_fragment[0] = B_tile[j_thread][i_thread % 8]
// CHECK: add_products(&C_held[0][0], &C_held[0][1], &C_held[1][0], &C_held[1][1], A_tile_fragment[0], A_tile_fragment[1], B_tile_fragment[0])
void product(int n, int m, int p, double C[n][m], const double A[n][p], const double B[p][m])
{
#pragma curestruct schedule("tile i 16; tile j 8; interchange i.elem j.tile; cyclic i.elem 8 as i.thread i.half; \
tile j.elem 2 as j.thread j.half; interchange i.half j.thread; bind i.tile block.y; bind j.tile block.x; \
bind i.thread thread.y; bind j.thread thread.x; interchange j.half k; interchange i.half k; \
unroll i.half; unroll j.half; stage C register at j.thread; peel k 4; tile k 4 as k.tile k.step; \
stage A shared at k.tile; stage B shared at k.tile; tensor k.step rows i.half columns j.half")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// Four warps of 2 x 2 such products, tiles that are loaded ahead, and neighbours that a lane loads for two
// columns at once; the sum lives in a scalar of the source.
// SAME: tiles: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_tiles_1
// CHECK: k_quad in 0..2
// CHECK: B_tile_fragment{{.*}}[(k_quad + 1) % 2][j_pair{{.*}}] = B_tiles[stage{{.*}}][4 * ((k_quad + 1) % 2) + j_thread][16 * j_warp + 2 * (i_thread % 8) + j_pair
// CHECK: add_products(&s_each{{.*}}[2 * i_pair][j_pair], &s_each{{.*}}[2 * i_pair][2 + j_pair], &s_each{{.*}}[2 * i_pair + 1][j_pair], &s_each{{.*}}[2 * i_pair + 1][2 + j_pair], A_tile_fragment{{.*}}[k_quad % 2][i_pair][0], A_tile_fragment{{.*}}[k_quad % 2][i_pair][1], B_tile_fragment{{.*}}[k_quad % 2][j_pair])
void tiles(int n, int m, int p, double *restrict C, const double *restrict A, const double *restrict B)
{
#pragma curestruct schedule("tile i 64; tile j 32; interchange i.elem j.tile; cyclic i.elem 16 as i.thread i.group; \
tile j.elem 16 as j.warp j.part; tile j.part 4 as j.thread j.lane; interchange i.group j.warp; \
interchange i.group j.thread; bind i.tile block.y; bind j.tile block.x; bind i.thread thread.y; \
bind j.warp thread.z; bind j.thread thread.x; distribute j.lane at 1; distribute j.lane#2 at 1; \
distribute i.group at 2; distribute i.group#2 at 1; interchange j.lane#2 k; interchange i.group#2 k; \
unroll j.lane; unroll j.lane#3; tile j.lane#2 2 as j.half j.pair; unroll j.half; unroll j.pair; \
unroll i.group; unroll i.group#3; tile i.group#2 2 as i.pair i.half; unroll i.pair; unroll i.half; \
peel k 8; tile k 8; tile k.elem 4 as k.quad k.step; unroll k.quad; stage A shared at k.tile wide pad 4; \
stage B shared at k.tile wide pad 4; tensor k.step rows i.half columns j.half; pipeline k.tile 3; \
launch_bounds i.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < p; k++)
                s += A[i * p + k] * B[k * m + j];
            C[i * m + j] = s;
        }
}

// Operands that lie the other way round and are of floats; a difference; a factor that is computed.
// SAME: difference: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_difference_1
// CHECK: = alpha * A_tile[j_thread][8 * i_half{{.*}} + i_thread]
// CHECK: add_products({{.*}}, -A_tile_fragment[0], -A_tile_fragment[1], B_tile_fragment[0])
void difference(int n, int m, int p, double alpha, double C[n][m], const float A[p][n], const double B[m][p])
{
#pragma curestruct schedule("tile i 16; tile j 8; interchange i.elem j.tile; cyclic i.elem 8 as i.thread i.half; \
tile j.elem 2 as j.thread j.half; interchange i.half j.thread; bind i.tile block.y; bind j.tile block.x; \
bind i.thread thread.y; bind j.thread thread.x; interchange j.half k; interchange i.half k; \
unroll i.half; unroll j.half; stage C register at j.thread; peel k 4; tile k 4 as k.tile k.step; \
stage A shared at k.tile; stage B shared at k.tile transpose pad 1; tensor k.step rows i.half columns j.half")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] -= B[j][k] * (alpha * (double)A[k][i]);
}

// One array is both operands. Rows of threads are columns of the array, and neighbours in memory lie along them.
// SAME: squares: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_squares_1
// CHECK: add_products(
void squares(int n, int p, double C[n][n], const double X[p][n])
{
#pragma curestruct schedule("tile i 8; tile j 16; interchange i.elem j.tile; tile i.elem 2 as i.thread i.half; \
cyclic j.elem 8 as j.thread j.half; interchange i.half j.thread; bind i.tile block.y; bind j.tile block.x; \
bind i.thread thread.x; bind j.thread thread.y; interchange j.half k; interchange i.half k; \
unroll i.half; unroll j.half; stage C register at j.thread; peel k 4; tile k 4 as k.tile k.step; \
stage X shared at k.tile; stage X shared at k.tile; tensor k.step rows j.half columns i.half")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += X[k][i] * X[k][j];
}

// A product for each batch, of which a block has one, and terms of windows.
// SAME: windows: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_windows_1
// CHECK: add_products(
void windows(int batches, int n, int m, double y[batches][n][m], const double x[batches][n + 12], const double w[12][m])
{
#pragma curestruct schedule("bind b block.z; tile i 16; tile j 8; interchange i.elem j.tile; \
cyclic i.elem 8 as i.thread i.half; tile j.elem 2 as j.thread j.half; interchange i.half j.thread; \
bind i.tile block.y; bind j.tile block.x; bind i.thread thread.y; bind j.thread thread.x; interchange j.half k; \
interchange i.half k; unroll i.half; unroll j.half; stage y register at j.thread; tile k 4 as k.tile k.step; \
stage x shared at k.tile; stage w shared at k.tile; tensor k.step rows i.half columns j.half")
    for (int b = 0; b < batches; b++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < 12; k++)
                    y[b][i][j] += x[b][i + k] * w[k][j];
}

// REFUSED: tensor k.step refused: with 'exact', sums of floating-point numbers keep their order
void in_order(int n, int p, double C[n][n], const double A[n][p], const double B[p][n])
{
#pragma curestruct exact schedule("tile i 16; tile j 8; interchange i.elem j.tile; \
cyclic i.elem 8 as i.thread i.half; tile j.elem 2 as j.thread j.half; interchange i.half j.thread; \
bind i.tile block.y; bind j.tile block.x; bind i.thread thread.y; bind j.thread thread.x; interchange j.half k; \
interchange i.half k; unroll i.half; unroll j.half; stage C register at j.thread; peel k 4; \
tile k 4 as k.tile k.step; stage A shared at k.tile; stage B shared at k.tile; \
tensor k.step rows i.half columns j.half")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}
