// Catches a condition on data that is decided again inside of the loop it stands around, or not at all.
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
    return 0;
}
