// A tiled convolution with a halo, its radius a template parameter, its mask in constant memory.
#include <cstdio>
#include <vector>
#define TILE 12
#define MAX_MASK 7

__constant__ float d_mask[MAX_MASK * MAX_MASK];

template <int R> __global__ void convolve(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE + 2 * R][TILE + 2 * R];
    int x = blockIdx.x * TILE + threadIdx.x - R, y = blockIdx.y * TILE + threadIdx.y - R;
    bool inside = x >= 0 && x < width && y >= 0 && y < height;
    tile[threadIdx.y][threadIdx.x] = inside ? in[y * width + x] : 0.0f;
    __syncthreads();
    if (threadIdx.x < R || threadIdx.x >= TILE + R || threadIdx.y < R || threadIdx.y >= TILE + R || !inside)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int i = -R; i <= R; i++)
        for (int j = -R; j <= R; j++)
            sum += tile[threadIdx.y + i][threadIdx.x + j] * d_mask[(i + R) * (2 * R + 1) + j + R];
    out[y * width + x] = sum;
}

template <int R> int test(int width, int height)
{
    std::vector<float> in(width * height), out(width * height), mask((2 * R + 1) * (2 * R + 1));
    for (size_t i = 0; i < in.size(); i++)
        in[i] = i % 13;
    for (size_t i = 0; i < mask.size(); i++)
        mask[i] = i % 3;
    float *din, *dout;
    cudaMalloc(&din, in.size() * sizeof(float));
    cudaMalloc(&dout, in.size() * sizeof(float));
    cudaMemcpy(din, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(d_mask, mask.data(), mask.size() * sizeof(float));
    dim3 block(TILE + 2 * R, TILE + 2 * R), grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    convolve<R><<<grid, block>>>(din, dout, width, height);
    cudaMemcpy(out.data(), dout, in.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
    int wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int i = -R; i <= R; i++)
                for (int j = -R; j <= R; j++)
                    if (y + i >= 0 && y + i < height && x + j >= 0 && x + j < width)
                        sum += in[(y + i) * width + x + j] * mask[(i + R) * (2 * R + 1) + j + R];
            wrong += sum != out[y * width + x];
        }
    return wrong;
}

int main()
{
    int wrong = test<1>(40, 30) + test<3>(25, 33);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
