// Catches a launcher that computes with a number from memory that is so large that a sum overflows: its tests of what
// the nest touches then say less than it touches.
// RUN: %curestruct -w %s -o - | FileCheck %s
// CHECK: crs_assume(crs_now, flag_0 >= -72057594037927936L && flag_0 <= 72057594037927936L, "flag[0] is within 2^56")
// RUN: %curestruct run -w --on=cpu %s 2> %t.err | FileCheck %s --check-prefix=SUM
// SUM: {{^}}45 45 45{{$}}
// RUN: FileCheck %s --check-prefix=SERIAL < %t.err
// SERIAL: pick (
// SERIAL-SAME: serial: flag[0] is within 2^56 does not hold
#include <stdio.h>

__attribute__((noinline)) static long pick(long n, const long *restrict flag, const long *restrict data)
{
    long sum = 0;
#pragma curestruct
    for (long i = 0; i < n; i++)
        sum += flag[0] < 1 ? 1 : data[i];
    return sum;
}

int main(void)
{
    static const long flags[] = {1, 4611686018427387904, 9223372036854775807};
    static const long data[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (int i = 0; i < 3; i++)
        printf("%ld%c", pick(10, &flags[i], data), i == 2 ? '\n' : ' ');
}
