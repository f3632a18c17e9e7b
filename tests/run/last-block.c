// Catches partial results that the last block combines before all are there, a counter that is not 0 again for the next
// call, one that two calls at a time share, and blocks that are counted where a place is not all of the grid: sums,
// columns, choices, again and again, from several host threads.
// RUN: env CURESTRUCT_SIMT_ORDER=random:7 %same %s %t
#include "Inputs/checksum.h"

#include <pthread.h>

enum { MOST = 70000, THREADS = 4 };

static int a[MOST];

static long sum(int n)
{
    long s = 3;
#pragma curestruct
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static int least(int n, int *where)
{
    int m = a[0], at = 0;
#pragma curestruct
    for (int i = 1; i < n; i++)
        if (a[i] < m) {
            m = a[i];
            at = i;
        }
    *where = at;
    return m;
}

static void columns(int rows, int width, int *sums)
{
#pragma curestruct copyin(a[0:rows * width]) copy(sums[0:width])
    for (int j = 0; j < width; j++)
        for (int i = 0; i < rows; i++)
            sums[j] += a[i * width + j];
}

static long plane(int rows, int width, int pitch)
{
    long s = 0;
#pragma curestruct
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < width; j++)
            s += a[i * pitch + j];
    return s;
}

static void *work(void *result)
{
    unsigned long total = 0;
    for (int turn = 0; turn < 3; turn++) {
        static const int sizes[] = {0, 1, 255, 4097, 33001, MOST};
        for (int k = 0; k < 6; k++) {
            int where;
            total = total * 31 + (unsigned long)sum(sizes[k]);
            total = total * 31 + (unsigned long)least(sizes[k], &where);
            total = total * 31 + (unsigned long)where;
        }
        int sums[37] = {0};
        columns(1800, 37, sums);
        for (int j = 0; j < 37; j++)
            total = total * 31 + (unsigned long)sums[j];
        total = total * 31 + (unsigned long)plane(33, 700, 701);
        total = total * 31 + (unsigned long)plane(700, 33, 40);
    }
    *(unsigned long *)result = total;
    return NULL;
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        a[i] = (int)((unsigned)i * 2654435761u >> 12) % 1000 - 300;
    unsigned long totals[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, &totals[i]))
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    SHOW(totals);
    return 0;
}
