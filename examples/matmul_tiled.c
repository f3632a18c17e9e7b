// Matrix multiplication with a schedule by hand: the tiling of the textbooks. Look at: the loops are those of matmul.c,
// and every step of the schedule is still asked whether it is legal. Each block computes a tile of 16 x 16; A and B
// pass through shared memory a tile at a time, and the element that a thread computes stays in a register meanwhile.
void matmul_tiled(int n, const float *restrict A, const float *restrict B, float *restrict C)
{
#pragma curestruct schedule("tile i 16; tile j 16; interchange i.elem j.tile; \
    bind i.tile block.y; bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; \
    tile k 16; stage A shared at k.tile; stage B shared at k.tile; stage C register at k.tile")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                C[i * n + j] += A[i * n + k] * B[k * n + j];
        }
}
