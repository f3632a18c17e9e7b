// What the programs of the ladders share: data whose sums are exact in any order, and the three things that a program
// does with its rungs.
//
//   program check    compares each rung with the serial loop, at all sizes
//   program check 2  the same, but for the last two sizes
//   program count    calls each rung once, at a small size
//   program time     calls each rung three times, at a large size
//   program time 2   the same, at the third of the sizes that `check` compares
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

struct Sizes {
    int n, m, p;
};

// Pointers of the host or of the device.
struct Data {
    float *a, *b;        // numbers from -1/2 to 1/2, in steps of 1/8
    unsigned char *keys; // bytes of all values
    int *start;          // of segments
    float *out;          // 0 before each call; also for int
    float *value;        // of the host: what the function returns
};

// How many elements each has.
struct Lengths {
    long a, b, keys, start, out;
};

struct Rung {
    const char *name;
    void (*call)(const Sizes &sizes, const Data &data);
};

struct Ladder {
    const Sizes *checked;
    int count;
    Sizes counted, timed;
    Lengths (*lengths)(const Sizes &sizes);
    const Rung *rungs; // the serial loop is the last one
    int rung_count;
};

static inline unsigned drawn(long i)
{
    unsigned long x = (unsigned long)i * 0x9e3779b97f4a7c15ul;
    return (unsigned)((x ^ x >> 29) * 0xbf58476d1ce4e5b9ul >> 40);
}

static inline void must(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        printf("%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

template <class T> static T *on_host(long count, T (*value)(long))
{
    T *made = (T *)malloc((count + 1) * sizeof(T));
    for (long i = 0; i < count; i++)
        made[i] = value(i);
    return made;
}

template <class T> static T *on_device(const T *host, long count)
{
    T *made;
    must(cudaMalloc(&made, (count + 1) * sizeof(T)), "cudaMalloc");
    must(cudaMemcpy(made, host, count * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return made;
}

static inline float number_at(long i)
{
    return (float)((int)(drawn(i) % 9) - 4) / 8;
}
static inline float zero_at(long)
{
    return 0;
}
static inline unsigned char key_at(long i)
{
    return (unsigned char)drawn(i);
}
static inline int nothing_at(long)
{
    return 0;
}

// Segments of 0 to m - 1 elements.
static inline int *starts(long count, int m)
{
    int *made = on_host<int>(count, nothing_at);
    for (long i = 1; i < count; i++)
        made[i] = made[i - 1] + (int)(drawn(i) % (unsigned)m);
    return made;
}

// Runs `body(lengths, data of the host, data of the device)`.
template <class Body> static void with_data(const Ladder &ladder, const Sizes &sizes, Body body)
{
    Lengths lengths = ladder.lengths(sizes);
    Data host = {}, device = {};
    host.start = starts(lengths.start, sizes.m > 0 ? sizes.m : 1);
    if (lengths.start)
        lengths.a = host.start[lengths.start - 1];
    host.a = on_host<float>(lengths.a, number_at);
    host.b = on_host<float>(lengths.b, number_at);
    host.keys = on_host<unsigned char>(lengths.keys, key_at);
    host.out = on_host<float>(lengths.out, zero_at);
    host.value = device.value = (float *)calloc(1, sizeof(float));
    device.a = on_device(host.a, lengths.a);
    device.b = on_device(host.b, lengths.b);
    device.keys = on_device(host.keys, lengths.keys);
    device.start = on_device(host.start, lengths.start);
    device.out = on_device(host.out, lengths.out);
    body(lengths, host, device);
    void *all[] = {device.a, device.b, device.keys, device.start, device.out},
         *own[] = {host.a, host.b, host.keys, host.start, host.out, host.value};
    for (void *memory : all)
        cudaFree(memory);
    for (void *memory : own)
        free(memory);
}

static inline void check_size(const Ladder &ladder, const Sizes &sizes)
{
    with_data(ladder, sizes, [&](const Lengths &lengths, const Data &host, const Data &device) {
        size_t bytes = lengths.out * sizeof(float);
        float *found = (float *)malloc(bytes + 1);
        *host.value = -1;
        ladder.rungs[ladder.rung_count - 1].call(sizes, host);
        float expected = *host.value;
        for (int i = 0; i + 1 < ladder.rung_count; i++) {
            must(cudaMemset(device.out, 0, bytes), "cudaMemset");
            *device.value = -1;
            ladder.rungs[i].call(sizes, device);
            must(cudaMemcpy(found, device.out, bytes, cudaMemcpyDeviceToHost), "the kernel");
            bool same = memcmp(found, host.out, bytes) == 0 && (lengths.out || *device.value == expected);
            printf("check %s %d %d %d %s\n", ladder.rungs[i].name, sizes.n, sizes.m, sizes.p, same ? "right" : "WRONG");
            fflush(stdout);
        }
        free(found);
    });
}

static inline void call_all(const Ladder &ladder, const Sizes &sizes, int times)
{
    with_data(ladder, sizes, [&](const Lengths &, const Data &, const Data &device) {
        for (int i = 0; i < (ladder.rung_count - 1) * times; i++)
            ladder.rungs[i / times].call(sizes, device);
        must(cudaDeviceSynchronize(), "the kernel");
    });
}

static inline int climb(int argc, char **argv, const Ladder &ladder)
{
    const char *what = argc > 1 ? argv[1] : "check";
    int left_out = argc > 2 ? atoi(argv[2]) : 0;
    for (int i = 0; i + left_out < ladder.count && strcmp(what, "check") == 0; i++)
        check_size(ladder, ladder.checked[i]);
    if (strcmp(what, "count") == 0)
        call_all(ladder, ladder.counted, 1);
    if (strcmp(what, "time") == 0)
        call_all(ladder, argc > 2 ? ladder.checked[atoi(argv[2])] : ladder.timed, 3);
    return 0;
}
