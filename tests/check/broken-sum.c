// Catches a bound on sums that is so wide, for long ones, that a lost or repeated element goes unnoticed; and one that
// does not see that the data has lost precision.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t | FileCheck %s
// BREAK: nothing s/if (!crs_launch(/if (false \&\& !crs_launch(/
// CHECK: == nothing
// CHECK: the result: expected {{.*}}, got
// BREAK: last s/i_turn < n;/i_turn < n - 1;/
// CHECK: == last
// CHECK: the result: expected {{.*}}, got
// BREAK: last-of-many s/i_turn < n;/i_turn < n - (n > 100000);/
// CHECK: == last-of-many
// CHECK: n=100003; exact data{{.*}}, seed 1: 1 of
// BREAK: last-twice s/\(total_part += x\[i\]\);/\1; if (i == n - 1) \1;/
// CHECK: == last-twice
// CHECK: the result: expected {{.*}}, got
// BREAK: few-bits s/\(total_part += \)x\[i\]/\1(float)(x[i] * 256.0f + 12582912.0f - 12582912.0f) \/ 256.0f/
// CHECK: == few-bits
// CHECK: uniform data, seed 1
// CHECK: the result: expected {{.*}} (within {{.*}}), got
float sum(const float *x, int n)
{
    float total = 0;
#pragma curestruct schedule("cyclic i 270336; tile i.worker 256 as i.block i.thread; bind i.block block.x; \
    bind i.thread thread.x; reduce total")
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}
