// Catches loops that a region would accept and whose refusal does not say so.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %fails 1 %curestruct -DWHILE %s -o %t.cu | FileCheck --check-prefix=WHILE %s

void left(float *a, int n, const float *limit)
{
// CHECK: [[#@LINE+1]]:1: warning: loop 't' stays serial: it contains a break that leaves the loop [-Wrefused]
#pragma curestruct
    for (int t = 0; t < 100; t++) {
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        if (a[0] > limit[t])
// CHECK: [[#@LINE+1]]:13: note: here; in a region, from 'begin' to 'end', a loop around others may end so
            break;
    }
}

#ifdef WHILE
void whiles(float *a, int n, float e)
{
// WHILE: [[#@LINE+1]]:1: error: this directive must be followed by a for statement
#pragma curestruct
// WHILE: [[#@LINE+1]]:5: note: but this follows; a region, from 'begin' to 'end', may hold loops of any kind
    while (e > 1) {
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        e /= 2;
    }
}
#endif
