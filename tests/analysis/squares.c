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
