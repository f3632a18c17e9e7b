// Versions of parts of a region by hand are refused that would run other statements than the loop has, or these in
// another loop of the host, or that share memory with other loops that another plan has made. So are lists that say
// what cannot be.
// RUN: echo "version few of i when n > 9; fuse i i#2; tile i 32; bind i.tile block.x; bind i.elem thread.x; \
// RUN:     version usual; tile i 64; bind i.tile block.x; bind i.elem thread.x; tile i#2 64; bind i#2.tile block.x; \
// RUN:     bind i#2.elem thread.x" > %t.fused
// RUN: %curestruct -DHAND --schedule=%t.fused %s -o %t.none 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: echo "version few of i when n > 9; distribute q {1} {2}; expand i t; distribute i {1} {2}; tile i 32; \
// RUN:     bind i.tile block.x; bind i.elem thread.x; version usual; expand i t; distribute i {1} {2}; \
// RUN:     tile i 64; bind i.tile block.x; bind i.elem thread.x; tile i#2 64; bind i#2.tile block.x; \
// RUN:     bind i#2.elem thread.x" > %t.scratch
// RUN: %curestruct -DMEMORY --schedule=%t.scratch %s -o %t.none 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: echo "version few of i when n > 9; tile i 32; bind i.tile block.x; bind i.elem thread.x; \
// RUN:     version usual; rectangularize q at r; tile i 64; bind i.tile block.x; bind i.elem thread.x; \
// RUN:     tile i#2 64; bind i#2.tile block.x; bind i#2.elem thread.x" > %t.around
// RUN: %curestruct -DAROUND --schedule=%t.around %s -o %t.none 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: echo "version a of i when n > 9; tile i 2; version b when n > 8; tile i 2; version c;" > %t.mixed
// RUN: not %curestruct -DHAND --schedule=%t.mixed %s -o %t.none 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: echo "version a of i when n > 9; tile i 2; version b of i; tile i 2;" > %t.last
// RUN: not %curestruct -DHAND --schedule=%t.last %s -o %t.none 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: echo "version a of q when n > 9; tile i 32; bind i.tile block.x; bind i.elem thread.x; \
// RUN:     version b; tile i 32; bind i.tile block.x; bind i.elem thread.x" > %t.loop
// RUN: %curestruct -DHAND --schedule=%t.loop %s -o %t.none 2>&1 | FileCheck %s --check-prefix=LOOP


// FUSED: warning: version few refused: its kernels of loop 'i' are not apart from those of other loops [-Wrefused]
// MIXED: error: version b: either all versions but the last one are of a loop, or none is
// LAST: error: version b: the last version is of the whole nest
// LOOP: warning: version a refused: its kernels of loop 'q' are not apart from those of other loops [-Wrefused]

#ifdef HAND
void scales(int n, float *restrict x, float *restrict y)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        x[i] *= 2;
    for (int i = 0; i < n; i++)
        y[i] += x[i];
#pragma curestruct end
}
#endif

#ifdef MEMORY
void rows(int n, int m, float a[restrict n][m], float t[restrict m], float x[restrict n], float y[restrict n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = a[i][j] * 2;
        for (int k = 0; k < m; k++)
            a[i][k] += t[m - 1 - k];
    }
    for (int q = 0; q < n; q++) {
        x[q] += 1;
        y[q] += 2;
    }
#pragma curestruct end
}
#endif

#ifdef AROUND
void sweeps(int times, int n, float *restrict x, float *restrict y)
{
#pragma curestruct begin
    for (int r = 0; r < times; r++)
        for (int q = 0; q < r + 1; q++) {
            for (int i = 0; i < n; i++)
                x[i] += y[i];
            for (int i = 0; i < n; i++)
                y[i] = x[n - 1 - i] * 2;
        }
#pragma curestruct end
}
#endif
