// A schedule that does not read back as it was written: what the planner prints, given by hand, makes the same kernels.
// RUN: %curestruct --emit=schedule %s -o - > %t.schedule
// RUN: %curestruct --emit=tiled %s -o %t.planned
// RUN: %curestruct --emit=tiled --schedule=%t.schedule %s -o %t.by-hand
// RUN: cmp %t.planned %t.by-hand
// RUN: %curestruct -DCHANGED --plan=first --emit=schedule %s -o - > %t.changed
// RUN: %curestruct -DCHANGED --plan=first --emit=tiled %s -o %t.planned
// RUN: %curestruct -DCHANGED --emit=tiled --schedule=%t.changed %s -o %t.by-hand
// RUN: cmp %t.planned %t.by-hand

#ifdef CHANGED
void solve(int n, float A[restrict n][n], float *restrict b, const float *restrict w)
{
#pragma curestruct
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
        for (int i = n - 1; i > 0; i--) {
            float t = b[i] * w[i];
            b[i] = t + b[n / 2];
            b[i + n] = b[i + n + 1] + t;
        }
        for (int i = 1; i < n; i++)
            if (w[i] > 1)
                for (int j = 0; j < n; j++)
                    A[i][j] += A[i - 1][j];
    }
}
#else
void matmul(int n, int m, int p, float C[n][m], const float A[n][p], const float B[p][m])
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
#endif
