// Catches a call through a pointer that computes another function than the one that the pointer leads to, a pointer to
// a function that is not read keeping the others from the device, and a pointer that leads to neither.
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck %s --implicit-check-not=FAIL
// RUN: env CURESTRUCT_CHECK_SIZES=9 sh %S/Inputs/break.sh %s %t.wrong | FileCheck %s --check-prefix=WRONG
// BREAK: another s/== spring ? 1/== spring ? 2/
// CHECK: function-pointers.c:{{[0-9]+}}:1: note: loop 'i' runs serially where 'f' is 'counts': it calls 'printf', which does input or output; call it outside [-Wassume]
// CHECK: function-pointers.c:{{[0-9]+}}:1: note: loop 'i' runs serially where 'op' is 'forgets': it changes the pointer 'p' [-Wassume]
// CHECK: picked: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: passed: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: global: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: region: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: hidden: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// CHECK: sums: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// WRONG: passed: {{.*}} FAIL
#include <stdio.h>
typedef double law(double, double);
typedef int summary(const int *, int, int);
static double newton(double d, double e) { return 1 / (d * d + e); }
static double spring(double d, double e) { return d < e ? 0 : d * e; }
static double linear(double d, double e) { return d + e; }
static double counts(double d, double e)
{
    printf("%g\n", d);
    return e;
}
static law *global_law = spring;
static double scale = 2;
static double apply(law *f, double d) { return d > 0 ? scale * f(d, 0.5) : 0; }
static void each(int n, double *restrict y, const double *restrict x, law *f)
{
    for (int i = 0; i < n; i++)
        y[i] = apply(f, x[i]);
}
static law *pick(char c)
{
    switch (c) {
    case 'n': return newton;
    case 's': return &spring;
    default: return linear;
    }
}
void picked(int n, double *restrict y, const double *restrict x, char c)
{
    law *f = pick(c);
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = f(x[i], 1);
}
void passed(int n, double *restrict y, const double *restrict x, double (*f)(double, double))
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[i] > 0 && f(x[i], 2) > 0.5 ? apply(f, x[i]) : (*f)(x[i], 3);
}
void global(int n, double *restrict y, const double *restrict x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = apply(global_law, x[i]) + global_law(x[i], 2);
}
void region(int n, double *restrict y, const double *restrict x, law *f)
{
#pragma curestruct begin
    each(n, y, x, f);
    for (int i = 0; i < n; i++)
        y[i] += apply(newton, x[i]);
#pragma curestruct end
}
// Here the name `spring` is another one.
void hidden(int n, double *restrict y, const double *restrict x, law *f, double spring)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = f(x[i], spring);
}
static int sum(const int *a, int step, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i * step];
    return s;
}
static int top(const int *a, int step, int n)
{
    int s = a[0];
    for (int i = 1; i < n; i++)
        s = a[i * step] > s ? a[i * step] : s;
    return s;
}
static int forgets(const int *a, int step, int n)
{
    const int *p = a;
    int s = p[0];
    if (n > 1)
        p = 0;
    return p ? s : step;
}
void sums(int n, int m, int *restrict y, const int *restrict a, summary *op)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = op(a + i, n, m);
}
