// Catches a kernel of --style=plain that a lecturer could not show: one of more than 25 lines, a helper of the prelude
// that is not about indices, several versions, 64-bit indices, vectors; sizes that 32 bits do not hold and nobody
// tests; and wrong results.
// UNSUPPORTED: asan
// RUN: %curestruct --style=plain %s -o %t.cu && FileCheck %s < %t.cu
// RUN: sed -n '/^static __global__/,/^}/p' %t.cu > %t.kernels && awk '/^static/ { n = 0; kernels++ } { n++ } \
// RUN:   n > 25 { print "longer than 25 lines:", $0; bad = 1 } END { exit bad || kernels != 14 }' %t.kernels
// RUN: sed 's/crs_\(min\|max\|ceil_div\)_\(int\|long\)(//g; /__global__/d' %t.kernels | not grep crs_
// RUN: env CURESTRUCT_CHECK_SIZES=2 %curestruct check --style=plain --on cpu %s | grep -c PASS | grep -qx 11
// RUN: %curestruct --no-versions %s -o %t.one && grep -c '^static __global__.*crs_matmul' %t.one | grep -qx 1
// RUN: %curestruct explain --style=plain %s | FileCheck --check-prefix=LIMIT %s
// LIMIT: tested by the launcher on every call
// LIMIT: n + 541184 <= 2147483000
// RUN: %fails 2 %curestruct --style=book %s | FileCheck --check-prefix=WORD %s
// WORD: curestruct: error: '--style=book': expected one of fast, plain

// CHECK:      crs_sum_1_k1(
// CHECK:          float s_part = -0.0f;
// CHECK-NEXT:     for (int i = 256 * blockIdx.x + threadIdx.x; i < n; i += [[#]])
// CHECK-NEXT:         s_part += x[i];
// CHECK:      crs_sum_1_k2(
float sum(int n, const float *restrict x)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

float dot(int n, const float *restrict x, const float *restrict y)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

// CHECK:      crs_saxpy_1_k1(
// CHECK:      {
// CHECK-NEXT:     const int i = 256 * blockIdx.x + threadIdx.x;
// CHECK-NEXT:     if (i < n)
// CHECK-NEXT:         y[i] += a * x[i];
// CHECK-NEXT: }
void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

void scale(int n, float a, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = a * x[i];
}

// CHECK:      crs_transpose_1_k1(
// CHECK:          a_tile[j_elem][i_elem] =
// CHECK:          __syncthreads();
// CHECK-NEXT:     if (active)
// CHECK-NEXT:         b[j * n + i] = a_tile[i_elem][j_elem];
void transpose(int n, int m, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[i * m + j];
}

// CHECK:      crs_matmul_1_k1(
// CHECK:          const int i_elem = threadIdx.y;
// CHECK-NEXT:     const int j_elem = threadIdx.x;
// CHECK-NEXT:     const int i = 16 * blockIdx.y + threadIdx.y;
// CHECK-NEXT:     const int j = 16 * blockIdx.x + threadIdx.x;
// CHECK-NEXT:     const int active = i < n && j < m;
// CHECK-NEXT:     float s = 0.0f;
// CHECK-NEXT:     for (int l_tile = 0; l_tile < crs_ceil_div_int(k, 16); l_tile++) {
// CHECK-NEXT:         a_tile[i_elem][j_elem] = a[crs_min_int(i, n - 1) * k + crs_min_int(16 * l_tile + j_elem, k - 1)];
// CHECK-NEXT:         b_tile[i_elem][j_elem] = b[crs_min_int(16 * l_tile + i_elem, k - 1) * m + crs_min_int(j, m - 1)];
// CHECK-NEXT:         __syncthreads();
// CHECK-NEXT:         if (active)
// CHECK-NEXT:             for (int l_elem = 0; l_elem < crs_min_int(16, k - 16 * l_tile); l_elem++)
// CHECK-NEXT:                 s += a_tile[i_elem][l_elem] * b_tile[l_elem][j_elem];
// CHECK-NEXT:         __syncthreads();
// CHECK-NEXT:     }
// CHECK-NEXT:     if (active)
// CHECK-NEXT:         c[i * m + j] = s;
// CHECK:          if (!crs_assume(crs_now, n <= 1048560, "n <= 1048560") ||
// CHECK-NEXT:         !crs_assume(crs_now,
// CHECK:              "n + 81 * m + 65 * k + k * n + k * m + 80 <= 2147483000"))
void matmul(int n, int m, int k, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int l = 0; l < k; l++)
                s += a[i * k + l] * b[l * m + j];
            c[i * m + j] = s;
        }
}

void matvec(int n, int m, const float *restrict a, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++)
            s += a[i * m + j] * x[j];
        y[i] = s;
    }
}

// CHECK:      crs_stencil_1_k1(
// CHECK:          const int j = 32 * blockIdx.x + threadIdx.x + 1;
// CHECK-NEXT:     if (i + 1 < n && j + 1 < m)
void stencil(int n, int m, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i * m + j] =
                0.25f * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}

// CHECK:      crs_histogram_1_k1(
// CHECK:      atomicAdd(&count_copies[
void histogram(int n, const unsigned char *restrict key, int *restrict count)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        count[key[i]]++;
}

void row_sums(int n, int m, const float *restrict a, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < m; j++)
            y[i] += a[i * m + j];
    }
}

// A long long value and a product of what no size bounds keep their width.
// CHECK:      crs_wide_1_k1(
// CHECK:          if (i < (int)n)
// CHECK-NEXT:         y[i] = i * n + x[k[i] * 3L];
void wide(long n, int m, const int *restrict k, const long long *restrict x, long long *restrict y)
{
#pragma curestruct copyin(x[0:m])
    for (int i = 0; i < n; i++)
        y[i] = (long long)i * n + x[(long)k[i] * 3];
}
