// Catches lanes that are loaded or stored where the source might not access them, or in one access where their elements
// do not lie side by side; a last group or an unaligned row that takes the wide path; and refusals without their
// reason.
// RUN: %curestruct --emit=tiled %s -o - | FileCheck %s
// RUN: %curestruct %s -o - | FileCheck --check-prefix=CUDA %s
//
// CHECK: aligned(&a[4 * (512 * (4 * i_turn) + (256 * i_block + i_thread))], 16
// CHECK: load_lanes(&a_lanes[i_unrolled][0], &a[4 * (512 * (4 * i_turn + i_unrolled) + (256 * i_block + i_thread))], 4
//
// The mask is always loaded, its element only where it is set. An indirect element is no neighbour.
// CUDA-LABEL: void {{.*}}crs_gather_{{.*}}_k1(
// CUDA: const long i_shift = crs_to_aligned(&y[(int)(1024 * i_tile)], 16);
// CUDA-NEXT: const long i_end = crs_min_long(i_shift + 1024, n - 1024 * i_tile);
// CUDA-NEXT: const long i_whole = (i_end - i_shift) / 4 * 4;
// CUDA-NEXT: if (4 * i_thread < i_whole) {
// CUDA-NEXT: float y_lanes[4];
// CUDA-NEXT: int at_lanes[4];
// CUDA-NEXT: crs_load_any<4>(at_lanes, &at[(int)(i_offset + i_shift)]);
// CUDA-NEXT: #pragma unroll
// CUDA-NEXT: for (long i_lane = 0; i_lane < 4; i_lane++) {
// CUDA-NEXT: const int i = i_offset + i_shift + i_lane;
// CUDA-NEXT: y_lanes[i_lane] = at_lanes[i_lane] > 0 ? x[i] : z[at_lanes[i_lane]];
// CUDA-NEXT: }
// CUDA-NEXT: crs_store_lanes<4>(&y[(int)(i_offset + i_shift)], y_lanes);
// CUDA-NEXT: }
// CUDA-NEXT: for (long i_rest = i_thread + (i_tile > 0 ? i_shift : 0); i_rest < i_end - i_whole;
// CUDA-NEXT: i_rest +=
// CUDA-NEXT: const long i_place = i_rest < i_shift ? i_rest : i_rest + i_whole;
void gather(int n, int m, float *restrict y, const float *restrict x, const float *restrict z, const int *restrict at)
{
#pragma curestruct copyin(z[0:m]) schedule("tile i 4 as i.group i.lane; tile i.group 256 as i.tile i.thread; \
    bind i.tile block.x; bind i.thread thread.x; vectorize i.lane")
    for (int i = 0; i < n; i++)
        y[i] = at[i] > 0 ? x[i] : z[at[i]];
}

// Four vectors in flight, added up in the source's order; groups of a sum stay with their thread where memory is not
// aligned.
// CUDA-LABEL: void {{.*}}crs_sum_{{.*}}_k1(
// CUDA: int a_lanes[4][4];
// CUDA: crs_load_lanes<4>(a_lanes[i_unrolled],
// CUDA: s_part += (unsigned int)a_lanes[i_unrolled][i_lane];
// CUDA: } else {
// CUDA: i_unrolled <
// CUDA-NEXT: crs_min_long(4,
// CUDA: if (crs_aligned(&a[i_offset_1], 16)
// CUDA: crs_load_lanes<4>(a_lanes_1,
// CUDA: s_part += (unsigned int)a[i];
int sum(long n, const int *a)
{
    int s = 0;
#pragma curestruct schedule("tile i 4 as i.group i.lane; cyclic i.group 512; \
    tile i.group.worker 256 as i.block i.thread; tile i.group.turn 4 as i.turn i.unrolled; bind i.block block.x; \
    bind i.thread thread.x; unroll i.unrolled; vectorize i.lane; reduce s")
    for (long i = 0; i < n; i++)
        s += a[i];
    return s;
}

// RUN: printf 'nest crs_every_second_1 { tile i 4; vectorize i.elem 8 }' > %t.size
// RUN: not %curestruct -Werror=refused --schedule=%t.size -DREFUSED %s -o %t.cu 2>&1 | FileCheck --check-prefix=SIZE %s
// SIZE: vectorize i.elem refused: it is not a part of a constant size of 1, 2, 4, 8 or 16: tile it first
// RUN: printf 'nest crs_every_second_1 { vectorize i }' > %t.loop
// RUN: not %curestruct -Werror=refused --schedule=%t.loop -DREFUSED %s -o %t.cu 2>&1 \
// RUN:     | FileCheck --check-prefix=WHOLE %s
// WHOLE: vectorize i refused: it is not a part of a constant size
// RUN: printf 'nest crs_every_second_1 { tile i 4; vectorize i.elem }' > %t.none
// RUN: not %curestruct -Werror=refused --schedule=%t.none -DREFUSED %s -o %t.cu 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: vectorize i.elem refused: none of its accesses always moves by one element from lane to lane
#ifdef REFUSED
void every_second(int n, float *restrict y, const float *restrict x, const int *restrict m)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (m[2 * i])
            y[i] = x[2 * i];
}
#endif
