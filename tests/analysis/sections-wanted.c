// Catches a user who is asked for one section after the other.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s
void follow(int n, const int *next, const double *weight, double *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int at = i;
        while (at > 3)
            at = next[at];
        out[i] = weight[at];
    }
}
// CHECK: warning: the nest stays serial: how much of 'next', 'weight' it touches is not known [-Wrefused]
// CHECK: note: accessed here; say how much with copyin(next[0:count]) copyin(weight[0:count])
// CHECK-NOT: say how much
