// Catches a nest that counts as restructured although it launches a kernel for each element of the data to add a few
// neighbours of it; and a refusal where what a launch does grows with the loops around it, may be a lot, or is not all
// that there is.
// RUN: %curestruct -Wno-sequential %s -o %t.cu 2>%t.said
// RUN: FileCheck %s --input-file %t.said && FileCheck %s --input-file %t.said --check-prefix=COUNT
// COUNT: {{^}}7 of 9 nests restructured

#include <math.h>

// CHECK: small-launches.c:[[#@LINE+6]]:1: warning: loop 'j' stays serial, and a kernel for each of its iterations is not worth its launch: 'a[i][j]' written here is read as 'a[i + v][j + u]' by a later iteration [-Wrefused]
// CHECK: small-launches.c:[[#@LINE+12]]:13: note: written here
// CHECK: small-launches.c:[[#@LINE+10]]:26: note: read here
// CHECK: small-launches.c:[[#@LINE+9]]:26: note: for example in the iterations j = 1 and j = 2
void blur(int n, int m, int k, float a[n][m])
{
#pragma curestruct
    for (int i = k; i < n - k; i++)
        for (int j = k; j < m - k; j++) {
            float s = 0;
            for (int v = -k; v <= k; v++)
                for (int u = -k; u <= k; u++)
                    s += a[i + v][j + u];
            a[i][j] = s;
        }
}

// CHECK: small-launches.c:[[#@LINE+3]]:1: warning: loop 'j' stays serial, and a kernel for each of its iterations is not worth its launch: 'a[i][j]' written here
void constant(int n, int m, float a[n][m])
{
#pragma curestruct
    for (int i = 40; i < n - 40; i++)
        for (int j = 40; j < m - 40; j++) {
            float s = 0;
            for (int v = -40; v <= 40; v++)
                for (int u = -40; u <= 40; u++)
                    s += a[i + v][j + u];
            a[i][j] = s;
        }
}

// CHECK-NOT: warning
void large_constant(int n, int m, float a[n][m])
{
#pragma curestruct
    for (int i = 200; i < n - 200; i++)
        for (int j = 200; j < m - 200; j++) {
            float s = 0;
            for (int v = -200; v <= 200; v++)
                for (int u = -200; u <= 200; u++)
                    s += a[i + v][j + u];
            a[i][j] = s;
        }
}

// A sum of up to n elements.
void cholesky(int n, double A[n][n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
        for (int k = 0; k < i; k++)
            A[i][i] -= A[i][k] * A[i][k];
        A[i][i] = sqrt(A[i][i]);
    }
}

// One loop of the host.
void filter(int n, int taps, const float *restrict weight, float *restrict y)
{
#pragma curestruct
    for (int t = taps; t < n; t++) {
        float s = y[t];
        for (int k = 1; k < taps; k++)
            s += weight[k] * y[t - k];
        y[t] = s;
    }
}

// The data are what the sum runs over, and their number does not depend on that of the coordinates.
void descent(int sweeps, int coordinates, int n, const double *restrict x, double *restrict at)
{
#pragma curestruct
    for (int t = 0; t < sweeps; t++)
        for (int p = 1; p < coordinates; p++) {
            double slope = 0;
            for (int i = 0; i < n; i++)
                slope += x[i] * at[p - 1] - at[p];
            at[p] -= slope;
        }
}

// A row at a time changes in parallel.
void rows(int steps, int n, int m, float a[n][m], float x[m])
{
#pragma curestruct
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] += a[i - 1][m - 1 - j] * x[j];
}

// The blur is not all of it.
void with_more(int n, int m, int k, float a[n][m], float b[n][m])
{
#pragma curestruct begin
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = sqrtf(b[i][j]);
    for (int i = k; i < n - k; i++)
        for (int j = k; j < m - k; j++) {
            float s = 0;
            for (int v = -k; v <= k; v++)
                for (int u = -k; u <= k; u++)
                    s += a[i + v][j + u];
            a[i][j] = s;
        }
#pragma curestruct end
}

// By hand.
void by_hand(int n, int m, int k, float a[n][m])
{
#pragma curestruct schedule("tile u 256; bind u.elem thread.x; reduce s shuffle")
    for (int i = k; i < n - k; i++)
        for (int j = k; j < m - k; j++) {
            float s = 0;
            for (int v = -k; v <= k; v++)
                for (int u = -k; u <= k; u++)
                    s += a[i + v][j + u];
            a[i][j] = s;
        }
}
