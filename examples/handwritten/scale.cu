// A *= factor: one element a thread, and 16 bytes a thread (rows together must be a multiple of four elements).
__global__ void scale_kernel(long count, float *A, float factor)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < count)
        A[i] *= factor;
}

void scale_element(int rows, int columns, float *A, float factor)
{
    long count = (long)rows * columns;
    scale_kernel<<<(unsigned)((count + 255) / 256), 256>>>(count, A, factor);
}

__global__ void scale_wide_kernel(long count, float4 *A, float factor)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < count) {
        float4 four = A[i];
        A[i] = make_float4(four.x * factor, four.y * factor, four.z * factor, four.w * factor);
    }
}

void scale_wide(int rows, int columns, float *A, float factor)
{
    long count = (long)rows * columns / 4;
    scale_wide_kernel<<<(unsigned)((count + 255) / 256), 256>>>(count, (float4 *)A, factor);
}
