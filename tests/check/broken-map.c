// Catches a comparison that lets wrong kernels pass: each line breaks the kernel in one way, and the check has to see
// it.
// UNSUPPORTED: asan
// RUN: env CURESTRUCT_CHECK_SIZES=4 sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: nothing s/if (!crs_launch(/if (false \&\& !crs_launch(/
// CHECK: == nothing
// CHECK: saxpy: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, FAIL
// CHECK: y[0]: expected {{.*}}, got
// BREAK: zeros s/y\[i\] = /y[i] = 0 * /
// CHECK: == zeros
// CHECK: y[0]: expected {{.*}}, got
// BREAK: all-but-the-last s/i < n\b/i < n - 1/; s/< n)/< n - 1)/
// CHECK: == all-but-the-last
// CHECK: y[0]: expected {{.*}}, got
// BREAK: not-copied-back 1i#define crs_leave(call) (crs_trace(call, "device", ""), 0)
// CHECK: == not-copied-back
// CHECK: y[0]: expected {{.*}}, got
// BREAK: reads-the-next s/x\[i\]/x[i + 1]/
// CHECK: == reads-the-next
// CHECK: simt: error: invalid memory access
// CHECK: read of address {{.*}} is 0 bytes past the end of the device allocation of 132 bytes
// BREAK: reads-outside s/x\[i\]/x[i + 4]/
// CHECK: == reads-outside
// CHECK: the generated code ended the process with status 3
// CHECK-NEXT: simt: error: invalid memory access
// BREAK: writes-outside s/y\[i\] = /y[i + 4] = /
// CHECK: == writes-outside
// CHECK: the generated code ended the process with status 3
// CHECK-NEXT: simt: error: invalid memory access
// BREAK: one-bit s/y\[i\] = /y[i] = 1.0000001f * /
// CHECK: == one-bit
// CHECK: saxpy: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} size{{s?}} ran on the device, FAIL
void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
