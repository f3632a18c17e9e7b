// Catches an element that several rows and planes of one thread read and that it loads more than once, tests inside of
// whole groups of rows and planes, and a row of single elements that is not shared at all.
// RUN: %curestruct %s -o %t.cu && FileCheck %s < %t.cu && grep -c "crs_load_lanes<4>(&old_near\[" %t.cu \
// RUN:     | FileCheck %s --check-prefix=VECTORS
// RUN: %curestruct -Dfloat=double %s -o - | FileCheck %s --check-prefix=SMALL
// RUN: grep -c "lone_near\[.*\] =" %t.cu | FileCheck %s --check-prefix=SINGLE
#define BLOCKS "interchange i.turn j.tile; interchange i.turn j.thread; interchange k.turn i.tile; " \
               "interchange k.turn i.thread; interchange k.turn j.tile; interchange k.turn j.thread; " \
               "interchange i.thread j.tile; bind k.group block.z; bind i.tile block.y; bind j.tile block.x; " \
               "bind i.thread thread.y; bind j.thread thread.x; unroll k.turn; unroll i.turn; vectorize j.lane"

// Six planes of four rows, without those that only corners of the box have: 4 vectors, and as many more for each plane
// of two of results.
// CHECK: (int)(128 * j_tile + 2)], 32) - 7;
// CHECK: const long j_shift = j_tile > 0 ? j_sector :
// CHECK: crs_aligned(&next
// CHECK: const long j_end = p - 128 * j_tile - 2 > 128 ? j_sector + 128 : p - 128 * j_tile - 2;
// CHECK: const long j_whole = crs_min_long((j_end - j_shift) / 4 * 4,
// CHECK: float old{{.}}near[6][4][6];
// CHECK-NOT: if (
// CHECK: for (long k_turn = 0; k_turn < 4; k_turn++) {
// CHECK: crs_load_lanes<4>({{.}}old_near[k_turn + 2][2][1],
// CHECK: for (long i_turn = 0; i_turn < 2; i_turn++) {
// CHECK: next_lanes[j_lane] = old_near[k_turn + 1][i_turn + 1][j_lane] +
// CHECK-NEXT: old_near[k_turn + 1][i_turn + 1][j_lane + 2] +
// CHECK-NEXT: old_near[k_turn + 1][i_turn][j_lane + 1] +
// CHECK-NEXT: old_near[k_turn + 1][i_turn + 2][j_lane + 1] + old_near[k_turn][i_turn +
// CHECK-NEXT: 1][j_lane + 1] + old_near[k_turn + 2][i_turn + 1][j_lane + 1];
// VECTORS: {{^}}8{{$}}
// SMALL: const int j_shift = j_tile > 0 ? j_sector :
void vectors(int n, int m, int p, const float old[n][m][p], float next[n][m][p])
{
#pragma curestruct schedule("tile j 4 as j.group j.lane; tile i 2 as i.group i.turn; tile k 4 as k.group k.turn; " \
                            "tile i.group 4 as i.tile i.thread; tile j.group 32 as j.tile j.thread; " BLOCKS)
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = old[k][i][j - 1] + old[k][i][j + 1] + old[k][i - 1][j] + old[k][i + 1][j] +
                                old[k - 1][i][j] + old[k + 1][i][j];
}

// 8 results of 36 elements; one turn alone shares nothing.
// CHECK: const long i_offset = 16 * i_tile + 4 * i_thread;
// CHECK: if (2 * k_group + 3 < n && i_offset + 5 < m) {
// CHECK: float lone{{.}}near[4][6][3];
// CHECK-NOT: if (
// CHECK: } else {
// CHECK-NOT: float lone{{.}}near{{_?[0-9]*}}[
// CHECK: extern
// SINGLE: {{^}}36{{$}}
void single(int n, int m, int p, const float lone[n][m][p], float next[n][m][p])
{
#pragma curestruct schedule("tile j 1 as j.group j.lane; tile i 4 as i.group i.turn; tile k 2 as k.group k.turn; " \
                            "tile i.group 4 as i.tile i.thread; tile j.group 64 as j.tile j.thread; " BLOCKS)
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = lone[k][i][j] + lone[k][i][j - 1] + lone[k][i][j + 1] + lone[k][i - 1][j] +
                                lone[k][i + 1][j] + lone[k - 1][i][j] + lone[k + 1][i][j];
}

// What the planner makes of such a nest: the same, in registers that leave room for seven blocks.
// CHECK: __launch_bounds__(128, 7)
// CHECK: float field{{.}}near[6][4][6];
void planned(int n, int m, int p, const float field[n][m][p], float next[n][m][p])
{
#pragma curestruct
    for (int k = 1; k < n - 1; k++)
        for (int i = 1; i < m - 1; i++)
            for (int j = 1; j < p - 1; j++)
                next[k][i][j] = field[k][i][j - 1] + field[k][i][j + 1] + field[k][i - 1][j] + field[k][i + 1][j] +
                                field[k - 1][i][j] + field[k + 1][i][j];
}
