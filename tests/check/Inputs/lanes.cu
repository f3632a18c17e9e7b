// Catches: bank cycles of lanes of 16 bytes, and sectors of asynchronous copies, that are not those of a GPU. The
// figures were counted on one.
#include <cuda_runtime.h>

typedef __int128 Lane;

// Lanes of 16 bytes take a cycle for each quarter of the warp, but two quarters take one together where pairs of lanes,
// neighbours or next but one, read the same.
// CHECK: load shared 16 1 32.0 4.00 {{.*}}[t]
// CHECK: load shared 16 1 32.0 2.00 {{.*}}[t / 2]
// CHECK: load shared 16 1 32.0 2.00 {{.*}}[t / 4 * 2 + t % 2]
// CHECK: load shared 16 1 32.0 4.00 {{.*}}[t / 8 * 4 + t % 4]
// CHECK: load shared 16 1 32.0 2.00 {{.*}}[*in != 0]
__global__ void read(const Lane *in, Lane *out)
{
    __shared__ Lane tile[32];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    Lane sum = tile[t];
    sum += tile[t / 2];
    sum += tile[t / 4 * 2 + t % 2];
    sum += tile[t / 8 * 4 + t % 4];
    sum += tile[*in != 0];
    out[t] = sum;
}

// A copy of 16 bytes takes a sector for each that it writes, even if all lanes read the same.
// CHECK: load global 16 1 32.0 16 16.00 {{.*}}in[t]
// CHECK: load global 16 1 32.0 16 16.00 {{.*}}in[0]
// CHECK: load global 4 1 32.0 1 1.00 {{.*}}in[0]
__global__ void copy(const Lane *in, Lane *out)
{
    __shared__ Lane tile[32];
    __shared__ int words[32];
    int t = threadIdx.x;
    simt::copy_later(&tile[t], &in[t], 16);
    simt::copy_later(&tile[t], &in[0], 16);
    simt::copy_later(&words[t], &in[0], 4);
    simt::close_copies();
    simt::wait_copies(0);
    out[t] = tile[t] + words[t];
}

int main()
{
    Lane *in, *out;
    cudaMalloc(&in, 32 * sizeof(Lane));
    cudaMalloc(&out, 32 * sizeof(Lane));
    cudaMemset(in, 0, 32 * sizeof(Lane));
    read<<<1, 32>>>(in, out);
    copy<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
