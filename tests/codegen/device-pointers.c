// Catches pointers to device memory being copied as if they were host memory, managed memory, mixtures, a serial loop
// that runs on memory which it cannot reach, and a line on stderr that comes more than once.
// RUN: split-file %s %t.d
// RUN: %curestruct -Werror=refused %t.d/scale.c -o %t.d/scale.cu
// RUN: %cxx -std=c++17 -pthread -I %simt -x c++ %t.d/scale.cu %t.d/main.cpp -x none %simt_library -o %t.d/program -lm \
// RUN:     -ldl
// RUN: env CURESTRUCT_TRACE=%t.d/trace %t.d/program > %t.d/out 2> %t.d/err && FileCheck %s < %t.d/out
// RUN: FileCheck --check-prefix=ONCE %s < %t.d/err && FileCheck --check-prefix=TRACE %s < %t.d/trace
// RUN: not --crash %t.d/program stop > /dev/null 2> %t.d/stop && FileCheck --check-prefix=STOP %s < %t.d/stop
// RUN: not --crash env CURESTRUCT_ON_ERROR=abort %t.d/program > /dev/null 2> %t.d/stop
// RUN: FileCheck --check-prefix=ABORT %s < %t.d/stop
// CHECK: device 2 1998
// CHECK: mixed 4 1998
// CHECK: managed 2 1998
// CHECK: overlap 6 6
// ONCE: curestruct: scale ({{.*}}scale.c:3): serial: 'a' and 'c' overlap
// ONCE-NOT: curestruct
// TRACE-COUNT-3: crs_scale_1 device
// TRACE-COUNT-2: crs_scale_1 serial: 'a' and 'c' overlap
// STOP: curestruct: scale ({{.*}}scale.c:3): error: 'a' and 'c' overlap (and the serial loop cannot run on device memory)
// ABORT: curestruct: scale ({{.*}}scale.c:3): error: 'a' and 'c' overlap
//--- scale.c
void scale(float *c, const float *a, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        c[i] = a[i] * 2;
}
//--- main.cpp
#include <cuda_runtime.h>
extern "C" void scale(float *c, const float *a, int n);
int main(int argc, char **)
{
    float host[1000], result[1000], *a, *c, *managed;
    for (int i = 0; i < 1000; i++)
        host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&c, sizeof host);
    cudaMallocManaged(&managed, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    scale(c, a, 1000);
    cudaMemcpy(result, c, sizeof result, cudaMemcpyDeviceToHost);
    printf("device %g %g\n", result[1], result[999]);
    scale(result, a + 1, 999);
    printf("mixed %g %g\n", result[1], result[998]);
    scale(managed, host, 1000);
    printf("managed %g %g\n", managed[1], managed[999]);
    fflush(stdout);
    managed[0] = 3;
    scale(managed + 1, managed, 1);
    scale(managed + 1, managed, 2);
    managed[2] = managed[1];
    scale(managed + 2, managed + 1, 0);
    host[0] = 3;
    scale(host + 1, host, 2);
    printf("overlap %g %g\n", managed[1], managed[2]);
    if (argc > 1)
        scale(c + 1, c, 500);
    return 0;
}
