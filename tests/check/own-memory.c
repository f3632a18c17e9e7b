// Catches pointers to memory that the function allocates and hands out, which lies elsewhere in each run, taken for a
// difference; and `inline` that a header spells in another way in C++, taken for other kernels.
// RUN: %curestruct check %s --on=cpu | FileCheck %s
// CHECK: start: 1 of 1 nests, {{.*}} bit for bit, PASS
#include <stdlib.h>

#if !defined(__cplusplus) && __STDC_VERSION__ >= 199901L
#define SPELLED inline
#else
#define SPELLED __inline
#endif

struct state {
    int length;
    float *window, *copy;
};

static SPELLED float twice(float x) { return 2 * x; }

void start(struct state *state, float *sums)
{
    state->copy = malloc(sizeof(float) * 8);
#pragma curestruct
    for (int i = 0; i < state->length; i++)
        sums[i] = twice(state->window[i]);
}
