// Catches a variable that is read as its initializer although a part of that has changed since, and one that is not
// although nothing changes: the stages of a Fourier transform then conflict, as far as is known.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s

// CHECK: nest crs_stages_1
// CHECK: for q in 0 .. len / 2 {
// CHECK: x[s + q + len / 2]
void stages(int n, double *x)
{
    for (int len = 2; len <= n; len *= 2) {
        int half = len / 2;
#pragma curestruct
        for (int s = 0; s < n; s += len)
            for (int q = 0; q < half; q++) {
                double t = x[s + q + half];
                x[s + q + half] = x[s + q] - t;
                x[s + q] += t;
            }
    }
}

// CHECK: nest crs_in_the_loop_1
// CHECK: for q in 0..half {
void in_the_loop(int n, int len, double *x)
{
    int half = len / 2;
    while (len > 1) {
#pragma curestruct
        for (int q = 0; q < half; q++)
            x[q] += len;
        len /= 2;
    }
}

// CHECK: nest crs_before_1
// CHECK: for q in 0..half {
void before(int n, double *x)
{
    for (int len = n; len > 0; len--) {
        int half = len / 2;
        len -= 3;
#pragma curestruct
        for (int q = 0; q < half; q++)
            x[q] += len;
    }
}

// CHECK: nest crs_by_address_1
// CHECK: for q in 0..half {
void change(int *value);
void by_address(int n, double *x)
{
    for (int len = n; len > 0; len--) {
        int half = len / 2;
        change(&len);
#pragma curestruct
        for (int q = 0; q < half; q++)
            x[q] += len;
    }
}

// CHECK: nest crs_jumped_1
// CHECK: for q in 0..half {
void jumped(int n, double *x)
{
    for (int len = n; len > 0; len /= 2) {
        int half = len / 2;
    again:;
#pragma curestruct
        for (int q = 0; q < half; q++)
            x[q] += len;
        if (x[0] < 0)
            goto again;
    }
}
