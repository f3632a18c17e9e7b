// Programs with one error each, chosen by name; expect.sh compares the report and the exit status.
// Catches: an error of a kernel that ends in a hang, in a crash without a word, or in a right result by luck.
#include <cooperative_groups.h>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <vector>

extern __shared__ float crs_shared[];

// ---- Barriers ----

__global__ void divergent_barrier(float *out)
{
    __shared__ float values[64];
    if (threadIdx.x < 32) {
        values[threadIdx.x] = 1;
        __syncthreads();
    } else {
        values[threadIdx.x] = 2;
        __syncthreads();
    }
    out[threadIdx.x] = values[threadIdx.x ^ 32];
}

__global__ void barrier_after_exit(float *out)
{
    if (threadIdx.x == 7)
        return;
    __syncthreads();
    out[threadIdx.x] = 1;
}

// Threads leave while the others already wait.
__global__ void exit_before_barrier(float *out)
{
    if (threadIdx.x < 60)
        __syncthreads();
    out[threadIdx.x] = 1;
}

__global__ void barrier_and_warp(float *out)
{
    if (threadIdx.x == 3)
        __syncwarp();
    else
        __syncthreads();
    out[threadIdx.x] = 1;
}

// ---- Warps ----

__global__ void warp_masks(float *out)
{
    unsigned mask = threadIdx.x < 8 ? 0x0000ffffu : 0xffffffffu;
    out[threadIdx.x] = __shfl_xor_sync(mask, 1.0f, 1);
}

__global__ void warp_places(float *out)
{
    float value = 1;
    if (threadIdx.x % 2)
        value = __shfl_xor_sync(0xffffffffu, value, 1);
    else
        value = __shfl_xor_sync(0xffffffffu, value, 2);
    out[threadIdx.x] = value;
}

__global__ void warp_own_lane(float *out) { out[threadIdx.x] = __shfl_sync(0x0000ffffu, 1.0f, 0); }

__global__ void warp_exited_lane(float *out)
{
    if (threadIdx.x == 5)
        return;
    out[threadIdx.x] = __shfl_sync(0xffffffffu, 1.0f, 0);
}

__global__ void warp_half(float *out)
{
    float value = 1;
    if (threadIdx.x % 2)
        value = __shfl_xor_sync(0xffffffffu, value, 1);
    out[threadIdx.x] = value;
}

// ---- Memory ----

__global__ void past_end(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x + 1] = 1; }

__global__ void far_before(const float *in, float *out) { out[threadIdx.x] = in[(int)threadIdx.x - 2000]; }

__global__ void just_before(float *out) { out[(int)threadIdx.x - 1] = 1; }

__global__ void plain(float *out) { out[threadIdx.x] = 1; }

__global__ void past_dynamic(float *out)
{
    crs_shared[threadIdx.x + 1] = 1;
    out[threadIdx.x] = 1;
}

__device__ __noinline__ int deep(volatile int *outer, int depth)
{
    volatile int local[256];
    local[0] = depth;
    return depth == 0 ? outer[0] : deep(local, depth - 1) + local[0];
}

__global__ void deep_recursion(float *out)
{
    volatile int start[1] = {0};
    out[threadIdx.x] = (float)deep(start, threadIdx.x == 9 ? 100000 : 1);
}

// ---- The rest ----

__global__ void failed_assert(float *out)
{
    assert(threadIdx.x != 11);
    out[threadIdx.x] = 1;
}

__global__ void trap(float *out)
{
    if (threadIdx.x == 12)
        __trap();
    out[threadIdx.x] = 1;
}

__global__ void endless(volatile float *out)
{
    while (threadIdx.x == 13 && blockIdx.x == 1)
        out[threadIdx.x] = 1;
}

__global__ void host_call(float *out)
{
#ifndef __CUDA_ARCH__
    cudaDeviceSynchronize();
#endif
    out[threadIdx.x] = 1;
}

// 16 bytes from one element on.
__global__ void misaligned_copy(float *out)
{
    __shared__ __align__(16) float values[4];
#ifdef CURESTRUCT_SIMT // nvcc only compiles this
    if (threadIdx.x == 0)
        simt::copy_later(&values[0], &out[1], 16);
#endif
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x % 4];
}

// Of bytes after the end that are accessible, by a thread that does not wait for its copy.
__global__ void copy_past_end(float *out)
{
    __shared__ __align__(16) float values[4];
    out[threadIdx.x] = 1;
#ifdef CURESTRUCT_SIMT
    if (threadIdx.x == 0)
        simt::copy_later(&values[0], &out[124], 16);
#endif
}

__global__ void grid_barrier_alone(float *out)
{
    out[threadIdx.x] = 1;
    cooperative_groups::this_grid().sync();
}

__global__ void grid_barrier_missed(float *out)
{
    out[threadIdx.x] = 1;
    if (blockIdx.x == 0)
        cooperative_groups::this_grid().sync();
}

struct Case {
    const char *name;
    void (*kernel)(float *);
};

static const Case cases[] = {
    {"divergent_barrier", divergent_barrier},
    {"barrier_after_exit", barrier_after_exit},
    {"exit_before_barrier", exit_before_barrier},
    {"barrier_and_warp", barrier_and_warp},
    {"warp_masks", warp_masks},
    {"warp_places", warp_places},
    {"warp_own_lane", warp_own_lane},
    {"warp_exited_lane", warp_exited_lane},
    {"warp_half", warp_half},
    {"past_end", past_end},
    {"just_before", just_before},
    {"past_dynamic", past_dynamic},
    {"deep_recursion", deep_recursion},
    {"failed_assert", failed_assert},
    {"trap", trap},
    {"host_call", host_call},
    {"misaligned_copy", misaligned_copy},
    {"copy_past_end", copy_past_end},
    {"use_after_free", plain},
    {"host_argument", plain},
    {"grid_barrier_alone", grid_barrier_alone},
    {"grid_barrier_missed", grid_barrier_missed},
    {"host_access", plain},
    {"leak", plain},
};

static cudaLaunchAttribute together; // of all launches

template <class... P, class... A> static void run(void (*kernel)(P...), A... arguments)
{
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = 2;
    configuration.blockDim = 64;
    configuration.dynamicSmemBytes = 64 * sizeof(float);
    configuration.attrs = &together;
    configuration.numAttrs = 1;
    cudaError_t error = cudaLaunchKernelEx(&configuration, kernel, arguments...);
    printf("%s\n", cudaGetErrorString(error));
}

static void run_case(const Case &chosen, float *out, float *host)
{
    if (!strcmp(chosen.name, "use_after_free"))
        cudaFree(out);
    if (!strcmp(chosen.name, "host_argument"))
        out = host;
    if (!strcmp(chosen.name, "host_access"))
        out[3] = 1;
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = !strcmp(chosen.name, "grid_barrier_missed");
    run(chosen.kernel, out);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    std::vector<float> host(128);
    float *out;
    if (cudaMalloc(&out, (size_t)(strcmp(name, "copy_past_end") ? 128 : 127) * sizeof(float)) != cudaSuccess)
        return 1;
    if (!strcmp(name, "far_before"))
        run(far_before, (const float *)out, out);
    else if (!strcmp(name, "endless"))
        run(endless, (volatile float *)out);
    else
        for (const Case &chosen : cases)
            if (!strcmp(chosen.name, name))
                run_case(chosen, out, host.data());
    return 0;
}
