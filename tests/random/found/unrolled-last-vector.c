// Catches a row whose threads share its last elements, though the threads with whole vectors are elsewhere: unrolled
// iterations were done at once by each thread that has a whole vector in all of them. 33 columns are 16 vectors and one
// element, which belongs to the first thread.
// RUN: %curestruct check --on cpu -Wno-sequential --size n=19,m=12,p=33 %s | FileCheck %s
// CHECK: f: 1 of 1 nests, {{.*}} PASS
void f(int n, int m, int p, const double A[n + 2][m][p + 3], double B[n + 2][m][p + 1])
{
#pragma curestruct schedule("tile k 2 as k.group k.lane; tile i 8 as i.group i.turn; tile j 4 as j.tile j.thread; \
    tile k.group 32 as k.tile k.thread; interchange i.turn j.tile; interchange i.turn j.thread; \
    interchange i.turn k.tile; interchange i.turn k.thread; interchange j.thread k.tile; bind i.group block.z; \
    bind j.tile block.y; bind k.tile block.x; bind j.thread thread.y; bind k.thread thread.x; unroll i.turn; \
    vectorize k.lane")
    for (int i = 1; i < n; i += 2)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                B[i][j][k] = A[i][j][k];
}
