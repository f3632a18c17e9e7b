// Asynchronous copies read through pointers that are set before the loop and move with its iterations, which are
// counted in an int where the number of them fits; right for sizes of 0, 1, below and beyond a tile. Catches a pointer
// that moves by another distance than the subscripts do, one that begins at another turn than the copies, a count that
// is cut off, and lanes beyond the end of a row that all read its last element, one after the other.
// UNSUPPORTED: asan
// RUN: %curestruct %s -o - 2>/dev/null | FileCheck %s
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck --check-prefix=SAME %s

// SAME: transposed: 1 of 1 nests, {{.*}}, PASS
// CHECK: crs_transposed_1_k1(
// CHECK: if (crs_aligned(A, 16)
// CHECK: const float *crs_from_A =
// CHECK-NEXT: &A[(p % 16L + thread / 8 + 32) * n +
// CHECK-NEXT: crs_max_long(crs_min_long(32 * i_tile + 4L * (thread % 8),
// CHECK: for (int k_tile_1 = 0; k_tile_1 < (int)((p - p % 16L) / 16); k_tile_1++) {
// CHECK: crs_copy_lanes_later_if<4>(more_1,
// CHECK-NEXT: &A_tiles[free_stage_1]
// CHECK-NEXT: &crs_from_A[16 * k_elem * n]);
// CHECK: crs_from_A += 16L * n;
// CHECK-NEXT: }
// CHECK: } else {
// CHECK: const float *crs_from_A_3 =
// CHECK-NEXT: &A[(p % 16L + thread / 32 + 32) * n +
// CHECK-NEXT: crs_max_long(crs_min_long(32 * i_tile + thread % 32, 2L * n - 32 * i_tile - thread % 32 - 2), 0)];
// CHECK: crs_copy_later_if(more, &A_tiles[free_stage]
// CHECK-NEXT: &crs_from_A_3[4 * k_elem * n]);
// CHECK: crs_from_A_3 += 16L * n;
void transposed(int n, int m, int p, float C[n][m], const float A[p][n], const float B[p][m])
{
#pragma curestruct schedule("tile i 32; tile j 64; interchange i.elem j.tile; tile i.elem 4 as i.thread i.lane; \
tile j.elem 4 as j.thread j.lane; interchange i.lane j.thread; bind i.tile block.y; bind j.tile block.x; \
bind i.thread thread.y; bind j.thread thread.x; distribute j.lane at 1; distribute i.lane at 1; \
interchange j.lane#2 k; interchange i.lane#2 k; peel k 16; tile k 16; unroll i.lane; unroll i.lane#2; \
unroll i.lane#3; unroll j.lane; unroll j.lane#2; unroll j.lane#3; unroll k.elem; stage C register at j.thread; \
stage A shared at k.tile wide; stage B shared at k.tile wide; load_fragments A at k.elem; \
load_fragments B at k.elem; pipeline k.tile 3;")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[k][i] * B[k][j];
        }
}

// SAME: long_sums: 1 of 1 nests, {{.*}}, PASS
// CHECK: crs_long_sums_1_k1(
// CHECK: const float *crs_from_A = &A[16];
// CHECK-NEXT: for (long k_tile = 0; k_tile < crs_ceil_div_long(p, 16); k_tile++) {
// CHECK: &crs_from_A[crs_min_long({{.*}}
// CHECK: crs_from_A += 16;
void long_sums(int n, long p, float C[n][16], const float A[n][p])
{
#pragma curestruct schedule("tile i 16; bind i.tile block.x; bind i.elem thread.y; bind j thread.x; tile k 16; \
    stage A shared at k.tile; pipeline k.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 16; j++)
            for (long k = 0; k < p; k++)
                C[i][j] += A[i][k] * j;
}
