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

#ifndef ONLY
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
