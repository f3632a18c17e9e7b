// Catches while statements that are read as loops that count although they do not, and those that count and are not
// read so.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s

// CHECK-LABEL: in rows
// CHECK: for k in 0..m {
// CHECK-NEXT: sum += A[i * lda + k]
void rows(int n, int m, int lda, const float *A, float *s)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float sum = 0;
        int k = 0;
        while (k < m) {
            sum += A[i * lda + k];
            k++;
        }
        s[i] = sum;
    }
}

// CHECK-LABEL: in kept
// CHECK: for k_1 in m - 1 .. -1 step -2 [k] {
// CHECK: k = m - 1 + max(
int kept(int n, int m, float *A)
{
    int k = 3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        k = m - 1;
        while (0 <= k) {
            A[i * m + k] *= 2;
            k = k - 2;
        }
    }
    return k;
}

// CHECK-LABEL: in offsets
// CHECK: for k in start[i]..start[i + 1] {
void offsets(int n, const int *start, const float *v, float *s)
{
#pragma curestruct copyin(v[0:90])
    for (int i = 0; i < n; i++) {
        int k = start[i];
        while (k < start[i + 1]) {
            s[i] += v[k];
            ++k;
        }
    }
}

// CHECK-LABEL: region {{.*}} in turns
// CHECK: for t in 0..steps {
// CHECK-NEXT: for i in
void turns(int n, int steps, float *a, float *b)
{
#pragma curestruct begin
    int t = 0;
    while (t < steps) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
        t++;
    }
#pragma curestruct end
}

// A break, a bound that the body changes, a second change, a change in the middle, an unsigned comparison of what may
// be negative.
// CHECK-LABEL: in others
// CHECK-COUNT-5: while (
// CHECK-NOT: while (
// CHECK-LABEL: in conditional
void others(int n, unsigned limit, float *A, int *bound)
{
#pragma curestruct independent copy(A[0:1000]) copy(bound[0:n])
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < n) {
            if (A[k] < 0)
                break;
            k++;
        }
        int l = 0;
        while (l < bound[i]) {
            bound[i]--;
            l++;
        }
        int m = 0;
        while (m < n) {
            if (A[m] > 0)
                m++;
            m++;
        }
        int o = 0;
        while (o < n) {
            o++;
            A[i] += o;
        }
        int p = -i;
        while (p < limit) {
            A[i] += p;
            p++;
        }
    }
}

// What sets it stands under a condition that data decide: the loop begins where the variable is.
// CHECK: for k_1 in k..m [k] {
// CHECK-NEXT: A[i * m + k_1] += 1
// CHECK-NEXT: }
// CHECK-NEXT: }
void conditional(int n, int m, float *A, const int *data)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = 0;
        if (data[i] > 3)
            k = 2;
        while (k < m) {
            A[i * m + k] += 1;
            k++;
        }
    }
}
