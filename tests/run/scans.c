// Running values that parts of a loop compute from a wrong value before them, twice or not at all; totals of parts that
// see what the loop writes; a last value that is lost. Parts have 4 iterations; 8, 16 and 16 parts are parts again.
// RUN: %curestruct check --on cpu %s --size n=1 --size n=33 --size n=1024 --size n=1025 --size n=2049 \
// RUN:     > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=ERR < %t.err
#include <math.h>

// CHECK: {{^}}two_values: {{.*}}, PASS
void two_values(int n, const float *x, const int *c, float *y, int *z)
{
    float s = 1.5f;
    int k = 3;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float t = x[i] * 2 + 1;
        if (c[i] & 1)
            k += c[i];
        s += t;
        y[i] = sqrtf(fabsf(s)) + t;
        z[i] = k;
    }
}

// CHECK: {{^}}exclusive: {{.*}}bit for bit, PASS
unsigned exclusive(int n, const unsigned *x, unsigned *y)
{
    unsigned p = 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        y[i] = p;
        p = p * (x[i] | 1);
    }
    return p;
}

// CHECK: {{^}}by_threes: {{.*}}bit for bit, PASS
long by_threes(int n, const int *x, long *y)
{
    long s = 7;
#pragma curestruct
    for (int i = 2; i < 3 * n; i += 3) {
        s -= x[i];
        y[i] = s;
    }
    return s;
}

// CHECK: {{^}}backward: {{.*}}bit for bit, PASS
int backward(int n, const int *x, int *y, unsigned char *b, float *m)
{
    int any = 0;
    unsigned char bits = 0;
    float most = -1e30f;
#pragma curestruct
    for (int i = n - 1; i >= 1; i--) {
        any = any || x[i] > 30;
        bits ^= (unsigned char)x[i];
        most = fmaxf(most, (float)x[i]);
        y[i] = any;
        b[i] = bits;
        m[i] = most;
    }
    return any;
}

// CHECK: {{^}}elements: {{.*}} allowed, PASS
void elements(int n, double *b, const double *x)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        b[i] = b[i - 1] + x[i];
}

// CHECK: {{^}}smallest: {{.*}}bit for bit, PASS
void smallest(int n, const double *x, double *y)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        y[i] = x[i] < y[i - 1] ? x[i] : y[i - 1];
}

// CHECK: {{^}}in_place: {{.*}}bit for bit, PASS
void in_place(int n, int *x, int *y)
{
    int s = 0;
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        s += x[i];
        x[i] = s;
    }
    for (int i = n - 2; i >= 0; i--)
        y[i] += y[i + 1];
    for (int i = 0; i < n; i++)
        y[i] += s;
#pragma curestruct end
}

struct pair {
    int a;
    float b;
};

// The inner loop belongs to what is added; the steps over time go over the same elements.
// CHECK: {{^}}fields: {{.*}}bit for bit, PASS
void fields(int n, struct pair *v, int *restrict x)
{
    int s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            if (j != 1)
                s += v[i].a;
        v[i].b = (float)s;
        x[i] = 1;
    }
}

// CHECK: {{^}}steps: {{.*}}bit for bit, PASS
void steps(int n, unsigned *x)
{
#pragma curestruct
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < n; i++)
            x[i] = x[i] ^ x[i - 1];
}

// A warp takes a row, 256 neighbours at a time: what comes before these, the last ones, the row's total, rows of their
// own lengths.
// CHECK: {{^}}rows: {{.*}}bit for bit, PASS
void rows(int n, const int x[restrict n][300], int y[restrict n][300], int *restrict all)
{
#pragma curestruct
    for (int i = 0; i < n / 16; i++) {
        int s = i;
        for (int j = 0; j < 200 + i; j++) {
            y[i][j] = s;
            s += x[i][j];
        }
        all[i] = s;
    }
}

// A table of sums over all elements above and to the left: a scan of each row, then sums of columns.
// CHECK: {{^}}table: {{.*}}bit for bit, PASS
void table(int n, const int x[restrict n][40], int y[restrict n][40])
{
#pragma curestruct
    for (int i = 0; i < n / 16; i++) {
        int s = 0;
        for (int j = 0; j < 40; j++) {
            s += x[i][j];
            y[i][j] = s + (i > 0 ? y[i - 1][j] : 0);
        }
    }
}

// A scan, of which a reduction is made; zeros of either sign are maxima.
// CHECK: {{^}}drawdown: {{.*}}bit for bit, PASS
double drawdown(int n, const double *x)
{
    double peak = x[0] * 0, worst = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (x[i] > peak)
            peak = x[i];
        double d = peak - x[i];
        if (d > worst)
            worst = d;
    }
    return worst;
}

// CHECK: {{^}}highest: {{.*}}bit for bit, PASS
int highest(int n, const int *x)
{
    int s = 0, most = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += x[i];
        if (s > most)
            most = s;
    }
    return most;
}

// The running value is not of an operator: one thread of the device would be slower than the host.
// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 'best' written here is read by a later iteration
int best_part(int n, const int *x)
{
    int best = 0, most = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        best = best + x[i] > 0 ? best + x[i] : 0;
        most = best > most ? best : most;
    }
    return most;
}

// What is added is what an earlier iteration has written, or comes from it: no scan.
// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial: 's' is a running value
void not_known(int n, int *x, const int *y)
{
    int s = 0;
#pragma curestruct
    for (int i = 1; i < n; i++) {
        s += x[i - 1];
        x[i] = s + y[i];
    }
}

// ERR: [[#@LINE+4]]:1: warning: loop 'i' stays serial
void of_results(int n, const int *x, int *y)
{
    int s = 0, old = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        s += old;
        old = x[i] ^ s;
        y[i] = s;
    }
}
// ERR: 13 of 16 nests restructured
