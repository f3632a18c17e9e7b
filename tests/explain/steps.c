// Catches a step whose code is not what the schedule has made, and states of the paper's example that cannot be shown:
// tiled loops, loops bound to blocks and threads, operands in shared memory, several results a thread. Two barriers
// stand around each use of a tile.
// RUN: %curestruct explain --steps %s | FileCheck %s
// RUN: %curestruct explain --steps=diff %s | FileCheck --check-prefix=DIFF %s
// RUN: %curestruct explain --steps=diff --format=json %s | python3 -m json.tool | FileCheck --check-prefix=JSON %s

// CHECK: The loops as read
// CHECK-NEXT: for (int i = 0; i < n; i++)
// CHECK-NEXT: for (int j = 0; j < n; j++)
// CHECK-NEXT: for (int k = 0; k < n; k++)
// CHECK-NEXT: C[i][j] += A[i][k] * B[k][j];

// Listing 2a: tiled, and still accumulating.
// CHECK: After tile k 16;
// CHECK: for (long i_tile = 0; i_tile < ceil_div(n, 32); i_tile++) {
// CHECK: for (long k_tile = 0; k_tile < ceil_div(n, 16); k_tile++) {
// CHECK: C[i][j] += A[i][k] * B[k][j];

// Listing 2b: bound.
// CHECK: After bind j.thread thread.x;
// CHECK: for (long i_tile = 0; i_tile < ceil_div(n, 32); i_tile++) { // block.y
// CHECK: for (long j_tile = 0; j_tile < ceil_div(n, 16); j_tile++) { // block.x
// CHECK: for (long j_thread = 0; {{.*}} // thread.x

// Listings 3 and 4: tiles of both operands, two results a thread, set before they accumulate.
// CHECK: After stage B shared at k.tile;
// CHECK: C_held[i_reg][0] = C[i][j];
// CHECK: __shared__ __align__(16) float A_tile[32][16];
// CHECK: __shared__ __align__(16) float B_tile[16][16];
// CHECK: __syncthreads();
// CHECK: C_held[i_reg][0] += A_tile[{{.*}}][k_elem] * B_tile[k_elem][j_thread];
// CHECK: __syncthreads();
// CHECK: The kernels
// CHECK: static __global__ void {{.*}}crs_product_
// CHECK: __syncthreads();

// DIFF: After bind i.tile block.y;
// DIFF-NEXT: @@
// DIFF-NEXT: -for (long i_tile = 0; i_tile < ceil_div(n, 32); i_tile++) {
// DIFF-NEXT: +for (long i_tile = 0; i_tile < ceil_div(n, 32); i_tile++) { // block.y

// JSON: "step": null,
// JSON-NEXT: "code": "for (int i = 0;
// JSON: "step": "tile i 32;",
// JSON-NEXT: "diff": "@@
void product(int n, float C[n][n], const float A[n][n], const float B[n][n])
{
#pragma curestruct schedule("tile i 32; tile j 16 as j.tile j.thread; tile k 16; interchange i.elem j.tile; \
tile i.elem 2 as i.thread i.reg; interchange i.reg j.thread; interchange i.reg k.tile; interchange i.reg k.elem; \
bind i.tile block.y; bind j.tile block.x; bind i.thread thread.y; bind j.thread thread.x; \
unroll i.reg; stage C register at k.tile; stage A shared at k.tile; stage B shared at k.tile")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}
