// Catches atomics made plain, a block that counts as the last too early, and barriers that are missing where no order
// of the threads shows it: threads on the CPU take turns at barriers only, so that nothing comes between the load and
// the store of an increment.
// Catches reads that leave an allocation, but not its page.
// UNSUPPORTED: asan
// RUN: sh %S/Inputs/break.sh %s %t --size n=40000 | FileCheck %s
// BREAK: plain s/atomicAdd(&\(.*\), 1);/\1 += 1;/
// BREAK: early s/= crs_last_block(/= (__syncthreads(), blockIdx.x == gridDim.x - 1) + 0 * (int)sizeof(/
// BREAK: before s/&x\[(int)(/\&x[(int)(-2 + /
// BREAK: barrier s/^    __syncthreads();/;/
// CHECK: == plain
// CHECK: histogram: {{.*}} FAIL
// CHECK-NEXT: n=40000; {{.*}}: the generated code ended the process with status 3
// CHECK-NEXT: curestruct simt: error: data race: nothing orders two accesses to the same place
// CHECK-NEXT: in kernel crs_histogram_
// CHECK-NEXT: shared memory
// CHECK-NEXT: after a {{load|store}} by thread {{[0-9]+}} of the block
// CHECK: == early
// CHECK: total: {{.*}} FAIL
// CHECK-NEXT: n=40000; {{.*}}:
// CHECK: data race
// CHECK: load of 8 bytes: {{.*}} allocation of {{[0-9]+}} bytes
// CHECK-NEXT: after a store by a thread of another block
// CHECK: == before
// CHECK: total: {{.*}} FAIL
// CHECK: invalid memory access
// CHECK: read of address {{.*}} 16 bytes before the beginning of the device allocation of 320000 bytes
// CHECK: == barrier
// CHECK: data race
void histogram(int n, const unsigned char *restrict pixels, int *restrict counts)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        counts[pixels[i]] += 1;
}

double total(int n, const double *x)
{
    double sum = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
