// Catches a walk over index arrays that reads what the serial loops do not read, or not all of it: it has all of the
// way to the access and nothing besides, and follows the walks that it needs.
// RUN: %curestruct --dump-after=analyze %s -o - | FileCheck %s

// CHECK: array x: read copyin, measured, from x_first to x_last when x_first <= x_last
// CHECK: array idx: read copyin, from 0 to (long)n - 1 when (long)n >= 1, indexes x
// CHECK: measure x
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: crs_measure(x_first, x_last, (long)idx[i])
// CHECK-NEXT: }
void gather(int n, const int *idx, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[idx[i]];
}

// CHECK: array ptr: read copyin, from 0 to n when (long)n >= 1, indexes val, monotone
// CHECK: array val: read copyin, measured, from val_first to val_last when val_first <= val_last
// CHECK: array x: read copyin, measured, from x_first to x_last when x_first <= x_last
// CHECK: array col: read copyin, measured, from col_first to col_last when col_first <= col_last, indexes x
// CHECK: measure val
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: for k_end in 0 .. (long)ptr[i + 1] - ptr[i] step max((long)ptr[i + 1] - ptr[i] - 1, 1) rising {
// CHECK-NEXT: crs_measure(val_first, val_last, (long)(int)(ptr[i] + k_end))
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: measure col
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: for k_end in 0 .. (long)ptr[i + 1] - ptr[i] step max((long)ptr[i + 1] - ptr[i] - 1, 1) rising {
// CHECK-NEXT: crs_measure(col_first, col_last, (long)(int)(ptr[i] + k_end))
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: measure x
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: for k in ptr[i]..ptr[i + 1] {
// CHECK-NEXT: crs_measure(x_first, x_last, (long)col[k])
// CHECK-NEXT: }
// CHECK-NEXT: }
void rows(int n, const int *ptr, const int *col, const float *val, const float *x, float *y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}

// CHECK: array A: read copyin, measured, from A_first to A_last when A_first <= A_last
// CHECK: array idx: read copyin, from 0 to (long)n - 1 when (long)l >= 1 && (long)m >= 1 && (long)n >= 1, indexes A
// CHECK: measure A
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: if ((long)m > 0) {
// CHECK-NEXT: for k_end in 0..l step max((long)l - 1, 1) rising {
// CHECK-NEXT: crs_measure(A_first, A_last, (long)(idx[i] * l + (int)k_end))
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
void products(int n, int m, int l, const int *idx, const float *A, const float *B, float *restrict C)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                C[i * m + j] += A[idx[i] * l + k] * B[k * m + j];
}

// CHECK: array idx: read copyin, from 0 to (long)n - 1 when (long)n >= 1, indexes x
// CHECK: array x: read copyin, measured, from x_first to x_last when x_first <= x_last
// CHECK: array z: read copyin, measured, from z_first to z_last when z_first <= z_last
// CHECK: measure x
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: if ((int)mask[i] && idx[i] >= 0) {
// CHECK-NEXT: crs_measure(x_first, x_last, (long)idx[i])
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: measure z
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: if (!(mask[i] < 0 || idx[i] < -5)) {
// CHECK-NEXT: if (mask[i] > 1) {
// CHECK-NEXT: crs_measure(z_first, z_last, (long)-idx[i])
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
void conditions(int n, const int *idx, const signed char *mask, const float *x, const float *z, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int at = idx[i];
        if (mask[i] && at >= 0 && x[at] > 0)
            y[i] = x[at];
        if (mask[i] < 0 || at < -5)
            continue;
        y[i] = mask[i] > 1 ? z[-at] : 0;
    }
}

// CHECK: array key: read copyin, from 0 to (long)n - 1 when (long)n >= 1, indexes h
// CHECK: array h: read written copyin copyout, measured, from h_first to h_last when h_first <= h_last, written by key
// CHECK: measure h
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: if (key[i] != 7) {
// CHECK-NEXT: crs_measure(h_first, h_last, (long)(key[i] - 3))
// CHECK-NEXT: }
// CHECK-NEXT: }
void by_key(int n, const unsigned short *key, int *h)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (key[i] != 7)
            h[key[i] - 3]++;
}

// CHECK: array ptr: read copyin, from 0 to n when (long)n >= 1, indexes v, monotone
// CHECK: array v: read copyin, measured, from v_first to v_last when v_first <= v_last
// CHECK: array h: read written copyin copyout, measured, from h_first to h_last when h_first <= h_last, written by key
// CHECK: array key: read copyin, measured, from key_first to key_last when key_first <= key_last, indexes h
// CHECK: measure v
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: for k_end in 0 .. (long)ptr[i + 1] - ptr[i] step max((long)ptr[i + 1] - ptr[i] - 1, 1) rising {
// CHECK-NEXT: crs_measure(v_first, v_last, (long)(int)(ptr[i] + k_end))
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: measure key
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: for k_end in 0 .. (long)ptr[i + 1] - ptr[i] step max((long)ptr[i + 1] - ptr[i] - 1, 1) rising {
// CHECK-NEXT: crs_measure(key_first, key_last, (long)(int)(ptr[i] + k_end))
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: measure h
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT: for k in ptr[i]..ptr[i + 1] {
// CHECK-NEXT: crs_measure(h_first, h_last, (long)key[k])
// CHECK-NEXT: }
// CHECK-NEXT: }
void keys_of_rows(int n, const int *ptr, const int *key, const int *restrict v, float *y, int *restrict h)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++)
            h[key[k]] += v[k];
    }
}
