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

// Two neighbouring rows of results need few elements at a time: 80 registers are enough. With 17 rows they are not.
// CHECK-LABEL: // square (
// CHECK: launch_bounds i.tile 6;
void square(int n, int m, const float in[n][m], const float c[5][5], float out[n][m])
{
#pragma curestruct
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++) {
            float s = 0;
            for (int u = 0; u < 5; u++)
                for (int v = 0; v < 5; v++)
                    s += c[u][v] * in[i + u - 2][j + v - 2];
            out[i][j] = s;
        }
}

// CHECK-LABEL: // column (
// CHECK: launch_bounds i.tile 4;
void column(int n, int m, const float in[n][m], const float c[17], float out[n][m])
{
#pragma curestruct
    for (int i = 8; i < n - 8; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int v = 0; v < 17; v++)
                s += c[v] * in[i + v - 8][j];
            out[i][j] = s;
        }
}
