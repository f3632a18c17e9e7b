// Running sums of 256 numbers by one block, for lesson 7. In step s each element adds the one that is s before it:
// first all threads load, then all store. With -DONE_BARRIER a thread may store before its neighbour has loaded.
#include <cstdio>

__global__ void scan(const int *x, int *y)
{
    __shared__ int sum[256];
    int t = threadIdx.x;
    sum[t] = x[t];
    for (int s = 1; s < 256; s *= 2) {
        __syncthreads();
        int before = t >= s ? sum[t - s] : 0;
#ifndef ONE_BARRIER
        __syncthreads();
#endif
        sum[t] += before;
    }
    y[t] = sum[t];
}

int main()
{
    int X[256], Y[256], *x, *y;
    for (int i = 0; i < 256; i++)
        X[i] = 1;
    cudaMalloc(&x, sizeof X);
    cudaMalloc(&y, sizeof Y);
    cudaMemcpy(x, X, sizeof X, cudaMemcpyHostToDevice);
    scan<<<1, 256>>>(x, y);
    cudaMemcpy(Y, y, sizeof Y, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", Y[0], Y[1], Y[255]);
    cudaFree(x);
    cudaFree(y);
    return 0;
}
