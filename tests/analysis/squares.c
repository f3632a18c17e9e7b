// Catches counterexamples that no size fulfils: the product of a size with itself is taken for any number.
// RUN: %curestruct %s -o - 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=note:

// The first and the last row of a matrix.
void edges(int n, double *u)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        u[i] = 1;
        u[(n - 1) * n + i] = 2;
    }
}

void next_matrix(int n, double *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[n * n + i] = -x[i];
}

// For n = 2 the first iteration writes what the second one reads: it has a kernel of its own.
// CHECK: crs_near_1_k1(
// CHECK: u[n * n - 2 * n + 1] = u[0];
// CHECK: crs_near_1_k2(
void near(int n, double *u)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        u[n * n - 2 * n + i + 1] = u[i];
}

// The walls of a box, whose rows have length n + 2: (n + 1) * (n + 2) is the row n + 1.
// CHECK: static __global__ {{.*}} crs_walls_1_k1(
// CHECK: u[i + (n + 2) * (n + 1)] = u[i + (n + 2) * n];
void walls(int n, double *u)
{
#pragma curestruct
    for (int i = 1; i <= n; i++) {
        u[(n + 2) * i] = u[1 + (n + 2) * i];
        u[n + 1 + (n + 2) * i] = u[n + (n + 2) * i];
        u[i] = u[i + (n + 2) * 1];
        u[i + (n + 2) * (n + 1)] = u[i + (n + 2) * n];
    }
}

// (m + 2) * (n + 2) is a product of two lengths, not a number of its own that rows do not divide.
// CHECK: static __global__ {{.*}} crs_inside_1{{.*}}_k1(
void inside(int m, int n, int o, double *u)
{
#pragma curestruct
    for (int k = 1; k <= o; k++)
        for (int j = 1; j <= n; j++)
            for (int i = 1; i <= m; i++)
                u[i + (m + 2) * j + (m + 2) * (n + 2) * k] *= 2;
}

// CHECK: static __global__ {{.*}} crs_walls_of_cube_1_k1(
void walls_of_cube(int n, double *u)
{
#pragma curestruct
    for (int k = 1; k <= n; k++)
        for (int j = 1; j <= n; j++) {
            u[(n + 2) * j + (n + 2) * (n + 2) * k] = u[1 + (n + 2) * j + (n + 2) * (n + 2) * k];
            u[j + (n + 2) * (n + 1) + (n + 2) * (n + 2) * k] = u[j + (n + 2) * n + (n + 2) * (n + 2) * k];
            u[j + (n + 2) * k + (n + 2) * (n + 2) * (n + 1)] = u[j + (n + 2) * k + (n + 2) * (n + 2) * n];
        }
}
