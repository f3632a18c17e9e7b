// timing PERCENT ..: a line of comma-separated values on standard output for each variant and each size of the
// matrices.
#include "timing.cuh"
#undef cudaLaunchKernelEx

#include <algorithm>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tuple>

namespace study
{

Launch last;
cudaEvent_t before, after;

std::vector<Variant> &variants()
{
    static std::vector<Variant> all;
    return all;
}

void must(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

} // namespace study

using namespace study;

static __global__ void fill(float *data, long count, unsigned seed)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < count; i += (long)gridDim.x * blockDim.x) {
        unsigned long mixed = (i + seed) * 0x9e3779b97f4a7c15ul;
        mixed = (mixed ^ (mixed >> 29)) * 0xbf58476d1ce4e5b9ul;
        data[i] = (float)(mixed >> 40) / (1 << 24) - 0.5f;
    }
}

static __global__ void compare(const float *left, const float *right, long count, float tolerance, unsigned *wrong)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < count; i += (long)gridDim.x * blockDim.x)
        if (!(fabsf(left[i] - right[i]) <= tolerance))
            atomicAdd(wrong, 1);
}

struct Buffers {
    float *a, *b, *c, *expected;
    unsigned *wrong;
    long count;

    void refill()
    {
        fill<<<1024, 256>>>(a, count, 1);
        fill<<<1024, 256>>>(b, count, 2);
        fill<<<1024, 256>>>(c, count, 3);
    }
};

static unsigned differences(Buffers &buffers, float tolerance)
{
    unsigned wrong = 0;
    must(cudaMemset(buffers.wrong, 0, sizeof wrong), "cudaMemset");
    compare<<<1024, 256>>>(buffers.c, buffers.expected, buffers.count, tolerance, buffers.wrong);
    must(cudaMemcpy(&wrong, buffers.wrong, sizeof wrong, cudaMemcpyDeviceToHost), "compare");
    return wrong;
}

static float median_of_runs(const Variant &variant, int n, Buffers &buffers)
{
    enum { RUNS = 9, LEAST = 3, SLOW = 10000 }; // microseconds
    std::vector<float> times;
    for (int run = 0; run < RUNS && (run < LEAST || times[0] < SLOW); run++) {
        float milliseconds;
        variant.call(n, buffers.a, buffers.b, buffers.c);
        must(cudaEventElapsedTime(&milliseconds, before, after), "cudaEventElapsedTime");
        times.push_back(milliseconds * 1000);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

// All variants with matrices of so many percent of their size.
static bool time_all(Buffers &buffers, int percent)
{
    const char *kernel = "";
    bool fine = true;
    for (const Variant &variant : variants()) {
        int n = (int)((long)variant.n * percent / 100);
        buffers.count = (long)n * n;
        buffers.refill();
        variant.call(n, buffers.a, buffers.b, buffers.c);
        if (strcmp(kernel, variant.kernel) != 0)
            must(cudaMemcpy(buffers.expected, buffers.c, buffers.count * sizeof(float), cudaMemcpyDeviceToDevice),
                 "copy");
        kernel = variant.kernel;
        unsigned wrong = differences(buffers, 1e-3f);
        fine = fine && !wrong;
        if (wrong)
            fprintf(stderr, "%s, %d threads, tile %ld: %u results differ\n", kernel, variant.threads, variant.tile,
                    wrong);
        float time = median_of_runs(variant, n, buffers);
        printf("%s,%d,%d,%ld,%.2f,%d,%d,%d,%d\n", kernel, n, variant.threads, variant.tile, time, last.registers,
               last.spilled, last.shared, last.resident);
        fflush(stdout);
    }
    return fine;
}

int main(int count, char **arguments)
{
    auto key = [](const Variant &variant) { return std::make_tuple(variant.kernel[0], variant.threads, variant.tile); };
    std::sort(variants().begin(), variants().end(),
              [&](const Variant &x, const Variant &y) { return key(x) < key(y); });
    long largest = 0;
    for (const Variant &variant : variants())
        largest = std::max(largest, (long)variant.n * variant.n);
    Buffers buffers;
    must(cudaEventCreate(&before), "cudaEventCreate");
    must(cudaEventCreate(&after), "cudaEventCreate");
    for (float **data : {&buffers.a, &buffers.b, &buffers.c, &buffers.expected})
        must(cudaMalloc(data, largest * sizeof(float)), "cudaMalloc");
    must(cudaMalloc(&buffers.wrong, sizeof(unsigned)), "cudaMalloc");
    printf("kernel,n,threads,tile,microseconds,registers,spilled,shared,resident\n");
    bool fine = true;
    for (int i = 1; i < count; i++)
        fine = time_all(buffers, atoi(arguments[i])) && fine;
    return fine ? 0 : 3;
}
