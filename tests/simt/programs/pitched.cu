#include <cstdio>
#include <vector>

__global__ void scale(float *data, size_t pitch, int width, int height, float factor)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        float *line = (float *)((char *)data + row * pitch);
        line[col] *= factor;
    }
}

int main()
{
    const int width = 45, height = 20;
    std::vector<float> image(width * height), result(width * height, -1.0f);
    for (int i = 0; i < width * height; i++)
        image[i] = i;
    float *device;
    size_t pitch;
    cudaMallocPitch(&device, &pitch, width * sizeof(float), height);
    cudaMemcpy2D(device, pitch, image.data(), width * sizeof(float), width * sizeof(float), height,
                 cudaMemcpyHostToDevice);
    dim3 block(16, 4), grid((width + 15) / 16, (height + 3) / 4);
    scale<<<grid, block>>>(device, pitch, width, height, 2.0f);
    cudaMemcpy2D(result.data(), width * sizeof(float), device, pitch, width * sizeof(float), height,
                 cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < width * height; i++)
        wrong += result[i] != 2 * image[i];
    cudaFree(device);
    printf("pitch %s, %d wrong\n", pitch >= width * sizeof(float) ? "fine" : "too small", wrong);
    return wrong != 0;
}
