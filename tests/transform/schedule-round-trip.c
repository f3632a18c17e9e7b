// A schedule that does not read back as it was written: what the planner prints, given by hand, makes the same kernels.
// RUN: %curestruct --emit=schedule %s -o - | grep -v '^//' > %t.schedule
// RUN: %curestruct --emit=tiled %s -o %t.planned
// RUN: %curestruct --emit=tiled --schedule=%t.schedule %s -o %t.by-hand
// RUN: cmp %t.planned %t.by-hand

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
