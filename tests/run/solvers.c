// Catches a sum inside of sequential loops that sees what an earlier iteration should have written, or is refused since
// its array is summed into at another place as well. All numbers are whole, so that every order gives the same bits.
// RUN: %curestruct -Wno-sequential %s -o %t.cu 2>&1 | count 0
// RUN: %same %s %t
#include <math.h>
#include <stdio.h>

enum { N = 41 };

static double A[N][N], L[N][N], x[N], y[N], Q[N][N], R[N][N];

static void cholesky(int n)
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

static void solve(int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] /= L[i][i];
    }
#pragma curestruct
    for (int i = n - 1; i >= 0; i--) {
        double sum = x[i];
        for (int j = i + 1; j < n; j++)
            sum -= L[j][i] * y[j];
        y[i] = sum / L[i][i];
    }
}

// Columns that are orthogonal already, of lengths that are whole.
static void gram_schmidt(int n)
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        double norm = 0;
        for (int i = 0; i < n; i++)
            norm += Q[i][k] * Q[i][k];
        R[k][k] = sqrt(norm);
        for (int i = 0; i < n; i++)
            Q[i][k] /= R[k][k];
        for (int j = k + 1; j < n; j++) {
            R[k][j] = 0;
            for (int i = 0; i < n; i++)
                R[k][j] += Q[i][k] * Q[i][j];
            for (int i = 0; i < n; i++)
                Q[i][j] -= Q[i][k] * R[k][j];
        }
    }
}

static double weighted(double matrix[N][N])
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += matrix[i][j] * (i * 3 + j + 1);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 33, N};
    for (int s = 0; s < 5; s++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                L[i][j] = j > i ? 0 : j == i ? 1 + i % 3 : (i * j + j) % 3 - 1;
                Q[i][j] = i == N - 1 - j ? j + 1 : 0;
                R[i][j] = -1;
            }
        for (int i = 0; i < N; i++) {
            x[i] = 0;
            y[i] = 0;
            for (int j = 0; j < N; j++) {
                A[i][j] = 0;
                for (int k = 0; k < N; k++)
                    A[i][j] += L[i][k] * L[j][k];
            }
            for (int j = 0; j <= i; j++)
                x[i] += L[i][j] * (j % 5);
        }
        cholesky(sizes[s]);
        for (int i = 0; i < N; i++)
            L[i][i] = 1;
        solve(sizes[s]);
        gram_schmidt(N);
        double sum = 0;
        for (int i = 0; i < N; i++)
            sum += x[i] * (i + 1) + y[i] / 1024;
        printf("%g %a %g %g\n", weighted(A), sum, weighted(Q), weighted(R));
    }
    return 0;
}
