// The threads of a block share an array, and nothing orders the stores before the loads: a thread may load an element
// that its neighbour has not stored yet. There has to be a __syncthreads() between the two lines.
#include <cstdio>

__global__ void shift(const int *in, int *out, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    int next = tile[(threadIdx.x + 1) % blockDim.x]; // mistake: race in shared memory
    if (i < n)
        out[i] = next;
}

int main()
{
    const int n = 1000;
    int h[n], *in, *out;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
