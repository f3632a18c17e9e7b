// Catches variables that keep their values from call to call, so that the builds, which are called a different number
// of times, do not start from the same: static ones in functions, at file scope, in C only text, and the C library's.
// RUN: env CURESTRUCT_CHECK_SIZES=8 %curestruct check --on cpu %s | FileCheck %s
// RUN: env CURESTRUCT_CHECK_SIZES=3 sh %S/Inputs/break.sh %s %t | FileCheck %s --check-prefix=WRONG
// BREAK: start s/+= calls/+= 1 + calls/
// CHECK: counts: 2 of 2 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: draws: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// WRONG: == start
// WRONG: counts: {{.*}} FAIL
// WRONG: a[0]: expected
#include <stdlib.h>
static union { int whole; float part; } kept = {3};
static char *buffers[2];
int counts(int n, int *a)
{
    static int calls = 5, table[16];
    static int *last;
    calls++;
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] += calls + i;
#pragma curestruct
    for (int i = 0; i < 16; i++)
        table[i] += i + 1;
    int again = last == a;
    last = a;
    kept.whole++;
    if (!buffers[1])
        buffers[1] = malloc(3);
    else
        calls += 100;
    return calls + 1000 * table[3] + again + kept.whole;
}
int draws(int n, int *a)
{
    int first = rand() % 100;
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 2 + first;
    return rand();
}
