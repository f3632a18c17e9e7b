// Catches sweeps that one thread for each row or column does in order because the loop that carries values from row to
// row stands outside: in the other order there is a scan that threads share. Without a scan the order stays.
// RUN: %curestruct --emit=schedule -w %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest crs_down_1 {
// CHECK: version long;
// CHECK-NEXT: permute i j;
// CHECK-NEXT: scan i 1;
// CHECK: team_scan {{.*}} across j.elem;
void down(int n, int m, float s[n][m])
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            s[i][j] += s[i - 1][j];
}

// CHECK-LABEL: nest crs_right_1 {
// CHECK: version long;
// CHECK-NEXT: permute j i;
// CHECK-NEXT: scan j 1;
// CHECK-NEXT: team_scan j.part#3 lanes 2 rounds 2 threads 32;
void right(int n, int m, double *s)
{
#pragma curestruct
    for (int j = 1; j < m; j++)
        for (int i = 0; i < n; i++)
            s[i * m + j] = 0.5 * s[i * m + j - 1] + s[i * m + j];
}

// CHECK-LABEL: nest crs_power_1 {
// CHECK-NOT: permute
// CHECK: }
void power(int n, int m, float s[n][m])
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            s[i][j] = s[i - 1][j] * s[i - 1][j] + s[i][j];
}
