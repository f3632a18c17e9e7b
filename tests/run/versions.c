// Catches versions that share names where they must not (scratch memory of one in the other, two cells for one scalar),
// and a launcher that takes another one than its conditions say.
// RUN: %same %s %t
// RUN: env CURESTRUCT_VERSION=blocks %t.same/generated | cmp - %t.same/serial.out
// RUN: env CURESTRUCT_VERSION=one %t.same/generated | cmp - %t.same/serial.out
// RUN: %curestruct check --on cpu %s | FileCheck %s
// CHECK: total: 1 of 1 nests, {{.*}}PASS
// CHECK-NOT: never reached
#include <stdio.h>

static int data[100000];

long total(int n)
{
    long sum = 1;
    int best = 0;
#pragma curestruct schedule("version blocks when n > 1000; cyclic i 512; tile i.worker 128; \
    bind i.worker.tile block.x; bind i.worker.elem thread.x; reduce sum; reduce best; version one; cyclic i 64; \
    bind i.worker thread.x; reduce sum; reduce best")
    for (int i = 0; i < n; i++) {
        sum += data[i];
        best = data[i] > best ? data[i] : best;
    }
    return sum * 7 + best;
}

int main(void)
{
    for (int i = 0; i < 100000; i++)
        data[i] = i * 7919 % 10007 - 3000;
    for (int n = 0; n <= 100000; n = n * 3 + 1)
        printf("%d: %ld\n", n, total(n));
    return 0;
}
