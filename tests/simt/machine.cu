// Executes machine.sass, which nvcc has made of these kernels, and compares with the host: machine.sh says how it was
// made. Catches: an instruction that computes something else than on a GPU, lanes that do not meet where nvcc has them
// meet, wrong counts, a kernel with an instruction that is not known and is not executed as text instead.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000, THREADS = 128 };

extern "C" __global__ void integers(int n, const int *x, const int *y, long *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long a = x[i], b = y[i] | 1;
    unsigned u = (unsigned)x[i], v = (unsigned)y[i] | 1;
    long sum = x[i] / (y[i] | 1) + x[i] % (y[i] | 1) * 3 + (long)(u / v) + u % v;
    sum += a * b * b - (a << 7) + (a >> 3) + (b > a ? a - b : b) + min(x[i], y[i]) * 5L + max(u, v) + abs(x[i]);
    sum += __popc(u) + __clz(x[i]) + (long)__brev(u) + (short)x[i] + (unsigned char)y[i] + (a + b) / (b * b + 3);
    sum += ((x[i] ^ y[i]) & 0xff00ff) | u >> (v & 31);
    for (unsigned long w = (unsigned long)a * 2654435761u; w > 9; w /= (v & 7) + 2)
        sum += w % 10;
    out[i] = sum;
}

extern "C" __global__ void reals(int n, const float *x, const double *y, float *out, double *wide)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = x[i], b = (float)y[i];
    out[i] = a / (b + 3) + sqrtf(fabsf(a)) + expf(-a * a) + fminf(a, b) * fmaxf(a, 0.5f) + (float)i + (int)(a * 10) +
             floorf(b) + (a < b ? logf(a * a + 1) : tanhf(b));
    wide[i] = y[i] / (y[i] * y[i] + 2) + sqrt(y[i] * y[i]) * a + (double)i - (long)(y[i] * 100);
}

// Rows of different lengths, a loop with two ways out, and an array in local memory.
extern "C" __global__ void lanes(int n, const int *x, int *out)
{
    __shared__ int counts[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, last[8];
    if (threadIdx.x < 32)
        counts[threadIdx.x] = 0;
    for (int k = 0; k < 8; k++)
        last[k] = k * i;
    __syncthreads();
    if (i < n) {
        for (int k = 0; k < (x[i] & 63); k++) {
            if (k == (x[i] >> 8 & 31))
                break;
            if (k & 1)
                sum += x[(i + k) % n] & 15;
            else
                last[x[(i + k) % n] & 7] += k;
        }
        atomicAdd(&counts[x[i] & 31], 1);
    }
    __syncthreads();
    for (int offset = 16; offset; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    unsigned odd = __ballot_sync(0xffffffffu, x[i % n] & 1);
    if (i < n)
        out[i] = sum + counts[threadIdx.x & 31] + last[sum & 7] + __popc(odd);
}

// More values than registers: nvdisasm marks the loads and stores that save them by a comment.
extern "C" __global__ void __launch_bounds__(1024, 2) spills(int n, const int *x, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, kept[40], sum = 0;
    for (int k = 0; k < 40; k++)
        kept[k] = x[(i + k * 5) & 511] & 1023;
    __syncthreads();
    for (int k = 0; k < 40; k++)
        sum = (sum >> 1) + kept[k] * kept[39 - k];
    if (i < n)
        out[i] = sum;
}

extern "C" __global__ void transpose(int n, const float *in, float *out)
{
    extern __shared__ float crs_shared[];
    int row = threadIdx.x / 32, column = threadIdx.x % 32;
    for (int r = row; r < 32; r += 4)
        crs_shared[r * 32 + column] = in[(blockIdx.y * 32 + r) * n + blockIdx.x * 32 + column];
    __syncthreads();
    for (int r = row; r < 32; r += 4)
        out[(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + column] = crs_shared[column * 32 + r];
}

extern "C" __global__ void sines(int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)(8 * sinf((float)i)); // has a table in a constant bank that is not known
}

#ifdef CURESTRUCT_SIMT

template <class T> static T *filled(T (*value)(int))
{
    T host[COUNT], *device;
    for (int i = 0; i < COUNT; i++)
        host[i] = value ? value(i) : (T)0;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    return device;
}

template <class... Parameters, class... Arguments>
static void run(unsigned blocks, size_t shared, void (*kernel)(Parameters...), Arguments... arguments)
{
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = dim3(blocks, shared ? blocks : 1);
    configuration.blockDim = THREADS;
    configuration.dynamicSmemBytes = shared;
    if (cudaLaunchKernelEx(&configuration, kernel, arguments...) != cudaSuccess)
        exit(1);
}

// As the kernel's text on the CPU computes it, which the other tests compare with the host.
static double sum_of(const void *device, size_t size, bool is_real)
{
    char host[COUNT * 8];
    cudaMemcpy(host, device, COUNT * size, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < COUNT; i++) {
        const char *at = host + i * size;
        double value = is_real ? (size == 8 ? *(const double *)at : *(const float *)at)
                               : (size == 8 ? (double)*(const long *)at : *(const int *)at);
        sum += value * (1 + i % 17);
    }
    return sum;
}

int main()
{
    int *x = filled<int>([](int i) { return (int)((i + 1) * 2654435761u) ^ i << 20; });
    int *y = filled<int>([](int i) { return (int)((i + 7) * 40503u * 2246822519u) >> i % 20; });
    float *a = filled<float>([](int i) { return (float)((i * 37) % 101 - 50) / 16; });
    double *b = filled<double>([](int i) { return ((i * 53) % 97 - 48) / 31.0; });
    long *sums = filled<long>(nullptr);
    int *counts = filled<int>(nullptr), *eighths = filled<int>(nullptr), *spilled = filled<int>(nullptr);
    float *out = filled<float>(nullptr), *square, *other;
    double *wide = filled<double>(nullptr);
    cudaMalloc(&square, 64 * 64 * sizeof(float));
    cudaMalloc(&other, 64 * 64 * sizeof(float));
    cudaMemset(square, 0x3f, 64 * 64 * sizeof(float));
    cudaMemcpy(square, a, COUNT * sizeof(float), cudaMemcpyDeviceToDevice);
    unsigned blocks = (COUNT + THREADS - 1) / THREADS;
    run(blocks, 0, integers, (int)COUNT, x, y, sums);
    run(blocks, 0, reals, (int)COUNT, a, b, out, wide);
    run(blocks, 0, lanes, (int)COUNT, x, counts);
    run(blocks, 0, spills, (int)COUNT, x, spilled);
    run(2, 32 * 32 * sizeof(float), transpose, 64, square, other);
    run(blocks, 0, sines, (int)COUNT, eighths);
    printf("integers %.17g\nlanes %.17g\ntranspose %.17g\nsines %.17g\n", sum_of(sums, 8, false),
           sum_of(counts, 4, false), sum_of(other, 4, true), sum_of(eighths, 4, false));
    printf("spills %.17g\n", sum_of(spilled, 4, false));
    printf("reals %.5g %.11g\n", sum_of(out, 4, true), sum_of(wide, 8, true));
}

#endif
