// Catches steps that take what moves with a loop of blocks for the same in all threads of a block, although the loop
// begins at another iteration in each of them: a tile in shared memory that has one element then, and a sum of threads
// that goes to one place. A sum of threads that the loop does not begin by stays.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s

// CHECK: :[[@LINE+8]]:13: warning: stage a shared at k refused: a loop along which it moves begins at another iteration in each thread
void staged(int n, int p, const double a[p][n], double c[n][n])
{
#pragma curestruct schedule("tile i 128 as i.tile i.thread; bind i.tile block.x; bind i.thread thread.x; " \
                            "bind j block.y; stage a shared at k; stage a shared at k")
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < p; k++)
                sum += a[k][i] * a[k][j];
            c[i][j] -= sum;
        }
}

// CHECK: :[[@LINE+6]]:13: warning: reduce s refused: the loop 'j' begins at another place in each of its parts
void added(int n, const int a[n][n], int s[n])
{
#pragma curestruct schedule("tile i 64 as i.tile i.thread; bind i.thread thread.x; bind j block.y; reduce s tree")
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            s[j] += a[i][j];
}

void alone(int n, int p, const int a[n][p], int c[n][n])
{
#pragma curestruct schedule("tile i 4 as i.tile i.thread; bind i.tile block.x; bind i.thread thread.y; " \
                            "bind j block.y; cyclic k 32 as k.thread k.turn; bind k.thread thread.x; reduce c shuffle")
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = 0; k < p; k++)
                c[i][j] += a[i][k] * a[j][k];
}

// CHECK: 1 of 3 nests restructured
