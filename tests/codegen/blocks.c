// Catches an array whose extent only its block of memory tells, and that is refused, or copied beyond its block; and
// calls of malloc and free that do not note the blocks: the casts that C++ needs come before the new names.
// RUN: %curestruct %s -o - 2>&1 | FileCheck %s
// RUN: %curestruct --host=%t.c %s -o /dev/null 2>&1 && FileCheck --check-prefix=HOST %s < %t.c
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
struct graph {
    int n, *first, *next;
};
static long steps(const struct graph *g)
{
    long all = 0;
#pragma curestruct
    for (int u = 0; u < g->n; u++) {
        int v = g->first[u];
        while (v != 0) {
            all++;
            v = g->next[v];
        }
    }
    return all;
}
int main(void)
{
    struct graph g = {1000, malloc(4000), calloc(1000, 4)};
    bool *seen = malloc(1000 * sizeof *seen);
    seen[7] = true;
    for (int i = 0; i < g.n; i++)
        g.first[i] = i, g.next[i] = i / 2;
    printf("%ld %d\n", steps(&g), seen[7]);
    free(g.first), free(g.next), free(seen);
    return 0;
}
// CHECK: note: the nest runs on the device only if this file allocates 'g->next': the subscripts do not say how much it touches, so the block of memory is looked up [-Wassume]
// CHECK: extern "C" __attribute__((weak)) void crs_noted_free(
// CHECK: if (!crs_measure_block(crs_now, crs_array_g_next, g_next_first, g_next_last))
// CHECK-NEXT: return crs_serial(crs_now);
// CHECK: (int *)crs_noted_malloc(4000), (int *)crs_noted_calloc(1000, 4)
// CHECK: bool *seen = (bool *)crs_noted_malloc(1000 * sizeof *seen);
// CHECK: crs_noted_free(g.first)
// HOST: extern void *crs_noted_malloc(unsigned long bytes);
// HOST: bool *seen = crs_noted_malloc(1000 * sizeof *seen);
