// Catches a part of the restructuring that --dump-after cannot show, or shows too early or too late.
// RUN: %curestruct %s --dump-after=privatize -o - | FileCheck --check-prefix=PRIVATIZE %s
// RUN: %curestruct %s --dump-after=canonical_bounds -o - | FileCheck --check-prefix=PRIVATIZE %s
// RUN: %curestruct %s --dump-after=warp_per_row -o - | FileCheck --check-prefix=BOUND %s
// RUN: %curestruct %s --dump-after=guards -o - | FileCheck --check-prefix=GUARDS %s
// RUN: %curestruct %s --dump-after=host_scalars -o - | FileCheck --check-prefix=CELLS %s
// RUN: %curestruct %s --dump-after=simplify -o - | FileCheck --check-prefix=SIMPLIFY %s
void scale(unsigned n, float *restrict a)
{
    float x;
    // PRIVATIZE: for i in 0..n {
    // PRIVATIZE-NEXT: float x = a[i] * 2{{$}}
    // BOUND: for i_elem in 0..min(128, n - 128 * i_tile) [i.elem thread.x limit 128]
    // GUARDS: long i_tile = blockIdx.x
    // GUARDS: if (128 * i_tile + i_elem < n) {
#pragma curestruct schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x")
    for (unsigned i = 0; i < n; i++) {
        x = a[i] * 2;
        if (x > 1)
            a[i] = x;
    }
}

float sum(int n, const float *a)
{
    float s = 0;
    // GUARDS: int i = (long)threadIdx.x
    // GUARDS: s += s_part{{$}}
    // CELLS: for warp in 1..2 {
    // CELLS: s_cell[0] += s_part{{$}}
    // SIMPLIFY-NOT: for warp
    // SIMPLIFY: s_part += s_part_parts[1]
    // SIMPLIFY: s_cell[0] += s_part{{$}}
#pragma curestruct schedule("bind i thread.x; reduce s")
    for (int i = 0; i < 64; i++)
        s += a[i];
    return s;
}
