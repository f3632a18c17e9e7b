// Steps after which an instance of a statement runs before one that it depends on, or at the same time: each is refused
// where it stands in the schedule, with both accesses. Catches a part of the question being left out (the outer part of
// a tile that stands still, concurrency, positions of statements), and an order that direction vectors have no word
// for.
// RUN: %curestruct %s -o - 2>&1 >/dev/null | FileCheck %s

// CHECK: :[[@LINE+4]]:5: warning: interchange i.elem j refused: it would reverse a dependence: 'A[i][j]' written here is read as 'A[i - 1][j + 1]' by a later iteration, distance 1 (a scan) [-Wrefused]
void tiles(int n, int m, float A[n][m])
{
#pragma curestruct schedule("tile i 4; interchange i.elem j; bind j thread.x")
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m - 1; j++)
            A[i][j] = A[i - 1][j + 1] * 0.5f;
}

// CHECK: :[[@LINE+5]]:9: warning: bind j.elem thread.x refused: its iterations depend on each other: 'A[i][j]' written here is read as 'A[i][j - 1]' by a later iteration, distance 1 (a scan) [-Wrefused]
void concurrent(int n, int m, float A[n][m])
{
#pragma curestruct schedule("bind i block.x; tile j 4; bind j.elem thread.x")
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] += A[i][j - 1];
}

// The loop is serial before and after: every fourth iteration first is another order all the same.
// CHECK: :[[@LINE+5]]:9: warning: cyclic j 4 refused: it would reverse a dependence: 'A[i][j]' written here is read as 'A[i][j - 1]' by a later iteration, distance 1 (a scan) [-Wrefused]
void every_fourth(int n, int m, float A[n][m])
{
#pragma curestruct schedule("bind i block.x; cyclic j 4")
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] += A[i][j - 1];
}

// Each worker begins as far behind k as its number says: elements change their workers from one k to the next.
// CHECK: :[[@LINE+4]]:5: warning: interchange k i.worker refused: it would reverse a dependence: 'A[i]' read here is written by a later iteration [-Wrefused]
void workers_move(int n, float A[restrict], const float x[restrict])
{
#pragma curestruct exact schedule("cyclic i 16; interchange k i.worker; bind i.worker thread.x")
    for (int k = 0; k < n; k++)
        for (int i = k; i < k + 64; i++)
            A[i] = A[i] * 0.5f - x[k] * A[i];
}

// CHECK: :[[@LINE+5]]:9: warning: distribute j at 1 refused: it would reverse a dependence: 'B[i][j]' written here is read as 'B[i][j - 1]' by a later iteration, distance 1 [-Wrefused]
void positions(int n, int m, float A[restrict n][m], float B[restrict n][m])
{
#pragma curestruct schedule("bind i block.x; distribute j at 1")
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++) {
            A[i][j] = B[i][j - 1] + 1;
            B[i][j] = A[i][j] * 0.5f;
        }
}

// CHECK: :[[@LINE+5]]:5: warning: interchange i.elem j.elem refused: the second loop alternates with the first [-Wrefused]
void serpentine(int n, int m, float A[n][m])
{
#pragma curestruct schedule("tile i 2; tile j 2; interchange i.elem j.tile; bind i.tile block.y; \
bind j.tile block.x; unroll i.elem; unroll j.elem; serpentine j.elem with i.elem; interchange i.elem j.elem")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] += 1;
}

// Threads do not wait for each other between the iterations of a serial loop around them.
// CHECK: :[[@LINE+6]]:13: warning: bind j thread.x refused: its iterations depend on each other: 'A[t][k][j]' written here is read as 'A[t][k - 1][j + 1]' by a later iteration, distance 1 [-Wrefused]
void around_threads(int b, int n, float A[b][n][32])
{
#pragma curestruct schedule("bind t block.x; bind j thread.x")
    for (int t = 0; t < b; t++)
        for (int k = 1; k < n; k++)
            for (int j = 0; j < 31; j++)
                A[t][k][j] = A[t][k - 1][j + 1] * 0.5f + A[t][k][j];
}
