// Times large arrays that a nest scales in place, from ordinary and from pinned memory, and prints GB/s, in and out
// together. Each element is checked.
//
//   curestruct --no-residency copies.c -o copies.cu --host=host.c; cc -std=gnu11 -O2 -w -c host.c
//   nvcc -O2 -arch=native copies.cu host.o -o copies; ./copies [MiB [MiB of the device to leave]]
//   CURESTRUCT_CHUNKS=999999999999 ./copies        without chunks
//   CURESTRUCT_TRACE=trace ./copies 1024 512       where 512 MiB are left; trace says in how many chunks arrays moved
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern int cudaMallocHost(void **memory, unsigned long bytes);
extern int cudaMalloc(void **memory, unsigned long bytes);
extern int cudaMemGetInfo(unsigned long *unused, unsigned long *all);

static void scale(long n, float *a, float factor)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        a[i] *= factor;
}

static void combine(long rows, long columns, float *restrict a, const float *restrict b, float factor)
{
#pragma curestruct
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            a[i * columns + j] = b[i * columns + j] * factor;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static int measure(const char *what, long n, float *a, float *b)
{
    double best[2] = {1e9, 1e9};
    long wrong = 0;
    for (long i = 0; i < n; i++)
        b[i] = a[i] = i % 101;
    for (int t = 0; t < 6; t++) {
        double began = now();
        scale(n, a, t % 2 ? 0.5f : 2.0f);
        double middle = now();
        combine(n / 4096, 4096, b, a, 3.0f);
        double end = now();
        best[0] = middle - began < best[0] ? middle - began : best[0];
        best[1] = end - middle < best[1] ? end - middle : best[1];
    }
    for (long i = 0; i < n; i++)
        wrong += a[i] != i % 101 || b[i] != 3 * (i % 101);
    printf("%s: in place %.1f GB/s, from one array to another %.1f GB/s: %s\n", what, 8e-9 * n / best[0],
           8e-9 * n / best[1], wrong ? "WRONG" : "right");
    return wrong != 0;
}

int main(int count, char **words)
{
    long n = (count > 1 ? atol(words[1]) : 1024) * 262144;
    unsigned long left = count > 2 ? atol(words[2]) * 1048576 : 0, unused, all;
    void *pinned[2], *taken;
    if (left && (cudaMemGetInfo(&unused, &all) || unused < left || cudaMalloc(&taken, unused - left))) {
        printf("the device's memory is not to be had\n");
        return 2;
    }
    float *plain = malloc(4 * n), *other = malloc(4 * n);
    if (!plain || !other || cudaMallocHost(&pinned[0], 4 * n) || cudaMallocHost(&pinned[1], 4 * n)) {
        printf("not enough memory\n");
        return 2;
    }
    int wrong = measure("ordinary memory", n, plain, other);
    return measure("pinned memory", n, pinned[0], pinned[1]) + wrong;
}
