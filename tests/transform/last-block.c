// Catches a reduction across blocks in two launches, threads with fewer loads on their way than fit, and rows of a
// plane that are not read 16 bytes at a time, parts of blocks that are loaded one after the other, and what the sum was
// before that is loaded after them.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s
// RUN: %curestruct %s -o - 2>&1 | FileCheck --check-prefix=CODE %s

// CODE: {{^}}static __global__ {{.*}}_k1(
// CODE: {{^    }}const int last = crs_last_block(s_part_done,
// CODE: {{^    }}if (last) {
// CODE: {{^        }}float s_before = s_cell[0];
// CODE: {{^        }}#pragma unroll
// CODE-NEXT: for (long turn = 0; turn < 3; turn++)
// CODE: {{^                }}s_part_1 += s_parts[threadIdx.x + 256 * turn];
// CODE: {{^            }}s_cell[0] = s_before + s_part_1;
// CODE: {{^}}static int crs_sum_1
// CODE-NOT: {{^}}static __global__ {{.*}}_k2(

// CHECK-LABEL: nest crs_sum_1 {
// CHECK: cyclic i.group 256 as i.thread i.rest;
// CHECK: tile i.rest 8 as i.chunk i.flight;
// CHECK: cyclic i.chunk 528 as i.block i.turn;
// CHECK: launch_bounds i.block 4;
float sum(const float *x, long n)
{
    float s = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        s += x[i];
    return s;
}

// Two arrays: half as many vectors of each.
// CHECK-LABEL: nest crs_dot_1 {
// CHECK: tile i.rest 4 as i.chunk i.flight;
float dot(const float *x, const float *y, long n)
{
    float s = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

// CHECK-LABEL: nest crs_plane_1 {
// CHECK: bind i.warp thread.y;
// CHECK: vectorize j.lane;
float plane(const float *x, long rows, long columns, long pitch)
{
    float s = 0;
#pragma curestruct
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            s += x[i * pitch + j];
    return s;
}
