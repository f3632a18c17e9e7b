#include <cstdio>

__global__ void kernel(float *a, int offset)
{
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    float x = (float)i;
    a[i] = a[i] + sqrtf(sinf(x) * sinf(x) + cosf(x) * cosf(x));
}

int main(int argc, char **argv)
{
    const int blockSize = 64, nStreams = 4, n = 4 * 4 * blockSize * nStreams;
    const int streamSize = n / nStreams, streamBytes = streamSize * sizeof(float), bytes = n * sizeof(float);
    float *a, *d_a;
    cudaMallocHost((void **)&a, bytes);
    cudaMalloc((void **)&d_a, bytes);
    for (int i = 0; i < n; i++)
        a[i] = 0;
    cudaStream_t stream[nStreams];
    for (int i = 0; i < nStreams; ++i)
        cudaStreamCreate(&stream[i]);
    for (int i = 0; i < nStreams; ++i) {
        int offset = i * streamSize;
        cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]);
        kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
        cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]);
    }
    for (int i = 0; i < nStreams; ++i)
        cudaStreamSynchronize(stream[i]);
    float error = 0;
    for (int i = 0; i < n; i++)
        error = fmaxf(error, fabsf(a[i] - 1.0f));
    printf("max error %s\n", error < 1e-6f ? "is small" : "is large");
    for (int i = 0; i < nStreams; ++i)
        cudaStreamDestroy(stream[i]);
    cudaFree(d_a);
    cudaFreeHost(a);
    return error > 1e-6f;
}
