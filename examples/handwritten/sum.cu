// The classic reduction in its last form: each thread adds up elements that are a grid apart, a tree in shared memory
// adds up the threads of a block, and a second launch the blocks.
enum { BLOCKS = 1024, THREADS = 256 };

__global__ void sum_kernel(const float *x, int n, float *parts)
{
    __shared__ float part[THREADS];
    float sum = 0;
    for (long i = blockIdx.x * (long)THREADS + threadIdx.x; i < n; i += (long)gridDim.x * THREADS)
        sum += x[i];
    part[threadIdx.x] = sum;
    for (int stride = THREADS / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            part[threadIdx.x] += part[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        parts[blockIdx.x] = part[0];
}

void sum_classic(const float *x, int n, float *result)
{
    static float *parts;
    if (!parts && cudaMalloc((void **)&parts, BLOCKS * sizeof *parts) != cudaSuccess)
        return;
    sum_kernel<<<BLOCKS, THREADS>>>(x, n, parts);
    sum_kernel<<<1, THREADS>>>(parts, BLOCKS, result);
}
