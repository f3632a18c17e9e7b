// Times kernels that work in the host's pinned memory, and prints GB/s, loads and stores together: why does a kernel
// that loads one array and stores another take so much longer than one that updates an array?
//
//   nvcc -O3 -arch=native pinned.cu -o pinned; ./pinned [MiB]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum Kind { UPDATE, SCALE, SCALE_PLAIN, LOAD, STORE, LOAD_PINNED_STORE_DEVICE, LOAD_DEVICE_STORE_PINNED, KINDS };

static const char *const names[] = {"update in place",
                                    "from one array to another, ld.global.nc",
                                    "from one array to another, plain loads",
                                    "loads only",
                                    "stores only",
                                    "from pinned to device memory",
                                    "from device to pinned memory"};

static __global__ void update(float4 *a, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) {
        float4 v = a[i];
        a[i] = {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w};
    }
}

static __global__ void scale(float4 *__restrict__ b, const float4 *__restrict__ a, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) {
        float4 v = a[i];
        b[i] = {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w};
    }
}

static __global__ void scale_plain(float4 *b, float4 *a, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) {
        float4 v = __ldcv(a + i);
        b[i] = {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w};
    }
}

static __global__ void load(const float4 *a, float *out, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        if (a[i].x == -1)
            *out = 1;
}

static __global__ void store(float4 *b, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        b[i] = {1, 2, 3, 4};
}

static void run(int kind, float4 *a, float4 *b, float4 *device, long n, long blocks)
{
    switch (kind) {
    case UPDATE: update<<<blocks, 128>>>(a, n); break;
    case SCALE: scale<<<blocks, 128>>>(b, a, n); break;
    case SCALE_PLAIN: scale_plain<<<blocks, 128>>>(b, a, n); break;
    case LOAD: load<<<blocks, 128>>>(a, (float *)device, n); break;
    case STORE: store<<<blocks, 128>>>(b, n); break;
    case LOAD_PINNED_STORE_DEVICE: scale<<<blocks, 128>>>(device, a, n); break;
    default: scale<<<blocks, 128>>>(b, device, n); break;
    }
}

int main(int count, char **words)
{
    long n = (count > 1 ? atol(words[1]) : 1024) * 65536;
    float4 *a, *b, *device;
    if (cudaMallocHost(&a, 16 * n) || cudaMallocHost(&b, 16 * n) || cudaMalloc(&device, 16 * n))
        return 2;
    for (long i = 0; i < n; i++)
        a[i] = b[i] = {1, 1, 1, 1};
    const long grids[] = {132, 132 * 16, (n + 127) / 128};
    for (int kind = 0; kind < KINDS; kind++)
        for (long blocks : grids) {
            double best = 1e9;
            for (int t = 0; t < 4; t++) {
                auto began = std::chrono::steady_clock::now();
                run(kind, a, b, device, n, blocks);
                if (cudaDeviceSynchronize() != cudaSuccess)
                    return 1;
                double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
                best = time < best ? time : best;
            }
            bool one = kind >= LOAD; // one array in the host's memory
            printf("%-42s %8ld blocks: %.1f GB/s\n", names[kind], blocks, (one ? 16e-9 : 32e-9) * n / best);
        }
    return 0;
}
