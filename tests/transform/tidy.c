// Catches a loop of one turn around copies or the user's own statements, one that goes although its body leaves it, a
// number of the thread under two names, and an index that is computed again where its name is visible.
// RUN: %curestruct %s -o - 2>/dev/null | grep -v CHECK | FileCheck %s

// CHECK-LABEL: // transposed {{[(]}}
// CHECK: const int j = 64 * j_tile + 8 * j_reg + j_thread;
// CHECK: const int i = {{.*}} + crs_to_aligned(&to[(long)j * rows + 1], 32)
// CHECK: to[(long)j * rows + i] =
// CHECK-NEXT: from_tile[{{.*}} +
// CHECK-NEXT: crs_to_aligned(&to[(long)j * rows + 1], 32)]
// SAME: transposed: 1 of 1 nests, {{.*}}, PASS
void transposed(int rows, int columns, const float from[restrict rows][columns], float to[restrict columns][rows])
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            to[j][i] = from[i][j];
}

// CHECK-LABEL: // multiplied {{[(]}}
// CHECK: int thread =
// CHECK-NOT: int thread_1 =
// CHECK-LABEL: int crs_multiplied_
// SAME: multiplied: 1 of 1 nests, {{.*}}, PASS
void multiplied(int n, float C[restrict n][n], const float A[restrict n][n], const float B[restrict n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// CHECK-LABEL: // once {{[(]}}
// CHECK-NOT: int d =
// CHECK: if (a[i] > 0.0f)
// CHECK-NEXT: b[i * 3L + 2] += a[i];
// CHECK: for (int e = 0; e < 1; e++) {
// CHECK: break;
// CHECK: for (int g = 0; g < 2; g++)
// SAME: once: 1 of 1 nests, {{.*}}, PASS
void once(int n, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int d = 2; d < 3; d++)
            if (a[i] > 0)
                b[i * 3L + d] += a[i];
        for (int e = 0; e < 1; e++) {
            if (a[i] < 0.5f)
                break;
            b[i * 3L + e] += 1;
        }
        for (int g = 0; g < 2; g++)
            b[i * 3L + g] *= 2;
    }
}
