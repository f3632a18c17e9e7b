// Catches threads that share a sum and are swizzled: each combines what lies beside it in the order of the threads.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s

// CHECK: swizzle i.elem with k refused: its iterations depend on each other: 's' {{.*}}
void sums(float *out, const float *a)
{
#pragma curestruct schedule("tile i 8; bind i.tile block.x; bind i.elem thread.y; bind k thread.x; \
    swizzle i.elem with k; reduce s")
    for (int i = 0; i < 64; i++) {
        float s = 0;
        for (int k = 0; k < 16; k++)
            s += a[i * 16 + k];
        out[i] = s;
    }
}
