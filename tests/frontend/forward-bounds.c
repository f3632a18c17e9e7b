// Catches bounds that stay variables where each is set to a value that is known, so that loops are not perfectly
// nested; and a value that is put where the variable has another one: after the next assignment, on a way around it,
// in the iteration after it; a variable that is lost although it is read later; and a value that an if chooses.
// RUN: %curestruct --emit=ir %s | FileCheck %s
// RUN: %curestruct -Werror=sequential -Wno-assume --emit=schedule %s -DONLY > %t.schedule 2>&1

// CHECK-LABEL: nest crs_product_1
// CHECK:      for j in 1 .. (long)n_0 + 1 {
// CHECK-NEXT:   double temp = 2 * x[j]
// CHECK-NEXT:   for i in 1 .. (long)m_0 + 1 {
// CHECK-NEXT:     y[i] += temp * a[i + j * lda]
// CHECK-NEXT:   }
// CHECK-NEXT:   for i_1 in 1 .. (long)j + 1 [i#2] {
// CHECK-NEXT:     z[i_1 + j * lda] = temp
void product(const int *m, const int *n, const double *restrict a, const double *restrict x, double *restrict y,
             double *restrict z, int lda)
{
    int last, i, j;
#pragma curestruct
    for (j = 1; j <= *n; j++) {
        double temp = 2 * x[j];
        last = *m;
        for (i = 1; i <= last; i++)
            y[i] += temp * a[i + j * lda];
        last = j;
        for (i = 1; i <= last; i++)
            z[i + j * lda] = temp;
    }
}

// A variable that says which elements a loop after it touches. With its value there, one thread can have the whole loop
// over k for an element.
// CHECK-LABEL: nest crs_rotated_1
// CHECK:      for k in 0 .. n - 1 {
// CHECK-NEXT:   c = v[n - 1 - k]
// CHECK-NEXT:   for i in 0..m {
// CHECK-NEXT:     t = c * a[i + (n - 1 - k) * ld] - a[i + n * ld]
// CHECK-LABEL: nest crs_rotated_2
// CHECK:        double c = v[k]
void rotated(int m, int n, int ld, double *restrict a, const double *restrict v)
{
    int j;
    double c, t;
#pragma curestruct
    for (int k = 0; k < n - 1; k++) {
        j = n - 1 - k;
        c = v[j];
        for (int i = 0; i < m; i++) {
            t = c * a[i + j * ld] - a[i + n * ld];
            a[i + n * ld] = a[i + j * ld] + c * a[i + n * ld];
            a[i + j * ld] = t;
        }
    }
#pragma curestruct
    for (int k = 0; k < n - 1; k++) {
        double c = v[k], s = 1 - c;
        for (int i = 0; i < m; i++) {
            double t = c * a[i + k * ld] - s * a[i + n * ld];
            a[i + n * ld] = s * a[i + k * ld] + c * a[i + n * ld];
            a[i + k * ld] = t;
        }
    }
}

#ifndef ONLY
// CHECK-LABEL: nest crs_placed_1
// CHECK:      k = i + 1
// CHECK:      b[j + (i + 1)] = a[j + (i + 1)]
// CHECK:      k = b[i]
int placed(int n, int m, int k, const int *restrict a, int *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        k = i + 1;
        for (int j = 0; j < m; j++)
            b[j + k] = a[j + k];
        k = b[i];
        for (int j = 0; j < m; j++)
            b[j] += a[j + k];
    }
    return k;
}

// CHECK-LABEL: nest crs_kept_1
// CHECK:      for j in 0..n {
// CHECK-NEXT:   for i in 0..last {
// CHECK-NEXT:     a[i] += j
// CHECK-NEXT:   }
// CHECK-NEXT:   last = m
// CHECK-NEXT:   for i_1 in 0..m [i#2] {
// CHECK-NEXT:     a[i_1] += 2 * m
// CHECK-NEXT:   }
// CHECK-NEXT:   last = j > 3 ? j : m
// CHECK-NEXT:   for i_2 in 0 .. j > 3 ? j : m [i#3] {
int kept(int n, int m, int *a)
{
    int last = 7;
#pragma curestruct
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < last; i++)
            a[i] += j;
        last = m;
        for (int i = 0; i < last; i++)
            a[i] += 2 * last;
        if (j > 3)
            last = j;
        for (int i = 0; i < last; i++)
            a[i] += 3;
    }
    return last;
}

// CHECK-LABEL: nest crs_clamped_1
// CHECK:      for i in 0..n {
// CHECK-NEXT:   for j in (i - m > 0 ? i - m : 0) > k ? k : i - m > 0 ? i - m : 0 .. i > 3 ? n - 1 : i + m {
// CHECK-NEXT:     a[j] += 2
// CHECK-NEXT:   }
// CHECK-LABEL: nest crs_clamped_2
// CHECK:      for i in 0..n {
// CHECK:        if (b[i] > 0) {
// CHECK-NEXT:     first = m
void clamped(int n, int m, int k, int *restrict a, const int *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int first = 0, last;
        if (i - m > 0)
            first = i - m;
        if (first > k)
            first = k;
        if (i > 3) {
            last = n - 1;
        } else
            last = i + m;
        for (int j = first; j < last; j++)
            a[j] += 2;
    }
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int first = i;
        if (b[i] > 0)
            first = m;
        for (int j = first; j < n; j++)
            a[j] += 2;
    }
}

// CHECK-LABEL: nest crs_last_1
// CHECK: last = m + j
// CHECK: last = b[j]
int last(int n, int m, int *restrict a, const int *restrict b)
{
    int last = 0;
#pragma curestruct
    for (int j = 0; j < n; j++) {
        last = m + j;
        for (int i = 0; i < last; i++)
            a[i] += 1;
    }
    int other = last;
#pragma curestruct
    for (int j = 0; j < n; j++) {
        last = b[j];
        for (int i = 0; i < last; i++)
            a[i] += 1;
    }
    return other;
}
#endif
