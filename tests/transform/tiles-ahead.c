// peel, fetch, alternate, stage at the loop bound to threads, and copies that are dealt out to the steps of a tile:
// what they make, and what is refused (tests/run/steps-tiles.test runs them). Catches a rest that is left out or done
// twice, fragments of the wrong tile, results that are loaded before they are set or stored from another thread's
// registers.
// RUN: %curestruct --emit=tiled %s -o - 2>/dev/null | FileCheck %s
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck --check-prefix=REFUSED %s

// SAME: product: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_product_1
// CHECK: i_thread = threadIdx.y / 2 * 2 + threadIdx.x % 2
// CHECK: j_thread = threadIdx.x / 2 + threadIdx.y % 2 * 2
// CHECK: C_held[i_group][i_lane][j_group][j_lane] = 0
// CHECK: for int k in 0..(int)((long)p % 8) [k.rest opaque] {
// CHECK: C_held[i_group][i_lane][j_group][j_lane] += A[i][k] * B[k][j]
// CHECK: if (aligned(&B[0][0], 16) && (long)m % 4 == 0) {
// CHECK: B_tiles[ahead{{.*}}][thread{{.*}}][4L * (thread{{.*}} .. 4 = B[{{.*}} later
// CHECK: int stage{{.*}} = 0
// CHECK: if (0 < (p - (long)p % 8) / 8) {
// CHECK-NEXT: wait_copies(1)
// CHECK-NEXT: __syncthreads()
// CHECK: for int k_tile_1 in 0..(int)((p - (long)p % 8) / 8)
// CHECK: for long k_elem in 0..8 [k.elem unroll] {
// CHECK-NEXT: if (k_elem == 7) {
// CHECK-NEXT: wait_copies(1)
// CHECK-NEXT: __syncthreads()
// CHECK-NEXT: stage_1 = stage_1 == 2 ? 0 : stage_1 + 1
// CHECK: [(k_elem + 1) % 2][j_group][j_lane] = B_tiles[stage_1][(k_elem + 1) % 8]
// CHECK: = A[{{.*}} later if more_1
// CHECK: if (k_elem == 6) {
// CHECK-NEXT: close_copies()
// CHECK: long j_group = i_lane % 2 ? 1 - turn
// CHECK: [k_elem % 2]
// CHECK: else {
// CHECK: B_tiles[ahead][{{[^.]*}} = B[{{.*}} later
// CHECK: for int k_tile_1 in 0..(int)((p - (long)p % 8) / 8)
// CHECK: __syncthreads()
// CHECK: C[i][j] = C_held[i_group][i_lane][j_group][j_lane]
void product(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct schedule("tile i 32; tile j 64; interchange i.elem j.tile; tile i.elem 4 as i.quad i.lane; \
cyclic i.quad 4 as i.thread i.group; tile j.elem 32 as j.warp j.part; tile j.part 4 as j.quad j.lane; \
cyclic j.quad 4 as j.thread j.group; interchange i.lane j.warp; interchange i.group j.warp; \
interchange i.lane j.thread; interchange i.group j.thread; bind i.tile block.y; bind j.tile block.x; \
bind i.thread thread.y; bind j.warp thread.z; bind j.thread thread.x; distribute j.lane at 1; \
distribute j.group at 1; distribute i.lane at 1; distribute i.group at 1; interchange j.lane#2 k; \
interchange j.group#2 k; interchange i.lane#2 k; interchange i.group#2 k; peel k 8; tile k 8; unroll i.lane; \
unroll i.lane#2; unroll i.lane#3; unroll j.lane; unroll j.lane#2; unroll j.lane#3; unroll i.group; \
unroll i.group#2; unroll i.group#3; unroll j.group; unroll j.group#2; unroll j.group#3; unroll k.elem; \
stage C register at j.thread; stage A shared at k.tile transpose pad 4; stage B shared at k.tile wide; \
load_fragments A at k.elem; load_fragments B at k.elem; serpentine j.group#2 with i.lane#2; \
serpentine j.lane#2 with i.lane#2; pipeline k.tile 3; launch_bounds i.tile 1; swizzle i.thread with j.thread;")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            C[i][j] = 0;
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// The rest of a loop that begins elsewhere and counts down by two.
// SAME: peeled: 1 of 1 nests, {{.*}}, bit for bit, PASS
void peeled(int n, float a[n][n])
{
#pragma curestruct schedule("bind j block.x; peel i 4; tile i 4; unroll i.elem")
    for (int j = 0; j < n; j++)
        for (int i = n - 1; i >= 3; i -= 2)
            a[j][i] = 2 * a[j][i] + i;
}

// What a thread adds to is loaded once and stored once.
// SAME: added: 1 of 1 nests, {{.*}}, PASS
void added(int n, float C[n][64], const float A[n][64])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; stage C register at j")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++) {
            C[i][j] *= 3;
            C[i][j] += A[i][j];
        }
}

// REFUSED: stage A shared at k.tile refused: 16 bytes are contiguous only in shared memory, and only without 'transpose'
void wide_transposed(int n, float C[n][64], const float A[n][n])
{
#pragma curestruct schedule("tile i 8; bind i.tile block.x; bind i.elem thread.y; bind j thread.x; tile k 8; \
    stage A shared at k.tile transpose wide")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k];
}

// REFUSED: swizzle i.elem refused: two rows of threads have to be a part of a warp
void woven_wide(int n, float C[n][64], const float A[n][n])
{
#pragma curestruct schedule("tile i 8; bind i.tile block.x; bind i.elem thread.y; bind j thread.x; \
    swizzle i.elem with j")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            C[i][j] = A[i][j];
}

// REFUSED: peel k refused: every number is a multiple of 1
void peel_one(int n, float C[n][64], const float A[n][n])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; peel k 1")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k];
}

// REFUSED: stage C register at j refused: it is not sure that the thread uses the place
void unsure(int n, int p, float C[n][64], const float A[n][p])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; stage C register at j")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++) {
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k];
            if (i > 3)
                C[i][j] += 1;
        }
}

// SAME: asked: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_asked_1
// CHECK: if ((long)p > 0) {
// CHECK-NEXT: C_held = C[i][j]
// CHECK: if (A[i][k] < C_held)
// CHECK: if ((long)p > 0) {
// CHECK-NEXT: C[i][j] = C_held
void asked(int n, int p, float C[n][64], const float A[n][p])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; stage C register at j")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < p; k++)
                if (A[i][k] < C[i][j])
                    C[i][j] = A[i][k];
}

// REFUSED: load_fragments A at k refused: no tile of it in shared memory is used there
void no_tile(int n, float C[n][64], const float A[n][n])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; load_fragments A at k")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k];
}

// REFUSED: serpentine k with h refused: its iterations depend on each other
void ordered(int n, float C[n][64], const float A[n][8][4])
{
#pragma curestruct exact schedule("bind i block.x; bind j thread.x; unroll h; unroll k; serpentine k with h")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int h = 0; h < 8; h++)
                for (int k = 0; k < 4; k++)
                    C[i][j] += A[i][h][k];
}

// REFUSED: serpentine k refused: both loops have to be unrolled
void not_unrolled(int n, float C[n][64], const float A[n][8][4])
{
#pragma curestruct schedule("bind i block.x; bind j thread.x; serpentine k with h")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            for (int h = 0; h < 8; h++)
                for (int k = 0; k < 4; k++)
                    C[i][j] += A[i][h][k];
}

// pack: four rows of a tile beside each other, divided without a remainder to compute where a loop counts them.
// SAME: packed: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_packed_1
// CHECK: shared signed char A_tile[2][8][4]{{$}}
// CHECK: A_tile[k_word][i_elem][k_byte] * B_tile[k_word][j_elem][k_byte]
void packed(int n, int p, int C[n][n], const signed char A[n][p], const signed char B[p][n])
{
#pragma curestruct schedule("tile i 8; tile j 8; interchange i.elem j.tile; bind i.tile block.y; \
bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; peel k 8; tile k 8; \
tile k.elem 4 as k.word k.byte; stage A shared at k.tile transpose pack 4; stage B shared at k.tile pack 4")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// REFUSED: stage A shared at k.tile refused: its rows are not a multiple of the packed length
void unpacked(int n, int p, int C[n][n], const signed char A[n][p])
{
#pragma curestruct schedule("tile i 8; tile j 8; interchange i.elem j.tile; bind i.tile block.y; \
bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; tile k 6; stage A shared at k.tile transpose pack 4")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k];
}
