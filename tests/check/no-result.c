// Catches a function that returns nothing although its type says so: C allows it as long as nobody uses the result, and
// there is none to compare. C++ does not: its end would be a place that is never reached.
// RUN: env CURESTRUCT_CHECK_SIZES=4 %curestruct check --on cpu %s | FileCheck %s
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck %s --check-prefix=CPLUSPLUS
// CHECK: fill: 1 of 1 nests, 4 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CPLUSPLUS: no-result.c:[[#@LINE+6]]:1: error: C++ does not accept this (non-void function does not return a value); use --host=FILE.c
int fill(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = (float)i;
}
