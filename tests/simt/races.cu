// Programs with one data race each, chosen by name, and their right counterparts; expect.sh compares the report and the
// exit status. Catches: a race that is not reported (threads on the CPU take turns, so the results are right), also one
// in a part of an element, and accesses that are ordered but reported. `indices` catches that reads of threadIdx and
// the like are looked up among the program's arrays, which is right but slow: it happens if the four variables are far
// apart (own_memory in races.h).
#include <algorithm>
#include <cassert>
#include <cooperative_groups.h>
#include <cstdint>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

__global__ void plain_increment(int *data) { data[0] += 1; }

__global__ void atomic_increment(int *data) { atomicAdd(&data[0], 1); }

__global__ void indices(int *data)
{
    uintptr_t places[] = {(uintptr_t)&threadIdx, (uintptr_t)&blockIdx, (uintptr_t)&blockDim, (uintptr_t)&gridDim};
    assert(*std::max_element(places, places + 4) - *std::min_element(places, places + 4) < 64);
    data[threadIdx.x] = 1;
}

__global__ void no_barrier(int *data)
{
    __shared__ int values[64];
    values[threadIdx.x] = (int)threadIdx.x;
    data[threadIdx.x] = values[threadIdx.x ^ 32];
}

__global__ void barrier(int *data)
{
    __shared__ int values[64];
    values[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    data[threadIdx.x] = values[threadIdx.x ^ 32];
}

__global__ void no_warp_barrier(int *data)
{
    __shared__ int values[64];
    values[threadIdx.x] = (int)threadIdx.x;
    data[threadIdx.x] = values[threadIdx.x ^ 1];
}

__global__ void warp_barrier(int *data)
{
    __shared__ int values[64];
    values[threadIdx.x] = (int)threadIdx.x;
    __syncwarp();
    data[threadIdx.x] = values[threadIdx.x ^ 1];
}

// The last four bytes of a neighbour's number, which has been stored before a barrier, and again.
static __device__ void last_bytes(int *data, bool barrier)
{
    __shared__ double values[64];
    unsigned t = threadIdx.x;
    values[t] = 0;
    __syncthreads();
    values[t] = t;
    if (barrier)
        __syncthreads();
    memcpy(&data[t], (char *)&values[t ^ 1] + 4, 4);
}

__global__ void no_wide_barrier(int *data) { last_bytes(data, false); }

__global__ void wide_barrier(int *data) { last_bytes(data, true); }

// The block that counts last reads what the others stored. data[0] counts.
static __device__ void last_block(int *data, bool fence)
{
    __shared__ int before;
    if (threadIdx.x == 0) {
        data[1 + blockIdx.x] = 1;
        if (fence)
            __threadfence();
        before = atomicAdd(&data[0], 1);
        if (before == (int)gridDim.x - 1) {
            int sum = 0;
            for (unsigned block = 0; block < gridDim.x; block++)
                sum += data[1 + block];
            data[1 + gridDim.x] = sum;
        }
    }
}

__global__ void no_fence(int *data) { last_block(data, false); }

__global__ void fence(int *data) { last_block(data, true); }

// 63 elements are 252 bytes, of 256 that can be read.
__global__ void past_end(int *data)
{
    if (threadIdx.x == 0)
        data[0] = data[63];
}

// What all threads read of the element before, others wrote earlier or write later.
__global__ void grid_barrier(int *data)
{
    __shared__ int kept[64];
    unsigned i = blockIdx.x * 64 + threadIdx.x, count = gridDim.x * 64;
    for (int step = 0; step < 3; step++) {
        kept[threadIdx.x] = data[(i + 1) % count] + data[0];
        cooperative_groups::this_grid().sync();
        data[i] = kept[threadIdx.x ^ 1];
        cooperative_groups::this_grid().sync();
    }
}

__global__ void one_grid_barrier(int *data)
{
    unsigned i = blockIdx.x * 64 + threadIdx.x, count = gridDim.x * 64;
    for (int step = 0; step < 3; step++) {
        int before = data[(i + 64) % count];
        cooperative_groups::this_grid().sync();
        data[i] = before;
    }
}

// An earlier launch, of one thread: it precedes whatever comes later, in its own memory and in what takes its place.
__global__ void zeros(int *data, unsigned elements)
{
    for (unsigned i = 0; threadIdx.x == 0 && i < elements; i++)
        data[i] = 0;
}

static int *zeroed(unsigned elements)
{
    int *data = nullptr;
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = dim3(1);
    configuration.blockDim = dim3(64);
    cudaMalloc((void **)&data, elements * sizeof(int));
    cudaLaunchKernelEx(&configuration, zeros, data, elements);
    return data;
}

int main(int, char **arguments)
{
    struct Case {
        const char *name;
        void (*kernel)(int *);
        unsigned blocks, elements;
    };
    static const Case cases[] = {
        {"plain_increment", plain_increment, 1, 64},
        {"atomic_increment", atomic_increment, 3, 64},
        {"indices", indices, 1, 64},
        {"no_barrier", no_barrier, 1, 64},
        {"barrier", barrier, 1, 64},
        {"no_warp_barrier", no_warp_barrier, 1, 64},
        {"warp_barrier", warp_barrier, 1, 64},
        {"no_wide_barrier", no_wide_barrier, 1, 64},
        {"wide_barrier", wide_barrier, 1, 64},
        {"no_fence", no_fence, 3, 64},
        {"fence", fence, 3, 64},
        {"past_end", past_end, 1, 63},
        {"grid_barrier", grid_barrier, 3, 192},
        {"one_grid_barrier", one_grid_barrier, 3, 192},
    };
    for (const Case &chosen : cases) {
        if (strcmp(chosen.name, arguments[1]) != 0)
            continue;
        cudaFree(zeroed(chosen.elements));
        int *data = zeroed(chosen.elements);
        cudaLaunchConfig_t configuration = {};
        configuration.gridDim = dim3(chosen.blocks);
        configuration.blockDim = dim3(64);
        cudaLaunchAttribute together = {};
        together.id = cudaLaunchAttributeCooperative;
        together.val.cooperative = strstr(chosen.name, "grid_barrier") != nullptr;
        configuration.attrs = &together;
        configuration.numAttrs = 1;
        cudaError_t error = cudaLaunchKernelEx(&configuration, chosen.kernel, data);
        printf("%s\n", error == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess ? "all right" : "failed");
        cudaFree(data);
    }
}
