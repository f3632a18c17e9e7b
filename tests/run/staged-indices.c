// Catches copies to shared memory that read an index which another thread of the block copies, with nothing between:
// the copies of several arrays share barriers.
// RUN: echo "nest crs_chain_1 { tile j 64; interchange i j.tile; bind j.tile block.x; interchange i j.elem; \
// RUN:     bind j.elem thread.x; interchange j.elem i; bind i block.y; \
// RUN:     stage a shared at j.elem; stage b shared at j.elem; stage z shared at j.elem; } \
// RUN:     nest crs_steps_1 { tile j 64; bind j.tile block.x; bind j.elem thread.x; \
// RUN:     stage a shared at i; stage z shared at i; stage w shared at i; pipeline i 2; }" > %t.schedule
// RUN: %curestruct check --on cpu %s --schedule=%t.schedule --size n=10,m=70 | FileCheck %s
// RUN: %curestruct %s --schedule=%t.schedule -o - | FileCheck %s --check-prefix=TEXT

// TEXT: a_tile[0] = a[i];
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: for (int copy_1
// TEXT-NEXT: b_tile[0] = b[a_tile[0]];
// TEXT-NEXT: __syncthreads();
// CHECK: {{^}}chain: 1 of 1 nests, {{.*}}PASS
void chain(int n, int m, const int *restrict a, const int *restrict b, const float *restrict z, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = z[b[a[i]] * m + j] * 2;
}

// The rows of z are not copied ahead: their indices have not come yet.
// TEXT: crs_copy_later(&a_tiles[ahead][0],
// TEXT: z[{{.*}}a_tiles[stage][0] * m
// CHECK: {{^}}steps: 1 of 1 nests, {{.*}}PASS
void steps(int n, int m, const int *restrict a, const float *restrict w, const float *restrict z, float *restrict out)
{
#pragma curestruct
    for (int j = 0; j < m; j++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            s += z[a[i] * m + j] * w[i];
        out[j] = s;
    }
}
