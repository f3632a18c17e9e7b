// Catches records that threads keep in shared memory (stage .. shared of an array that the kernel writes) and that are
// not copied back, that are copied for threads without an iteration, in the place of another one, or over elements of
// the same rows that the nest does not use; and copies of several arrays between which no thread waits.
// RUN: echo "nest crs_factors_1 { tile b 64; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; stage x shared at b.elem records; \
// RUN:     stage pivots shared at b.elem records; } \
// RUN:     nest crs_padded_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_planes_1 { tile b 32; bind q block.y; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_products_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage x shared at b.elem records; stage y shared at b.elem records; } \
// RUN:     nest crs_powers_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage y shared at b.elem records; } \
// RUN:     nest crs_few_1 { tile b 32; bind b.tile block.x limit 2; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_parts_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage y shared at b.elem records; }" > %t.schedule
// RUN: %curestruct check --on cpu %s --schedule=%t.schedule --size count=3 | FileCheck %s
// RUN: %curestruct check --on cpu %s --schedule=%t.schedule --size count=64 | FileCheck %s
// RUN: %curestruct check --on cpu %s --schedule=%t.schedule --size count=131 | FileCheck %s
// RUN: %curestruct %s --schedule=%t.schedule -o - | FileCheck %s --check-prefix=TEXT

// The elements of neighbouring threads are neighbours, and so are those that are copied together.
// TEXT: float a_tile[6][6][65]
// TEXT: a_tile[copy / 6 % 6][copy % 6][copy / 36] = a[64 * b_tile * 6 * 6 + copy];
// TEXT: x_tile[
// TEXT: pivots_tile[
// TEXT: __syncthreads();
// TEXT: a_tile[i][k][b_elem] /= a_tile[k][k][b_elem];
// TEXT: __syncthreads();
// TEXT-NOT: __syncthreads();
// TEXT: a[64 * b_tile * 6 * 6 + copy_{{[0-9]+}}] = a_tile[
// TEXT-NOT: __syncthreads();
// TEXT: x[64 * b_tile * 6 + copy_{{[0-9]+}}] = x_tile[
// TEXT-NOT: __syncthreads();
// TEXT: pivots[64 * b_tile * 6 + copy_{{[0-9]+}}] = pivots_tile[
// CHECK: {{^}}factors: 1 of 1 nests, {{.*}}PASS
void factors(int count, float (*restrict a)[6][6], double (*restrict x)[6], signed char (*restrict pivots)[6])
{
#pragma curestruct
    for (int b = 0; b < count; b++) {
        for (int k = 0; k < 6; k++)
            for (int i = k + 1; i < 6; i++) {
                a[b][i][k] /= a[b][k][k];
                for (int j = k + 1; j < 6; j++)
                    a[b][i][j] -= a[b][i][k] * a[b][k][j];
            }
        for (int i = 5; i >= 0; i--) {
            for (int j = i + 1; j < 6; j++)
                x[b][i] -= a[b][i][j] * x[b][j];
            pivots[b][i] = (signed char)(pivots[b][i] ^ (x[b][i] < 0));
        }
    }
}

// Columns 1 to 4 of rows of 7, of all records but the first two.
// TEXT: padded_1_k1
// TEXT: a_tile[5][4][33]
// TEXT: a[((32 * b_tile + copy / 20 + 2) * 5 + copy / 4 % 5) * 7 + (copy % 4 + 1L)]
// CHECK: {{^}}padded: 1 of 1 nests, {{.*}}PASS
void padded(int count, float (*restrict a)[5][7])
{
#pragma curestruct
    for (int b = 2; b < count; b++)
        for (int i = 0; i < 5; i++)
            for (int j = 1; j < 4; j++)
                a[b][i][j + 1] += a[b][i][j] * 0.5f;
}

// CHECK: {{^}}planes: 1 of 1 nests, {{.*}}PASS
void planes(int count, int n, float a[n][count][8])
{
#pragma curestruct
    for (int q = 0; q < n; q++)
        for (int b = 0; b < count; b++)
            for (int i = 1; i < 8; i++)
                a[q][b][i] += a[q][b][i - 1];
}

// Nothing of y is copied in.
// TEXT: products_1_k1
// TEXT: x_tile[
// TEXT: ] = x[
// TEXT-NOT: ] = y[
// TEXT: y[32 * b_tile * 4 * 4 + copy
// CHECK: {{^}}products: 1 of 1 nests, {{.*}}PASS
void products(int count, const float (*restrict x)[4][4], float (*restrict y)[4][4])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                float s = 0;
                for (int k = 0; k < 4; k++)
                    s += x[b][i][k] * x[b][k][j];
                y[b][i][j] = s;
            }
}

// TEXT: powers_1_k1
// TEXT: y_tile[5][33]
// TEXT-NOT: __syncthreads();
// TEXT: y_tile[i][b_elem] = p;
// TEXT: __syncthreads();
// TEXT-NEXT: for (int round = 0; round < 5; round++) {
// CHECK: {{^}}powers: 1 of 1 nests, {{.*}}PASS
void powers(int count, const float *restrict x, float (*restrict y)[5])
{
#pragma curestruct
    for (int b = 0; b < count; b++) {
        float p = 1;
        for (int i = 0; i < 5; i++) {
            p *= x[b];
            y[b][i] = p;
        }
    }
}

// A block has several tiles, one after the other.
// TEXT: few_1_k1
// TEXT: for (long b_tile = blockIdx.x; {{.*}}gridDim.x
// TEXT: a[32 * b_tile * 8 + copy_{{[0-9]+}}] = a_tile
// TEXT: __syncthreads();
// CHECK: {{^}}few: 1 of 1 nests, {{.*}}PASS
void few(int count, int (*restrict a)[8])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 1; i < 8; i++)
            a[b][i] += a[b][i - 1];
}

// The last column keeps what it was.
// TEXT: parts_1_k1
// TEXT: y_tile[{{.*}}] = y[
// CHECK: {{^}}parts: 1 of 1 nests, {{.*}}PASS
void parts(int count, float scale, float (*restrict y)[5])
{
#pragma curestruct
    for (int b = 0; b < count; b++) {
        y[b][4] = y[b][4] > 0 ? 1 : 2;
        for (int i = 0; i < 3; i++)
            y[b][i] = scale * i;
    }
}
