// Catches launchers that fail when called often, from several threads, or on arrays in constant and in stack memory.
// RUN: %same -pthread %s %t
#include "Inputs/checksum.h"

#include <pthread.h>

static const int constants[100] = {1, 2, 3, 5, 8, 13, 21};

static void add(int n, const int *a, int *b)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        b[i] += a[i];
}

static void *work(void *argument)
{
    int local[100] = {0};
    for (int round = 0; round < 20; round++)
        add(100, constants, local);
    unsigned *result = (unsigned *)argument;
    for (int i = 0; i < 100; i++)
        *result = *result * 31 + (unsigned)local[i];
    return NULL;
}

int main(void)
{
    pthread_t threads[4];
    unsigned results[4] = {0};
    for (int t = 0; t < 4; t++)
        if (pthread_create(&threads[t], NULL, work, &results[t]) != 0)
            return 1;
    for (int t = 0; t < 4; t++)
        pthread_join(threads[t], NULL);
    printf("%u %u %u %u\n", results[0], results[1], results[2], results[3]);
    return 0;
}
