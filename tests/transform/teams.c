// Lanes that share a row: what stands between the inner loops is done once, and every lane sees the row's results.
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s
// CHECK: bind j.group.worker thread.x;
// CHECK: bind j#2.group.worker thread.x;
// CHECK: reduce largest shuffle;
#include <math.h>
#include <stdio.h>

static void softmax(int n, int m, float A[n][m], float sums[n])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float largest = A[i][0];
        for (int j = 1; j < m; j++)
            if (A[i][j] > largest)
                largest = A[i][j];
        for (int j = 0; j < m; j++)
            A[i][j] = A[i][j] == largest ? 4 : A[i][j] / 2 - largest;
        sums[i] = 0;
        for (int j = 0; j < m; j++)
            sums[i] += (float)(int)A[i][j];
        for (int j = 0; j < m; j++)
            A[i][j] += sums[i] - A[i][j] * 0.5f;
    }
}

int main(void)
{
    for (int m = 1; m < 140; m += 23) {
        float A[19][m], sums[19];
        for (int i = 0; i < 19; i++)
            for (int j = 0; j < m; j++)
                A[i][j] = (float)((i * 37 + j * 11) % 17 - 8);
        softmax(19, m, A, sums);
        double total = 0;
        for (int i = 0; i < 19; i++)
            for (int j = 0; j < m; j++)
                total = total * 0.75 + A[i][j];
        printf("%d %.9g %g\n", m, total, sums[18]);
    }
    return 0;
}
