// Catches loops in strips that the planner makes wrong: solves by forward substitution, alone and as a part of a longer
// region; and strips where rows are read side by side, which one block does as well.
// RUN: %curestruct check --on cpu -w %s | FileCheck %s
// RUN: %curestruct -w --emit=schedule %s -o %t.a && FileCheck %s --check-prefix=PLAN --input-file %t.a
// RUN: %curestruct -w %s -o - | FileCheck %s --check-prefix=CUDA

// The block of a strip has no more threads than one of its kernels has work for.
// CUDA: The whole loop 'i#2':
// CUDA-NEXT: __launch_bounds__(128) crs_forward_1
// PLAN-LABEL: nest crs_forward_1
// PLAN: strip_mine i#2 64;
// PLAN-NEXT: distribute i#2 {1 2} {3};
// PLAN: persist i#2 block;
// CHECK: forward: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void forward(int n, const double l[n][n], double x[n], const double b[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
#pragma curestruct end
}

// PLAN-LABEL: nest crs_columns_1
// PLAN-NOT: strip_mine
// PLAN: persist j block;
// CHECK: columns: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void columns(int n, const float u[n][n], float x[n])
{
#pragma curestruct begin
    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++)
            x[i] -= u[j][i] * x[j];
#pragma curestruct end
}

// PLAN-LABEL: nest crs_region_1
// PLAN: strip_mine j 64;
// PLAN-NEXT: distribute j {1 2} {3};
// CHECK: region: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void region(int n, const double l[n][n], double x[n], double y[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        x[i] = y[i] + 1;
    for (int j = 0; j < n; j++) {
        x[j] = x[j] / l[j][j];
        for (int i = j + 1; i < n; i++)
            x[i] -= l[i][j] * x[j];
    }
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
#pragma curestruct end
}
