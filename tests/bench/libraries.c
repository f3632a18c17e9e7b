// Catches a library's call for another nest than it is for, with operands or sizes exchanged, and a nest that no library has, timed
// against something else.
// RUN: rm -rf %t && %curestruct bench --function=product --size n=3,m=4,p=5 --vs cublas --export=%t %s
// RUN: FileCheck --check-prefix=PRODUCT --input-file=%t/bench.cu %s
// PRODUCT: #include "bench/cublas.cuh"
// PRODUCT-NEXT: #include "bench/bench.cuh"
// PRODUCT: {"cublas", [&](const crs_bench::Set &set) { crs_bench::product<double>(true, false, {{.*}}max(n, 0){{.*}}max(m, 0){{.*}}max(p, 0){{.*}} set[1], {{.*}}(long)(n){{.*}} set[2], {{.*}}(long)(m){{.*}} false, set[0], {{.*}}(long)(m)
// RUN: rm -rf %t && %curestruct bench --function=sums --size n=3,m=4 --vs cub --vs cublas --export=%t %s
// RUN: FileCheck --check-prefix=SUMS --input-file=%t/bench.cu %s
// SUMS: #include "bench/cub.cuh"
// SUMS: crs_bench::row_sums<float>({{.*}}max(n, 0){{.*}}max(m, 0){{.*}} set[0], {{.*}}(long)(m){{.*}} set[1])
// SUMS: crs_bench::matrix_vector<float>(true, {{.*}} set[0], {{.*}} nullptr, false, set[1])
// RUN: rm -rf %t && %curestruct bench --function=turn --size n=3,m=4 --vs cublas --export=%t %s
// RUN: FileCheck --check-prefix=TURN --input-file=%t/bench.cu %s
// TURN: crs_bench::matrix_copy<float>(true, {{.*}}max(m, 0){{.*}}max(n, 0){{.*}} 1, set[0], {{.*}}(long)(m){{.*}} set[1], {{.*}}(long)(n)
// RUN: %fails 1 %curestruct bench --function=smooth --size n=9 --vs cublas --export=%t %s | FileCheck --check-prefix=NONE %s
// NONE: smooth cannot be timed: --vs cublas: the library has nothing for it
void product(int n, int m, int p, double C[n][m], const double A[p][n], const double B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < p; k++)
                s += A[k][i] * B[k][j];
            C[i][j] = s;
        }
}

void sums(int n, int m, const float A[n][m], float *s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int j = 0; j < m; j++)
            s[i] += A[i][j];
    }
}

void turn(int n, int m, const float A[n][m], float B[m][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}

void smooth(int n, const float *x, float *y)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] + x[i + 1];
}
