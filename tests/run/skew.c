// Gauss-Seidel as wavefronts, by schedules given by hand. Catches a diagonal that is left out or done before the one
// that it needs, bounds of diagonals that are off by one, and a factor that is taken although it is outside of what was
// proved.
// RUN: %curestruct check --on cpu --size n=2,m=3,f=1,count=2,b=2 --size n=7,m=9,f=2 --size n=37,f=3 \
// RUN:     --size f=4 %s 2>&1 | FileCheck %s
// RUN: %curestruct check --on cpu --size n=9,m=9,f=5 --function by_parameter --expect-fallback %s 2>&1 \
// RUN:     | FileCheck --check-prefix=OUTSIDE %s

// CHECK: by_parameter: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
// OUTSIDE: by_parameter: 1 of 1 nests, 1 of 1 size, bit for bit, fell back, PASS
void by_parameter(int n, int m, int f, double A[n][m])
{
#pragma curestruct schedule("skew j by i f; interchange i j.skew; tile i 32; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m - f; j++)
            A[i][j] = 0.5 * (A[i - 1][j + f - 1] + A[i][j - 1]) + A[i][j];
}

// CHECK: five: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void five(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew j by i; interchange i j.skew; tile i 32; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
}

// CHECK: nine: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void nine(int n, int m, double A[n][m])
{
#pragma curestruct schedule("skew j by i 2; interchange i j.skew; tile i 32; bind i.tile block.x; bind i.elem thread.x")
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] +
                       A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
                      9;
}

// Several sweeps, each after the one before.
// CHECK: sweeps: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void sweeps(int n, int m, int count, float A[n][m])
{
#pragma curestruct schedule("skew j by i 3; interchange i j.skew; tile i 64; bind i.tile block.x; bind i.elem thread.x")
    for (int t = 0; t < count; t++)
        for (int i = 2; i < n; i++)
            for (int j = 0; j < m - 2; j++)
                A[i][j] = 0.5f * (A[i - 1][j + 2] + A[i][j]);
}

// A problem for each block: its diagonals are a loop inside of the kernel.
// CHECK: batch: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void batch(int b, int n, int m, float A[b][n][m])
{
#pragma curestruct schedule("bind t block.x; skew j by i 4; interchange i j.skew")
    for (int t = 0; t < b; t++)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m - 3; j++)
                A[t][i][j] = 0.5f * (A[t][i - 1][j + 3] + A[t][i][j]);
}
