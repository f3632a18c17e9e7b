// Catches running values that are computed from other running values of the loop, of which a part of the loop sees one
// of another iteration, or the wrong one of before and after its change; temporaries whose value is computed once more
// although what it is made of has changed; branches in which nothing runs on.
// RUN: %curestruct check --on cpu %s --size n=1 --size n=33 --size n=1025 --size n=2049 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: %curestruct %s --emit=schedule -o - | FileCheck %s --check-prefix=PLAN

// A mean whose weights are parts of a running sum.
// PLAN: nest crs_weighted_1
// PLAN: distribute k {1 2} {3};
// PLAN: look_back
// PLAN: look_back
// CHECK: {{^}}weighted: {{.*}}, PASS
double weighted(int n, const double *x, const double *w)
{
    double sum = 0, mean = 0;
#pragma curestruct
    for (int k = 0; k < n; k++) {
        sum += w[k];
        mean += (x[k] - mean) * (w[k] / sum);
    }
    return mean + sum;
}

// Welford's mean and variance of the numbers that are not NaN.
// PLAN: nest crs_welford_1
// PLAN: look_back
// PLAN: look_back
// CHECK: {{^}}welford: {{.*}}, PASS
double welford(int n, const double *x, double *variance)
{
    long m = 0;
    double d, mean = 0, squares = 0;
#pragma curestruct
    for (int k = 0; k < n; k++) {
        if (x[k] != x[k])
            continue;
        m++;
        d = x[k] - mean;
        mean += d / (double)m;
        squares += d * (x[k] - mean);
    }
    *variance = squares;
    return m > 1 ? mean : 0;
}

// CHECK: {{^}}three: {{.*}}bit for bit, PASS
unsigned three(int n, const unsigned *x, unsigned *y)
{
    unsigned a = 1, b = 2, c = 3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        a = a * 5 + x[i];
        b += a * x[i];
        c = c * a + b;
        y[i] = c ^ x[i];
    }
    return a + b + c;
}

// The third value is of the first one before its change, the second one of that after it.
// CHECK: {{^}}before_and_after: {{.*}}bit for bit, PASS
unsigned before_and_after(int n, const unsigned *x, const int *on)
{
    unsigned a = 1, b = 2, c = 3, old;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (on[i] > 0) {
            old = a;
            a += x[i];
            b += a * 3;
            c = c * old + 1;
        }
    }
    return a + 7 * b + 11 * c;
}

// CHECK: {{^}}changed_between: {{.*}}bit for bit, PASS
unsigned changed_between(int n, const unsigned *x, unsigned *y)
{
    unsigned a = 1, b = 2, t;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        unsigned z = x[i];
        t = z - a;
        z = z * 3 + 1;
        a += t * 5;
        b += t * a + z;
    }
    *y = b;
    return a;
}

// Each is computed from the other one: no scan.
// CHECK: {{^}}crossed: {{.*}}bit for bit, PASS
unsigned crossed(int n, const unsigned *x, unsigned *y)
{
    unsigned a = 1, b = 2;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = x[i] + 1;
        a += b * x[i];
        b += a;
    }
    return a + b;
}
