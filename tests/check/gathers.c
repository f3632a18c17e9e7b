// Catches index arrays that are drawn within the array and not within what the whole subscript leaves: with a factor,
// an offset, backwards, through a scalar, two in one subscript. Where they are not, the original itself reads outside.
// RUN: env CURESTRUCT_SEED=3 CURESTRUCT_CHECK_SIZES=14 %curestruct check --on cpu -v %s \
// RUN:     | FileCheck %s --implicit-check-not=crashed
// CHECK: rows_of: 1 of 1 nests, 14 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: from_one: 1 of 1 nests, 14 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: backwards: 1 of 1 nests, 14 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: labels: 1 of 1 nests, 14 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: warp: 1 of 1 nests, 14 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
void rows_of(int rows, int cols, const float *restrict J, const int *up, const int *left, float *restrict d)
{
#pragma curestruct copyin(J[0:rows*cols])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            d[i * cols + j] = J[up[i] * cols + j] - J[i * cols + left[j]];
}
void from_one(int n, int m, const unsigned *index, const float *restrict x, float *restrict y)
{
#pragma curestruct copyin(x[0:m])
    for (int i = 0; i < n; i++)
        y[i] = x[index[i] - 1];
}
void backwards(int n, int m, const int *index, const float *restrict x, float *restrict y)
{
    int k;
#pragma curestruct copyin(x[0:3*m])
    for (int i = 0; i < n; i++) {
        k = index[i];
        y[i] = x[3 * m - 1 - 2 * k] + x[3 * k];
    }
}
// Values within a row, which the launcher tests.
void labels(int rows, int cols, const int *label, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++)
            y[i * cols + j] = x[i * cols + j] / 2;
        y[i * cols + label[i] - 1] -= 1;
    }
}
void warp(int h, int w, const int *row, const int *column, const float *restrict image, float *restrict out)
{
#pragma curestruct copyin(image[0:h*w])
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            out[i * w + j] = image[row[i] * w + column[j]];
}
