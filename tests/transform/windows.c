// Catches an element of a stencil that is loaded twice by one thread, a whole row that is loaded element by element,
// and turns that share registers although their rows begin apart.
// RUN: %curestruct %s -o - | FileCheck %s
// CHECK: crs_aligned(&next
// CHECK-NEXT: crs_aligned(&old
// CHECK-NEXT: crs_aligned(&old
// CHECK: float old_near[4][6];
// CHECK-NEXT: const long j_offset =
// CHECK-NEXT: crs_load_lanes<4>(&old_near[0][1],
// CHECK-NEXT: old_near[1][0] = old[
// CHECK-NEXT: crs_load_lanes<4>(&old_near[1][1],
// CHECK-NEXT: old_near[1][5] = old[
// CHECK-NEXT: old_near[2][0] = old[
// CHECK-NEXT: crs_load_lanes<4>(&old_near[2][1],
// CHECK-NEXT: old_near[2][5] = old[
// CHECK-NEXT: crs_load_lanes<4>(&old_near[3][1],
// CHECK: next_lanes[j_lane] = old_near[i_turn + 1][j_lane + 1] + old_near[i_turn + 1][j_lane] +
// CHECK-NEXT: old_near[i_turn + 1][j_lane + 2] + old_near[i_turn][j_lane + 1] +
// CHECK-NEXT: old_near[i_turn + 2][j_lane + 1];
// CHECK: } else {
// CHECK: for (long i_turn
// CHECK: float old_near_1[3][6];
// CHECK-NEXT: const long j_offset =
// CHECK-NEXT: crs_load_any<4>(&old_near_1[0][1],
void five(int n, int m, const float old[n][m], float next[n][m])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            next[i][j] = old[i][j] + old[i][j - 1] + old[i][j + 1] + old[i - 1][j] + old[i + 1][j];
}
