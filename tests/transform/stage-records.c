// Catches records in shared memory (stage .. records) of which threads or blocks share elements, whose rows have no
// constant length, or which may not exist.
// RUN: echo "nest crs_before_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_lengths_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_widths_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_single_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_scaled_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; stage y shared at i; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_picked_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_optional_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_shared_1 { tile b 32; bind c block.y; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage x shared at b.elem records; } \
// RUN:     nest crs_large_1 { tile b 64; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a shared at b.elem records; } \
// RUN:     nest crs_rows_1 { tile i 4; bind b block.x; bind i.elem thread.y; stage a shared at i.elem records; } \
// RUN:     nest crs_one_1 { tile b 32; bind b.tile block.x; bind b.elem thread.x; \
// RUN:     stage a register at b.elem records; }" > %t.schedule
// RUN: not %curestruct -Werror=refused --schedule=%t.schedule %s -o %t.cu 2>&1 | grep refused: | FileCheck %s

// CHECK: stage-records.c:[[#@LINE+4]]:5: error: stage a shared at b.elem records refused: an iteration of the loop uses more than one record [-Werror=refused]
void before(int count, const float (*restrict a)[8], float *restrict s)
{
#pragma curestruct
    for (int b = 1; b < count; b++)
        for (int i = 0; i < 8; i++)
            s[b] += a[b][i] * a[b - 1][i];
}

// CHECK: stage a shared at b.elem records refused: an iteration of the loop uses elements whose range is not constant
void lengths(int count, int n, float (*restrict a)[8])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 1; i < n; i++)
            a[b][i] += a[b][i - 1];
}

// CHECK: stage a shared at b.elem records refused: the length of its rows is not constant
void widths(int count, int n, float a[count][n])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 1; i < 8; i++)
            a[b][i] += a[b][i - 1];
}

// CHECK: stage a shared at b.elem records refused: the loop does not move it along one dimension with a row in each iteration
void single(int count, float *restrict a)
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        a[b] += 1;
}

// CHECK: stage a shared at b.elem records refused: threads wait in the loop or leave it, or loops inside it share an iterator
void scaled(int count, const float *restrict y, float (*restrict a)[8])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < 8; i++)
            a[b][i] *= y[i];
}

// CHECK: stage a shared at b.elem records refused: an iteration of the loop uses elements whose range is not constant
void picked(int count, const int *restrict p, const float (*restrict a)[8], float *restrict s)
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < 8; i++)
            s[b] += a[b][p[i]];
}

// CHECK: stage a shared at b.elem records refused: it may not be used at all in an iteration
void optional(int count, int any, float (*restrict a)[8])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        if (any)
            for (int i = 1; i < 8; i++)
                a[b][i] += a[b][i - 1];
}

// CHECK: stage x shared at b.elem records refused: several threads or blocks may use one record
void shared(int count, int n, const float (*restrict x)[8], float *restrict s)
{
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int b = 0; b < count; b++)
            for (int i = 0; i < 8; i++)
                s[c * count + b] += x[b][i] * c;
}

// CHECK: stage a shared at b.elem records refused: the records need more than the 232448 bytes of shared memory of a block
void large(int count, float (*restrict a)[1024])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 1; i < 1024; i++)
            a[b][i] += a[b][i - 1];
}

// CHECK: stage a shared at i.elem records refused: the loop is not the only one on threads, directly inside of those on blocks
void rows(int count, float (*restrict a)[8][8])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 0; i < 8; i++)
            for (int k = 1; k < 8; k++)
                a[b][i][k] += a[b][i][k - 1];
}

// CHECK: stage a shared at b.elem records refused: only numbers in global memory, for shared memory, can be records
void one(int count, float (*restrict a)[8])
{
#pragma curestruct
    for (int b = 0; b < count; b++)
        for (int i = 1; i < 8; i++)
            a[b][i] += a[b][i - 1];
}
