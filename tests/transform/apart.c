// Catches a loop that loads and stores too much for a thread and stays whole although its statements share nothing; two
// products in one kernel, whose threads would hold the results of both; and statements that share data, taken apart.
// RUN: %curestruct --no-versions --emit=schedule %s -o - | FileCheck %s
// RUN: %curestruct explain %s | FileCheck --check-prefix=WHY %s

// CHECK: crs_many_1
// CHECK-NEXT: distribute i {1 2 3 4 5 6} {7 8};
// WHY: i [[#]] i#2 [[#]] two distributed: they share nothing, and one thread would do too much
void many(int n, float *restrict x0, const float *restrict a0, const float *restrict b0, const float *restrict c0,
          float *restrict x1, const float *restrict a1, const float *restrict b1, const float *restrict c1,
          float *restrict x2, const float *restrict a2, const float *restrict b2, const float *restrict c2,
          float *restrict x3, const float *restrict a3, const float *restrict b3, const float *restrict c3,
          float *restrict x4, const float *restrict a4, const float *restrict b4, const float *restrict c4,
          float *restrict x5, const float *restrict a5, const float *restrict b5, const float *restrict c5,
          float *restrict x6, const float *restrict a6, const float *restrict b6, const float *restrict c6,
          float *restrict x7, const float *restrict a7, const float *restrict b7, const float *restrict c7)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        x0[i] = a0[i] * b0[i] + c0[i];
        x1[i] = a1[i] * b1[i] + c1[i];
        x2[i] = a2[i] * b2[i] + c2[i];
        x3[i] = a3[i] * b3[i] + c3[i];
        x4[i] = a4[i] * b4[i] + c4[i];
        x5[i] = a5[i] * b5[i] + c5[i];
        x6[i] = a6[i] * b6[i] + c6[i];
        x7[i] = a7[i] * b7[i] + c7[i];
    }
}

// CHECK: crs_products_1
// CHECK-NEXT: distribute i {1 3 5} {2 4 6};
// CHECK-NEXT: tile i 128;
// CHECK-NEXT: tile j 256;
// CHECK: tile i#2 128;
// CHECK-NEXT: tile j#2 256;
// WHY: i [[#]] i#2 [[#]] two distributed: they share nothing, and one thread would hold the results of both
void products(int n, int m, int p, float C[restrict n][m], float D[restrict n][m], const float A[n][p],
              const float B[p][m], const float E[n][p], const float F[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0, t = 0;
            for (int k = 0; k < p; k++) {
                s += A[i][k] * B[k][j];
                t += E[i][k] * F[k][j];
            }
            C[i][j] = s;
            D[i][j] = t;
        }
}

// Both use A.
// CHECK: crs_shared_1
// CHECK-NOT: {{distribute [^ ]+ \{}}
// CHECK: tile i
void shared(int n, int m, int p, float C[restrict n][m], float D[restrict n][m], const float A[n][p],
            const float B[p][m], const float F[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0, t = 0;
            for (int k = 0; k < p; k++) {
                s += A[i][k] * B[k][j];
                t += A[i][k] * F[k][j];
            }
            C[i][j] = s;
            D[i][j] = t;
        }
}
