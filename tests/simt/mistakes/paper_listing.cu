// Listing 3 of "A Restructuring Algorithm for CUDA", as printed: nothing orders the use of the tiles before the next
// ones are loaded.
#include <cstdio>
#define TILE_X 16
#define TILE_Y 16

__global__ void coalesced_matrix_multiply(float *C, float *B, float *A, int N)
{
    int by = blockIdx.y * TILE_Y;
    int bx = blockIdx.x * TILE_X;
    int ty = threadIdx.y;
    int tx = threadIdx.x;

    float Csub = 0;
    __shared__ float As[TILE_Y][TILE_X];
    __shared__ float Bs[TILE_X][TILE_X];

    for (int bk = 0; bk < N; bk += TILE_X) {
        As[ty][tx] = A[(by + ty) * N + bk + tx]; // mistake: race in shared memory
        Bs[ty][tx] = B[(bk + ty) * N + bx + tx];

        __syncthreads();

        for (int k = 0; k < TILE_X; k++)
            Csub += As[ty][k] * Bs[k][tx];
    }

    __syncthreads();

    C[(by + ty) * N + bx + tx] = Csub;
}

int main()
{
    const int n = 32;
    static float h[n * n];
    float *A, *B, *C;
    cudaMalloc(&A, sizeof h), cudaMalloc(&B, sizeof h), cudaMalloc(&C, sizeof h);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, sizeof h, cudaMemcpyHostToDevice);
    coalesced_matrix_multiply<<<dim3(n / TILE_X, n / TILE_Y), dim3(TILE_X, TILE_Y)>>>(C, B, A, n);
    cudaMemcpy(h, C, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(A), cudaFree(B), cudaFree(C);
}
