// to[k][i][j] = from[k][i][j] inside of the border: rows of p elements, a multiple of 4; 16 bytes a thread, in blocks
// of two rows, where the first and the last vector of a row are stored without the border's element. What a stencil
// reads and writes at least.
#include <algorithm>

__global__ void copy_inside_kernel(int n, int m, int p, const float *from, float *to)
{
    int row = blockIdx.y * 2 + threadIdx.y + 1, plane = blockIdx.z + 1,
        vector = blockIdx.x * (int)blockDim.x + (int)threadIdx.x;
    if (row >= m - 1 || 4 * vector >= p)
        return;
    long place = ((long)plane * m + row) * p + 4 * vector;
    float4 four = *(const float4 *)(from + place);
    float *target = to + place;
    if (vector == 0) {
        target[1] = four.y;
        target[2] = four.z;
        target[3] = four.w;
    } else if (4 * vector + 4 >= p) {
        target[0] = four.x;
        target[1] = four.y;
        target[2] = four.z;
    } else
        *(float4 *)target = four;
}

void copy_inside_wide(int n, int m, int p, const float *from, float *to)
{
    int threads = std::min(512, (p / 4 + 31) / 32 * 32);
    dim3 blocks((unsigned)((p / 4 + threads - 1) / threads), (unsigned)((m - 1) / 2), (unsigned)(n - 2));
    copy_inside_kernel<<<blocks, dim3((unsigned)threads, 2)>>>(n, m, p, from, to);
}
