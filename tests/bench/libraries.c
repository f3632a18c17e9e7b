// Catches a library's call for another nest than it is for, with operands or sizes exchanged, and a nest that no
// library has, timed against something else.
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
// RUN: rm -rf %t && %curestruct bench --function=segments --size n=3,count=9 --vs cub --export=%t %s
// RUN: FileCheck --check-prefix=SEGMENTS --input-file=%t/bench.cu %s
// SEGMENTS: crs_bench::segment_sums<float, int>({{.*}}max(n, 0){{.*}} set[0], set[1], set[2])
// RUN: rm -rf %t && %curestruct bench --function=by_key --size n=9,groups=3 --vs cub --export=%t %s
// RUN: FileCheck --check-prefix=KEYS --input-file=%t/bench.cu %s
// KEYS: crs_bench::sums_by_key<double, short>({{.*}}max(n, 0){{.*}} set[0], {{.*}}(groups - 1L){{.*}} + 1, set[2]); }, false, {{.*}} crs_bench::sort_by_key<double, short>({{.*}} set[0], set[1])
// RUN: rm -rf %t && %curestruct bench --function=counts --size n=9 --vs cub --export=%t %s
// RUN: FileCheck --check-prefix=COUNTS --input-file=%t/bench.cu %s
// COUNTS: crs_bench::histogram<unsigned int, int>({{.*}}max(n, 0){{.*}} set[0], {{.*}}(63){{.*}} + 1, 0, set[1])
// RUN: rm -rf %t && %curestruct bench --function=middle --size n=3,m=4,p=5 --vs cublas --export=%t %s
// RUN: FileCheck --check-prefix=MIDDLE --input-file=%t/bench.cu %s
// MIDDLE: crs_bench::middle_sums<float>({{.*}}max(n, 0){{.*}}max(m, 0){{.*}}max(p, 0){{.*}} set[0], {{.*}}(long)(m){{.*}}(long)(p){{.*}} false, set[1], {{.*}}(long)(p)
// RUN: rm -rf %t && %curestruct bench --function=batch --size b=2,n=3,m=4,p=5 --vs cublas --export=%t %s
// RUN: FileCheck --check-prefix=BATCH --input-file=%t/bench.cu %s
// BATCH: crs_bench::product<float>(false, false, {{.*}} set[0], {{.*}} set[1], {{.*}} true, set[2], {{.*}}, {{{.*}}max(b, 0)
// RUN: %fails 1 %curestruct bench --function=smooth --size n=9 --vs cublas --export=%t %s \
// RUN:     | FileCheck --check-prefix=NONE %s
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

void segments(int n, int count, const int *offsets, const float *x, float *y)
{
#pragma curestruct copyin(x[0:count])
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = offsets[i]; k < offsets[i + 1]; k++)
            s += x[k];
        y[i] = s;
    }
}

void by_key(int n, int groups, const short *key, const double *x, double *sums)
{
#pragma curestruct
    for (int g = 0; g < groups; g++)
        sums[g] = 0;
#pragma curestruct copy(sums[0:groups])
    for (int i = 0; i < n; i++)
        sums[key[i]] += x[i];
}

void counts(int n, const int *key, unsigned *count)
{
#pragma curestruct copy(count[0:64])
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void middle(int n, int m, int p, const float x[n][m][p], float y[n][p])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            float s = 0;
            for (int k = 0; k < m; k++)
                s += x[i][k][j];
            y[i][j] = s;
        }
}

void batch(int b, int n, int m, int p, const float *A, const float *B, float *C)
{
#pragma curestruct
    for (int z = 0; z < b; z++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < p; k++)
                    C[(z * n + i) * m + j] += A[(z * n + i) * p + k] * B[(z * p + k) * m + j];
}

void smooth(int n, const float *x, float *y)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] + x[i + 1];
}
