// Catches a version of the kernels that is wrong where the sizes would not choose it, or that check never runs: the
// last two products have four versions each, of which a sum in parts must be tried with two parts and with none.
// RUN: %curestruct check --on cpu %s --size n=37,p=1030 --size p=0 | FileCheck %s
// RUN: env CURESTRUCT_VERSION=small %curestruct check --on cpu --function=product %s --size n=40,p=30 \
// RUN:     | FileCheck %s --check-prefix=ONE
// CHECK: least: 1 of 1 nests, {{.*}}, PASS
// CHECK-NOT: never reached
// CHECK: product: 1 of 1 nests, {{.*}}, PASS
// CHECK-NOT: never reached
// CHECK: integers: 1 of 1 nests, {{.*}}, PASS
// CHECK-NOT: never reached
// ONE: product: 1 of 1 nests, {{.*}}, PASS
// ONE: note: version parts of crs_product_1 was never reached
// ONE-NEXT: note: version middle of crs_product_1 was never reached
// ONE-NEXT: note: version large of crs_product_1 was never reached

void least(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                if (A[i][k] + B[k][j] < C[i][j])
                    C[i][j] = A[i][k] + B[k][j];
}

void product(int n, int p, float C[n][n], const float A[n][p], const float B[p][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = 2 * sum + C[i][j];
        }
}

void integers(int n, int p, int C[n][n], const short A[n][p], const short B[p][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < p; k++)
                C[i][j] -= A[i][k] * B[k][j];
}
