// Catches a condition on data that is decided again inside of the loop it stands around, or not at all; and values that
// each thread computes for itself.
// RUN: %same %s %t
#include "Inputs/checksum.h"

enum { N = 40, M = 60 };
static float A[N][M], w[N];

static void on_weights(int n, int m)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (w[i] >= .5f)
            for (int j = 0; j < m; j++)
                A[i][j] += A[i - 1][j];
}

static void on_what_it_changes(int n, int m)
{
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (A[i][0] >= 5) {
            for (int j = 0; j < m; j++)
                A[i][j] = A[i - 1][j] * .5f;
            for (int j = 0; j < m; j++)
                A[i][j] += 1;
        } else
            for (int j = 0; j < m; j++)
                A[i][j] += A[i - 1][m - 1 - j] + 9;
}

static int by_count(int n, int m)
{
    int count = 0;
#pragma curestruct
    for (int i = 1; i < n; i++) {
        count += w[i] > .3f;
        if (count % 2)
            for (int j = 0; j < m; j++)
                A[i][j] = A[i - 1][j] + count;
    }
    return count;
}

// What stands between the loops goes into threads: values of the outer loop's iteration, one of which says the column.
static void rotate(int n, int m)
{
    int j;
    float c, t;
#pragma curestruct
    for (int k = 0; k < n - 1; k++) {
        j = n - 2 - k;
        c = w[j];
        for (int i = 0; i < m; i++) {
            t = c * A[j][i] - A[n - 1][i];
            A[n - 1][i] = A[j][i] + c * A[n - 1][i];
            A[j][i] = t;
        }
    }
#pragma curestruct
    for (int k = 0; k < n - 1; k++) {
        float own = w[k], other = 1 - own;
        for (int i = 0; i < m; i++) {
            float both = own * A[k][i] - other * A[n - 1][i];
            A[n - 1][i] = other * A[k][i] + own * A[n - 1][i];
            A[k][i] = both;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        w[i] = i % 7 * .125f;
        for (int j = 0; j < M; j++)
            A[i][j] = (i * 7 + j * 3) % 11;
    }
    on_weights(N, M), on_what_it_changes(N, M);
    printf("%d\n", by_count(N, M));
    on_weights(N, 0), on_what_it_changes(0, M);
    SHOW(A);
    rotate(N, M), rotate(7, 0), rotate(1, M), rotate(5, 3);
    SHOW(A);
    return 0;
}
