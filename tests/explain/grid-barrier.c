// Catches a predicted time of a kernel that runs a sequential loop which forgets the barriers between its iterations:
// 1000 of at least a microsecond each.
// RUN: %curestruct explain %s --size t=1000,n=4096 | grep -E 'k1|takes [0-9]+[.0-9]* us' > %t
// RUN: grep -E 'takes [1-9][0-9]{3}[.][0-9] us, bound by latency' %t

void steps(int t, int n, float a[n], float b[n])
{
#pragma curestruct schedule("tile i 128; bind i.tile block.x; bind i.elem thread.x; persist s grid")
    for (int s = 0; s < t; s++)
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 0.5f + b[i];
}
