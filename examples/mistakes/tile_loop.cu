// A matrix product by tiles. There is a barrier after the tiles are loaded, and none after they are used: a fast thread
// loads the next tiles while a slow one still uses these. There has to be a second __syncthreads() at the end of the
// loop.
#include <cstdio>
#define TILE 16

__global__ void multiply(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += TILE) {
        a[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x]; // mistake: race in shared memory
        b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    }
    C[row * n + col] = sum;
}

int main()
{
    const int n = 64;
    static float h[n * n];
    float *A, *B, *C;
    cudaMalloc(&A, sizeof h);
    cudaMalloc(&B, sizeof h);
    cudaMalloc(&C, sizeof h);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, sizeof h, cudaMemcpyHostToDevice);
    multiply<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(A, B, C, n);
    cudaMemcpy(h, C, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return 0;
}
