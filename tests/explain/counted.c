// Catches numbers that are counted, or measured, of another plan than the explained one, of all launches instead of
// one, or in the wrong column.
// UNSUPPORTED: asan
// RUN: echo 'nest crs_sum_1 { tile i 256; bind i.tile block.x; bind i.elem thread.x; reduce s strided; }' > %t.sched
// RUN: env NVCC=true NVDISASM=%S/Inputs/nvdisasm %curestruct explain --section=counted --size=n=4096 --style=plain \
// RUN:   --schedule=%t.sched --measure="echo 12.5" %s | FileCheck %s

// CHECK: Predicted, counted and measured
// CHECK-NEXT: For n = 4096.
// CHECK-NEXT: Counts are of one launch of each kernel on the CPU runtime, by nvcc's code for sm_90.
// CHECK-NEXT: {{^ +}}what predicted counted measured of predicted
// CHECK-NEXT: instructions of warps {{[0-9]+}} 11334 {{[0-9.]+$}}
// CHECK-NEXT: loads and stores of warps {{[0-9]+}} 3435 {{[0-9.]+$}}
// CHECK-NEXT: cycles of shared memory {{[0-9]+ [0-9]+ [0-9.]+$}}
// CHECK-NEXT: microseconds {{[0-9.]+}} 12.5 {{[0-9.]+$}}
// CHECK-NOT: {{.}}
float sum(int n, const float *a)
{
    float s = 0;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
