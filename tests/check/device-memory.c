// Catches launchers that go wrong when the caller's arrays are on the device already, and functions called so that use
// their memory outside of the nests as well.
// RUN: env CURESTRUCT_CHECK_SIZES=2 CURESTRUCT_SIMT_STRICT=1 %curestruct check -v --on cpu %s | FileCheck %s
// RUN: env CURESTRUCT_CHECK_SIZES=2 sh %S/Inputs/break.sh %s %t | FileCheck %s --check-prefix=WRONG
// WRONG: == in-place
// WRONG: n=33; exact data, in device memory, seed 1:
// BREAK: in-place /^static int crs_inside_2/,/^}/s/return crs_leave(crs_now)/return crs_array_b.in_place ? 1 : crs_leave(crs_now)/
// WRONG: n=33; exact data, in device memory, seed 1:
// BREAK: in-place /^static int crs_inside_2/,/^}/s/return crs_leave(crs_now)/return crs_array_b.in_place ? 1 : crs_leave(crs_now)/
// CHECK: inside: 2 of 2 nests, 2 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK-NEXT: also with all arrays in device memory
// CHECK: outside: 1 of 1 nests, 2 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK: scalar: 1 of 1 nests, 2 of {{[0-9]+}} size{{s?}} ran on the device, bit for bit, PASS
// CHECK-NEXT: also with all arrays in device memory
// CHECK: total: 1 of 1 nests, 2 of {{[0-9]+}} size{{s?}} ran on the device, {{.*}}, PASS
// CHECK-NEXT: also with all arrays in device memory
void inside(int n, const int *restrict a, int *restrict b)
{
    if (n > 1)
#pragma curestruct
        for (int i = 0; i < n; i++)
            b[i] = a[i] + 1;
#pragma curestruct
    for (int i = 0; i < n; i += 2)
        b[i] *= 3;
}
void outside(int n, const int *restrict a, int *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
    b[n] = 3;
}
void scalar(int n, const float *restrict a, float *restrict b, const float *factor)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] = a[i] * *factor;
}
float total(int n, const float *a)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
