// Catches a team of threads whose first one stores what another one has set: a variable that one iteration alone sets,
// so that no two iterations depend on each other, stands in the registers of the thread that has this iteration.
// RUN: %same %s %t
// RUN: %curestruct --schedule=%S/Inputs/one-sets.schedule %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: bind l.worker thread.x refused: one of its iterations sets 'kept', which code around it uses
#include <stdio.h>

static void counted(int n, int m, int *restrict a, int *restrict b)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int kept = 0;
        for (int l = m; l-- > 0;) {
            if (l == 3)
                kept = i + 5;
            a[i * m + l] += 1;
        }
        b[i] = kept;
    }
}

int main(void)
{
    static int a[40 * 70], b[40];
    counted(9, 70, a, b);
    counted(40, 20, a, b);
    for (int i = 0; i < 40; i++)
        printf("%d %d\n", a[i * 70 + i], b[i]);
    return 0;
}
