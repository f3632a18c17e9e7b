// Catches comments that repeat the name of a loop's iterator, and a number in front of a comparison.
// RUN: %curestruct %s -o - 2>/dev/null | grep -v CHECK | FileCheck %s

// CHECK-LABEL: // multiplied (
// CHECK-NOT: 0 <
// CHECK-NOT: // i.lane
// CHECK: crs_k_1_counter++) { // k.rest
// CHECK: if (crs_aligned(B, 16) && m % 4L == 0) {
// CHECK: const long j_lane = i_lane % 2 ? 3 - turn : turn;
void multiplied(int n, int m, int p, float C[restrict n][m], const float A[restrict n][p], const float B[restrict p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}
