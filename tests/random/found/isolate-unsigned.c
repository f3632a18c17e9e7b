// Catches a triangle in an unsigned type whose rows have nothing in common: what all rows have would end below 0.
// RUN: %curestruct check --on=cpu --size n=33 --size n=16 %s | FileCheck %s
// CHECK: PASS
void product(unsigned n, const float (*a)[n], const float (*b)[n], float (*c)[n])
{
#pragma curestruct schedule("tile i 16; tile k 16; bind i.tile block.y; bind k.tile block.x; bind i.elem thread.y; " \
                            "bind k.elem thread.x; isolate j at i.elem 16")
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++) {
            float sum = 0;
            for (unsigned j = 1; j < i; j++)
                sum += a[i][j] * b[j][k];
            c[i][k] = sum;
        }
}
