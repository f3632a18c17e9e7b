#include <cstdio>
#include <vector>

__global__ void matmul(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 37;
    std::vector<float> A(n * n), B(n * n), C(n * n);
    for (int i = 0; i < n * n; i++)
        A[i] = i % 7, B[i] = i % 5;
    float *dA, *dB, *dC;
    size_t bytes = n * n * sizeof(float);
    cudaMalloc(&dA, bytes), cudaMalloc(&dB, bytes), cudaMalloc(&dC, bytes);
    cudaMemcpy(dA, &A[0], bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, &B[0], bytes, cudaMemcpyHostToDevice);
    dim3 block(8, 8), grid((n + 7) / 8, (n + 7) / 8);
    matmul<<<grid, block>>>(dA, dB, dC, n);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
    cudaMemcpy(&C[0], dC, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i * n + k] * B[k * n + j];
            wrong += sum != C[i * n + j];
        }
    cudaFree(dA), cudaFree(dB), cudaFree(dC);
    printf("n = %d: %d wrong\n", n, wrong);
    return wrong != 0;
}
