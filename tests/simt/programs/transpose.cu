#include <cstdio>
#include <vector>
const int TILE_DIM = 32, BLOCK_ROWS = 8;

__global__ void transpose(float *out, const float *in, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int width = 100, height = 60;
    std::vector<float> in(width * height), out(width * height);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = i;
    float *din, *dout;
    cudaMalloc(&din, in.size() * sizeof(float));
    cudaMalloc(&dout, in.size() * sizeof(float));
    cudaMemcpy(din, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
    dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
    transpose<<<grid, block>>>(dout, din, width, height);
    cudaMemcpy(out.data(), dout, in.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += out[x * height + y] != in[y * width + x];
    cudaFree(din);
    cudaFree(dout);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
