// Catches a benchmark that does not compile, of which nothing is said but what make prints, or that counts as timed.
// REQUIRES: root, mounts
// RUN: rm -rf %t && mkdir %t && env TMPDIR=%t NVCC=false %fails 1 sh %S/Inputs/with-device.sh \
// RUN:     %curestruct bench --size n=4 %s \
// RUN:     | FileCheck %s --match-full-lines
// CHECK: make: *** {{.*}}
// CHECK: curestruct: error: the benchmark could not be built
// CHECK-NOT: {{.}}
void scale(int n, float *x)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}
