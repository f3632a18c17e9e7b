// Catches equal pointers to device or managed memory that end the program or leave the loop to the host, kernels that
// read in place what they write, and the copy of what they read going back over the result.
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/move.c -o %t.d/move.cu
// RUN: FileCheck --check-prefix=TEXT %s < %t.d/move.cu
// RUN: %cxx -std=c++17 -pthread -I %simt -x c++ %t.d/move.cu %t.d/main.cpp -x none %simt_library -o %t.d/program -lm \
// RUN:     -ldl
// RUN: env CURESTRUCT_TRACE=%t.d/trace %t.d/program > %t.d/out && FileCheck %s < %t.d/out
// RUN: FileCheck --check-prefix=TRACE %s < %t.d/trace
// TEXT: !crs_disjoint_or_equal(crs_now, crs_array_x, crs_array_y)
// TEXT: !crs_disjoint_or_equal(crs_now, crs_array_given, crs_array_y)
// CHECK: up device 500499
// CHECK: down device 498501
// CHECK: add device 999000
// CHECK: up managed 500499
// CHECK: down managed 498501
// CHECK: add managed 999000
// CHECK: up host 500499
// CHECK: down host 498501
// TRACE-COUNT-8: device
// TRACE-NOT: serial
//--- move.c
void up(float *y, const float *x, int n)
{
#pragma curestruct
    for (int i = 0; i < n - 1; i++)
        y[i] = x[i + 1];
}
void down(float *y, const float *x, int n)
{
#pragma curestruct
    for (int i = n - 1; i > 0; i--)
        y[i] = x[i - 1];
}
void add(float *y, const float *given, int n)
{
#pragma curestruct present(given)
    for (int i = 0; i < n; i++)
        y[i] += given[i];
}
//--- main.cpp
#include <cuda_runtime.h>
#include <stdio.h>
extern "C" void up(float *y, const float *x, int n);
extern "C" void down(float *y, const float *x, int n);
extern "C" void add(float *y, const float *x, int n);

static void show(void (*move)(float *, const float *, int), float *data, const char *name, const char *where)
{
    float values[1000];
    for (int i = 0; i < 1000; i++)
        values[i] = i;
    cudaMemcpy(data, values, sizeof values, cudaMemcpyDefault);
    move(data, data, 1000);
    cudaMemcpy(values, data, sizeof values, cudaMemcpyDefault);
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += values[i];
    printf("%s %s %.0f\n", name, where, sum);
}

int main()
{
    float host[1000], *device, *managed;
    cudaMalloc(&device, sizeof host);
    cudaMallocManaged(&managed, sizeof host);
    show(up, device, "up", "device");
    show(down, device, "down", "device");
    show(add, device, "add", "device");
    show(up, managed, "up", "managed");
    show(down, managed, "down", "managed");
    show(add, managed, "add", "managed");
    show(up, host, "up", "host");
    show(down, host, "down", "host");
    return 0;
}
