// Catches bounds of computed subscripts that the nest does not put on them: those of a type alone, of a remainder whose
// sign is not known, of a condition that has ended or of another variable; and bounds that are not found.
// RUN: %curestruct --dump-after=analyze %s -o - 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=REFUSED %s < %t.err
// RUN: %curestruct %s -o - 2>/dev/null | FileCheck --check-prefix=TEXT %s
#include <math.h>

// CHECK: array table: read copyin, measured, from table_first to table_last when table_first <= table_last
// CHECK: measure table
// CHECK-NEXT: if (0L < n) {
// CHECK-NEXT: if (min((long)m - 1, 0) <= (long)m - 1) {
// CHECK-NEXT: crs_measure(table_first, table_last, min((long)m - 1, 0))
// CHECK-NEXT: crs_measure(table_first, table_last, (long)m - 1)
void clamped(int n, int m, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = (int)x[i];
        if (k < 0)
            k = 0;
        if (k >= m)
            k = m - 1;
        y[i] = table[k];
    }
}

// CHECK: measure table
// CHECK: crs_measure(table_first, table_last, 0L)
// CHECK-NEXT: crs_measure(table_first, table_last, (long)m - 1)
void searched(int n, int m, const float *x, const float *table, int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int low = 0, high = m;
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (table[middle] < x[i])
                low = middle + 1;
            else
                high = middle;
        }
        y[i] = low;
    }
}

// REFUSED: bounded.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'table' it touches is not known
void remainders(int n, int m, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = table[(int)(x[i] / x[0]) % m];
}

// REFUSED: bounded.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'table' it touches is not known
void by_type(int n, const float *x, unsigned char *restrict kind, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        kind[i] = x[i] > 0.5f ? kind[i] : 0;
        y[i] = table[kind[i]];
    }
}

// CHECK: measure table
// CHECK-NEXT: for i in 0..n {
// CHECK-NEXT:   int k = x[i]
// CHECK-NEXT:   if (k >= 0 && k < m) {
// CHECK-NEXT:     k = x[i + n]
// CHECK-NEXT:   }
// CHECK-NEXT:   crs_measure(table_first, table_last, (long)k)
// CHECK-NEXT: }
void ended(int n, int m, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = (int)x[i], other = k;
        if (k >= 0 && k < m) {
            k = (int)x[i + n];
            other = 0;
        }
        y[i] = table[k] + other;
    }
}

// REFUSED: bounded.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'table' it touches is not known
void grows(int n, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (table[k] < x[i])
            k++;
        y[i] = k;
    }
}

// What both sides round in one way, the host computes as the device does, without functions of the device; not the sum
// of a product.
// TEXT: crs_measure(table_first, table_last, (long)(int)((crs_host_x[i] - crs_host_x[0]) * 3.0f));
// CHECK: crs_measure(table_first, table_last, (long)(int)((x[i] - x[0]) * 3))
void scaled(int n, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = table[(int)((x[i] - x[0]) * 3)];
}

// REFUSED: bounded.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'table' it touches is not known
void fused(int n, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = table[(int)(x[i] * 3 - x[0])];
}

// CHECK: crs_measure(table_first, table_last, 0L)
// CHECK-NEXT: crs_measure(table_first, table_last, 8L)
void angles(int n, const float *x, const float *z, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float angle = atan2f(x[i], z[i]) * (180.0f / 3.14159265f);
        if (angle < 0)
            angle += 360.0f;
        y[i] = table[(int)(angle / 20.0f) % 9];
    }
}

// CHECK: crs_measure_in_row(z_first, z_last, (long)(i * m + label[i]), (long)label[i], (long)m)
void labelled(int n, int m, const int *label, float *z)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++)
            z[i * m + k] = (float)k;
        z[i * m + label[i]] -= 1;
    }
}

// Both of the conditions that may have let it in put bounds on k, and so do both assignments.
// CHECK: measure table
// CHECK-NEXT: if (0L < n) {
// CHECK-NEXT: if (
// CHECK-NEXT: crs_measure(table_first, table_last, min(
// CHECK-NEXT: crs_measure(table_first, table_last, max(
void either(int n, int m, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = (int)(x[i] * 3 - x[0]);
        if ((k == m && i > 3) || (k >= 0 && k < 9))
            y[i] = table[k];
    }
}

// CHECK: measure table
// CHECK-NEXT: if (0L < n) {
// CHECK-NEXT: if (
// CHECK-NEXT: crs_measure(table_first, table_last, 0L)
// CHECK-NEXT: crs_measure(table_first, table_last, (long)m - 1)
void nearest(int n, int m, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int best;
        float least = 1e30f;
        for (int k = 0; k < m; k++)
            if (fabsf(x[i] - (float)k) < least) {
                least = fabsf(x[i] - (float)k);
                best = k;
            }
        y[i] = table[best];
    }
}

// One of the conditions puts no bounds on k.
// REFUSED: bounded.c:[[#@LINE+3]]:1: warning: the nest stays serial: how much of 'table' it touches is not known
void either_open(int n, int m, const float *x, const float *table, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = (int)(x[i] * 3 - x[0]);
        if (i > 3 || (k >= 0 && k < m))
            y[i] = table[k];
    }
}
