// A transformation that changes what the loops compute: hand-written schedules of many kinds against the serial loops.
// RUN: %same %s %t
#include <stdio.h>

enum { N = 71, M = 45, P = 38 };
static float A[N][P], B[P][M], C[N][M], S[N];
static int sums[4];

static void two_level_tiles(int n, int m, int p)
{
#pragma curestruct schedule("tile i 16; tile j 48; interchange i.elem j.tile; tile i.elem 4 as i.thread i.reg; " \
                            "cyclic j.elem 16 as j.thread j.reg; interchange i.reg j.thread; bind i.tile block.y;" \
                            "bind j.tile block.x; bind i.thread thread.y; bind j.thread thread.x; unroll j.reg;" \
                            "tile k 8; stage C register at k.tile")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] += A[i][k] * B[k][j];
}

static void one_tile(int n, int m, int p)
{
#pragma curestruct schedule("tile i 10; tile j 12; interchange i.elem j.tile; bind i.tile block.y; " \
                            "bind j.tile block.x; bind i.elem thread.y; bind j.elem thread.x; tile k 7;" \
                            "stage A shared at k.tile transpose pad 1; stage B shared at k.tile pad 3")
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < p; k++)
                C[i][j] -= A[i][k] * B[k][j];
}

static void rows_in_teams(int n, int p)
{
#pragma curestruct schedule("tile i 4; cyclic k 32; bind i.tile block.x; bind i.elem thread.y; \
    bind k.worker thread.x; reduce S")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++)
            S[i] += A[i][k];
}

static void columns_in_parts(int n, int p, int *sum)
{
    int s = 0, t = 1;
#pragma curestruct schedule("cyclic i 6 as i.block i.turn; cyclic k 24 as k.thread k.turn; " \
                            "interchange i.turn k.thread; bind i.block block.x; bind k.thread thread.x; " \
                            "reduce s tree; reduce t shuffle")
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p; k++) {
            s += (int)A[i][k];
            t ^= i * k;
        }
    sum[0] = s;
    sum[1] = t;
}

static void limited(int n, int m)
{
#pragma curestruct schedule("tile i 2; tile j 16; bind i.tile block.x limit 3; bind i.elem thread.y; \
    bind j.elem thread.x; bind j.tile block.y limit 2")
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j >= 0; j -= 2)
            C[i][j] += i - j;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < P; k++)
            A[i][k] = (float)((i * 7 + k * 3) % 11 - 5);
    for (int k = 0; k < P; k++)
        for (int j = 0; j < M; j++)
            B[k][j] = (float)((k * 5 + j) % 13 - 6);
    for (int n = 0; n <= N; n += n < 3 ? 1 : 17) {
        two_level_tiles(n, M - n % 3, P);
        one_tile(N - n, M, P - n % 5);
        rows_in_teams(n, P - n % 7);
        columns_in_parts(n, P, sums + n % 2);
        limited(n, M);
        double total = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                total = total * 0.5 + C[i][j];
        printf("%d %.9g %g %d %d\n", n, total, S[n ? n - 1 : 0], sums[0], sums[1]);
    }
    return 0;
}
