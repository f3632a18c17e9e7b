// Iterations that swap two buffers.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

__global__ void step(const double *from, double *to, int n, double c)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1) {
        int at = i * n + j;
        to[at] = from[at] + c * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n] - 4 * from[at]);
    }
}

int main()
{
    const int n = 32;
    std::vector<double> grid(n * n, 0.0);
    for (int j = 0; j < n; j++)
        grid[j] = 100.0;
    double *a, *b;
    cudaMalloc(&a, n * n * sizeof(double));
    cudaMalloc(&b, n * n * sizeof(double));
    cudaMemcpy(a, grid.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(b, a, n * n * sizeof(double), cudaMemcpyDeviceToDevice);
    for (int t = 0; t < 10; t++) {
        step<<<dim3(4, 4), dim3(8, 8)>>>(a, b, n, 0.2);
        std::swap(a, b);
    }
    cudaMemcpy(grid.data(), a, n * n * sizeof(double), cudaMemcpyDeviceToHost);
    double heat = grid[n + n / 2];
    cudaFree(a);
    cudaFree(b);
    printf("%.3f\n", heat);
    return !(heat > 40 && heat < 90);
}
