// Rows that threads keep partly in registers and partly in shared memory. Catches places of another thread or of
// another row of the block, elements at the end of a row, which a thread does not have, and at the place where the row
// is divided, old values that are stored, and vectors of rows that do not begin at a multiple of 16 bytes.
// RUN: %curestruct check --on cpu --size rows=1 --size rows=5 --size cols=0 --size cols=1 --size cols=31 \
// RUN:     --size cols=32 --size cols=33 --size cols=63 --size cols=100 --size cols=128 %s | FileCheck %s

// CHECK: centered: 1 of 1 nests, {{.*}}PASS
void centered(int rows, int cols, const float *x, float *y)
{
#pragma curestruct schedule("tile r 3; bind r.tile block.x; bind r.elem thread.y; \
    limit c 128; tile c 4; cyclic c.tile 8; bind c.tile.worker thread.x; unroll c.tile.turn; \
    limit c#2 128; tile c#2 4; cyclic c#2.tile 8; bind c#2.tile.worker thread.x; unroll c#2.tile.turn; \
    reduce s shuffle; stage x register at r.elem shared 3; \
    vectorize c.elem.x_load; vectorize c.elem.kept.x_load; vectorize c.elem; vectorize c.elem.kept; \
    vectorize c#2.elem; vectorize c#2.elem.kept")
    for (int r = 0; r < rows; r++) {
        float s = 0;
        for (int c = 0; c < cols; c++)
            s += x[r * cols + c];
        for (int c = 0; c < cols; c++)
            y[r * cols + c] = x[r * cols + c] - s;
    }
}

// CHECK: in_place: 1 of 1 nests, {{.*}}PASS
void in_place(int rows, int cols, double *x, const double *w)
{
#pragma curestruct schedule("bind r block.x; \
    limit c 128; tile c 2; cyclic c.tile 16; bind c.tile.worker thread.x; \
    limit c#2 128; tile c#2 2; cyclic c#2.tile 16; bind c#2.tile.worker thread.x; \
    reduce s shuffle; stage x register at r shared 1")
    for (int r = 0; r < rows; r++) {
        double s = 0;
        for (int c = 0; c < cols; c++) {
            x[r * cols + c] = x[r * cols + c] * w[c];
            s += x[r * cols + c];
        }
        for (int c = 0; c < cols; c++)
            x[r * cols + c] /= s * s + 1;
    }
}
