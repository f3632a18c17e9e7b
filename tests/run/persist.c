// Catches a loop in one kernel whose parts do not wait for one another, or wait at too few barriers; blocks of a part
// that nobody takes, or two take; threads that take the places of smaller blocks wrongly, in one dimension or three;
// shared memory that the next block of a part overwrites too early; a value that decides for all threads and is
// overwritten before all have read it; a scalar of the host in the loop.
// RUN: %same %s %t
// RUN: env CURESTRUCT_SIMT_ORDER=reverse CURESTRUCT_SIMT_RESIDENT=3 %same %s %t
// RUN: env CURESTRUCT_SIMT_RESIDENT=1 %same %s %t
#include "Inputs/checksum.h"

enum { N = 70, LONG = 900 };

static double a[N][N], b[N][N];
static int numbers[LONG], sums[LONG], other[LONG];

#define TILED                                                                                              \
    "tile i 8; tile j 32; interchange i.elem j.tile; bind i.tile block.y; bind j.tile block.x; "           \
    "bind i.elem thread.y; bind j.elem thread.x; tile i#2 4; tile j#2 16; interchange i#2.elem j#2.tile; " \
    "bind i#2.tile block.y; bind j#2.tile block.x; bind i#2.elem thread.y; bind j#2.elem thread.x; "

// Kernels with blocks of 256 and of 64 threads, in two dimensions.
static void in_block(int steps, int n)
{
#pragma curestruct schedule(TILED "persist t block")
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
    }
}

static void in_grid(int steps, int n)
{
#pragma curestruct schedule(TILED "persist t grid")
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
    }
}

// 7 of 32 warps are left without a block.
static void odd(int steps, int n)
{
#pragma curestruct schedule(TILED "persist t block threads 800")
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
    }
}

// What one iteration adds up in blocks of 128 threads, through shared memory, the next one begins with. The last
// statement is one thread's.
static void sums_of_rows(int n, int m)
{
#pragma curestruct schedule("bind i block.x; cyclic j 128; bind j.worker thread.x; \
reduce sums tree; persist t grid")
    for (int t = 0; t < m; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sums[i] += numbers[(i * 7 + j + t) % LONG] + other[t];
        other[t + 1] = sums[t] & 1023;
    }
}

// Triangles: each iteration has fewer blocks, and the last one none.
static void elimination(int n)
{
#pragma curestruct schedule( \
    "tile i 32; bind i.tile block.x; bind i.elem thread.x; tile i#2 32; bind i#2.tile block.x; \
bind i#2.elem thread.x; persist k grid threads 64")
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k] + 3;
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

// An element decides for all threads, and the kernel after that overwrites it.
static void until_large(int *data, int n)
{
#pragma curestruct begin copy(data[0 : n]) schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x; \
persist width grid")
    for (int width = 1; width < n; width *= 2) {
        if (data[0] > 200)
            break;
        for (int i = 0; i < n; i++)
            data[i] += width;
    }
#pragma curestruct end
}

// A scalar of the host, of which each thread has a copy, and a loop around the one that persists.
static void weighted(int n, int m)
{
#pragma curestruct schedule("tile i 64; bind i.tile block.x; bind i.elem thread.x; persist t block threads 128")
    for (int u = 0; u < 2; u++)
        for (int t = 1; t < m; t++) {
            int step = 2 * t + u;
            if (step % 3)
                for (int i = 0; i < n; i++)
                    sums[i] = sums[i] * step + t;
        }
}

static void fill(void)
{
    for (int i = 0; i < LONG; i++) {
        numbers[i] = i * 37 % 11;
        sums[i] = other[i] = i % 3;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = (i * 5 + j * 3) % 17;
}

int main(void)
{
    static void (*const jacobi[])(int, int) = {in_block, in_grid, odd};
    static const int sizes[] = {1, 3, 33, N};
    for (int v = 0; v < 3; v++)
        for (int s = 0; s < 4; s++) {
            fill();
            jacobi[v](s + 1, sizes[s]);
            SHOW(a);
        }
    for (int s = 0; s < 4; s++) {
        fill();
        sums_of_rows(sizes[s] * 3, sizes[s]);
        weighted(LONG - sizes[s], sizes[s]);
        elimination(sizes[s]);
        until_large(numbers, sizes[s]);
        SHOW(a), SHOW(sums), SHOW(other), SHOW(numbers);
    }
    return 0;
}
