// Wavefronts by hand that change nothing: a nest that is sequential is said to be parallel, and what a parameter as the
// factor assumes is not said. (trees/skew.tree has the trees, tests/run/skew.c runs them.)
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck %s

// A schedule that makes nothing parallel does not help a nest that is sequential.
// CHECK: skew.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: 'A[i][j]' written here is read as 'A[i - 1][j]' by a later iteration, distance 1 [-Wrefused]
void serial_still(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew j by i; interchange i j.skew")
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] += A[i - 1][j] + A[i][j - 1];
}

// CHECK: skew.c:[[@LINE+3]]:1: note: the nest runs on the device only if '1 <= f <= 4' [-Wassume]
void by_parameter(int n, int m, int f, double A[n][m])
{
#pragma curestruct schedule("skew j by i f; interchange i j.skew; bind i block.x")
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m - f; j++)
            A[i][j] = 0.5 * (A[i - 1][j + f - 1] + A[i][j]);
}
