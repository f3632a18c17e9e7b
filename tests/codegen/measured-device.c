// Catches indices that are copied back from device memory to find out how much of an array they reach, which takes a
// thousand times as long as the nest: what is used where it is need not be measured. Where arrays share a block of
// memory it is measured all the same, or they would seem to overlap; and a real overlap is found. The third copy and
// those after it fail: the program makes two before the first nest.
// RUN: split-file %s %t.d && cd %t.d && %curestruct -Werror=refused gather.c -o gather.cu
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ gather.cu main.cpp -x none %simt_library -o program -lm -ldl
// RUN: CURESTRUCT_SIMT_FAIL=memcpy:3 CURESTRUCT_TRACE=trace ./program pointers | FileCheck --check-prefix=POINTERS %s
// RUN: CURESTRUCT_SIMT_FAIL=memcpy:3 CURESTRUCT_TRACE=trace ./program entered | FileCheck --check-prefix=POINTERS %s
// RUN: CURESTRUCT_TRACE=trace ./program block | FileCheck --check-prefix=POINTERS %s
// RUN: FileCheck --check-prefix=TRACE %s < trace
// RUN: not --crash ./program overlap 2>&1 | FileCheck --check-prefix=OVERLAP %s
// POINTERS: 10 7 4 1
// TRACE-COUNT-3: crs_gather_1 device
// OVERLAP: 'b' and 'a' overlap
//--- gather.c
void gather(int n, const int *at, const float *b, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[at[i]];
}
void enter(int n, const int *at, const float *b)
{
#pragma curestruct enter copyin(at[0:n], b[0:3 * n])
}
//--- main.cpp
#include <cuda_runtime.h>
#include <stdio.h>
extern "C" void gather(int n, const int *at, const float *b, float *a);
extern "C" void enter(int n, const int *at, const float *b);
int main(int, char **words)
{
    int at[4] = {10, 7, 4, 1}, *indices = at;
    float b[12], *source = b, *result;
    for (int i = 0; i < 12; i++)
        b[i] = i;
    cudaMallocManaged(&result, sizeof b);
    if (words[1][0] == 'e') {
        enter(4, at, b);
    } else {
        cudaMalloc(&indices, sizeof at);
        cudaMalloc(&source, 2 * sizeof b);
        cudaMemcpy(indices, at, sizeof at, cudaMemcpyHostToDevice);
        cudaMemcpy(source, b, sizeof b, cudaMemcpyHostToDevice);
    }
    float *place = words[1][0] == 'b' ? source + 12 : words[1][0] == 'o' ? source + 4 : result;
    gather(4, indices, source, place);
    if (place != result)
        cudaMemcpy(result, place, 4 * sizeof *place, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", result[0], result[1], result[2], result[3]);
    return 0;
}
