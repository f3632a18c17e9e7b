// Gauss-Seidel as wavefronts, by schedules given by hand. Catches a diagonal that is left out or done before the one that it
// needs, bounds of diagonals that are off by one, and a skewing that is too small for what a nest needs.
// RUN: %curestruct --emit=tiled %s -o - 2>/dev/null | FileCheck %s
// RUN: %curestruct check --on cpu %s 2>&1 | FileCheck --check-prefix=SAME %s
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck --check-prefix=REFUSED %s

// CHECK: for long j_skew in 2 .. (long)m + n - 3 [j.skew host] {
// CHECK: if (32 * i_tile + i_elem + max(1, j_skew - m + 2) < min(n - 1, j_skew)) {
// CHECK-NEXT: int i = 32 * i_tile + max(1, j_skew - m + 2) + i_elem
// CHECK-NEXT: int j = j_skew - i
// CHECK: for long j_skew in 3 .. 2L * n + m - 5 [j.skew host] {
// SAME: five: 1 of 1 nests, {{.*}}, bit for bit, PASS
void five(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew j by i; interchange i j.skew; tile i 32; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}

// SAME: nine: 1 of 1 nests, {{.*}}, bit for bit, PASS
void nine(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew j by i 2; interchange i j.skew; tile i 32; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j - 1] +
                       A[i + 1][j] + A[i + 1][j + 1]) / 9;
}

// Several sweeps, each after the one before.
// SAME: sweeps: 1 of 1 nests, {{.*}}, bit for bit, PASS
void sweeps(int n, int m, int count, float A[n][m])
{
#pragma curestruct schedule("skew j by i 3; interchange i j.skew; tile i 64; bind i.tile block.x; bind i.elem thread.x")
    for (int t = 0; t < count; t++)
        for (int i = 2; i < n; i++)
            for (int j = 0; j < m - 2; j++)
                A[i][j] = 0.5f * (A[i - 1][j + 2] + A[i][j]);
}

// A problem for each block: its diagonals are a loop inside of the kernel.
// SAME: batch: 1 of 1 nests, {{.*}}, bit for bit, PASS
void batch(int b, int n, int m, float A[b][n][m])
{
#pragma curestruct schedule("bind t block.x; skew j by i 4; interchange i j.skew")
    for (int t = 0; t < b; t++)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m - 3; j++)
                A[t][i][j] = 0.5f * (A[t][i - 1][j + 3] + A[t][i][j]);
}

// REFUSED: :[[@LINE+4]]:5: warning: bind i.tile block.x refused: its iterations depend on each other: 'A[i][j]' written here is read as 'A[i - 1][j + 1]' by a later iteration, distance 1 [-Wrefused]
void too_small(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew j by i; interchange i j.skew; tile i 32; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            A[i][j] = 0.25 * (A[i - 1][j + 1] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}

// REFUSED: :[[@LINE+4]]:5: warning: skew i refused: it is not inside of j [-Wrefused]
void outside(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew i by j; interchange i j")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] += 1;
}

// A schedule that makes nothing parallel does not help a nest that is sequential.
// REFUSED: :[[@LINE+3]]:1: warning: loop 'i' stays serial: 'A[i][j]' written here is read as 'A[i - 1][j]' by a later iteration, distance 1 [-Wrefused]
void serial_still(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew j by i; interchange i j.skew")
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] += A[i - 1][j] + A[i][j - 1];
}
