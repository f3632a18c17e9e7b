// Times what a call of an annotated function costs the host, in microseconds, where nothing is copied: on arrays in
// device memory, in a stream of the caller and in the default one, and on arrays that `enter` has put on the device.
// A launch of an empty kernel by CUDA alone is what no call can be faster than.
//
//   curestruct calls.c -I runtime/include -o calls.cu --host=host.c
//   cc -std=gnu11 -O2 -w -I runtime/include -c host.c
//   nvcc -O2 -arch=native calls.cu launch.cu host.o -o calls; ./calls
#include <curestruct.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern int cudaMalloc(void **memory, unsigned long bytes);
extern int cudaMemset(void *memory, int value, unsigned long bytes);
extern int cudaStreamCreateWithFlags(void **stream, unsigned flags);
extern int cudaDeviceSynchronize(void);
extern void launch_empty(void *stream);

enum { N = 1000, CALLS = 200, BURSTS = 50, ARRAYS = 6 };

void one(long n, float *a)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        a[i] += 1;
}

void three(long n, float *restrict a, const float *restrict b, const float *restrict c)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        a[i] = b[i] + c[i];
}

// Tests for overlap at each call.
void tested(long n, float *a, const float *b)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

void six(long n, float *restrict a, float *restrict b, float *restrict c, const float *restrict d,
         const float *restrict e, const float *restrict f)
{
#pragma curestruct
    for (long i = 0; i < n; i++) {
        a[i] = d[i] + e[i];
        b[i] = d[i] - f[i];
        c[i] = e[i] * f[i];
    }
}

void product(int n, float (*restrict a)[32], float (*restrict b)[32], float (*restrict c)[32])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 32; j++) {
            float sum = 0;
            for (int k = 0; k < 32; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static float *array[ARRAYS];
static void *stream;

static void call_empty(void)
{
    launch_empty(stream);
}
static void call_one(void)
{
    one(N, array[0]);
}
static void call_three(void)
{
    three(N, array[0], array[1], array[2]);
}
static void call_tested(void)
{
    tested(N, array[0], array[1]);
}
static void call_six(void)
{
    six(N, array[0], array[1], array[2], array[3], array[4], array[5]);
}
static void call_product(void)
{
    product(32, (float(*)[32])array[0], (float(*)[32])array[1], (float(*)[32])array[2]);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e6 * time.tv_sec + 1e-3 * time.tv_nsec;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

// The median and the least of bursts, each of which fits into the queue of the device.
static void measure(const char *where, const char *what, void (*call)(void))
{
    double times[BURSTS];
    for (int i = 0; i < BURSTS; i++) {
        cudaDeviceSynchronize();
        double began = now();
        for (int k = 0; k < CALLS; k++)
            call();
        times[i] = (now() - began) / CALLS;
    }
    cudaDeviceSynchronize();
    qsort(times, BURSTS, sizeof *times, by_size);
    printf("%-40s %-22s %6.2f us, least %6.2f\n", where, what, times[BURSTS / 2], times[0]);
}

static void measure_all(const char *where)
{
    measure(where, "one array", call_one);
    measure(where, "two, tested", call_tested);
    measure(where, "three arrays", call_three);
    measure(where, "six arrays", call_six);
    measure(where, "product", call_product);
}

int main(void)
{
    if (cudaStreamCreateWithFlags(&stream, 1))
        return 2;
    float *device[ARRAYS], *host[ARRAYS];
    for (int i = 0; i < ARRAYS; i++) {
        if (cudaMalloc((void **)&device[i], 4096) || cudaMemset(device[i], 0, 4096))
            return 2;
        host[i] = calloc(1024, sizeof(float));
        array[i] = device[i];
    }
    measure("a stream", "an empty kernel", call_empty);
    crs_set_stream(stream);
    measure_all("device memory, a stream");
    crs_set_stream(NULL);
    measure_all("device memory, and it waits");
    for (int i = 0; i < ARRAYS; i++) {
        float *data = array[i] = host[i];
#pragma curestruct enter copyin(data[0 : 1024])
    }
    measure_all("entered");
    crs_set_stream(stream);
    measure_all("entered, a stream");
    return 0;
}
