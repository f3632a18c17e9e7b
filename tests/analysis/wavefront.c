// Catches a wavefront that is refused without its name, a name for what is none, and the loop over diagonals that the
// note asks for being refused itself; and a nest that is refused without a word after an attempt.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s --implicit-check-not='note: a wavefront'
// Few iterations: for many, the wavefront is made (tests/run/wavefront.c).
enum { FEW = 20 };
void corner(double A[FEW][FEW])
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: 'A[i][j]' written here is read as 'A[i - 1][j]' by a later iteration, distance 1
#pragma curestruct
    for (int i = 1; i < FEW; i++)
        // CHECK: :[[@LINE+1]]:9: note: a wavefront: iterations on one diagonal of 'i' and 'j' do not depend on each other; with a loop over the diagonals around a loop along them, the inner one is parallel
        for (int j = 1; j < FEW; j++)
            A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void in_place(double A[FEW][FEW])
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial
#pragma curestruct
    for (int i = 1; i < FEW - 1; i++)
        // CHECK: :[[@LINE+1]]:9: note: a wavefront
        for (int j = 1; j < FEW - 1; j++)
            A[i][j] = A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1];
}

void steeper(double A[FEW][FEW])
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial
#pragma curestruct
    for (int i = 1; i < FEW; i++)
        for (int j = 1; j < FEW - 2; j++)
            A[i][j] = A[i - 1][j + 1] + A[i][j - 1];
}

void diagonals(int n, double A[n][n])
{
#pragma curestruct
    for (int d = 2; d < 2 * n - 1; d++)
        for (int i = (d < n ? 1 : d - n + 1); i <= (d < n ? d - 1 : n - 1); i++)
            A[i][d - i] = A[i - 1][d - i] + A[i][d - i - 1];
}

// The attempt finds out that the range of b is not known: the refusal still has its words.
void tiled(int n, int step, double *restrict a, const double *restrict b)
{
// CHECK: :[[@LINE+1]]:1: warning: loop 'ii' stays serial: 'a[i]' written here is read as 'a[(i & 31)]' by a later iteration
#pragma curestruct
    for (int ii = 0; ii < n; ii += step)
        for (int i = ii; i < (ii + step < n ? ii + step : n); i++)
            // CHECK: note: a wavefront
            a[i] = b[(i & 31) * (step + 3) + i % 5] - a[(i & 31)];
}
// CHECK: 1 of 5 nests restructured
