// Catches a planner that runs the columns of an update in a loop of a thread: each iteration would wait for the loads
// of the one before, because the compiler cannot move its loads over the store to the same array.
// RUN: %curestruct -w --no-versions --emit=schedule %s | FileCheck %s

// CHECK:      nest crs_lu_1 {
// CHECK-NEXT:   right_look i;
// CHECK-NEXT:   fuse i#2 i#3;
// CHECK-NEXT:   join j#2 j#3;
// CHECK-NOT:    {{fuse|cyclic}}
void lu(int n, double a[n][n])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
#pragma curestruct end
}
