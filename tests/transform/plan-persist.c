// Catches a loop over small work that launches kernels in each iteration where one block would be faster, a block that
// is taken for more work than it has threads for, launches that the host makes more slowly than a grid passes a
// barrier, and a condition on the number of steps, which does not matter; -O0 keeps the launches.
// RUN: %curestruct -w -O2 --emit=schedule %s -o %t.a && FileCheck %s --input-file %t.a
// RUN: %curestruct -w --emit=schedule %s -o %t.b && FileCheck %s --input-file %t.b
// RUN: %curestruct -w -O0 --emit=schedule %s | not grep persist

// CHECK-LABEL: nest crs_jacobi_1 {
// CHECK: version block when n <= 64;
// CHECK: persist t block;
// CHECK-NEXT: version grid when n <= 512;
// CHECK: persist t grid;
// CHECK-NEXT: version launches;
// CHECK-NOT: persist
void jacobi(int steps, int n, float A[restrict n][n], float B[restrict n][n])
{
#pragma curestruct
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.2f * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.2f * (B[i][j] + B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
    }
}

// CHECK-LABEL: nest crs_recurrence_1 {
// CHECK: version block when n <= {{[0-9]+}};
// CHECK: persist k block;
// CHECK-NEXT: version grid when n <= {{[0-9]+}};
// CHECK: persist k grid;
// CHECK-NEXT: version launches;
void recurrence(int n, double y[restrict n], double z[restrict n])
{
#pragma curestruct
    for (int k = 1; k < n; k++) {
        for (int i = 0; i < k; i++)
            z[i] = y[i] + 0.001 * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
    }
}

// Each loop runs where it is the fastest: the sums of one have less work than the planes of the other one.
// CHECK-LABEL: nest crs_planes_and_lines_1 {
// CHECK: version block when n <= 64;
// CHECK: persist t block;
// CHECK-NEXT: persist k block;
// CHECK-NEXT: version up_to_512 when n <= 512;
// CHECK: persist t grid;
// CHECK-NEXT: persist k block;
// CHECK-NEXT: version up_to_4096 when n <= 4096;
// CHECK: persist k block;
// CHECK-NEXT: version launches;
void planes_and_lines(int steps, int n, float A[restrict n][n], float B[restrict n][n], float x[restrict n])
{
#pragma curestruct begin
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.2f * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.2f * (B[i][j] + B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            x[i] -= A[k][i] * x[k];
#pragma curestruct end
}
