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

// The last line and the last column of all rows are not those of one row, so that lines must not overlap.
// CHECK: array src: read
// CHECK-NEXT: assume from + 1 >= w + h || from + 1 >= w + n{{$}}
void narrower(int n, int w, int h, int from, float *const *src, float *sum)
{
    float s = 0;
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int y = 0; y < h - c; y++)
            for (int x = 0; x < w + c; x++)
                s += src[c][y * from + x];
    *sum = s;
}

// Nor where it is so of all rows together, but not of each of them.
// CHECK: array src: read
// CHECK-NEXT: assume from >= w
void slanted(int n, int w, int from, float *const *src, float *sum)
{
    float s = 0;
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int y = 0; y <= c; y++)
            for (int x = c - y; x < w; x++)
                s += src[c][y * from + x];
    *sum = s;
}

// Columns that are counted without a sign may wrap around.
// CHECK: array src: read
// CHECK-NEXT: assume subscripts of 'src' stay within 4294967295
void counted_unsigned(int n, unsigned w, unsigned h, unsigned from, float *const *src, float *sum)
{
    float s = 0;
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (unsigned y = 0; y < h; y++)
            for (unsigned x = 0; x < w; x++)
                s += src[c][y * from + x];
    *sum = s;
}

// A part of a condition that the parts before it say already is not written.
// CHECK: assume h <= 64 || w + h <= 65{{$}}
void in_squares(int n, int w, int h, int from, float *const *src, float *dst)
{
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int y = 0; y < h - c; y++)
            for (int x = 0; x < w + c; x++)
                dst[(c * 64 + y) * 64 + x] = src[c][y * from + x];
}
