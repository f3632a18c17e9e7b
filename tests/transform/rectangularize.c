// widen: a triangle's rows inside of a tile run as far as the longest, their results are stored where they were, and
// blocks beyond leave at once. Catches a place outside of the triangle that is stored, elements read that no iteration
// reads, and barriers that only some threads of a block reach.
// RUN: %curestruct --emit=tiled %s -o - 2>/dev/null | FileCheck %s
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck --check-prefix=REFUSED %s

// SAME: triangle: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_triangle_1
// CHECK: if (8 * j_tile < 8 * i_tile + 8 && 8 * j_tile < n) {
// CHECK: float sum = 0
// CHECK: __syncthreads()
// CHECK: if (active && j < (long)i + 1) {
// CHECK-NEXT: C[i][j] = sum
void triangle(int n, int p, float C[n][n], const float A[n][p])
{
#pragma curestruct schedule("tile i 8; rectangularize j at i.elem; tile j 8; interchange i.elem j.tile; \
bind i.tile block.y; bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; tile k 4; \
stage A shared at k.tile; stage A shared at k.tile")
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * A[j][k];
            C[i][j] = sum;
        }
}

// SAME: from_below: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_from_below_1
// CHECK: for int j in (int)(8 * i_tile)..n {
// CHECK-NEXT: if (2L * i < (long)j + 1) {
void from_below(int n, int p, float C[n][n], const float A[n][p])
{
#pragma curestruct schedule("tile i 4; rectangularize j at i.elem; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n / 2; i++)
        for (int j = 2 * i; j < n; j++)
            C[i][j] = A[j][0];
}

// What depends on both is read by nobody else: it is not read.
// SAME: packed: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_packed_1
// CHECK: if (j < (long)i + 1) {
// CHECK-NEXT: for int k in
void packed(int n, int p, float C[n][n], const float A[n][n][p])
{
#pragma curestruct schedule("tile i 4; rectangularize j at i.elem; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][j][k];
            C[i][j] = sum;
        }
}

// REFUSED: rectangularize j at i refused: no bound changes along the outer loop
void rectangle(int n, float C[n][n])
{
#pragma curestruct schedule("rectangularize j at i; bind i block.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            C[i][j] = 1;
}

// Both bounds change: nothing is stored beside the band.
// SAME: band: 1 of 1 nests, {{.*}}, PASS
// CHECK: kernel crs_band_1
// CHECK: for int j in (int)(4 * i_tile)..(int)min(4 * i_tile + 11, (long)n + 7) {
// CHECK-NEXT: if (i < (long)j + 1 && j < (long)i + 8) {
void band(int n, float C[n][n + 8])
{
#pragma curestruct schedule("tile i 4; rectangularize j at i.elem; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = i; j < i + 8; j++)
            C[i][j] = 1;
}

// REFUSED: rectangularize j at i refused: it is not all of the other loop's body
void beside(int n, float C[n][n], float D[n])
{
#pragma curestruct schedule("rectangularize j at i; bind i block.x")
    for (int i = 0; i < n; i++) {
        D[i] = 0;
        for (int j = 0; j < i; j++)
            C[i][j] = 1;
    }
}
