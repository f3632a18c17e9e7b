// Catches a fallback that passes for a result of the device, and a comparison of overlapping buffers with the serial
// loop on others; and sums of overlapping buffers that have to be equal bit for bit.
// RUN: %fails 3 %curestruct check --on cpu --size n=100 --alias a=b+1 --function add %s \
// RUN:     | FileCheck %s --check-prefix=FELL
// RUN: %curestruct check --on cpu --alias a=b+1 --expect-fallback --function add %s \
// RUN:     | FileCheck %s --check-prefix=WANTED
// RUN: %fails 3 %curestruct check --on cpu --size n=100 --expect-fallback --function add %s \
// RUN:     | FileCheck %s --check-prefix=DEVICE
// RUN: %curestruct check --on cpu --alias y=x --function dot %s | FileCheck %s --check-prefix=SAME
// SAME: dot: 1 of 1 nests, {{.*}} largest error {{.*}} PASS
// FELL: add: 1 of 1 nests, 0 of 1 size ran on the device, FAIL
// FELL-NEXT: n=100; exact data, seed 1: left to the serial original, which proves nothing: crs_add_1: {{.*}}overlap
// WANTED: add: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}}, bit for bit, fell back, PASS
// DEVICE: ran on the device although a fallback was expected
void add(int n, float *a, const float *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}

float dot(int n, const float *x, const float *y)
{
    float total = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        total += x[i] * y[i];
    return total;
}
