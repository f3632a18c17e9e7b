// Rivals of rows of the table for which neither library has one call.
#include <cublas_v2.h>

#include <vector>

// Slice i of A, m rows of p numbers, is a matrix of p rows and m columns to cuBLAS: its product with ones.
void middle_sums_cublas(int n, int m, int p, const float *A, float *sums)
{
    static cublasHandle_t handle;
    static float *ones;
    static int length;
    if (!handle)
        cublasCreate(&handle);
    if (length < m) {
        std::vector<float> host(m, 1.0f);
        if (cudaMalloc((void **)&ones, sizeof(float) * (size_t)m) == cudaSuccess &&
            cudaMemcpy(ones, host.data(), sizeof(float) * (size_t)m, cudaMemcpyHostToDevice) == cudaSuccess)
            length = m;
    }
    float one = 1, zero = 0;
    cublasSgemvStridedBatched(handle, CUBLAS_OP_N, p, m, &one, A, p, (long long)m * p, ones, 1, 0, &zero, sums, 1, p, n);
}
