// Catches arrays of row pointers that are taken for one block: rows are allocated apart, in any order, and shared.
// Images, whose planes are such rows with lines of their own: what lies between two lines has to stay, lines or planes
// that overlap have to run in order, and a plane that no loop reaches need not exist.
// RUN: %same %s %t
// RUN: %same --host %s %t.host
// RUN: %same --fallback -DOVERLAP %s %t.overlap
#include "Inputs/checksum.h"

static void add(int rows, int columns, float **sum, float **a, const double *b)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            sum[i][j] += 2 * a[j][i] + (float)b[j];
}

static void planes(int n, int w, int h, int from, int to, float *const *src, float **dst)
{
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                dst[c][y * to + x] = src[c][(y - 1) * from + x] + src[c][y * from + x + 1] - src[c][y * from + x - 1];
}

// In order where lines overlap: stride < w.
static void in_place(int n, int w, int h, int stride, float **data)
{
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < n; c++)
                data[c][y * stride + x] = data[c][y * stride + x] * 2 + (float)(c + 1);
}

// Other ends in each plane: those of the first one are too much for the others.
static void corner(int n, int w, int h, int stride, float **data, float *sum)
{
#pragma curestruct
    for (int c = 1; c < n; c++)
        for (int y = c; y < h; y++)
            for (int x = 0; x < w - c; x++)
                data[c][y * stride + x] += 1;
#pragma curestruct
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int c = 1; c < n; c++)
                s += data[c][y * stride + x];
            sum[y * w + x] = s;
        }
}

// Only read: a window passes the end of a line.
static void windows(int n, int w, int h, int stride, float *const *src, float *sum)
{
#pragma curestruct
    for (int c = 0; c < n; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float s = 0;
                for (int k = 0; k < 3; k++)
                    s += src[c][y * stride + x + k];
                sum[(c * h + y) * w + x] = s;
            }
}

static void tables(int n, int m, int w, int h, int stride, float ***data)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                    data[i][j][y * stride + x] += (float)(i + 2 * j + 3 * x);
}

static void images(void)
{
    enum { W = 13, H = 9, STRIDE = 17, SIZE = STRIDE * (H + 1) };
    static float storage[8][SIZE], sum[4 * W * H];
    for (int c = 0; c < 8; c++)
        for (int k = 0; k < SIZE; k++)
            storage[c][k] = (float)((k * 7 + c * 5) % 11);
    float *a[] = {storage[5], storage[2], storage[7], NULL}, *b[] = {storage[1], storage[6], storage[3], NULL};
    planes(3, W, H, STRIDE, STRIDE - 2, a, b);
    SHOW(storage);
    planes(3, W, H, W, W - 2, a, b); // lines that overlap by no more than what is not written
    SHOW(storage);
    in_place(3, W, H, STRIDE, a);
    in_place(3, W, 1, 0, a);
    SHOW(storage);
#ifdef OVERLAP
    planes(3, W, H, W, W - 4, a, b);
    SHOW(storage);
    in_place(3, W, H, W - 3, a);
    SHOW(storage);
    float *shared[] = {storage[4], storage[4] + STRIDE, storage[4] + 3};
    in_place(3, W, H - 1, STRIDE, shared);
    SHOW(storage);
    planes(3, W, H, STRIDE, STRIDE, shared, shared);
    SHOW(storage);
#endif
    float *missing[] = {NULL, storage[0], storage[SIZE > 0], NULL};
    corner(3, W, H, STRIDE, missing, sum);
    SHOW(storage);
    SHOW(sum);
    windows(3, W, H, W, a, sum);
    SHOW(sum);
    windows(3, W, H, STRIDE, a, sum);
    SHOW(sum);
    float **both[] = {a, b};
    tables(2, 3, W, H, STRIDE, both);
    tables(2, 3, W, H, W - 1, both);
    SHOW(storage);
}

int main(void)
{
    images();
    enum { N = 23, M = 31 };
    static float storage[200][40], *sum[N], *a[M];
    static double b[M];
    for (int i = 0; i < N; i++)
        sum[i] = storage[190 - i];
    for (int i = 0; i < M; i++) {
        a[i] = storage[i * 2];
        b[i] = i;
        for (int j = 0; j < N; j++)
            a[i][j] = (float)(i * j);
    }
    add(N, M, sum, a, b);
    SHOW(storage);
    return 0;
}
