// Catches versions of a part of a region that are said to be those of another one, or taken because another part takes
// one.
// RUN: %curestruct explain %s --size n=4096,m=512,p=64 | FileCheck %s
// RUN: %curestruct explain %s | FileCheck %s --check-prefix=ANY

// CHECK: Threads: 2 kernels in the last of 5 versions
// CHECK: Versions of the kernels
// CHECK-NEXT: version of loop taken when no earlier one of the loop is and with these sizes
// CHECK-NEXT: small i {{.*}}p <= 64 taken
// CHECK-NEXT: middle i {{.*}}an earlier one is taken
// CHECK-NEXT: small_2 i#2 {{.*}} does not hold
// CHECK-NEXT: middle_2 i#2 {{.*}} does not hold
// CHECK-NEXT: usual the others taken

// ANY: version of loop taken when no earlier one of the loop is and
// ANY-NEXT: small i {{.*}}p <= 64
void chain(int n, int m, int p, const float A[n][m], const float B[m][p], float C[n][p], float D[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            float sum = 0;
            for (int k = 0; k < m; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 1;
            for (int k = 0; k < p; k++)
                sum += C[i][k] * C[j][k];
            D[i][j] = sum;
        }
#pragma curestruct end
}
