// Catches a predicted time that is not printed, misses what it was computed from, or is printed though a size is not
// known; and a model whose predicted times no longer order random schedules as the measured times do.
// RUN: %curestruct explain %s --size n=16M,m=2 | sed -n '/^Predicted/,/^The schedule/p' > %t
// RUN: FileCheck --match-full-lines %s < %t
// CHECK:      Predicted time
// CHECK-NEXT:   All kernels together: [[TIME:.*]] us on one H200 SXM, by the rates of a device that was measured.
// CHECK:      crs_add_1_k1
// CHECK-NEXT:   1 launch takes [[TIME]] us, bound by DRAM.
// CHECK-NEXT:   A launch reads 134.2 MB and writes 67.1 MB, and moves 201.3 MB between L2 and the multiprocessors.
// CHECK-NEXT:   Resident blocks on a multiprocessor: 8, with 26 registers a thread.
// CHECK:      > DRAM {{ *}}46.0
// CHECK-NEXT:   L2 {{.*}}
// CHECK:        latency {{.*}}
// RUN: %curestruct explain %s --size m=4 | sed -n '/^Predicted/,/^The schedule/p' > %t.unknown
// RUN: grep -x '  The time is not predicted without --size n=N.' %t.unknown
// RUN: %curestruct explain %s --device=rtx4090 --size n=16M,m=2 | grep -q 'by the rates of a data sheet.'
// RUN: %curestruct explain %s | not grep '^Predicted'
// RUN: python3 %S/../gpu/plans/plans.py --curestruct %curestruct --least 0.77 permute_zyx heat13 conv5 life

void add(int n, int m, const float *restrict a, float *restrict b)
{
#pragma curestruct schedule("tile i 256; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < n; i++)
        b[i] += a[i] * m;
}
