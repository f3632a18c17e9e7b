// Catches a check of a file that names variables and functions of other files: its functions could not be loaded. The
// variables are zero, and a call of another file's function stops the run that makes it.
// RUN: not %curestruct check --on cpu %s | FileCheck %s
extern const float table[16];
extern int (*probe)(int);
int far_away(int x);
int (*choose[2])(int) = {far_away, 0};

// CHECK: shifted: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void shifted(int n, const float *x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = x[i] + table[i % 16];
}

// CHECK: doubled: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
int doubled(int n, int *restrict y)
{
    if (n == 12345)
        return far_away(n) + (probe ? probe(3) : 0);
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = 2 * i;
    return choose[1] ? choose[0](n) : 7;
}

// CHECK: stopped: 1 of 1 nests, 0 of {{[0-9]+}} sizes ran on the device, FAIL
// CHECK: the serial original crashed
void stopped(int n, int *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = 2 * i;
    far_away(n);
}
