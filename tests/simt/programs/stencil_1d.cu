#include <algorithm>
#include <iostream>
using namespace std;
#define N 512
#define RADIUS 3
#define BLOCK_SIZE 16

__global__ void stencil_1d(int *in, int *out)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x, lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    out[gindex] = result;
}

int main(void)
{
    int size = (N + 2 * RADIUS) * sizeof(int);
    int *in = (int *)malloc(size), *out = (int *)malloc(size), *d_in, *d_out;
    fill_n(in, N + 2 * RADIUS, 1);
    fill_n(out, N + 2 * RADIUS, 1);
    cudaMalloc((void **)&d_in, size);
    cudaMalloc((void **)&d_out, size);
    cudaMemcpy(d_in, in, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_out, out, size, cudaMemcpyHostToDevice);
    stencil_1d<<<N / BLOCK_SIZE, BLOCK_SIZE>>>(d_in + RADIUS, d_out + RADIUS);
    cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = RADIUS; i < N + RADIUS; i++)
        wrong += out[i] != 7;
    cout << wrong << " wrong" << endl;
    free(in);
    free(out);
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong;
}
