// Times the generated code and its rivals on one GPU, on the same buffers and in one run.
//
// The program that includes this file (bench.cu, generated) defines a Subject: how to make its buffers, how to call the
// generated function, and the rivals. A launcher runs once on each set of buffers while its work for the GPU is
// recorded. Only the replay of this recording is timed, without the host's own work.
//
//   Order of a run: fill the buffers; run each contender on equal inputs and compare the results; then time the
//   contenders one after the other, in several rounds. Each repetition uses the next set of buffers. There are
//   enough sets to exceed the L2 cache.
//
// A time is the median over the repetitions of a round, then over the rounds. The spread is that of the rounds.
#ifndef CRS_BENCH_CUH
#define CRS_BENCH_CUH

#include "host_memory.h"
#include "plots.h"
#include "tables.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <math.h>
#include <memory>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <vector>

namespace crs_bench
{

inline void must(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "bench: error: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

// ---- recording what a launcher sends to the GPU

using Recording = std::vector<std::function<cudaError_t()>>;
inline Recording *recording; // that is being made, or NULL

// One launch of a kernel, as its occupancy depends on it.
struct Launch {
    const void *kernel;
    dim3 block;
    size_t dynamic;
};
inline std::vector<Launch> *launches; // what is launched goes here, if it is not NULL

template <class... Parameters, class... Arguments>
cudaError_t launch(const cudaLaunchConfig_t *configuration, void (*kernel)(Parameters...), Arguments... arguments)
{
    std::vector<cudaLaunchAttribute> attributes(configuration->attrs, configuration->attrs + configuration->numAttrs);
    auto call = [=, own = *configuration]() {
        cudaLaunchConfig_t again = own;
        again.attrs = const_cast<cudaLaunchAttribute *>(attributes.data()); // the launcher's are gone
        return cudaLaunchKernelEx(&again, kernel, static_cast<Parameters>(arguments)...);
    };
    if (recording)
        recording->push_back(call);
    if (launches)
        launches->push_back({(const void *)kernel, configuration->blockDim, configuration->dynamicSmemBytes});
    return call();
}

inline cudaError_t set_memory(void *memory, int value, size_t size, cudaStream_t stream)
{
    auto call = [=]() { return cudaMemsetAsync(memory, value, size, stream); };
    if (recording)
        recording->push_back(call);
    return call();
}

// Scratch memory has to outlive its launcher: recordings use it.
inline cudaError_t keep(void *memory, cudaStream_t stream)
{
    return recording ? cudaSuccess : cudaFreeAsync(memory, stream);
}

// ---- random data

// positive: sums of them lose no digits; dominant: a square matrix whose diagonal is larger than the rest of its row
enum class Values { real, positive, integer, index, offsets, dominant };

inline __host__ __device__ uint32_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ x >> 31) >> 16);
}

// Real numbers in -1..1 (positive ones and those beside a diagonal in 0..1), integers in 0..limit-1.
template <class T> __global__ void fill_kernel(T *memory, size_t count, Values values, long limit, uint64_t seed)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t bits = mixed(i + (seed << 40));
        double part = bits * (1.0 / 4294967296.0);
        if (values == Values::real)
            memory[i] = (T)(2 * part - 1);
        else if (values == Values::positive)
            memory[i] = (T)part;
        else if (values == Values::dominant) // in a row of `limit`
            memory[i] = (T)(part + (i % (limit + 1) == 0 ? (double)limit : 0));
        else if (values ==
                 Values::offsets) { // increasing, from 0 on, gaps of random length; that in the middle has 1/64 of all
            long middle = (limit - 1) / 64 * (i > count / 2);
            memory[i] = i ? (T)(((double)i + part - 0.5) / (double)count * (double)(limit - 1 - (limit - 1) / 64) +
                                (double)middle)
                          : (T)0;
        } else
            memory[i] = (T)(bits % (uint64_t)limit);
    }
}

template <class T> void fill(void *memory, size_t count, Values values, long limit, uint64_t seed)
{
    if (count == 0)
        return;
    fill_kernel<<<1056, 256>>>((T *)memory, count, values, limit > 0 ? limit : 1, seed);
    must(cudaGetLastError(), "fill");
}

// ---- index arithmetic, as generated expressions have it

namespace index
{
inline long min(long a, long b) { return a < b ? a : b; }
inline long max(long a, long b) { return a > b ? a : b; }
inline long floor_div(long a, long b) { return a / b - (a % b < 0); }
inline long ceil_div(long a, long b) { return -floor_div(-a, b); }
inline long floor_mod(long a, long b) { return a % b + (a % b < 0 ? b : 0); }
} // namespace index

// In a block: these, and not CUDA's overloads.
#define CRS_BENCH_INDEX                                                                                          \
    using crs_bench::index::min, crs_bench::index::max, crs_bench::index::floor_div, crs_bench::index::ceil_div, \
        crs_bench::index::floor_mod;

// ---- comparing

template <class T> __global__ void compare_kernel(const T *left, const T *right, size_t count, double *sums)
{
    double difference = 0, size = 0, most = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        double a = (double)left[i], b = (double)right[i];
        bool same = a == b || (a != a && b != b);
        double d = same ? 0 : fabs(a - b);
        difference += d * d;
        size += b == b ? b * b : 0;
        most = d > most || d != d ? (d == d ? d : INFINITY) : most;
    }
    atomicAdd(sums, difference);
    atomicAdd(sums + 1, size);
    unsigned long long bits = __double_as_longlong(most);
    atomicMax((unsigned long long *)(sums + 2), bits); // not negative: ordered as integers are
}

struct Difference {
    double relative; // norm of the difference / norm of the right one
    double most;     // the largest one
};

template <class T> Difference compare(const void *left, const void *right, size_t count)
{
    double *sums, host[3];
    must(cudaMalloc((void **)&sums, sizeof host), "cudaMalloc");
    must(cudaMemset(sums, 0, sizeof host), "cudaMemset");
    compare_kernel<<<1056, 256>>>((const T *)left, (const T *)right, count, sums);
    must(cudaGetLastError(), "compare");
    must(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    must(cudaFree(sums), "cudaFree");
    double relative = std::sqrt(host[0] / (host[1] + 1e-300));
    return {std::isfinite(relative) ? relative : INFINITY, host[2]};
}

// ---- the subject

struct Buffer {
    const char *name;
    size_t count, width; // elements, and their bytes
    bool read, written;
    void (*fill)(void *memory, size_t count, Values values, long limit, uint64_t seed);
    Difference (*compare)(const void *left, const void *right, size_t count);
    Values values;
    long limit;
    double tolerance; // relative; 0: bit for bit
    size_t touched;   // elements that the nests touch; the function may touch others
};

using Set = std::vector<void *>; // the memory of each buffer

struct Contender {
    std::string name;
    std::function<void(const Set &set)> call; // sends its work to the default stream; may wait for it only if recorded
    bool recorded = false;                    // timed by the recorded work; otherwise by calling it
    // what it needs done, not timed, whenever the buffers have new values; or NULL
    std::function<void(const Set &set)> before = nullptr;
    bool as_called = false; // the whole call from pointers to host memory is timed by the host's clock
};

struct KernelName {
    const char *name;
    const void *kernel;
};

struct Subject {
    std::vector<KernelName> kernels;
    std::vector<Buffer> buffers;
    std::vector<Contender> contenders;                                 // the generated code first
    double bytes, operations;                                          // of one call: touched once each; 0: not known
    std::function<bool(const Set &inputs, const Set &outputs)> serial; // NULL, or: the serial original agrees
};

// ---- what the kernels need

inline KernelUse use_of(const Subject &subject, const Launch &launch)
{
    KernelUse use = {"?", (int)(launch.block.x * launch.block.y * launch.block.z), 0, 0, launch.dynamic, 0, 0, 0};
    int device, threads;
    cudaFuncAttributes attributes;
    for (const KernelName &kernel : subject.kernels)
        if (kernel.kernel == launch.kernel)
            use.name = kernel.name;
    must(cudaFuncGetAttributes(&attributes, launch.kernel), "cudaFuncGetAttributes");
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&use.blocks, launch.kernel, use.threads, use.dynamic),
         "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    must(cudaGetDevice(&device), "cudaGetDevice");
    must(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device), "cudaDeviceGetAttribute");
    use.registers = attributes.numRegs;
    use.shared = attributes.sharedSizeBytes + use.dynamic;
    use.spilled = attributes.localSizeBytes;
    use.occupancy = (double)use.blocks * use.threads / threads;
    return use;
}

// Each kernel once for each block size and size of dynamic shared memory.
inline std::vector<KernelUse> uses_of(const Subject &subject, const std::vector<Launch> &all)
{
    std::vector<KernelUse> uses;
    for (const Launch &launch : all) {
        KernelUse use = use_of(subject, launch);
        if (std::none_of(uses.begin(), uses.end(), [&](const KernelUse &other) { return use.is_same(other); }))
            uses.push_back(use);
    }
    return uses;
}

// ---- the ceilings of the device

__global__ void copy_kernel(float4 *__restrict__ to, const float4 *__restrict__ from, size_t count)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

__global__ void multiply_kernel(float *out, float a, float b)
{
    float x[8];
    for (int k = 0; k < 8; k++)
        x[k] = threadIdx.x + k;
    for (int i = 0; i < 4096; i++)
#pragma unroll
        for (int k = 0; k < 8; k++)
            x[k] = x[k] * a + b;
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += x[k];
    if (sum == 12345.678f)
        out[threadIdx.x] = sum;
}

// ---- time

__global__ void wait_kernel(long long nanoseconds)
{
    unsigned long long begin, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while ((long long)(now - begin) < nanoseconds);
}

inline double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Seconds, the median over `repetitions` of work(0), work(1), ...; the queue is filled first, so that no gap is timed.
inline double time_of(const std::function<void(int)> &work, int repetitions)
{
    static std::vector<cudaEvent_t> events;
    while (events.size() < 2 * (size_t)repetitions) {
        cudaEvent_t event;
        must(cudaEventCreate(&event), "cudaEventCreate");
        events.push_back(event);
    }
    wait_kernel<<<1, 1>>>(300000 + 20000ll * repetitions);
    for (int i = 0; i < repetitions; i++) {
        must(cudaEventRecord(events[2 * i]), "cudaEventRecord");
        work(i);
        must(cudaEventRecord(events[2 * i + 1]), "cudaEventRecord");
    }
    must(cudaGetLastError(), "launch");
    must(cudaDeviceSynchronize(), "timing");
    std::vector<double> times;
    for (int i = 0; i < repetitions; i++) {
        float milliseconds;
        must(cudaEventElapsedTime(&milliseconds, events[2 * i], events[2 * i + 1]), "cudaEventElapsedTime");
        times.push_back(milliseconds * 1e-3);
    }
    return median(times);
}

// The distance between the two arrays of a copy changes its rate by a tenth: the best of several distances counts.
inline Ceilings measure_ceilings()
{
    size_t count = (size_t)1 << 26, spare = (size_t)1 << 20; // 1 GiB each way
    float4 *from, *to;
    must(cudaMalloc((void **)&from, count * sizeof *from), "cudaMalloc");
    must(cudaMalloc((void **)&to, (count + spare) * sizeof *to), "cudaMalloc");
    fill<float>(from, count * 4, Values::real, 0, 7);
    size_t apart = 0;
    unsigned threads = 256;
    auto copy = [&](int) {
        copy_kernel<<<(unsigned)((count + threads - 1) / threads), threads>>>(to + apart, from, count);
    };
    int device, sms;
    must(cudaGetDevice(&device), "cudaGetDevice");
    must(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
    auto multiply = [&](int) { multiply_kernel<<<(unsigned)sms * 16, 256>>>((float *)to, 0.999f, 0.001f); };
    time_of(copy, 3);
    Ceilings ceilings = {0, 0};
    for (threads = 128; threads <= 512; threads *= 2)
        for (apart = 0; apart <= spare; apart += spare / 4 + 128)
            ceilings.copy = std::max(ceilings.copy, 2.0 * (double)count * sizeof *from / time_of(copy, 7));
    time_of(multiply, 3);
    ceilings.fp32 = 16.0 * sms * 256 * 4096 * 8 * 2 / time_of(multiply, 11);
    must(cudaFree(from), "cudaFree");
    must(cudaFree(to), "cudaFree");
    return ceilings;
}

// ---- the run

struct Options {
    int rounds = 3, repetitions = 21, calls = 7; // calls: repetitions of whole calls
    std::string format = "text"; // md, csv, json, svg; once: the generated code runs once, for a profiler
};

inline Set make_set(const Subject &subject, uint64_t seed)
{
    Set set;
    for (size_t b = 0; b < subject.buffers.size(); b++) {
        const Buffer &buffer = subject.buffers[b];
        void *memory;
        must(cudaMalloc(&memory, buffer.count * buffer.width + 16), "cudaMalloc");
        buffer.fill(memory, buffer.count, buffer.values, buffer.limit, seed * 64 + b);
        set.push_back(memory);
    }
    return set;
}

inline void refill(const Subject &subject, const Set &set, uint64_t seed)
{
    for (size_t b = 0; b < set.size(); b++)
        subject.buffers[b].fill(set[b], subject.buffers[b].count, subject.buffers[b].values, subject.buffers[b].limit,
                                seed * 64 + b);
}

inline void free_set(const Set &set)
{
    for (void *memory : set)
        must(cudaFree(memory), "cudaFree");
}

inline size_t set_size(const Subject &subject)
{
    size_t bytes = 0;
    for (const Buffer &buffer : subject.buffers)
        bytes += buffer.count * buffer.width;
    return bytes;
}

// Read or written once each, and both where both.
inline double bytes_of(const Subject &subject)
{
    double bytes = 0;
    for (const Buffer &buffer : subject.buffers)
        bytes += (double)buffer.touched * (double)buffer.width * (buffer.read + buffer.written);
    return bytes;
}

// Copies of a set's buffers on the host.
struct HostSet {
    const Subject &subject;
    std::vector<std::unique_ptr<HostMemory>> buffers;
    Set memory;
    HostSet(const Subject &whose, const Set &set) : subject(whose)
    {
        for (const Buffer &buffer : subject.buffers) {
            buffers.push_back(std::make_unique<HostMemory>(buffer.name, buffer.count * buffer.width));
            memory.push_back(buffers.back()->data);
        }
        take(set);
    }
    size_t size(size_t buffer) const { return subject.buffers[buffer].count * subject.buffers[buffer].width; }
    void take(const Set &set)
    {
        for (size_t b = 0; b < memory.size(); b++)
            must(cudaMemcpy(memory[b], set[b], size(b), cudaMemcpyDeviceToHost), "cudaMemcpy");
    }
    void give(const Set &set) const
    {
        for (size_t b = 0; b < memory.size(); b++)
            must(cudaMemcpy(set[b], memory[b], size(b), cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    bool agrees(const Set &outputs) const
    {
        bool fine = true;
        for (size_t b = 0; b < memory.size(); b++) {
            const Buffer &buffer = subject.buffers[b];
            void *copy;
            must(cudaMalloc(&copy, size(b) + 1), "cudaMalloc");
            must(cudaMemcpy(copy, memory[b], size(b), cudaMemcpyHostToDevice), "cudaMemcpy");
            Difference difference = buffer.compare(outputs[b], copy, buffer.count);
            must(cudaFree(copy), "cudaFree");
            if (difference.relative <= buffer.tolerance)
                continue;
            fprintf(stderr,
                    "bench: '%s' differs: curestruct and the serial original by %.3g of its norm, at most %.3g\n",
                    buffer.name, difference.relative, difference.most);
            fine = false;
        }
        return fine;
    }
};

inline void call_once(const Subject &subject, const Contender &contender, const Set &set)
{
    if (!contender.as_called) {
        contender.call(set);
        return;
    }
    HostSet host(subject, set);
    contender.call(host.memory);
    host.give(set);
}

// Seconds of whole calls with all their copies, the median. Each begins with the values of the set.
inline double time_of_calls(const Subject &subject, const Contender &contender, const Set &set, int repetitions)
{
    HostSet host(subject, set);
    std::vector<double> times;
    for (int i = 0; i < repetitions; i++) {
        host.take(set);
        auto begin = std::chrono::steady_clock::now();
        contender.call(host.memory);
        must(cudaDeviceSynchronize(), contender.name.c_str());
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return median(times);
}

// As many sets as the L2 cache forgets between two uses of one, as far as memory goes.
inline int set_count(const Subject &subject)
{
    int device, l2;
    size_t available, total, bytes = set_size(subject) + 1;
    must(cudaGetDevice(&device), "cudaGetDevice");
    must(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device), "cudaDeviceGetAttribute");
    must(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
    size_t wanted = 3 * (size_t)l2 / bytes + 1, possible = available / 2 / bytes;
    return (int)std::max<size_t>(1, std::min<size_t>({wanted, possible, 256}));
}

// Runs each contender on equal inputs; what it wrote is compared with what the first one wrote. false: they differ.
// launched: what the first one launched.
inline bool compare_outputs(const Subject &subject, std::vector<Result> &results, std::vector<Launch> &launched)
{
    Set first = make_set(subject, 1), other = make_set(subject, 1);
    bool fine = true;
    for (size_t c = 0; c < subject.contenders.size(); c++) {
        const Set &set = c ? other : first;
        refill(subject, set, 1);
        if (subject.contenders[c].before)
            subject.contenders[c].before(set);
        launches = c ? nullptr : &launched;
        call_once(subject, subject.contenders[c], set);
        launches = nullptr;
        must(cudaDeviceSynchronize(), subject.contenders[c].name.c_str());
        Result result = {subject.contenders[c].name, 0, 0, 0, subject.contenders[c].as_called};
        for (size_t b = 0; c > 0 && b < set.size(); b++) {
            const Buffer &buffer = subject.buffers[b];
            Difference difference = buffer.compare(set[b], first[b], buffer.count);
            result.difference = std::max(result.difference, difference.relative);
            if (difference.relative <= buffer.tolerance)
                continue;
            fprintf(stderr, "bench: '%s' differs: %s and %s by %.3g of its norm, at most %.3g\n", buffer.name,
                    subject.contenders[c].name.c_str(), subject.contenders[0].name.c_str(), difference.relative,
                    difference.most);
            fine = false;
        }
        results.push_back(result);
    }
    if (fine && subject.serial) {
        refill(subject, other, 1);
        fine = subject.serial(other, first);
    }
    free_set(first);
    free_set(other);
    return fine;
}

// How many repetitions of so many seconds a round has: not much more than a second of them.
inline int fitting(double seconds, int most) { return (int)std::max(1.0, std::min<double>(most, 1 / seconds)); }

inline void time_all(const Subject &subject, const Options &options, std::vector<Result> &results)
{
    std::vector<Set> sets;
    for (int i = 0, count = set_count(subject); i < count; i++)
        sets.push_back(make_set(subject, (uint64_t)i + 2));
    std::vector<std::function<void(int)>> work;
    std::vector<std::vector<Recording>> recordings(subject.contenders.size());
    for (size_t c = 0; c < subject.contenders.size(); c++) {
        const Contender &contender = subject.contenders[c];
        std::vector<Recording> &own = recordings[c];
        for (size_t s = 0; contender.before && s < sets.size(); s++)
            contender.before(sets[s]);
        size_t calls = 0; // of a function with many launches, the launches fill the time between two uses of a set
        for (size_t s = 0; contender.recorded && s < sets.size() && calls < 100000; s++) {
            calls += own.empty() ? 0 : own.back().size();
            own.emplace_back();
            recording = &own.back();
            contender.call(sets[s]);
            recording = nullptr;
        }
        work.push_back([&, c](int i) {
            if (!subject.contenders[c].recorded)
                subject.contenders[c].call(sets[(size_t)i % sets.size()]);
            else
                for (auto &call : recordings[c][(size_t)i % recordings[c].size()])
                    must(call(), "replay");
        });
    }
    auto time = [&](size_t c, int repetitions) {
        if (!subject.contenders[c].as_called)
            return time_of(work[c], repetitions);
        return time_of_calls(subject, subject.contenders[c], sets[0], std::min(repetitions, options.calls));
    };
    std::vector<std::vector<double>> rounds(work.size());
    std::vector<int> repetitions;
    for (size_t c = 0; c < work.size(); c++)
        repetitions.push_back(fitting(std::min(time(c, 1), time(c, 1)), options.repetitions));
    for (int round = 0; round < options.rounds; round++)
        for (size_t c = 0; c < work.size(); c++)
            rounds[c].push_back(time(c, repetitions[c]));
    for (size_t c = 0; c < work.size(); c++) {
        auto range = std::minmax_element(rounds[c].begin(), rounds[c].end());
        results[c].seconds = median(rounds[c]);
        results[c].spread = (*range.second - *range.first) / results[c].seconds;
    }
    for (const Set &set : sets)
        free_set(set);
}

// ---- the program

inline Options read_options(int count, char **arguments)
{
    Options options;
    for (int i = 1; i < count; i++)
        options.format = arguments[i];
    return options;
}

inline void print(const Report &report, const std::string &format)
{
    if (format == "json")
        print_json(report);
    else if (format == "csv")
        print_csv(report);
    else if (format == "svg")
        print_svg(report);
    else
        print_text(report, format == "md");
}

inline void run_once(const Subject &subject)
{
    Set set = make_set(subject, 1);
    call_once(subject, subject.contenders[0], set);
    must(cudaDeviceSynchronize(), subject.contenders[0].name.c_str());
    free_set(set);
}

// The program adds its subject once for each size, then prints. Status: 0, 3 when contenders differ, 77 without a GPU.
struct Run {
    Options options;
    Report report;
    int status = 0;

    // swept: the parameter that has several values, or "".
    Run(const char *function, const char *swept, const Options &given) : options(given)
    {
        int devices = 0;
        cudaDeviceProp properties;
        if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
            fprintf(stderr, "bench: no GPU\n");
            status = 77;
            return;
        }
        setenv("CURESTRUCT_ON_ERROR", "abort", 1); // a nest that ran serially is not timed
        must(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
        report = {function, properties.name, swept, {}, options.rounds, options.repetitions, options.calls, {}};
        if (options.format != "once")
            report.ceilings = measure_ceilings();
    }

    // size: of the swept parameter.
    void add(const Subject &subject, const char *sizes, double size)
    {
        Point point = {sizes, size, subject.bytes, subject.operations, {}, {}};
        if (status != 0)
            return;
        if (options.format == "once") {
            run_once(subject);
            return;
        }
        std::vector<Launch> launched;
        if (!compare_outputs(subject, point.results, launched)) {
            status = 3;
            return;
        }
        point.kernels = uses_of(subject, launched);
        time_all(subject, options, point.results);
        report.points.push_back(point);
    }

    int finish() const
    {
        if (status == 0 && options.format != "once")
            print(report, options.format);
        return status;
    }
};

} // namespace crs_bench

// What out.cu sends to the GPU goes through these.
#define cudaLaunchKernelEx crs_bench::launch
#define cudaMemsetAsync crs_bench::set_memory
#define cudaFreeAsync crs_bench::keep

#endif
