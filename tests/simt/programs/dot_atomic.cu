#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                                 \
    do {                                                                                            \
        cudaError_t error = call;                                                                   \
        if (error != cudaSuccess) {                                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));          \
            exit(1);                                                                                \
        }                                                                                           \
    } while (0)

const int threadsPerBlock = 128;

__global__ void dot(const int *a, const int *b, int *c, int n)
{
    __shared__ int cache[threadsPerBlock];
    int sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < threadsPerBlock; i++)
            total += cache[i];
        atomicAdd(c, total);
    }
}

int main()
{
    const int n = 3000;
    int *a = new int[n], *b = new int[n], expected = 0, result = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i % 10, b[i] = i % 3;
        expected += a[i] * b[i];
    }
    int *da, *db, *dc;
    CHECK(cudaMalloc(&da, n * sizeof(int)));
    CHECK(cudaMalloc(&db, n * sizeof(int)));
    CHECK(cudaMalloc(&dc, sizeof(int)));
    CHECK(cudaMemcpy(da, a, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(db, b, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dc, 0, sizeof(int)));
    dot<<<4, threadsPerBlock>>>(da, db, dc, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&result, dc, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d, expected %d\n", result, expected);
    CHECK(cudaFree(da));
    CHECK(cudaFree(db));
    CHECK(cudaFree(dc));
    delete[] a;
    delete[] b;
    return result != expected;
}
