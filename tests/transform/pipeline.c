// pipeline: buffers, the first copies, one barrier a turn; what it refuses. Catches a buffer that is overwritten while
// it is used, and copies whose wait is missing.
// RUN: %curestruct --emit=tiled %s -o - 2>/dev/null | FileCheck %s
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck --check-prefix=REFUSED %s

// CHECK: kernel crs_product_1
// CHECK: shared float A_tiles[3][8][64] pad 4{{$}}
// CHECK: for long ahead in 0..2 [unroll] {
// CHECK-NEXT: if (ahead < ceildiv((long)n, 8)) {
// CHECK: A_tiles[ahead][thread % 8][thread / 8 + 32 * copy] = A[{{.*}} later
// CHECK: close_copies()
// CHECK: int stage = 0
// CHECK: for long k_tile in 0..ceildiv((long)n, 8)
// CHECK-NEXT: wait_copies(1)
// CHECK-NEXT: __syncthreads()
// CHECK-NEXT: int free_stage = stage == 0 ? 2 : stage - 1
// CHECK-NEXT: int more = k_tile + 2 < ceildiv((long)n, 8)
// CHECK-NEXT: if (more) {
// CHECK: A_tiles[free_stage]
// CHECK: close_copies()
// CHECK-NOT: __syncthreads()
// CHECK: C_held[i_lane][j_lane] += A_tiles[stage][k_elem][4 * i_thread + i_lane] * B_tiles[stage][k_elem][4 * j_thread + j_lane]
// CHECK: stage = stage == 2 ? 0 : stage + 1
// CHECK: __syncthreads()
void product(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct schedule("tile i 64; tile j 64; interchange i.elem j.tile; tile i.elem 4 as i.thread i.lane; \
tile j.elem 4 as j.thread j.lane; interchange i.lane j.thread; bind i.tile block.y; bind j.tile block.x; \
bind i.thread thread.y; bind j.thread thread.x; tile k 8; interchange j.lane k.tile; interchange i.lane k.tile; \
interchange j.lane k.elem; interchange i.lane k.elem; unroll i.lane; unroll j.lane; stage C register at k.tile; \
stage A shared at k.tile transpose pad 4; stage B shared at k.tile; pipeline k.tile 3; launch_bounds i.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// REFUSED: pipeline k.tile refused: it does not begin with copies to shared memory
void nothing_staged(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; tile k 8; pipeline k.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// REFUSED: pipeline k.tile refused: elements of other sizes than 4, 8 and 16 bytes are not copied asynchronously
void bytes(int n, int C[n][64], const char A[n][n], const char B[n][64])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; tile k 8; stage B shared at k.tile; pipeline k.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// REFUSED: pipeline k.tile refused: with one stage, and one way to copy, nothing would change
void one_stage(int n, float C[n][64], const float A[n][n], const float B[n][64])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; tile k 8; stage B shared at k.tile; pipeline k.tile 1")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// REFUSED: pipeline k.tile refused: the buffers need more than the {{[0-9]+}} bytes of shared memory of a block
void too_large(int n, float C[n][128], const float A[n][n], const float B[n][128])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; tile k 64; stage B shared at k.tile; pipeline k.tile 8")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 128; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// REFUSED: launch_bounds i refused: the loop is not bound to blocks
void not_blocks(int n, float C[n][64])
{
#pragma curestruct schedule("launch_bounds i 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            C[i][j] = 0;
}
