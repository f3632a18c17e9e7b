// Catches results that are copied back over elements which the nest does not touch, and that another thread may have
// set meanwhile: between the columns of a part of a matrix, between every n-th element, around the inside.
// UNSUPPORTED: asan
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/parts.c -o %t.d/parts.cu
// RUN: FileCheck %s < %t.d/parts.cu
// RUN: %cxx -std=c++17 -Wall -Wextra -fsanitize=undefined -fno-sanitize-recover=all -pthread -I %simt -x c++ \
// RUN:     -DcudaStreamSynchronize=synchronize -c %t.d/parts.cu -o %t.d/parts.o
// RUN: %cxx -std=c++17 -fsanitize=undefined -fno-sanitize-recover=all -pthread -I %simt -x c++ %t.d/main.cpp \
// RUN:     -x none %t.d/parts.o %simt_library -o %t.d/program -lm -ldl
// RUN: %t.d/program 2>&1 | FileCheck --check-prefix=SAYS %s
// CHECK-LABEL: int crs_whole_
// CHECK-NOT: crs_window
// CHECK-LABEL: int crs_box_
// CHECK: if (columns >= 1 && rows >= 1) {
// CHECK-NEXT: crs_touch(
// CHECK-NEXT: crs_window(
// CHECK-NEXT: }
// SAYS-NOT: curestruct
// SAYS: gaps kept, results right
//--- parts.c
void whole(int n, float a[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 3;
}
void box(float *a, int ld, int rows, int columns)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i * ld + j] += i + j;
}
void every(float *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[3 * i + 1] = i;
}
void inner(int n, float a[n][n])
{
#pragma curestruct
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            a[i][j] = i - j;
}
void lower(int n, float a[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i][j] = i - j;
}
//--- main.cpp
#include <cuda_runtime.h>
#include <functional>
#include <stdio.h>
#include <vector>
extern "C" void box(float *a, int ld, int rows, int columns);
extern "C" void every(float *a, int n);
extern "C" void inner(int n, float *a);
extern "C" void lower(int n, float *a);
typedef std::function<bool(size_t at)> Gap;
static std::vector<float> data;
static Gap gap;
static bool done;
// What parts.cu calls instead of cudaStreamSynchronize: meanwhile another thread sets the elements in the gaps.
cudaError_t synchronize(cudaStream_t stream)
{
    for (size_t at = 0; !done && at < data.size(); at++)
        if (gap(at))
            data[at] = -7;
    done = true;
    return cudaStreamSynchronize(stream);
}
static int wrong;
static void expect(const char *name, size_t length, const Gap &is_gap, const std::function<void()> &call,
                   const std::function<float(size_t at)> &value)
{
    data.assign(length, 1000);
    gap = is_gap;
    done = false;
    call();
    for (size_t at = 0; at < length; at++)
        if (data[at] != (gap(at) ? -7 : value(at)) && wrong++ < 10)
            printf("%s: [%zu] is %g\n", name, at, data[at]);
}
static void boxes(size_t ld, size_t rows, size_t columns)
{
    expect("box", ld * rows, [=](size_t at) { return at % ld >= columns; },
           [=] { box(data.data(), (int)ld, (int)rows, (int)columns); },
           [=](size_t at) { return 1000 + (float)(at / ld + at % ld); });
}
int main()
{
    const size_t shapes[][3] = {
        {7, 5, 3}, {300, 4, 200}, {1000, 5, 130}, {1000, 1, 130}, {9, 1, 2}, {8, 6, 8}, {200, 3, 1},
    };
    for (const size_t *shape : shapes)
        boxes(shape[0], shape[1], shape[2]);
    expect("every", 300, [](size_t at) { return at % 3 != 1; }, [] { every(data.data(), 100); },
           [](size_t at) { return (float)(at / 3); });
    for (size_t n : {3, 4, 20, 140, 400})
        expect("inner", n * n,
               [=](size_t at) {
                   size_t i = at / n, j = at % n;
                   return i == 0 || j == 0 || i == n - 1 || j == n - 1;
               },
               [=] { inner((int)n, data.data()); }, [=](size_t at) { return (float)(at / n) - (float)(at % n); });
    for (size_t n : {2, 3, 20, 300}) // the window is whole columns: what lies above the diagonal is not watched
        expect(
            "lower", n * n, [=](size_t at) { return at % n == n - 1 || at < n; }, [=] { lower((int)n, data.data()); },
            [=](size_t at) { return at % n < at / n ? (float)(at / n) - (float)(at % n) : 1000; });
    if (!wrong)
        printf("gaps kept, results right\n");
    return wrong != 0;
}
