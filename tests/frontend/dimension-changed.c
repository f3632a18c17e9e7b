// Catches a variable array whose size is taken from a variable that no longer has the value it had at the declaration,
// and a region whose declarations are used after it.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s
void changed(int n, float a[n][n], float *b)
{
    n = n - 1;
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: the size of 'a' depends on 'n', which may have changed since [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i][0] = 1;
    // CHECK: :[[@LINE+1]]:1: note: the host runs a part of the region, and the rest becomes 1 nest: 'kept' is declared in it and used after it [-Wresidency]
#pragma curestruct begin
    float kept = 0;
    for (int i = 0; i < n; i++)
        kept += b[i];
#pragma curestruct end
    b[0] = kept;
}
