// Catches a copy of an accumulator that is forwarded although it is another value by then, or is used elsewhere, and
// sums and extremes that are refused because a variable of the function has the value before.
// RUN: %curestruct check --on cpu %s 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=REFUSED <%t.log
#include <math.h>
#define MAX2(a, b) ((a) > (b) ? (a) : (b))

// CHECK: largest: 1 of 1 nests, {{.*}}, bit for bit, PASS
double largest(int n, const double *x)
{
    double m = 0, d1, d2, d3;
    int i;
#pragma curestruct
    for (i = 1; i <= n; i++) {
        d2 = m, d3 = (d1 = x[i - 1], fabs(d1));
        m = MAX2(d2, d3);
    }
    return m;
}

// CHECK: sum: 1 of 1 nests, {{.*}}PASS
double sum(int n, const double *x)
{
    double m = 0, before;
    int i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        before = m;
        m = before + x[i];
    }
    return m;
}

// CHECK: rows: 1 of 1 nests, {{.*}}PASS
void rows(int n, int m, const int *x, int *restrict total)
{
    int i, j, t;
#pragma curestruct
    for (i = 0; i < n; i++) {
        total[i] = 0;
        for (j = 0; j < m; j++) {
            t = total[i];
            total[i] = t + x[i * m + j];
        }
    }
}

// CHECK: last_copy: 1 of 1 nests, {{.*}}PASS
int last_copy(int n, const int *x, int *restrict y)
{
    int m = 0, t = 5, i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        y[i] = x[i] + 1;
        t = m;
        m = t + x[i];
    }
    return m * 3 + t;
}

// REFUSED: [[@LINE+4]]:1: warning: loop 'i' stays serial: {{.*}}
int changed(int n, const int *restrict x, int *restrict y)
{
    int m = 0, t, i;
#pragma curestruct
    for (i = 0; i < n; i++) {
        t = m;
        m = x[i] & 3;
        y[i] = m;
        m = (t * 3 + t) ^ x[i];
    }
    return m;
}
// CHECK-NOT: FAIL
