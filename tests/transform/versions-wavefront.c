// Catches arrays that the launcher has once for each version, where no loop of the nest is parallel as written: what is
// touched was found anew for each of them.
// RUN: %curestruct %s -o %t.cu 2>&1 | count 0
// RUN: FileCheck %s < %t.cu

// CHECK: __launch_bounds__(64) crs_seidel_1_big_k1(double *{{.*}}a, int n, long j_skew)
// CHECK: __launch_bounds__(32) crs_seidel_1_small_k1(double *{{.*}}a, int n, long j_skew)
enum { N = 999 };
void seidel(int n, double a[N][N])
{
#pragma curestruct schedule( \
    "version big when n > 100; skew j by i; interchange i j.skew; tile i 64; bind i.tile block.x; " \
    "bind i.elem thread.x; version small; skew j by i; interchange i j.skew; tile i 32; bind i.tile block.x; " \
    "bind i.elem thread.x")
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
}
