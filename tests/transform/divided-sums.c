// Catches a product of few results whose long sums are divided among blocks, and of whose parts one thread adds up all
// that a result has: the threads of a block share them.
// UNSUPPORTED: asan
// RUN: %curestruct --emit=schedule %s -o - | FileCheck %s
// RUN: %curestruct check %s --size n=4100,m=5 --on cpu

// CHECK-LABEL: nest crs_gram_1 {
// CHECK: rfactor r 1024;
// CHECK: cyclic r.part#2 8 as r.part#2.thread r.part#2.turn;
// CHECK: bind r.part#2.thread thread.y;
// CHECK: reduce sum shuffle;
void gram(int n, int m, const float x[n][m], float g[m][m])
{
#pragma curestruct
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int r = 0; r < n; r++)
                sum += x[r][i] * x[r][j];
            g[i][j] = sum;
        }
}
