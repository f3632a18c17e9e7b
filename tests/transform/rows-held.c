// Catches rows that several loops read from memory although threads could keep them, rows in shared memory of which two
// blocks do not fit on a multiprocessor, versions that sizes leave without
// a limit, and rows of one loop, or of other elements in each loop, that get versions of which nobody gains. Also a
// division for each element to find the sign of zeros, and a branch at each of a thread's vectors: nvcc then waits for
// one load before it begins the next one.
// RUN: %curestruct --emit=schedule --device=h200 %s | FileCheck %s
// RUN: %curestruct --emit=schedule --device=t4 %s | FileCheck --check-prefix=SMALL %s
// RUN: %curestruct --device=h200 %s -o - | grep -v CUDA | FileCheck --check-prefix=CUDA %s

// CHECK-LABEL: nest crs_centered_1 {
// CHECK: version held_128 when columns <= 128;
// CHECK: limit j 128;
// CHECK-NEXT: tile j 4 as j.group j.lane;
// CHECK-NEXT: cyclic j.group 8;
// CHECK-NEXT: bind j.group.worker thread.x;
// CHECK-NEXT: unroll j.group.turn;
// CHECK: reduce s shuffle;
// CHECK-NEXT: stage a register at i.elem;
// CHECK-NEXT: vectorize j.lane.a_load;
// CHECK-NEXT: vectorize j.lane;
// CHECK-NEXT: vectorize j#2.lane;
// CHECK-NEXT: version held_1024 when columns <= 512 || columns <= 1024 && rows >= 4224;
// CHECK: cyclic j.group 32;
// CHECK: version held_4096 when columns <= 4096;
// CHECK: version held_8192 when columns <= 8192;
// CHECK-NEXT: bind i block.x;
// CHECK: version held_32768 when columns <= 32768;
// CHECK: cyclic j.group 512;
// CHECK: stage a register at i shared 8;
// CHECK-NEXT: vectorize j.lane.a_load;
// CHECK-NEXT: vectorize j.lane.kept.a_load;
// CHECK-NEXT: vectorize j.lane;
// CHECK-NEXT: vectorize j.lane.kept;
// CHECK-NEXT: vectorize j#2.lane;
// CHECK-NEXT: vectorize j#2.lane.kept;
// CHECK-NEXT: launch_bounds i 2;
// CHECK-NOT: version short
// CHECK: version long;
// CHECK-NOT: stage
// CUDA-LABEL: crs_centered_1_held_128_k1(
// CUDA: float a_held[4][4];
// CUDA: if (crs_aligned(&a[i * columns + (int)(4 * lane)], 16) && columns % 4 == 0) {
// CUDA-NEXT: #pragma unroll
// CUDA-NEXT: for (long j_group_turn = 0;
// CUDA-NEXT: if (32 * j_group_turn + 4 * lane < columns) {
// CUDA-NEXT: float a_lanes[4];
// CUDA-NEXT: crs_load_lanes<4>(a_lanes, &a[
// CUDA: } else {
// CUDA: a_held[j_group_turn][j_lane] = a[
// CUDA: if (columns % 4 == 0) {
// CUDA: s_part += a_held[j_group_turn][j_lane];
// CUDA: b_lanes[j_2_lane] = a_held[j_2_group_turn][j_2_lane] - s;
// CUDA-LABEL: crs_centered_1_held_32768_k1(
// CUDA: if (crs_aligned(&a[i * columns + (int)(4 * (4096 + lane))], 16) && 4 * lane + 30723 < columns) {
// CUDA-NEXT: #pragma unroll
// CUDA-NEXT: for (long j_group_turn_kept = 0; j_group_turn_kept < 8; j_group_turn_kept++)
// CUDA-NEXT: crs_copy_lanes_later<4>(&a_kept[j_group_turn_kept][lane][0],
// CUDA: crs_close_copies();
// CUDA: if (crs_aligned(&a[i * columns + (int)(4 * lane)], 16) && 4 * lane + 14339 < columns) {
// CUDA-NEXT: #pragma unroll
// CUDA-NEXT: for (long j_group_turn = 0; j_group_turn < 8; j_group_turn++) {
// CUDA-NEXT: float a_lanes[4];
// CUDA: } else if (crs_aligned(&a[i * columns + (int)(4 * lane)], 16) && columns % 4 == 0) {
// CUDA: s_part += a_held[j_group_turn][j_lane];
// CUDA: crs_wait_copies<0>();
// CUDA: crs_load_lanes<4>(a_kept_lanes, a_kept[
// CUDA-LABEL: crs_version(crs_now, "held_128", columns <= 128, true)
// SMALL-LABEL: nest crs_centered_1 {
// SMALL: version held_32768 when columns <= 32768;
// SMALL: cyclic j.group 1024;
// SMALL: stage a register at i;
float expf(float);
void centered(int rows, int columns, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += a[i * columns + j];
        for (int j = 0; j < columns; j++)
            b[i * columns + j] = a[i * columns + j] - s;
    }
}

// CHECK-LABEL: nest crs_shifted_1 {
// CHECK-NOT: held
// CHECK: version short
void shifted(int rows, int columns, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += a[i * (columns + 1) + j];
        for (int j = 0; j < columns; j++)
            b[i * columns + j] = a[i * (columns + 1) + j + 1] - s;
    }
}

// Without a test at run time where the length is known.
// CHECK-LABEL: nest crs_known_1 {
// CHECK-NOT: version
// CHECK: limit j 1024;
// CHECK: stage a register at i.elem;
void known(const float a[10000][600], float b[10000][600])
{
#pragma curestruct
    for (int i = 0; i < 10000; i++) {
        float s = 0;
        for (int j = 0; j < 600; j++)
            s += a[i][j];
        for (int j = 0; j < 600; j++)
            b[i][j] = a[i][j] - s;
    }
}

// CUDA-LABEL: crs_greatest_1_
// CUDA: == 0.0f ? (signbit(
void greatest(int rows, int columns, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float most = a[i * columns];
        for (int j = 0; j < columns; j++)
            most = a[i * columns + j] > most ? a[i * columns + j] : most;
        b[i] = most;
    }
}

// An exponential that two loops compute alike is computed once, where its value takes the register of the element; a
// difference is cheap, and the last loop of `needs` needs the element.
// CHECK-LABEL: nest crs_shares_1 {
// CHECK: stage a register at i.elem;
// CHECK-NEXT: reuse a at i.elem;
// CUDA-LABEL: crs_shares_1_held_128_k1(
// CUDA: a_held[j_group_turn][j_lane] = expf(a_held[j_group_turn][j_lane] - 1.0f);
// CUDA-NEXT: s_part += a_held[j_group_turn][j_lane];
// CUDA: b_lanes[j_2_lane] = a_held[j_2_group_turn][j_2_lane] / s;
void shares(int rows, int columns, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += expf(a[i * columns + j] - 1);
        for (int j = 0; j < columns; j++)
            b[i * columns + j] = expf(a[i * columns + j] - 1) / s;
    }
}

// CHECK-LABEL: nest crs_needs_1 {
// CHECK: stage a register at i.elem;
// CHECK-NEXT: vectorize
void needs(int rows, int columns, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += expf(a[i * columns + j] - 1);
        for (int j = 0; j < columns; j++)
            b[i * columns + j] = expf(a[i * columns + j] - 1) / s + a[i * columns + j];
    }
}

// CHECK-LABEL: nest crs_cheap_1 {
// CHECK: stage a register at i.elem;
// CHECK-NEXT: vectorize
void cheap(int rows, int columns, const float *restrict a, float *restrict b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += (a[i * columns + j] - 1) * (a[i * columns + j] - 1);
        for (int j = 0; j < columns; j++)
            b[i * columns + j] = (a[i * columns + j] - 1) / s;
    }
}

// Two arrays that are read again: no part of the first one alone is in shared memory.
// CHECK-LABEL: nest crs_together_1 {
// CHECK: version held_16384 when columns <= 16384;
// CHECK: cyclic j.group 1024;
// CHECK: stage a register at i;
// CHECK: stage b register at i;
void together(int rows, int columns, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        float s = 0;
        for (int j = 0; j < columns; j++)
            s += a[i * columns + j] * b[i * columns + j];
        for (int j = 0; j < columns; j++)
            c[i * columns + j] = (a[i * columns + j] - s) * b[i * columns + j];
    }
}
