// Catches copies, blocks and threads of a schedule by hand that are not what the kernels have: columns that are added
// twice or left out, a loop whose iterator another step made, blocks without iterations, lanes without iterations in a
// loop that was reversed, elements beyond those that shared memory has room for.
// RUN: %same %s %t
#include <stdio.h>

enum { N = 20000, MOST = 9000 };

static int key[N];
static float value[N];

static void one_copy(int n, int keys, int *restrict count)
{
#pragma curestruct copy(count[0:keys]) \
    schedule("privatize count shared 1 threads 256 blocks 64; privatize count global 100 threads 64; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]] += i % 7;
}

static void sixteen(int n, int keys, int *restrict count)
{
#pragma curestruct copy(count[0:keys]) \
    schedule("privatize count shared 16 threads 64 blocks 256 rotated; privatize count global 8192 threads 256; \
             combine count threads 64; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]] += i % 7;
}

static void in_order(int n, int keys, int *restrict count)
{
#pragma curestruct copy(count[0:keys]) \
    schedule("privatize count shared 32 threads 256 blocks 256; privatize count shared 1 threads 64 blocks 3; \
             privatize count global 500 threads 512; combine count threads 32; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]] += i % 7;
}

static void floats(int n, int keys, float *restrict total)
{
#pragma curestruct copy(total[0:keys]) \
    schedule("privatize total shared 64 threads 64 blocks 64; privatize total shared 32 threads 32 blocks 256 rotated; \
             privatize total global 64 threads 32; combine total threads 512; reduce total")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

static void global_only(int n, int keys, float *restrict total)
{
#pragma curestruct copy(total[0:keys]) schedule("privatize total global 16 threads 32; reduce total")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

static void backwards(int n, int keys, int *restrict count)
{
#pragma curestruct copy(count[0:keys]) schedule("reverse i; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]] += i % 5;
}

static void lanes_backwards(int n, int keys, int *restrict count)
{
#pragma curestruct copy(count[0:keys]) \
    schedule("cyclic i 32 as i.side i.rest; tile i.rest 8 as i.round i.flight; unroll i.flight; reverse i.side; \
             privatize count shared 32 threads 256 blocks 64; privatize count global 100 threads 64; \
             combine count threads 64; reduce count")
    for (int i = 0; i < n; i++)
        count[key[i]] += i % 11;
}

// Copies in turn: what the first ones have no room for gets others, each combined by a step of its own.
static void stepwise(int n, int keys, float *restrict total)
{
#pragma curestruct copy(total[0:keys]) \
    schedule("privatize total shared 64 threads 64 blocks 64; combine total threads 64; \
             privatize total shared 32 threads 32 blocks 9999; privatize total global 100 threads 64; \
             combine total threads 32")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

// Copies for the threads of loops that other steps have bound.
static void bound(int n, int keys, float *restrict total)
{
#pragma curestruct copy(total[0:keys]) \
    schedule("cyclic i 256; tile i.worker 64 as i.block i.thread; bind i.block block.x; bind i.thread thread.x; \
             privatize total global; combine total threads 128")
    for (int i = 0; i < n; i++)
        total[key[i]] += value[i];
}

// The same with copies in shared memory, which a block that goes on with another tile sets again.
static void bound_shared(int n, int *restrict count)
{
#pragma curestruct copy(count[0:256]) \
    schedule("tile i 64; bind i.tile block.x limit 20; bind i.elem thread.x; privatize count shared 16 rotated; \
             combine count threads 64")
    for (int i = 0; i < n; i++)
        count[key[i] % 256] += i % 3;
}

// One thread adds up what no step combines, and counts what has no copies.
static void left(int n, int keys, int *restrict count)
{
#pragma curestruct copy(count[0:keys]) schedule("privatize count shared 16 threads 64 blocks 256")
    for (int i = 0; i < n; i++)
        count[key[i]] += i % 3;
}

int main(void)
{
    static const int keys[] = {1, 7, 256, 400, 3000, MOST};
    static int count[MOST];
    static float total[MOST];
    for (int k = 0; k < 6; k++)
        for (int n = 0; n <= N; n = n == 0 ? 5 : n == 5 ? N : N + 1) {
            for (int i = 0; i < n; i++) {
                key[i] = (int)((i * 7919u + i / 3) % (unsigned)keys[k]);
                value[i] = (float)(i % 13 - 4);
            }
            one_copy(n, keys[k], count);
            sixteen(n, keys[k], count);
            in_order(n, keys[k], count);
            backwards(n, keys[k], count);
            lanes_backwards(n, keys[k], count);
            floats(n, keys[k], total);
            global_only(n, keys[k], total);
            stepwise(n, keys[k], total);
            bound(n, keys[k], total);
            left(n, keys[k], count);
            bound_shared(n, count);
            long sum = 0;
            double weighted = 0;
            for (int i = 0; i < keys[k]; i++) {
                sum += (long)count[i] * (i % 101);
                weighted += (double)total[i] * (i % 103);
            }
            printf("%d keys, %d: %ld %.1f\n", keys[k], n, sum, weighted);
        }
    return 0;
}
