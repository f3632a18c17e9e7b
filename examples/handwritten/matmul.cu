// C = A B by tiles of 16 x 16: each thread computes one result, a block shares its rows of A and columns of B.
enum { TILE = 16 };

__global__ void matmul_kernel(int n, int m, int p, float *C, const float *A, const float *B)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < p; k += TILE) {
        a[y][x] = i < n && k + x < p ? A[(long)i * p + k + x] : 0;
        b[y][x] = k + y < p && j < m ? B[(long)(k + y) * m + j] : 0;
        __syncthreads();
        for (int e = 0; e < TILE; e++)
            sum += a[y][e] * b[e][x];
        __syncthreads();
    }
    if (i < n && j < m)
        C[(long)i * m + j] = sum;
}

void matmul_classic(int n, int m, int p, float *C, const float *A, const float *B)
{
    dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    matmul_kernel<<<grid, dim3(TILE, TILE)>>>(n, m, p, C, A, B);
}
