#include <cstdio>

__global__ void transpose(int rows, int columns, const float *A, float *B)
{
    __shared__ float tile[32][33];
    int column = 32 * blockIdx.x + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int row = 32 * blockIdx.y + k;
        if (row < rows && column < columns)
            tile[k][threadIdx.x] = A[row * columns + column];
    }
    __syncthreads();
    int row = 32 * blockIdx.y + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int column = 32 * blockIdx.x + k;
        if (row < rows && column < columns)
            B[column * rows + row] = tile[threadIdx.x][k];
    }
}
