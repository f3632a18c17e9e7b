// A guard that stands around a barrier, or is missing where the grid is larger than the loop.
// RUN: %curestruct --emit=tiled %s -o - | FileCheck %s

// CHECK: kernel crs_scale_1_k1 grid(ceildiv((long)m, 32), min(ceildiv((long)n, 8), 65535)) block(32, 8)
// CHECK: for long i_tile in blockIdx.y..ceildiv((long)n, 8) step gridDim.y
// CHECK: if (8 * i_tile + i_elem < n && 32 * j_tile + j_elem < m) {
// CHECK-NEXT: int i = 8 * i_tile + i_elem
// CHECK-NEXT: int j = 32 * j_tile + j_elem
// CHECK-NEXT: A[i][j] *= 2
void scale(int n, int m, float A[n][m])
{
#pragma curestruct tile(8, 32)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] *= 2;
}

// CHECK: kernel crs_multiply_1
// CHECK: int active =
// CHECK: for long k_tile
// CHECK: A_tile[thread / 16][thread % 16] =
// CHECK: __syncthreads()
// CHECK-NEXT: if (active) {
// CHECK-NEXT: for long k_elem in 0..min(16, n - 16 * k_tile)
// CHECK: }
// CHECK: __syncthreads()
void multiply(int n, float C[n][n], float A[n][n], float B[n][n])
{
#pragma curestruct schedule("tile i 16; tile j 16; interchange i.elem j.tile; bind i.tile block.y; " \
                            "bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; tile k 16; " \
                            "stage A shared at k.tile; stage B shared at k.tile")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}
