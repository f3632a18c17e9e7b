// Catches a fallback that passes for a result of the device, and a comparison of overlapping buffers with the serial
// loop on others.
// RUN: %fails 3 %curestruct check --on cpu --size n=100 --alias a=b+1 %s | FileCheck %s --check-prefix=FELL
// RUN: %curestruct check --on cpu --alias a=b+1 --expect-fallback %s | FileCheck %s --check-prefix=WANTED
// RUN: %fails 3 %curestruct check --on cpu --size n=100 --expect-fallback %s | FileCheck %s --check-prefix=DEVICE
// FELL: add: 1 of 1 nests, 1 sizes, FAIL
// FELL-NEXT: n=100; exact data, seed 1: left to the serial original, which proves nothing: crs_add_1: {{.*}}overlap
// WANTED: add: 1 of 1 nests, {{[0-9]+}} sizes, bit for bit, fell back, PASS
// DEVICE: ran on the device although a fallback was expected
void add(int n, float *a, const float *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = b[i] + 1;
}
