// Triangles whose loops are interchanged, by schedules and by default. Catches an iteration that is lost or added at a
// corner, where a bound rises or falls along the other loop, and a sum that begins at the wrong row.
// RUN: %curestruct check --on cpu --size n=1,m=1 --size n=2,m=5 --size n=37,m=9 --size n=70,m=41 %s 2>&1 | FileCheck %s
// RUN: %curestruct -Werror=sequential -Wno-assume %s -o %t.cu

// CHECK: below: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void below(int n, float a[n][n])
{
#pragma curestruct schedule("interchange i j; bind j block.x")
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] += i + 2 * j;
}

// CHECK: twice: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void twice(int n, float a[2 * n][2 * n])
{
#pragma curestruct schedule("interchange i j; bind j block.x")
    for (int i = 0; i < n; i++)
        for (int j = 2 * i + 1; j < 2 * n; j++)
            a[i][j] += i + 2 * j;
}

// CHECK: falling: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void falling(int n, float a[n][n])
{
#pragma curestruct schedule("interchange i j; bind j block.x")
    for (int i = 1; i < n; i++)
        for (int j = n - i; j < n; j++)
            a[i][j] += i + 2 * j;
}

// CHECK: thirds: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void thirds(int n, float a[n][n])
{
#pragma curestruct schedule("interchange i j; bind j block.x")
    for (int i = 0; i < n; i++)
        for (int j = i; j < n - 3 * i; j++)
            a[i][j] += i + 2 * j;
}

// CHECK: band: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void band(int n, float a[n][n])
{
#pragma curestruct schedule("interchange i j; bind j block.x")
    for (int i = 1; i < n - 1; i++)
        for (int j = i - 1; j < i + 2; j++)
            a[i][j] += i + 2 * j;
}

// The loop of the sum is outside, and the place that it adds to is before its own row: threads have both loops of the
// places.
// CHECK: transposed: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void transposed(int n, int m, double c[n][m], const double a[n][n], const double b[n][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < i; k++)
                c[k][j] += b[i][j] * a[i][k];
}

// Bounds of which the larger or the smaller one decides: each of them is solved for the other loop.
// CHECK: clipped: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, bit for bit, PASS
void clipped(int n, int m, float a[n][n])
{
#pragma curestruct schedule("interchange i j; bind j block.x")
    for (int i = n - 1; i >= 0; i--)
        for (int j = i - m > 0 ? i - m : 0; j < (n < 2 * i + m ? n : 2 * i + m); j++)
            a[i][j] += i + 2 * j;
}

// CHECK: banded: 1 of 1 nests, {{[0-9]+}} of {{[0-9]+}} sizes ran on the device, {{.*}}PASS
void banded(int n, int m, const double a[n][2 * m + 1], const double x[n], double y[n])
{
#pragma curestruct
    for (int j = 0; j < n; j++) {
        int first = 0 > j - m ? 0 : j - m, last = n - 1 < j + m ? n - 1 : j + m;
        for (int i = first; i <= last; i++)
            y[i] += a[j][i - j + m] * x[j];
    }
}
