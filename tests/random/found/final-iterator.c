// Catches the final value of an iterator that is computed for the last iteration of the loops around: here loop j does
// not run in it (i = 0), but ran before, so that l is 1 and not 5.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: [[@LINE+4]]:1: warning: the nest stays serial: the value of 'l' after it cannot be computed
int final(int n, int *restrict A)
{
    int l = 5;
#pragma curestruct
    for (int i = n; i >= 0; i--)
        for (int j = 1; j < i; j++)
            for (l = 0; l < 1; l++)
                A[i] = 1;
    return l;
}
