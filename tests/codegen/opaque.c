// Catches loops that nvcc 13.0 unrolls and then reads at wrong addresses: an access is derived from another one of the
// array, which moves by a pitch that is known at run time. And opaque loops though there is no such access:
// the same element again, a constant pitch, neighbours, another array, subscripts that all grow unevenly.
// RUN: %curestruct -w %s -o %t.cu && FileCheck --input-file=%t.cu %s
#define COLUMNS schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x")

// CHECK-LABEL: crs_beside_1_k1(
// CHECK: for (int crs_j_counter = 0;
// CHECK-NEXT: const int j = crs_opaque(crs_j_counter);
void beside(int n, int m, int pitch, float *restrict y, const float *restrict x)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (x[j * pitch + i + 5] > 0)
                y[i] += x[j * pitch + i + 4];
}

// CHECK-LABEL: crs_below_1_k1(
// CHECK: for (int crs_j_counter = 0;
// CHECK-NEXT: const int j = crs_opaque(crs_j_counter);
void below(int n, int m, float y[n], float x[m + 2][n + 5])
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] += x[j][i + 5] + (j < 7 ? x[j + 2][i + 5] : 0);
}

// CHECK-LABEL: crs_named_1_k1(
// CHECK: for (int crs_j_counter = 0;
// CHECK-NEXT: const int j = crs_opaque(crs_j_counter);
void named(int n, int m, int pitch, float *restrict y, const float *restrict x)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int row = j * pitch;
            if (x[row + i + 5] > 0 && x[2 * row + i + 5] > 1)
                y[i] += 1;
        }
}

// CHECK-LABEL: crs_steps_1_k1(
// CHECK: for (int crs_j_counter = 0;
// CHECK-NEXT: const int j = crs_opaque(crs_j_counter);
void steps(int n, int m, int pitch, float *restrict y, const float *restrict x)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] += x[(j + 1) * pitch + i + 2] - x[j * pitch + i + 2];
}

// CHECK-LABEL: crs_gathered_1_k1(
// CHECK: for (int crs_j_counter = 0;
// CHECK-NEXT: const int j = crs_opaque(crs_j_counter);
void gathered(int n, int m, const int *restrict from, float (*x)[n])
{
#pragma curestruct schedule("tile i 128; interchange j i.tile; interchange j i.elem; bind i.tile block.x; " \
                            "bind i.elem thread.x")
    for (int j = 0; j < m; j++)
        for (int i = 2; i < n; i++)
            x[j][i] = j <= i ? x[from[j]][i] - j : m;
}

// CHECK-LABEL: crs_many_1_k1(
// CHECK: #pragma unroll 1
// CHECK-NEXT: for (int j = 0;
void many(int n, int m, int pitch, float *restrict y, const float *restrict x)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] += x[(j + 1) * pitch + i + 2] - x[j * pitch + i + 2] + x[(j + 2) * pitch + i + 2] * x[j * pitch + i];
}

// CHECK-LABEL: crs_same_1_k1(
// CHECK-NOT: crs_opaque
// CHECK-LABEL: crs_constant_1_k1(
// CHECK-NOT: crs_opaque
// CHECK-LABEL: crs_along_1_k1(
// CHECK-NOT: crs_opaque
// CHECK-LABEL: crs_other_1_k1(
// CHECK-NOT: crs_opaque
// CHECK-LABEL: crs_uneven_1_k1(
// CHECK-NOT: crs_opaque
void same(int n, int m, int pitch, float *restrict y, const float *restrict x)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (x[j * pitch + i + 5] > 0)
                y[i] += x[j * pitch + i + 5];
}

void constant(int n, int m, float *restrict y, const float (*restrict x)[640])
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (x[j][i + 5] > 0)
                y[i] += x[j][i + 4];
}

void along(int n, int m, int pitch, float *restrict y, const float *restrict x)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (x[i * pitch + j + 5] > 0)
                y[i] += x[i * pitch + j + 4];
}

void other(int n, int m, int pitch, float *restrict y, const float *restrict x, const float *restrict z)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (x[j * pitch + i + 5] > 0)
                y[i] += z[j * pitch + i + 4];
}

void uneven(int n, int m, int pitch, float *restrict y, const float *restrict x)
{
#pragma curestruct COLUMNS
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (x[j * j * pitch + i + 5] > 0)
                y[i] += x[j * j * pitch + i + 4];
}
