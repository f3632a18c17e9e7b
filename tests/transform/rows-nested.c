// Catches rows of several loops, or of a batch, that one thread sums alone, products that are taken for rows, and sums
// over three loops whose lanes lie across.
// RUN: %curestruct --emit=schedule %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_planes_1 {
// CHECK: interchange j k.group.worker;
// CHECK: bind k.group.worker thread.x;
// CHECK: vectorize k.lane;
void planes(int n, int m, int p, const float *restrict a, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                s += a[(i * m + j) * p + k];
        out[i] = s;
    }
}

// CHECK-LABEL: nest crs_batch_1 {
// CHECK: bind i block.y;
// CHECK: bind k.group.worker thread.x;
void batch(int n, int m, int p, const float *restrict a, const float *restrict w, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < p; k++)
                s += a[(i * m + j) * p + k] * w[k];
            out[i * m + j] = s;
        }
}

// What other rows use as well is better kept in a tile.
// CHECK-LABEL: nest crs_product_1 {
// CHECK-NOT: worker thread.x
// CHECK: stage
void product(int n, int m, int p, const float *restrict a, const float *restrict b, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < p; k++)
                s += a[i * p + k] * b[j * p + k];
            out[i * m + j] = s;
        }
}

// CHECK-LABEL: nest crs_all_1 {
// CHECK: cyclic i 24;
// CHECK: bind i.worker block.y;
// CHECK: bind k.thread thread.x;
// CHECK: vectorize k.lane;
float all(int n, int m, int p, const float *a)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                s += a[(i * m + j) * p + k];
    return s;
}

// Deeper sums along columns: threads lie along the columns, and blocks share the sum.
// CHECK-LABEL: nest crs_columns_1 {
// CHECK: collapse i j;
// CHECK: bind k{{(#2)?(.group)?}}.elem thread.x;
void columns(int n, int m, int p, const float *restrict a, float *restrict out)
{
#pragma curestruct
    for (int k = 0; k < p; k++) {
        float s = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                s += a[(i * m + j) * p + k];
        out[k] = s;
    }
}

// Sums of planes, beside other statements: threads lie along both loops.
// CHECK-LABEL: nest crs_moments_1 {
// CHECK: version few when c < 264 && n >= 64;
// CHECK: bind i.block block.y;
// CHECK: vectorize j.lane;
// CHECK: version planes when c >= 264 && n >= 8;
// CHECK: bind i.thread thread.y;
// CHECK-NEXT: bind j.thread thread.x;
// CHECK: unroll i.row;
// CHECK: version rows;
void moments(int n, int c, int p, const float *restrict a, float *restrict mean, float *restrict squares)
{
#pragma curestruct
    for (int k = 0; k < c; k++) {
        float s = 0, q = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < p; j++) {
                s += a[(i * c + k) * p + j];
                q += a[(i * c + k) * p + j] * a[(i * c + k) * p + j];
            }
        mean[k] = s / p;
        squares[k] = q / p;
    }
}
