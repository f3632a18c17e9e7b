// Catches rows of a table that are seen as single lines: then the lines of an image in each row are no dimension of
// their own, only the rows run in parallel, and the columns to copy are not known.
// RUN: %curestruct --dump-after=analyze %s -o - 2>&1 | FileCheck %s
// The loops are all parallel, and the launcher tests the distance of the lines, which differs between tables.
// CHECK: loop c: parallel
// CHECK-NEXT: loop y: parallel
// CHECK-NEXT: loop x: parallel
// CHECK: read src{{.*}} as [c][y][(long)x + 2] of from
// CHECK: write dst{{.*}} as [c][y][x] of to
// CHECK: array src: read copyin, last row (long)n - 1, last column ((long)h - 1) * from + ((long)w + 1) when
// CHECK: array dst: written copyin copyout, last row (long)n - 1, last column ((long)h - 1) * to + ((long)w - 1) when
// What is only read may have lines of any length.
// CHECK: assume from >= 0
// CHECK-NEXT: assume to >= w
void planes(int n, int w, int h, int from, int to, float *const *src, float **dst)
{
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                dst[c][y * to + x] = src[c][y * from + 2 + x];
}
