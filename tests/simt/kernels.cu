// Right results: a kernel of each kind that emitted programs contain, compared with a serial loop.
// Catches: a barrier that lets threads pass early, wrong lanes in a shuffle, lost atomic updates, vector types with
// other layouts than CUDA's, shared arrays that two blocks or two kernels share by mistake; at a barrier of the grid,
// blocks that pass early, or come back with another one's shared memory or index; a warp that runs for ever while it
// waits for another one.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t error_ = (call);                                                                   \
        if (error_ != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_)); \
            exit(1);                                                                                   \
        }                                                                                              \
    } while (0)

extern __shared__ __align__(16) unsigned char crs_shared[];

template <class T> struct Buffer {
    T *device;
    size_t count;
    explicit Buffer(size_t n) : count(n) { CHECK(cudaMalloc(&device, n * sizeof(T))); }
    explicit Buffer(const std::vector<T> &values) : Buffer(values.size())
    {
        CHECK(cudaMemcpy(device, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Buffer() { CHECK(cudaFree(device)); }
    std::vector<T> read() const
    {
        std::vector<T> values(count);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }
};

template <class... P, class... A>
void launch(dim3 grid, dim3 block, size_t shared, void (*kernel)(P...), A... arguments)
{
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = grid;
    configuration.blockDim = block;
    configuration.dynamicSmemBytes = shared;
    CHECK(cudaLaunchKernelEx(&configuration, kernel, arguments...));
}

static int failures;

template <class T> void expect(const char *what, const T &got, const T &wanted)
{
    if (got == wanted)
        return;
    printf("%s: wrong\n", what);
    failures++;
}

// ---- Tiled matrix product: static shared memory, two barriers per step ----

__global__ void __launch_bounds__(256)
    tiled_product(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    __shared__ float tile_a[16][16], tile_b[16][17];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    for (int k0 = 0; k0 < n; k0 += 16) {
        tile_a[ty][tx] = row < n && k0 + tx < n ? a[row * n + k0 + tx] : 0.0f;
        tile_b[ty][tx] = column < n && k0 + ty < n ? b[(k0 + ty) * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

static void test_product()
{
    int n = 77;
    std::vector<float> a(n * n), b(n * n), c(n * n, 0.0f);
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(i % 7 - 3);
        b[i] = (float)(i % 5 - 2);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
    Buffer<float> da(a), db(b), dc(n * n);
    launch(dim3(5, 5), dim3(16, 16), 0, tiled_product, n, (const float *)da.device, (const float *)db.device,
           dc.device);
    expect("tiled product", dc.read(), c);
}

// ---- Tree reduction: dynamic shared memory, a barrier per level ----

template <class T> __global__ void tree_sum(int n, const T *x, T *out)
{
    T *partial = (T *)crs_shared;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    partial[t] = i < n ? x[i] : T(0);
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            partial[t] += partial[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

template <class T> void test_tree()
{
    int n = 10007, blocks = (n + 255) / 256;
    std::vector<T> x(n), sums(blocks, T(0));
    for (int i = 0; i < n; i++) {
        x[i] = T(i % 13);
        sums[i / 256] += x[i];
    }
    Buffer<T> dx(x), out(blocks);
    launch(dim3(blocks), dim3(256), 256 * sizeof(T), tree_sum<T>, n, (const T *)dx.device, out.device);
    expect("tree reduction", out.read(), sums);
}

// ---- Warp primitives ----

__global__ void shuffles(int *out)
{
    const unsigned all = 0xffffffffu;
    int t = threadIdx.x;
    int *mine = out + 12 * t;
    mine[0] = __shfl_sync(all, 3 * t, 5);
    mine[1] = __shfl_up_sync(all, t, 3);
    mine[2] = __shfl_down_sync(all, t, 4, 8);
    mine[3] = __shfl_xor_sync(all, t, 17);
    mine[4] = (int)__shfl_sync(all, 0.5 * t, 9, 16);
    mine[5] = (int)__ballot_sync(all, t % 3 == 0);
    mine[6] = __any_sync(all, t == 40) + 2 * __all_sync(all, t < 64);
    mine[7] = (int)__match_any_sync(all, t / 8);
    mine[8] = __reduce_add_sync(all, t) + __reduce_min_sync(all, -t) + __reduce_max_sync(all, 2 * t);
    mine[9] = t % 2 ? __shfl_sync(0xaaaaaaaau, t, 7) : __shfl_sync(0x55555555u, t, 8);
    mine[10] = (int)(__shfl_sync(all, (unsigned long long)t << 40, 6) >> 40);
    mine[11] = __syncthreads_count(t % 5 == 0) + 100 * __syncthreads_and(t < 64) + 1000 * __syncthreads_or(t == 63);
}

static void test_warps()
{
    std::vector<int> wanted;
    for (int t = 0; t < 64; t++) {
        int lane = t % 32, warp = t - lane;
        unsigned thirds = 0;
        for (int i = 0; i < 32; i++)
            thirds |= (unsigned)((warp + i) % 3 == 0) << i;
        int sum = warp * 32 + 496;
        int values[] = {3 * (warp + 5),
                        lane < 3 ? t : t - 3,
                        t % 8 + 4 < 8 ? t + 4 : t,
                        warp + (lane ^ 17),
                        (int)(0.5 * (warp + lane / 16 * 16 + 9)),
                        (int)thirds,
                        (warp == 32) + 2,
                        (int)(0xffu << lane / 8 * 8),
                        sum - (warp + 31) + 2 * (warp + 31),
                        t % 2 ? warp + 7 : warp + 8,
                        warp + 6,
                        13 + 100 + 1000};
        wanted.insert(wanted.end(), values, values + 12);
    }
    Buffer<int> out(64 * 12);
    launch(dim3(1), dim3(64), 0, shuffles, out.device);
    expect("warp primitives", out.read(), wanted);
}

// An even number of shuffles, after which the first thread of the block is the first at the barrier: it began the
// other lanes of its warp again.
__global__ void shuffles_twice(int *out)
{
    int t = threadIdx.x, value = __shfl_xor_sync(0xffffffffu, t, 1);
    value = __shfl_xor_sync(0xffffffffu, value, 2);
    __syncthreads();
    out[t] = value;
}

static void test_even_shuffles()
{
    std::vector<int> wanted;
    for (int t = 0; t < 64; t++)
        wanted.push_back(t ^ 3);
    Buffer<int> out(64);
    launch(dim3(1), dim3(64), 0, shuffles_twice, out.device);
    expect("a barrier after shuffles", out.read(), wanted);
}

// Each warp but one polls for what the next one stores. Lanes of a warp run one after the other, but not for ever.
__global__ void poll(int *out)
{
    __shared__ volatile int done[4];
    unsigned warp = threadIdx.x / 32;
    done[warp] = warp == 3;
    __syncthreads();
    while (!__any_sync(0xffffffffu, done[warp == 3 ? 3 : warp + 1]))
        continue;
    done[warp] = 1;
    out[threadIdx.x] = (int)warp;
}

static void test_polling()
{
    std::vector<int> wanted;
    for (int t = 0; t < 128; t++)
        wanted.push_back(t / 32);
    Buffer<int> out(128);
    launch(dim3(1), dim3(128), 0, poll, out.device);
    expect("warps that poll", out.read(), wanted);
}

// ---- Atomics, over blocks on several host threads ----

struct Totals {
    int sum, low, high, bits, exchanged;
    unsigned wrapped;
    unsigned long long wide;
    float single_sum;
    double double_sum;
    int locked;
    int lock;
};

__global__ void count_atomically(Totals *totals)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&totals->sum, i % 3);
    atomicSub(&totals->sum, 1);
    atomicMin(&totals->low, -i);
    atomicMax(&totals->high, i);
    atomicOr(&totals->bits, 1 << i % 20);
    atomicExch(&totals->exchanged, 7);
    atomicInc(&totals->wrapped, 9);
    atomicAdd(&totals->wide, 1ull << 33);
    atomicAdd(&totals->single_sum, 0.5f);
    atomicAdd(&totals->double_sum, 0.25);
    int seen = totals->locked, expected;
    do {
        expected = seen;
        seen = atomicCAS(&totals->locked, expected, expected + 2);
    } while (seen != expected);
}

static void test_atomics()
{
    std::vector<Totals> start(1);
    start[0] = Totals();
    Buffer<Totals> totals(start);
    int n = 64 * 128;
    launch(dim3(64), dim3(128), 0, count_atomically, totals.device);
    Totals t = totals.read()[0];
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i % 3 - 1;
    bool right = t.sum == sum && t.low == 1 - n && t.high == n - 1 && t.bits == 0xfffff && t.exchanged == 7 &&
                 t.wrapped == (unsigned)(n % 10) && t.wide == (unsigned long long)n << 33 && t.single_sum == 0.5f * n &&
                 t.double_sum == 0.25 * n && t.locked == 2 * n;
    expect("atomics", right, true);
}

// ---- Vector types, three dimensions, structures by value, constant memory, intrinsics ----

struct Scale {
    float factor;
    double3 shift;
};

__constant__ float table[4];

__global__ void scale_vectors(int n, __grid_constant__ const Scale scale, const float4 *x, float4 *y)
{
    int i = (blockIdx.z * gridDim.y + blockIdx.y) * blockDim.x * blockDim.y * blockDim.z +
            (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = __ldg(x + i);
    y[i] = make_float4(__fmaf_rn(v.x, scale.factor, (float)scale.shift.x), v.y + table[1],
                       (float)__popc(i) + min(v.z, 2.0f), __int_as_float(__float_as_int(v.w) ^ (int)0x80000000));
}

static void test_vectors()
{
    static_assert(sizeof(float4) == 16 && alignof(float4) == 16 && sizeof(float3) == 12 && alignof(double2) == 16,
                  "layout");
    int n = 500;
    std::vector<float> x(4 * n), wanted(4 * n);
    const float constants[4] = {1, 2, 3, 4};
    CHECK(cudaMemcpyToSymbol(table, constants, sizeof constants));
    for (int i = 0; i < 4 * n; i++)
        x[i] = (float)(i % 11);
    for (int i = 0; i < n; i++) {
        wanted[4 * i] = x[4 * i] * 3 + 1;
        wanted[4 * i + 1] = x[4 * i + 1] + 2;
        int bits = 0;
        for (int rest = i; rest; rest /= 2)
            bits += rest % 2;
        wanted[4 * i + 2] = bits + (x[4 * i + 2] < 2 ? x[4 * i + 2] : 2);
        wanted[4 * i + 3] = -x[4 * i + 3];
    }
    Scale scale = {3, {1, 0, 0}};
    Buffer<float> dx(x), dy(4 * n);
    launch(dim3(1, 3, 3), dim3(4, 4, 4), 0, scale_vectors, n, scale, (const float4 *)dx.device, (float4 *)dy.device);
    expect("vectors", dy.read(), wanted);
}

// ---- A time loop in one cooperative launch: what other blocks wrote, and what the block itself keeps ----

__global__ void neighbours(int steps, int *values, int *sums)
{
    __shared__ int own[32];
    const int i = blockIdx.x * 32 + threadIdx.x, count = gridDim.x * 32;
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int t = 0; t < steps; t++) {
        const int before = values[t * count + (i + 37) % count];
        values[(t + 1) * count + i] = before + i;
        own[threadIdx.x ^ 1] += before;
        cooperative_groups::this_grid().sync();
    }
    extern __shared__ __align__(16) unsigned char crs_shared[];
    ((int *)crs_shared)[threadIdx.x] = own[threadIdx.x];
    cooperative_groups::this_grid().sync();
    sums[i] = ((int *)crs_shared)[threadIdx.x] + (int)cooperative_groups::this_grid().num_threads();
}

static void test_grid_barrier()
{
    int steps = 5, blocks = 7, count = 32 * blocks;
    std::vector<int> values((size_t)((steps + 1) * count), 0), sums((size_t)count, 0);
    for (int i = 0; i < count; i++)
        values[(size_t)i] = i * 5 % 13;
    Buffer<int> on_device(values), summed(sums);
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < count; i++) {
            int before = values[(size_t)(t * count + (i + 37) % count)];
            values[(size_t)((t + 1) * count + i)] = before + i;
            sums[(size_t)(i ^ 1)] += before;
        }
    for (int &sum : sums)
        sum += count;
    void *arguments[] = {&steps, &on_device.device, &summed.device};
    CHECK(cudaLaunchCooperativeKernel(neighbours, dim3((unsigned)blocks), dim3(32), arguments, 32 * sizeof(int)));
    expect("values behind a barrier of the grid", on_device.read(), values);
    expect("shared memory behind a barrier of the grid", summed.read(), sums);
    cudaError_t error = cudaLaunchCooperativeKernel(neighbours, dim3(100000), dim3(32), arguments, 32 * sizeof(int));
    expect("more blocks than are resident", (int)error, (int)cudaErrorCooperativeLaunchTooLarge);
    cudaGetLastError();
}

int main()
{
    test_product();
    test_tree<float>();
    test_tree<double>();
    test_tree<int>();
    test_warps();
    test_even_shuffles();
    test_polling();
    test_atomics();
    test_vectors();
    test_grid_barrier();
    if (failures == 0)
        printf("all right\n");
    return failures != 0;
}
