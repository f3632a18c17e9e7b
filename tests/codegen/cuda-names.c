// Catches names of the user's at file scope that CUDA's headers or our kernels need, and that only nvcc would complain
// of: functions, variables, types and constants of an enum. Members and local variables may be called so.
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: %fails 1 %curestruct clash.c -o clash.cu | FileCheck --implicit-check-not=error: clash.c && not test -e clash.cu
// RUN: %curestruct -Werror=refused clash.c -o clash.cu --host=clash.host.c && %cc -fsyntax-only clash.host.c
// RUN: %same fine.c %t.fine
//--- clash.c
// CHECK: clash.c:[[# @LINE + 1]]:1: error: 'threadIdx' is a name of CUDA's own: the output needs --host=FILE.c
static int threadIdx(int x) { return x + 1; }
// CHECK: clash.c:[[# @LINE + 1]]:1: error: 'blockIdx' is a name of CUDA's own
int blockIdx;
// CHECK: clash.c:[[# @LINE + 1]]:1: error: 'y1' is a name of CUDA's own
double y1;
// CHECK: clash.c:[[# @LINE + 1]]:1: error: 'atomicAdd' is a name of CUDA's own
static int atomicAdd(int *x, int y) { return *x + y; }
// CHECK: clash.c:[[# @LINE + 1]]:1: error: 'cudaError_t' is a name of CUDA's own
typedef int cudaError_t;
// CHECK: clash.c:[[# @LINE + 1]]:20: error: 'cudaSuccess' is a name of CUDA's own
enum result { BAD, cudaSuccess };
// CHECK: clash.c:[[# @LINE + 2]]:1: error: '__shared__' is a name of CUDA's own
// CHECK: clash.c: note: add --host=clash.host.c: the host code then stays C, in that file
void __shared__(void);
void f(int *a, int n);
void f(int *a, int n)
{
    cudaError_t bias = atomicAdd(a, cudaSuccess);
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = threadIdx(i) + blockIdx + bias;
}
//--- fine.c
#include <stdio.h>
struct place {
    int threadIdx, blockIdx, atomicAdd;
};
static double j0, gamma = 1.5;
static int cudaDoubled(int x)
{
    return 2 * x;
}
int main(void)
{
    static struct place a[300];
    int warpSize = 3, dim3 = 4;
    j0 = gamma + 1;
#pragma curestruct
    for (int threadIdx = 0; threadIdx < 300; threadIdx++) {
        int blockDim = threadIdx + dim3;
        a[threadIdx].threadIdx = blockDim * warpSize;
        a[threadIdx].blockIdx = cudaDoubled(a[threadIdx].atomicAdd) + (int)(2 * j0);
    }
    printf("%d %d\n", a[299].threadIdx, a[299].blockIdx);
    return 0;
}
