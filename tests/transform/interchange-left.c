// Catches an interchange with a loop that a 'break' leaves: it would leave the other loop.
// RUN: printf 'interchange i k' > %t.schedule
// RUN: not %curestruct -Werror=refused --schedule=%t.schedule %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: :9:5: error: interchange i k refused: a 'break' leaves the second loop

void rows(int n, int m, double limit, const double a[restrict n][m], double out[restrict n])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            if (a[i][k] > limit)
                break;
            out[i] += a[i][k];
        }
}
