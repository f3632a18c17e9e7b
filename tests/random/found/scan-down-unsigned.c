// Catches a running value in a loop that counts down in an unsigned type: its last part ends at -1.
// RUN: %curestruct check --on=cpu --size n=33 --size n=70 %s | FileCheck %s
// CHECK: 2 of 2 sizes ran on the device{{.*}}PASS
void running(unsigned n, const int *a, int *b)
{
    int sum = 0;
#pragma curestruct schedule("scan i 32; tile i.part 64; bind i.part.tile block.x; bind i.part.elem thread.x; " \
                            "tile i.part#3 64; bind i.part#3.tile block.x; bind i.part#3.elem thread.x")
    for (unsigned i = n; i--;) {
        sum += a[i];
        b[i] = sum;
    }
}
