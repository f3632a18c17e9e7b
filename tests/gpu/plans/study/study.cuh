// Times the candidates of one nest on one GPU (study.py writes the file that includes this one, and runs it).
//
// A line for each candidate, on standard output: its number, what came of it (timed, differs, failed), microseconds,
// and the relative difference of its results from those of the reference, which is a candidate, too. Before each:
// "begin NUMBER", so that the caller knows which one has ended the process. The L2 cache is emptied before each run.
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <thread>
#include <unistd.h>
#include <vector>

struct Buffer {
    size_t count, width;
    char kind; // f, d, i, b: float, double, int, byte
    bool written;
    unsigned values; // integers are below
    char *memory, *reference;
};

static const double LONG_US = 10000; // a longer run is repeated once only
static const int STUCK_SECONDS = 2;

static __host__ __device__ unsigned mixed(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (unsigned)((x ^ x >> 31) >> 16);
}

template <class T> static __global__ void fill_kernel(T *memory, size_t count, unsigned values, unsigned long long seed)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        unsigned bits = mixed(i + (seed << 40));
        memory[i] = values ? (T)(bits % values) : (T)(bits * (1.0 / 4294967296.0));
    }
}

template <class T> static __global__ void compare_kernel(const T *left, const T *right, size_t count, double *sums)
{
    double difference = 0, size = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        double a = (double)left[i], b = (double)right[i], d = a == b ? 0 : a - b;
        difference += d * d;
        size += b * b;
    }
    if (difference != 0)
        atomicAdd(sums, difference);
    atomicAdd(sums + 1, size);
}

static __global__ void flush_kernel(const float4 *memory, size_t count, float *out)
{
    float sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        sum += memory[i].x;
    if (sum == 12345.678f)
        *out = sum;
}

struct Study {
    std::vector<Buffer> buffers;
    float4 *flushed;
    double *sums;
    cudaEvent_t begin, end;
    enum : size_t { FLUSH = (size_t)256 << 20 };

    void must(cudaError_t error, const char *what)
    {
        if (error == cudaSuccess)
            return;
        printf("error %s: %s\n", what, cudaGetErrorString(error));
        fflush(stdout);
        _exit(3);
    }

    void fill(size_t b)
    {
        const Buffer &buffer = buffers[b];
        if (buffer.kind == 'f')
            fill_kernel<<<1056, 256>>>((float *)buffer.memory, buffer.count, 0, b);
        if (buffer.kind == 'd')
            fill_kernel<<<1056, 256>>>((double *)buffer.memory, buffer.count, 0, b);
        if (buffer.kind == 'i')
            fill_kernel<<<1056, 256>>>((int *)buffer.memory, buffer.count, buffer.values, b);
        if (buffer.kind == 'b')
            fill_kernel<<<1056, 256>>>((unsigned char *)buffer.memory, buffer.count, buffer.values, b);
    }

    double difference(const Buffer &buffer)
    {
        double host[2];
        must(cudaMemsetAsync(sums, 0, sizeof host), "memset");
        if (buffer.kind == 'f')
            compare_kernel<<<1056, 256>>>((float *)buffer.memory, (float *)buffer.reference, buffer.count, sums);
        if (buffer.kind == 'd')
            compare_kernel<<<1056, 256>>>((double *)buffer.memory, (double *)buffer.reference, buffer.count, sums);
        if (buffer.kind == 'i')
            compare_kernel<<<1056, 256>>>((int *)buffer.memory, (int *)buffer.reference, buffer.count, sums);
        if (buffer.kind == 'b')
            compare_kernel<<<1056, 256>>>((unsigned char *)buffer.memory, (unsigned char *)buffer.reference,
                                          buffer.count, sums);
        must(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost), "copy");
        double relative = sqrt(host[0] / (host[1] + 1e-300));
        return isfinite(relative) ? relative : 1e30;
    }

    double run(void (*call)(int, std::vector<Buffer> &), int number)
    {
        float milliseconds;
        flush_kernel<<<1056, 256>>>(flushed, FLUSH / sizeof *flushed, (float *)sums);
        must(cudaEventRecord(begin), "record");
        call(number, buffers);
        must(cudaEventRecord(end), "record");
        must(cudaDeviceSynchronize(), "run");
        must(cudaEventElapsedTime(&milliseconds, begin, end), "time");
        return milliseconds * 1e3;
    }
};

static int study(std::vector<Buffer> buffers, const std::vector<int> &numbers, void (*call)(int, std::vector<Buffer> &),
                 double tolerance, int argc, char **argv)
{
    Study study = {buffers};
    int from = argc > 1 ? atoi(argv[1]) : 0, reference = argc > 2 ? atoi(argv[2]) : 0;
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    study.must(cudaDeviceGetDefaultMemPool(&pool, 0), "pool");
    study.must(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "pool");
    study.must(cudaMalloc((void **)&study.flushed, Study::FLUSH), "cudaMalloc");
    study.must(cudaMemset(study.flushed, 0, Study::FLUSH), "memset");
    study.must(cudaMalloc((void **)&study.sums, 2 * sizeof(double)), "cudaMalloc");
    study.must(cudaEventCreate(&study.begin), "event");
    study.must(cudaEventCreate(&study.end), "event");
    for (size_t b = 0; b < buffers.size(); b++) {
        Buffer &buffer = study.buffers[b];
        study.must(cudaMalloc((void **)&buffer.memory, buffer.count * buffer.width), "cudaMalloc");
        if (buffer.written)
            study.must(cudaMalloc((void **)&buffer.reference, buffer.count * buffer.width), "cudaMalloc");
        study.fill(b);
    }
    static std::atomic<long> step{0};
    study.must(cudaDeviceSynchronize(), "fill");
    std::thread([] {
        long before = -1;
        for (;; std::this_thread::sleep_for(std::chrono::seconds(STUCK_SECONDS))) {
            if (step == before)
                _exit(9);
            before = step;
        }
    }).detach();
    bool known = false;
    for (size_t i = 0; i < numbers.size(); i++) {
        int number = numbers[i];
        if (number < from && number != reference)
            continue;
        for (size_t b = 0; b < buffers.size(); b++)
            if (buffers[b].written)
                study.fill(b);
        step++;
        if (number >= from) {
            printf("begin %d\n", number);
            fflush(stdout);
        }
        if (!known) // the first run of a process also makes the pool of scratch memory
            study.run(call, number);
        for (size_t b = 0; !known && b < buffers.size(); b++)
            if (buffers[b].written)
                study.fill(b);
        double first = study.run(call, number), most = 0;
        for (Buffer &buffer : study.buffers) {
            if (!buffer.written)
                continue;
            if (!known)
                study.must(
                    cudaMemcpy(buffer.reference, buffer.memory, buffer.count * buffer.width, cudaMemcpyDeviceToDevice),
                    "copy");
            most = std::max(most, study.difference(buffer));
        }
        known = true;
        if (number < from)
            continue;
        std::vector<double> times;
        for (int r = first < LONG_US / 10 ? 5 : 3; r > 0 && first < LONG_US; r--)
            times.push_back(study.run(call, number));
        if (times.empty())
            times.push_back(std::min(first, study.run(call, number))); // the first run may have made scratch memory
        std::sort(times.begin(), times.end());
        printf("%d %s %.2f %.1e\n", number, most <= tolerance ? "timed" : "differs", times[times.size() / 2], most);
        fflush(stdout);
    }
    return 0;
}
