// Catches a range of touched elements that forgets all accesses before the one at which adding them up became too hard:
// it has to count as not known, so that the launcher goes through all of them. (With four times the steps that a
// question may have the range is known; that takes ten seconds.)
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck --check-prefix=RANGE %s
// RUN: %curestruct check --on cpu -w %s | FileCheck %s
// RANGE: the nest runs on the device only if all that the subscripts of 'A' may reach is in memory
// CHECK: mix: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
#include <stddef.h>

void mix(int n, int m, int lda, float *A)
{
#pragma curestruct schedule("cut j at i; cut j at 2 * i - 2; cut j#2 at i + 2; distribute j {1} {2}; tile j 256; \
bind j.tile block.x; bind j.elem thread.x; tile j#2 256; bind j#2.tile block.x; bind j#2.elem thread.x; \
tile j#3 256; bind j#3.tile block.x; bind j#3.elem thread.x;")
    for (int i = n; i > 0; i--) {
        A[i * lda + (i + 1)] = A[(n - 1) * lda + (i - 1)];
        for (int j = i; j <= m - 1; j++) {
            if (A[(size_t)j * lda + i] < 0.5)
                A[(m - 1 - j) * lda + (2 * i + 1)] = 0.5f * A[(n - 1) * lda + i] + 0.5f * A[(j - 1) * lda + (j + 3)];
            A[(i + 1) * lda + j] = -A[0 * lda + i];
        }
    }
}
