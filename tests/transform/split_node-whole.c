// Catches copies of what a loop overwrites later that lack elements, are made too late, or only once for all iterations
// of a loop around; and a usual search that does not find them.
// RUN: %curestruct --emit=schedule --no-versions %s -o - | FileCheck %s

// CHECK-LABEL: nest crs_upper_
// CHECK-NEXT: split_node i;
// CHECK: bind {{.*}} block.y;
void upper(int m, int n, double alpha, const double a[m][m], double b[m][n])
{
#pragma curestruct begin
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = alpha * b[i][j];
        }
#pragma curestruct end
}

void upper_now(int m, int n, double alpha, const double a[m][m], double b[m][n])
{
#pragma curestruct begin schedule("split_node i; tile i 4; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = alpha * b[i][j];
        }
#pragma curestruct end
}

void again(int n, int m, int times, int *A)
{
#pragma curestruct begin schedule("split_node i; bind t host; bind ahead block.x; bind i block.x")
    for (int t = 0; t < times; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int k = i + 1; k < n; k++)
                    A[i * m + j] += A[k * m + j] * t;
#pragma curestruct end
}
