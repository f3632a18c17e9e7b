#include <cstdio>
#define ROWS 50
#define COLS 70

__global__ void matrixAdd(int a[ROWS][COLS], int b[ROWS][COLS], int c[ROWS][COLS])
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < COLS && y < ROWS)
        c[y][x] = a[y][x] + b[y][x];
}

static int a[ROWS][COLS], b[ROWS][COLS], c[ROWS][COLS];

int main()
{
    int(*da)[COLS], (*db)[COLS], (*dc)[COLS];
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++) {
            a[y][x] = y;
            b[y][x] = x;
        }
    cudaMalloc((void **)&da, sizeof a);
    cudaMalloc((void **)&db, sizeof b);
    cudaMalloc((void **)&dc, sizeof c);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    dim3 threads(16, 16);
    dim3 blocks((COLS + threads.x - 1) / threads.x, (ROWS + threads.y - 1) / threads.y);
    matrixAdd<<<blocks, threads>>>(da, db, dc);
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++)
            wrong += c[y][x] != x + y;
    cudaFree(da), cudaFree(db), cudaFree(dc);
    printf("%d wrong\n", wrong);
    return wrong;
}
