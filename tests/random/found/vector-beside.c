// Catches lanes whose threads share a row, though another loop of a thread needs what its own lanes have stored: rows
// of odd length begin anywhere, and the first vector of a thread is not at its first element.
// RUN: %curestruct check --on cpu -Wno-sequential --size n=3,m=5,p=33 %s | FileCheck %s
// CHECK: add: 1 of 1 nests, {{.*}} PASS
void add(int n, int m, int p, double A[n][p], const double B[m])
{
#pragma curestruct schedule("tile k 4 as k.group k.reg; tile k.group 32 as k.tile k.thread; interchange i k.tile; \
    bind k.tile block.x; interchange i k.thread; bind k.thread thread.x; interchange k.thread i; bind i block.y; \
    distribute k.reg at 1; vectorize k.reg 4")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++) {
            A[i][k] = 2;
            for (int l = 0; l < m; l++)
                A[i][k] += B[l];
        }
}
