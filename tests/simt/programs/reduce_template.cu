// A kernel template with a deduced type and an explicit block size; dynamic shared memory.
#include <cstdio>
#include <vector>

template <class T, unsigned blockSize> __global__ void reduce(const T *in, T *out, unsigned n)
{
    extern __shared__ unsigned char raw[];
    T *data = reinterpret_cast<T *>(raw);
    unsigned tid = threadIdx.x;
    T sum = 0;
    for (unsigned i = blockIdx.x * blockSize * 2 + tid; i < n; i += blockSize * 2 * gridDim.x) {
        sum += in[i];
        if (i + blockSize < n)
            sum += in[i + blockSize];
    }
    data[tid] = sum;
    __syncthreads();
    if (blockSize >= 128) {
        if (tid < 64)
            data[tid] += data[tid + 64];
        __syncthreads();
    }
    if (blockSize >= 64) {
        if (tid < 32)
            data[tid] += data[tid + 32];
        __syncthreads();
    }
    if (tid < 32)
        for (int offset = 16; offset > 0; offset /= 2) {
            T other = data[tid + offset];
            __syncwarp();
            data[tid] += other;
            __syncwarp();
        }
    if (tid == 0)
        out[blockIdx.x] = data[0];
}

template <class T> bool test(unsigned n)
{
    std::vector<T> in(n), out(4);
    T expected = 0, sum = 0;
    for (unsigned i = 0; i < n; i++)
        expected += in[i] = (T)(i % 4);
    T *din, *dout;
    cudaMalloc(&din, n * sizeof(T));
    cudaMalloc(&dout, 4 * sizeof(T));
    cudaMemcpy(din, in.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    reduce<T, 128><<<4, 128, 128 * sizeof(T)>>>(din, dout, n);
    cudaMemcpy(out.data(), dout, 4 * sizeof(T), cudaMemcpyDeviceToHost);
    for (T part : out)
        sum += part;
    cudaFree(din);
    cudaFree(dout);
    return sum == expected;
}

int main()
{
    bool fine = test<int>(5000) && test<float>(3001) && test<double>(77);
    printf(fine ? "fine\n" : "wrong\n");
    return !fine;
}
