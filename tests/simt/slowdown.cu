// How many times as long as one core `curestruct simt` takes for the sum of 2^20 floats, in CPU time:
//
//     curestruct simt tests/simt/slowdown.cu [MOST]
//
// The core adds one number after another, as C asks for (-O1; -O2 of gcc and clang takes the same time, since each
// addition waits for the last one). Both sides take turns, and the least of some repeats counts; `first` is the first
// launch. Status 1: a sum is wrong, or the tree takes more than MOST times as long.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

constexpr unsigned n = 1 << 20, threads = 256, repeats = 4;

// The textbook's: each thread has one number, and blocks add by a tree.
__global__ void tree(const float *in, float *out)
{
    __shared__ float data[threads];
    unsigned t = threadIdx.x;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = data[0];
}

// The same by shuffles in each warp.
__global__ void shuffles(const float *in, float *out)
{
    __shared__ float sums[threads / 32];
    unsigned t = threadIdx.x;
    float sum = in[blockIdx.x * blockDim.x + t];
    for (unsigned s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (t % 32 == 0)
        sums[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        for (unsigned w = 1; w < threads / 32; w++)
            sum += sums[w];
        out[blockIdx.x] = sum;
    }
}

// Each thread adds 64 numbers first.
__global__ void strided(const float *in, float *out)
{
    __shared__ float data[threads];
    unsigned t = threadIdx.x;
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    data[t] = sum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            data[t] += data[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = data[0];
}

__attribute__((noinline)) static float serial(const float *in, unsigned count)
{
    float sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += in[i];
    return sum;
}

static double milliseconds()
{
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

struct Version {
    const char *name;
    unsigned blocks;
    double first, least;
};

int main(int argc, char **argv)
{
    Version versions[] = {{"tree", n / threads, 0, 1e9}, {"shuffles", n / threads, 0, 1e9}, {"strided", 64, 0, 1e9}};
    std::vector<float> in(n), out(n / threads);
    for (unsigned i = 0; i < n; i++)
        in[i] = (float)(i % 7); // all sums are exact
    float *din, *dout;
    cudaMalloc(&din, n * sizeof(float));
    cudaMalloc(&dout, n / threads * sizeof(float));
    cudaMemcpy(din, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    double core = 1e9;
    bool right = true;
    for (unsigned repeat = 0; repeat < repeats; repeat++) {
        double begin = milliseconds();
        float expected = serial(in.data(), n);
        core = std::min(core, milliseconds() - begin);
        for (int v = 0; v < 3; v++) {
            Version &version = versions[v];
            begin = milliseconds();
            if (v == 0)
                tree<<<version.blocks, threads>>>(din, dout);
            else if (v == 1)
                shuffles<<<version.blocks, threads>>>(din, dout);
            else
                strided<<<version.blocks, threads>>>(din, dout);
            cudaDeviceSynchronize();
            double time = milliseconds() - begin;
            version.first = repeat ? version.first : time;
            version.least = std::min(version.least, time);
            cudaMemcpy(out.data(), dout, version.blocks * sizeof(float), cudaMemcpyDeviceToHost);
            right = right && serial(out.data(), version.blocks) == expected;
        }
    }
    printf("one core: %.3f ms\n", core);
    for (const Version &version : versions)
        printf("%-9s %6.1f ms, %.0f times; first %.1f ms, %.0f times\n", version.name, version.least,
               version.least / core, version.first, version.first / core);
    cudaFree(din);
    cudaFree(dout);
    bool fast = argc < 2 || versions[0].least / core <= atof(argv[1]);
    printf("%s\n", !right ? "wrong sums" : fast ? "right sums" : "too slow");
    return right && fast ? 0 : 1;
}
