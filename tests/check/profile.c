// Catches: requests, sectors or bank cycles that are counted wrongly or at the wrong line, and a profile that depends
// on how threads are spread over processors. All figures follow from the text: 64 x 64 floats, warps of 32 lanes.
// REQUIRES: clang
// RUN: %curestruct check --on cpu --profile --function=transpose --size n=64 %s | FileCheck %s
// RUN: %curestruct check --on cpu --profile --function=tiled --size n=64 %s | FileCheck --check-prefix=TILED %s
// RUN: %curestruct check --on cpu --profile --function=pipelined --size n=64 %s | FileCheck --check-prefix=LATER %s
// RUN: %fails 1 %curestruct check --on gpu --profile %s | FileCheck --check-prefix=GPU %s

// 128 warps a launch; reading along a row takes 4 sectors a warp, down a column 32.
// CHECK: transpose: 1 of 1 nests, 1 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: crs_transpose_{{.*}}, grid 2 x 8 x 1, block 32 x 8 x 1, each of {{[0-9]+}} launches
// CHECK: line:column memory bytes requests lanes sectors /request cycles/r
// CHECK: store global 4 128 32.0 512 4.00 out[
// CHECK: load global 4 128 32.0 4096 32.00 out[
void transpose(int n, float out[n][n], const float in[n][n])
{
#pragma curestruct schedule("tile i 8; tile j 32; interchange i.elem j.tile; bind i.tile block.y; \
    bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = in[j][i];
}

// Two operands in shared memory: along a row of the tile, every lane in a bank of its own; one word for all lanes.
// TILED: tiled: 1 of 1 nests, 1 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// TILED: store shared 4 512 32.0 1.00 A_tile
// TILED-DAG: load shared 4 8192 32.0 1.00 {{.*}}A_tile[i_elem][k_elem]
// TILED-DAG: load shared 4 8192 32.0 1.00 {{.*}}B_tile[k_elem][j_elem]
// GPU: '--profile' counts on the CPU runtime
void tiled(int n, int C[n][n], const int A[n][n], const int B[n][n])
{
#pragma curestruct schedule("tile i 16; tile j 16; interchange i.elem j.tile; bind i.tile block.y; \
    bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; tile k 16; stage A shared at k.tile; \
    stage B shared at k.tile")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}

// An asynchronous copy is a load and a store where it begins, of the same threads.
// LATER: pipelined: 1 of 1 nests, 1 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// LATER: load global 4 128 32.0 512 4.00 crs_copy_later(&A_tile
// LATER: store shared 4 128 32.0 1.00 crs_copy_later(&A_tile
// LATER: load global 4 128 32.0 512 4.00 crs_copy_later(&B_tile
// LATER: load global 4 384 32.0 1536 4.00 crs_copy_later(&A_tile
// LATER: store shared 4 384 32.0 1.00 crs_copy_later(&A_tile
void pipelined(int n, int C[n][n], const int A[n][n], const int B[n][n])
{
#pragma curestruct schedule("tile i 16; tile j 16; interchange i.elem j.tile; bind i.tile block.y; \
    bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; tile k 16; stage A shared at k.tile; \
    stage B shared at k.tile; pipeline k.tile 2")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
}
