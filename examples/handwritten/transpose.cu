// B = A transposed. Straight: one of the two accesses goes down a column. With a tile: both go along rows, and the
// tile's rows are one element longer than a warp, so that a column of it lies in 32 different banks.
enum { TILE = 32, ROWS = 8 };

__global__ void straight_kernel(int rows, int columns, const float *A, float *B)
{
    int j = blockIdx.x * TILE + threadIdx.x, i = blockIdx.y * ROWS + threadIdx.y;
    if (i < rows && j < columns)
        B[(long)j * rows + i] = A[(long)i * columns + j];
}

void transpose_straight(int rows, int columns, const float *A, float *B)
{
    dim3 grid((columns + TILE - 1) / TILE, (rows + ROWS - 1) / ROWS);
    straight_kernel<<<grid, dim3(TILE, ROWS)>>>(rows, columns, A, B);
}

__global__ void tile_kernel(int rows, int columns, const float *A, float *B)
{
    __shared__ float tile[TILE][TILE + 1];
    int j = blockIdx.x * TILE + threadIdx.x, i = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += ROWS)
        if (i + k < rows && j < columns)
            tile[threadIdx.y + k][threadIdx.x] = A[(long)(i + k) * columns + j];
    __syncthreads();
    j = blockIdx.y * TILE + threadIdx.x;
    i = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += ROWS)
        if (i + k < columns && j < rows)
            B[(long)(i + k) * rows + j] = tile[threadIdx.x][threadIdx.y + k];
}

void transpose_tile(int rows, int columns, const float *A, float *B)
{
    dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    tile_kernel<<<grid, dim3(TILE, ROWS)>>>(rows, columns, A, B);
}
