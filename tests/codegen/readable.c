// Catches emitted text that nobody wants to read: lines that run on, a version's steps far from its kernels, a mapping
// without its reason, and a barrier that nothing follows; breaking a line must not change what it says (a
// string that holds an operator stays whole).
// RUN: %curestruct %s -o %t.cu && FileCheck %s < %t.cu
// RUN: sed -n -e '/^static __global__/,/^}/p' -e '/^static int crs_/,/^}/p' %t.cu > %t.own && test -s %t.own \
// RUN:     && not grep '.\{121\}' %t.own
// RUN: grep -c __syncthreads %t.own | grep -qx 1
// RUN: %cxx -std=c++17 -DCURESTRUCT_SIMT -I %simt -x c++ -fsyntax-only %t.cu

// CHECK: // turned ({{.*}}readable.c:[[#]]). The schedule:
// CHECK-NEXT: //   tile i 32; tile j 64;
// CHECK: // Blocks of 32 x 8 threads along i, j. The lanes of a warp together:
// CHECK-NEXT: //   load  from_a_matrix[i][j]: strided by columns_of_the_matrix; in shared memory
// CHECK-NEXT: //   store to_another_matrix[j][i]: coalesced
// CHECK-NEXT: __global__
void turned(int rows_of_the_matrix, int columns_of_the_matrix,
            float from_a_matrix[rows_of_the_matrix][columns_of_the_matrix],
            float to_another_matrix[columns_of_the_matrix][rows_of_the_matrix])
{
#pragma curestruct schedule("tile i 32; tile j 64; interchange i.elem j.tile; cyclic j.elem 8 as j.thread j.reg;" \
                            "bind j.tile block.y; bind i.tile block.x; bind j.thread thread.y; bind i.elem thread.x;" \
                            "stage from_a_matrix shared at j.thread pad 1; unroll j.reg")
    for (int i = 0; i < rows_of_the_matrix; i++)
        for (int j = 0; j < columns_of_the_matrix; j++)
            to_another_matrix[j][i] = from_a_matrix[i][j];
}

// CHECK: // chosen ({{.*}}readable.c:[[#]]), in 2 versions: the launcher takes the first that the sizes fit.
// CHECK-NEXT: // Version few. The schedule:
// CHECK-NEXT: //   version few when n < 1000;
// CHECK-NEXT: //   tile i 32;
// CHECK: crs_chosen_{{.*}}_few_k1(
// CHECK: // Version many. The schedule:
// CHECK-NEXT: //   version many;
// CHECK-NEXT: //   tile i 256;
// CHECK: crs_chosen_{{.*}}_many_k1(
void chosen(int n, float *x)
{
#pragma curestruct schedule("version few when n < 1000; tile i 32; bind i.tile block.x; bind i.elem thread.x;" \
                            "version many; tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 2 + 1;
}
