// Catches an `unroll` with a number that asks for a constant trip count, or does not reach the kernel.
// RUN: %curestruct %s --host=%t.c -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=TEXT
// CHECK: unroll-partly.c:[[#@LINE+7]]:5: warning: unroll i.elem refused: the loop is bound to thread.x already
// CHECK: unroll-partly.c:[[#@LINE+11]]:9: warning: unroll j refused: more than 64 iterations side by side
// TEXT: #pragma unroll 4
// TEXT-NEXT: for (int j
void bound(int n, int m, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x; unroll i.elem 4")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i] += a[i + j * n];
#pragma curestruct schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x; unroll j 65")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i] += a[i + j * n];
#pragma curestruct schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x; unroll j 4")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i] += a[i + j * n];
}
