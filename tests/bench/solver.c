// Catches a solver timed with random numbers on the diagonal, whose results overflow, so that nothing is compared.
// RUN: rm -rf %t && %curestruct bench -Wno-sequential --size n=64 --export=%t %s
// RUN: FileCheck --input-file=%t/bench.cu %s
// CHECK: push_back({"l",
// CHECK-NEXT: crs_bench::Values::dominant, [&] { {{.*}}return (long)(n); }(), 1e-12
// CHECK: push_back({"x",
// CHECK-NEXT: crs_bench::Values::positive, 8, 1e-12
void solve(int n, const double l[n][n], double x[n], const double b[n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] /= l[i][i];
    }
#pragma curestruct end
}
