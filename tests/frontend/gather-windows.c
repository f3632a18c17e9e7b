// Catches sums into windows that are turned around although an update would then see another value, or although the
// rows of a matrix do not overlap; and windows that are left as they are.
// RUN: %curestruct --dump-after=gather_windows %s -o - 2>/dev/null | FileCheck %s

// CHECK-LABEL: in overlapping
// CHECK: for at in 0 .. hop * ((long)n - 1) + len {
// CHECK-NEXT: for f in (int)max(0, floordiv((long)at - len, hop) + 1)..(int)min(n, floordiv((long)at, hop) + 1) {
// CHECK-NEXT: for j in (int)max(0, at - (long)hop * f)..(int)min(len, at - (long)hop * f + 1) {
// CHECK-NEXT: float v = x[f]
// CHECK-NEXT: y[at + 3] += v * x[f * len + j]
void overlapping(int n, int len, int hop, const float *restrict x, float y[(n - 1) * hop + len + 3])
{
#pragma curestruct
    for (int f = 0; f < n; f++) {
        float v = x[f];
        for (int j = 0; j < len; j++)
            y[f * hop + j + 3] += v * x[f * len + j];
    }
}

// The terms of an element come in the order of u, so the images run backwards.
// CHECK-LABEL: in two_dimensions
// CHECK: for at_1 in 0 .. s * ((long)h - 1) + 3 {
// CHECK-NEXT: for at in 0 .. 2 * ((long)w - 1) + 5 {
// CHECK-NEXT: for i in (int)min((long)h - 1, floordiv((long)at_1, s))..(int)max(-1, floordiv((long)at_1 - 3, s)) step -1 {
// CHECK-NEXT: for u in
// CHECK-NEXT: for j in (int)max(0,
// CHECK-NEXT: for v in
// CHECK-NEXT: y[at_1 * width + at] += x[i * w + j]
void two_dimensions(int h, int w, int s, int width, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int u = 0; u < 3; u++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                for (int v = 0; v < 5; v++)
                    y[(i * s + u) * width + j * 2 + v] += x[i * w + j];
}

// By one element: a window of what is around each element, from its last place on where the source has it inside; not
// where it is longer than there are windows.
// CHECK-LABEL: in by_one
// CHECK: for at_1 in 0 .. (long)h + 2 {
// CHECK-NEXT: for at in 0 .. (long)w + 4 {
// CHECK-NEXT: for u in 0..3 {
// CHECK-NEXT: if ((long)at_1 - u >= 0 && (long)at_1 - u < h) {
// CHECK-NEXT: for v in 0..5 {
// CHECK-NEXT: if (at - (4L - v) >= 0 && at - (4L - v) < w) {
// CHECK-NEXT: y[at_1][at] += x[(int)((long)at_1 - u)][(int)(at - (4L - v))] * k[(int)(long)u][(int)(4L - v)]
void by_one(int h, int w, const float x[h][w], const float k[3][5], float y[h + 2][w + 4])
{
#pragma curestruct
    for (int u = 0; u < 3; u++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                for (int v = 0; v < 5; v++)
                    y[i + u][j + v] += x[i][j] * k[u][v];
}

// CHECK-LABEL: in each_with_each
// CHECK: for i in 0..n
void each_with_each(int n, int m, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            c[i + j] += a[i] * b[j];
}

// CHECK-LABEL: in rows_of_a_matrix
// CHECK: for i in 0..n
void rows_of_a_matrix(int n, int m, int k, int lda, int ldc, const float *restrict a, const float *restrict b,
                      float *restrict c)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                c[i * ldc + j] += a[i * lda + l] * b[l * m + j];
}

// CHECK-LABEL: in apart
// CHECK: for i in 0..n
void apart(int n, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            y[i * 8 + j] += x[i];
}

// CHECK-LABEL: in set
// CHECK: for i in 0..n
void set(int n, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            y[i * 4 + j] = x[i];
}

// CHECK-LABEL: in seen
// CHECK: for i in 0..n
void seen(int n, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            y[i * 4 + j] += y[i];
}

// CHECK-LABEL: in summed
// CHECK: for i in 0..n
void summed(int n, const float *restrict x, float *restrict y, float *restrict total)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++) {
            y[i * 4 + j] += x[i];
            *total *= x[i];
        }
}

// CHECK-LABEL: in other_step
// CHECK: for i in 0..n
void other_step(int n, const float *restrict x, float *restrict y, float *restrict z)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++) {
            y[i * 4 + j] += x[i];
            z[i * 3 + j] += x[i];
        }
}

// CHECK-LABEL: in in_order
// CHECK: for i in 0..n
void in_order(int n, const float *restrict x, float *restrict y)
{
#pragma curestruct exact
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            y[i * 4 + j] += x[i];
}
