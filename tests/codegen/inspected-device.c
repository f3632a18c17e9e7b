// Catches index arrays of device memory that are copied to the host, where one thread goes through them: 250 ms for
// 2^26 keys on an H200, a thousand times as long as the nest. And kernels that go through them but miss iterations
// (rows that are few, or shorter than a warp; loops that count down; conditions), or take one iteration for two.
// RUN: split-file %s %t.d && cd %t.d && %curestruct -Werror=refused keys.c -o keys.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ keys.cu main.cpp -x none %simt_library -o program -lm -ldl
// RUN: CURESTRUCT_LAUNCHES=trace ./program | FileCheck %s && FileCheck --check-prefix=TRACE %s < trace
// RUN: not --crash ./program twice 2>&1 | FileCheck --check-prefix=TWICE %s
// CHECK: counts as the serial loop's, rows 1, rows 1, permuted 1
// TRACE: crs_count_1_range_counts
// TRACE: crs_odd_1_range_counts
// TRACE: crs_odd_1_range_counts
// TRACE: crs_permute_1_range_y
// TRACE: crs_permute_1_marks_y
// TWICE: two iterations write one element of 'y'
//--- keys.c
void count(int n, const unsigned short *key, int *counts)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        counts[key[i]]++;
}
void odd(int n, int m, const unsigned char *on, const int *key, int *counts)
{
#pragma curestruct
    for (int i = n - 1; i >= 0; i--)
        if (on[i])
            for (int k = 1; k < m; k += 2)
                counts[key[i * m + k] - 5] += k;
}
void permute(int n, const int *p, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[p[i]] = x[i];
}
//--- main.cpp
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>
extern "C" void count(int n, const unsigned short *key, int *counts);
extern "C" void odd(int n, int m, const unsigned char *on, const int *key, int *counts);
extern "C" void permute(int n, const int *p, const float *x, float *y);
template <class T> static T *there(const std::vector<T> &here)
{
    T *place;
    cudaMalloc(&place, here.size() * sizeof(T));
    cudaMemcpy(place, here.data(), here.size() * sizeof(T), cudaMemcpyHostToDevice);
    return place;
}
template <class T> static bool holds(const T *place, const std::vector<T> &wanted)
{
    std::vector<T> found(wanted.size());
    cudaMemcpy(found.data(), place, found.size() * sizeof(T), cudaMemcpyDeviceToHost);
    return found == wanted;
}
static bool odd_rows(int n, int m)
{
    std::vector<unsigned char> on(n);
    std::vector<int> key(n * m), counts(40, 1);
    for (int i = 0; i < n; i++)
        on[i] = i % 7 != 0;
    for (int i = 0; i < n * m; i++)
        key[i] = i % m % 2 ? 8 + i % 31 : 1 << 30;
    key[(n - 1) * m + 1] = 5; // the least and the largest one are at the ends of the loops
    key[1 * m + (m - 1) / 2 * 2 - 1 + (m % 2 == 0 ? 2 : 0)] = 44;
    int *device = there(counts);
    odd(n, m, there(on), there(key), device);
    for (int i = 0; i < n; i++)
        for (int k = 1; k < m && on[i]; k += 2)
            counts[key[i * m + k] - 5] += k;
    return holds(device, counts);
}
int main(int words, char **)
{
    const int n = 40000;
    std::vector<unsigned short> key(n);
    std::vector<int> counts(300), p(n);
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++) {
        key[i] = i % 299;
        p[i] = (int)(i * 7919L % n);
        x[i] = i;
    }
    key[n - 1] = 299;
    if (words > 1)
        p[n - 1] = p[0];
    int *device = there(counts);
    count(n, there(key), device);
    for (int i = 0; i < n; i++)
        counts[key[i]]++;
    printf("counts %s the serial loop's, ", holds(device, counts) ? "as" : "not as");
    printf("rows %d, ", odd_rows(3, 9000));
    printf("rows %d, ", odd_rows(2001, 15));
    float *result = there(y);
    permute(n, there(p), there(x), result);
    for (int i = 0; i < n; i++)
        y[p[i]] = x[i];
    printf("permuted %d\n", holds(result, y));
    return 0;
}
