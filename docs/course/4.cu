// The task of lesson 4. The kernel writes the transposed of A, which has so many rows and columns, to B. Blocks have 32
// x 8 threads and a tile of 32 x 32 elements. It makes a mistake, and once this is mended, it is slow.
//
//     curestruct simt 4.cu
#include <cstdio>

__global__ void transpose(int rows, int columns, const float *A, float *B)
{
    __shared__ float tile[32][32];
    int column = 32 * blockIdx.x + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int row = 32 * blockIdx.y + k;
        if (row < rows && column < columns)
            tile[k][threadIdx.x] = A[row * columns + column];
    }
    int row = 32 * blockIdx.y + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += 8) {
        int column = 32 * blockIdx.x + k;
        if (row < rows && column < columns)
            B[column * rows + row] = tile[threadIdx.x][k];
    }
}

int main()
{
    const int rows = 64, columns = 96;
    static float A[rows][columns], B[columns][rows];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            A[i][j] = 100 * i + j;
    float *a, *b;
    cudaMalloc(&a, sizeof A);
    cudaMalloc(&b, sizeof B);
    cudaMemcpy(a, A, sizeof A, cudaMemcpyHostToDevice);
    transpose<<<dim3(columns / 32, rows / 32), dim3(32, 8)>>>(rows, columns, a, b);
    cudaMemcpy(B, b, sizeof B, cudaMemcpyDeviceToHost);
    printf("%g %g\n", B[1][0], B[0][1]);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
