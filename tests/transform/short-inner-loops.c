// Catches innermost loops of two or three iterations that get threads of their own, or keep the loops around them
// sequential because a subscript has their number times a size: written out, they leave the other loops to the threads.
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s
// RUN: %curestruct check %s --size h=5,w=7 --on cpu

// CHECK-LABEL: nest crs_enlarged_1 {
// CHECK: version long;
// CHECK-NEXT: unroll_fully u;
// CHECK-NEXT: unroll_fully v;
// CHECK: bind x.elem thread.x;
void enlarged(int h, int w, const float in[h][w], float out[2 * h][2 * w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int v = 0; v < 2; v++)
                for (int u = 0; u < 2; u++)
                    out[2 * y + v][2 * x + u] = in[y][x];
}

// CHECK-LABEL: nest crs_halves_1 {
// CHECK: unroll_fully u;
// CHECK: bind x.{{thread|elem}} thread.x;
void halves(int h, int w, const float in[h][2 * w], float out[h][2 * w])
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int u = 0; u < 2; u++)
                out[y][u * w + x] = in[y][2 * x + u];
}
