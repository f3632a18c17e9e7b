// Catches a region that stays serial as a whole because the host must run a statement of it; parts in which data is old
// on one side, or moves although nobody touches it; a clause that says of a part what only holds for the whole; a case
// of a switch that is passed by.
// UNSUPPORTED: asan
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %curestruct %s -o parts.cu 2> notes && FileCheck --implicit-check-not=warning: --input-file=notes %s
// RUN: %cxx -std=c++17 -w -pthread -I %simt -x c++ parts.cu -x none \
// RUN:     %simt_library -o program -lm -ldl && %cc -w %s -o serial -lm && ./serial > serial.out
// RUN: CURESTRUCT_SIMT_LEAKS=1 CURESTRUCT_TIME=times ./program | diff serial.out -
// RUN: FileCheck --check-prefix=TIMES --input-file=times %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

static double sweep(int n, const double *a, double *b)
{
    double most = 0;
    for (int i = 1; i < n - 1; i++) {
        b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        most = fmax(most, fabs(b[i] - a[i]));
    }
    return most;
}

// Both buffers move once, and so does one element for each line that is printed.
// CHECK: [[@LINE+5]]:1: note: the host runs a part of the region, and the rest becomes 3 nests: it calls 'printf', which does input or output [-Wresidency]
// CHECK: [[@LINE+10]]:13: note: here
static int relax(int n, double *a, double *b)
{
    double most = 1;
#pragma curestruct begin copy(a[0:n], b[0:n])
    int steps = 0;
    while (most > 1e-3 && steps < 40) {
        most = sweep(n, a, b);
        double *t = a; a = b; b = t;
        if (steps % 10 == 0)
            printf("%d %g %g\n", steps, most, a[n / 2]);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i];
        if (sum < 0)
            break;
        steps++;
    }
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma curestruct end
    return (int)most;
}
// TIMES: relax ({{.*}}region-parts.c:[[@LINE-16]]) {{ *}}40 0 120 {{.*}}
// TIMES: relax ({{.*}}region-parts.c:[[@LINE-14]]) {{ *}}4 0 0 4 0.000
// TIMES: relax ({{.*}}region-parts.c:[[@LINE-13]]) {{ *}}40 0 40 {{.*}}
// TIMES: annotated ({{.*}}region-parts.c:{{[0-9]+}}) {{ *}}1 0 0 2 0.016

static void choose(int n, int which, double *a, double *b)
{
#pragma curestruct begin
    switch (which) {
    case 1:
        for (int i = 0; i < n; i++)
            a[i] += 1;
        break;
    case 2:
        for (int i = 0; i < n; i++)
            a[i] += 2;
    default:
        for (int i = 0; i < n; i++)
            a[i] += 3;
        for (int i = 0; i < n; i++)
            b[i] += a[i];
        puts("other");
    }
#pragma curestruct end
}

// The section is about the whole region: at its nest, `n` is another one.
static double pick(int n, const int *index, double *x)
{
    double sum = 0;
#pragma curestruct begin copyin(x[0:n])
    puts("pick");
    n = n / 4;
    for (int i = 0; i < n; i++)
        sum += x[index[i]];
#pragma curestruct end
    return sum;
}

// CHECK: [[@LINE+6]]:1: note: the host runs a part of the region, and the rest becomes 1 nest: it calls 'puts', which does input or output [-Wresidency]
// CHECK: [[@LINE+8]]:1: warning: loop 'i' stays serial: it calls 'puts', which does input or output; call it outside [-Wrefused]
// CHECK: [[@LINE+10]]:13: note: here
// CHECK: 9 of 10 nests restructured
static void annotated(int n, double *a)
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        a[i] -= 1;
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (a[i] < -1e9)
            puts("small");
#pragma curestruct end
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    int index[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 17, index[i] = N - 1 - i;
    relax(N, a, b);
    for (int i = 0; i < 4; i++)
        choose(N, i, a, b);
    printf("%g\n", pick(N, index, a));
    annotated(N, a);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * i + b[i];
    printf("%.15g\n", sum);
    free(a);
    free(b);
    return 0;
}
