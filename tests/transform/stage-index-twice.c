// Catches an index that is in shared memory and in a register of the same loop: its copy to shared memory would read
// registers that not all threads load, and a copy at that index would read it before it is declared.
// RUN: echo "nest crs_swapped_1 { bind i host; tile j 64; bind j.tile block.x; bind j.elem thread.x; \
// RUN:     stage order shared at j.elem; stage order register at j.elem; stage in shared at j.elem; }" > %t.schedule
// RUN: %curestruct %s --schedule=%t.schedule -o %t.cu 2>&1 | FileCheck %s

// CHECK: stage order register at j.elem refused: all threads of the block use it in a copy, and not all of them load it
void swapped(int n, int m, const int order[n], const double in[n][m], double out[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = in[order[i]][j] + in[i][j];
}
