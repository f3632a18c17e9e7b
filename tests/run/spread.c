// Catches dimensions that are not seen because no stride is a multiple of the other: windows with a stride, blocks
// beside each other in a row, planes further apart than their rows are long, halos as deep as the caller likes. Then
// only the serial loop ran, at any size; or elements were taken for different ones that are the same.
// RUN: %same %s %t
// RUN: %same --fallback -DCLOSE %s %t
#include <stddef.h>

#include "Inputs/checksum.h"

enum { ROOM = 40000 };
static float a[ROOM], b[ROOM], c[ROOM];
static double wide[ROOM];
static int numbers[ROOM];

static void strided_window(int height, int width, int channels, int rows, int columns, int outputs, int step, int taps,
                           const float *restrict in, const float *restrict kernel, float *restrict out)
{
#pragma curestruct
    for (int o = 0; o < outputs; o++)
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                float sum = 0;
                for (int p = 0; p < channels; p++)
                    for (int v = 0; v < taps; v++)
                        for (int u = 0; u < taps; u++)
                            sum += in[(p * height + y * step + v) * width + x * step + u] *
                                   kernel[((o * channels + p) * taps + v) * taps + u];
                out[(o * rows + y) * columns + x] = sum;
            }
}

static void dilated_window(size_t batch, size_t channels, size_t height, size_t width, size_t rows, size_t columns,
                           size_t step, size_t gap, size_t taps, const float *restrict in, const float *restrict kernel,
                           float *restrict out)
{
#pragma curestruct
    for (size_t n = 0; n < batch; n++)
        for (size_t c = 0; c < channels; c++)
            for (size_t y = 0; y < rows; y++)
                for (size_t x = 0; x < columns; x++) {
                    float sum = 0;
                    for (size_t v = 0; v < taps; v++)
                        for (size_t u = 0; u < taps; u++)
                            sum += in[((n * channels + c) * height + y * step + v * gap) * width + x * step + u * gap] *
                                   kernel[v * taps + u];
                    out[((n * channels + c) * rows + y) * columns + x] = sum;
                }
}

// Each input element goes to a window of its own.
static void transposed_window(int rows, int columns, int step, int taps, int width, const float *restrict in,
                              const float *restrict kernel, float *restrict out)
{
#pragma curestruct
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            for (int v = 0; v < taps; v++)
                for (int u = 0; u < taps; u++)
                    out[(y * step + v) * width + x * step + u] = in[y * columns + x] * kernel[v * taps + u];
}

static void parts_in_rows(float *restrict out, const float *v, const float *weight, int row, int parts, int part,
                          int steps, int limit)
{
#pragma curestruct
    for (int h = 0; h < parts; h++)
        for (int t = 0; t < steps; t++)
            for (int i = 0; i < part; i++)
                out[h * part + i] += weight[h * limit + t] * v[t * row + h * part + i];
}

static void parts_are_written(float *to, const float *from, unsigned row, unsigned parts, unsigned part, unsigned steps)
{
#pragma curestruct
    for (unsigned h = 0; h < parts; h++)
        for (unsigned t = 0; t < steps; t++)
            for (unsigned i = 0; i < part; i++)
                to[t * row + h * part + i] = from[(h * steps + t) * part + i] + 1;
}

static void planes_apart(float *to, const float *from, int pitch, int depth, int n, int radius)
{
    const int plane = pitch * (depth + 1);
#pragma curestruct
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int i = 1; i <= radius; i++)
                sum += from[y * pitch + x + i * plane] + from[y * pitch + x + i * pitch];
            to[y * n + x] = sum;
        }
}

static void mirrored(double *field, int first, int last, int low, int high, int depth)
{
#pragma curestruct
    for (int k = low - depth; k <= high + depth; k++)
        for (int j = 1; j <= depth; j++)
            field[(first - j) + (k + 2) * (last + 4)] = field[(first + j - 1) + (k + 2) * (last + 4)];
}

// Rows and columns first, the whole array as one row then.
static void smoothed_and_copied(int n, double *from, double *to)
{
#pragma curestruct begin
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            to[i * n + j] =
                0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] + from[i * n + j + 1]);
    for (int i = 0; i < n * n; i++)
        from[i] = to[i];
#pragma curestruct end
}

static void turned(long n, long m, long pitch, const float *restrict in, float *restrict out)
{
#pragma curestruct
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++)
            out[(n - 1 - i) * pitch + (m - 1 - j)] = in[(n - 1 - i) * m + j];
}

static void batch_of_parts(int batch, int heads, int length, int size, long far, long near, float *restrict to,
                           const float *from)
{
#pragma curestruct
    for (int n = 0; n < batch; n++)
        for (int h = 0; h < heads; h++)
            for (int t = 0; t < length; t++)
                for (int i = 0; i < size; i++)
                    to[n * far + h * near + t * size + i] = from[((n * length + t) * heads + h) * size + i];
}

static void halves(int n, int pairs, int *x)
{
#pragma curestruct
    for (int p = 0; p < pairs; p++)
        for (int i = 0; i < n / 2; i++)
            x[p * n + n / 2 + i] = x[p * n + i] * 3;
}

static void volume(int depth, int height, int width, int row, int plane, float *restrict to, const float *restrict from)
{
#pragma curestruct
    for (int z = 1; z < depth - 1; z++)
        for (int y = 1; y < height - 1; y++)
            for (int x = 1; x < width - 1; x++)
                to[z * plane + y * row + x] = from[(z - 1) * plane + y * row + x] +
                                              from[(z + 1) * plane + y * row + x] +
                                              from[z * plane + (y - 1) * row + x] +
                                              from[z * plane + (y + 1) * row + x] - from[z * plane + y * row + x];
}

static void channels_last(int batch, int height, int width, int channels, int border, float *restrict padded,
                          const float *restrict plain)
{
    int row = (width + 2 * border) * channels, image = (height + 2 * border) * row;
#pragma curestruct
    for (int n = 0; n < batch; n++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int c = 0; c < channels; c++)
                    padded[n * image + (y + border) * row + (x + border) * channels + c] =
                        plain[((n * height + y) * width + x) * channels + c];
}

static void scaled_in_place(int n, int m, int across, int down, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i * across + j * down] = x[i * across + j * down] * 2 + 1;
}

static void fill(void)
{
    for (int i = 0; i < ROOM; i++) {
        a[i] = (float)(i * 7 % 11);
        b[i] = (float)(i * 5 % 13);
        c[i] = 1;
        wide[i] = i * 3 % 17;
        numbers[i] = i % 23;
    }
}

int main(void)
{
    fill();
    strided_window(23, 21, 3, 11, 10, 4, 2, 3, a, b, c);
    SHOW(c);
    dilated_window(2, 3, 17, 19, 6, 7, 2, 3, 3, a, b, c);
    SHOW(c);
    transposed_window(9, 8, 3, 2, 30, a, b, c);
    transposed_window(9, 8, 3, 3, 24, a, b, c + 5000);
    SHOW(c);
    parts_in_rows(c, a, b, 24, 6, 4, 9, 12);
    parts_in_rows(c, a, b, 31, 6, 4, 9, 9);
    SHOW(c);
    fill();
    parts_are_written(c, a, 20, 5, 4, 11);
    parts_are_written(c, a, 23, 5, 4, 11);
    SHOW(c);
    planes_apart(c, a, 40, 6, 33, 3);
    planes_apart(c, a, 33, 6, 33, 3);
    SHOW(c);
    mirrored(wide, 5, 12, 2, 20, 3);
    mirrored(wide, 4, 12, 2, 20, 4);
    SHOW(wide);
    smoothed_and_copied(37, wide, wide + 5000);
    SHOW(wide);
    turned(13, 9, 9, a, c);
    turned(13, 9, 14, a, c + 1000);
    SHOW(c);
    batch_of_parts(2, 3, 5, 7, 3 * 5 * 7, 5 * 7, c, a);
    batch_of_parts(2, 3, 5, 7, 200, 50, c + 2000, a);
    batch_of_parts(3, 4, 5, 7, 35, 3 * 35, c + 8000, a); // the heads further apart than what they are parts of
    SHOW(c);
    halves(12, 9, numbers);
    halves(13, 9, numbers);
    SHOW(numbers);
    volume(6, 8, 10, 10, 80, c, a);
    volume(6, 8, 10, 16, 150, c, a);
    SHOW(c);
    channels_last(2, 5, 6, 3, 2, c, a);
    SHOW(c);
    scaled_in_place(7, 9, 9, 1, a);
    scaled_in_place(7, 9, 1, 7, a);
    scaled_in_place(7, 9, 40, 3, a);
    SHOW(a);
#ifdef CLOSE // elements of different iterations are the same: in the order in which the serial loop comes to them
    fill();
    transposed_window(9, 8, 2, 3, 30, a, b, c);
    SHOW(c);
    parts_are_written(c, a, 11, 5, 4, 11);
    SHOW(c);
    mirrored(wide, 6, 8, 2, 20, 7);
    SHOW(wide);
    batch_of_parts(3, 4, 5, 7, 35, 35, c, a);
    SHOW(c);
    volume(6, 8, 10, 9, 70, c, a);
    SHOW(c);
    scaled_in_place(7, 9, 2, 3, a);
    SHOW(a);
#endif
    return 0;
}
