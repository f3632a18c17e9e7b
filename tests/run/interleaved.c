// Catches arrays of which one has its elements between those of the other, as parts of complex numbers and columns of
// one matrix have: if they never run on the device, or one brings back what the other one has written. Arrays that
// share elements must not run there.
// RUN: %same %s %t
// RUN: env CURESTRUCT_CHUNKS=512 CURESTRUCT_SMALL=4096 %t.same/generated | cmp - %t.same/serial.out
// RUN: %same --fallback -DSHARED %s %t
#include "Inputs/checksum.h"

enum { N = 4000, COLUMNS = 10 };
static double matrix[N][COLUMNS];
static float wave[3 * N];

static void rotate(int n, double *x, int x_step, double *y, int y_step)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        double kept = 0.6 * x[i * x_step] + 0.8 * y[i * y_step];
        y[i * y_step] = 0.6 * y[i * y_step] - 0.8 * x[i * x_step];
        x[i * x_step] = kept;
    }
}

// Some elements are not written.
static void parts(int n, float *real, float *imaginary)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (i % 3)
            real[3 * i] = i;
        imaginary[3 * i] -= i;
    }
}

static void made_here(int n, float *all)
{
    float *first = all, *second = all + 2;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        first[3 * i] += 1;
        second[3 * i] = 2 * first[3 * i];
    }
}

static void blocks(int rows, int width, int step, double *x, double *y)
{
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < width; j++) {
            x[i * step + j] += 1;
            y[i * step + j] *= 2;
        }
}

int main(void)
{
    double *all = &matrix[0][0];
    for (int i = 0; i < N * COLUMNS; i++)
        all[i] = i % 17;
#ifdef SHARED
    rotate(N / 2, all, COLUMNS, all + 3 * COLUMNS, COLUMNS); // the same column
    rotate(N / 2, all, COLUMNS, all + 1, COLUMNS - 1);
    blocks(N / 2, 4, COLUMNS, all, all + 3);
    blocks(N / 2, 4, COLUMNS, all, all + 7); // into the next row
#else
    for (int to = 0; to < COLUMNS; to += 3)
        rotate(N, all + 4, COLUMNS, all + to, COLUMNS);
    rotate(N / 2, all + 5 * COLUMNS + 1, COLUMNS, all, COLUMNS);
    rotate(N / 2, all, COLUMNS, all + 5 * COLUMNS + 1, COLUMNS);
    parts(N, wave, wave + 1);
    parts(N - 1, wave + 2, wave);
    made_here(N, wave);
    blocks(N, 4, COLUMNS, all, all + 4);
    blocks(N - 1, 4, COLUMNS, all + 6, all);
    blocks(N / 40, 90, 40 * COLUMNS, all + 210, all);
#endif
    SHOW(matrix);
    SHOW(wave);
}
