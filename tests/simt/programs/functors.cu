// Kernels that take functors and function pointers as templates do.
#include <cstdio>
#include <vector>

struct Square {
    __device__ float operator()(float x) const { return x * x; }
};

struct Scale {
    float factor, offset;
    __device__ float operator()(float x) const { return factor * x + offset; }
};

template <typename T, typename F> __global__ void map(T *data, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = f(data[i]);
}

template <int N> __global__ void power(float *data)
{
    float x = data[threadIdx.x], result = 1;
    for (int i = 0; i < N; i++)
        result *= x;
    data[threadIdx.x] = result;
}

int main()
{
    std::vector<float> h(100);
    for (int i = 0; i < 100; i++)
        h[i] = i % 4;
    float *d;
    cudaMalloc(&d, 100 * sizeof(float));
    cudaMemcpy(d, h.data(), 100 * sizeof(float), cudaMemcpyHostToDevice);
    map<<<2, 64>>>(d, 100, Square());
    map<<<2, 64>>>(d, 100, Scale{2, 1});
    power<3><<<1, 100>>>(d);
    cudaMemcpy(h.data(), d, 100 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%g %g\n", h[1], h[3]);
    return h[1] != 27 || h[3] != 6859;
}
