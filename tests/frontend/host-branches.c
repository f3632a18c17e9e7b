// Catches a nest of which nothing or only a part is left because a branch that calls a function of the host is left
// out, and a branch that is left out although the launcher cannot test its condition.
// RUN: %curestruct %s -o /dev/null 2>&1 | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
// CHECK: host-branches.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: it calls 'putchar', which does input or output; call it outside [-Wrefused]
void printed(int n, int verbose)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        if (verbose)
            putchar('x');
}
// CHECK: host-branches.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: it calls 'putchar', which does input or output; call it outside [-Wrefused]
void worked(int n, float *restrict to, int verbose)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        to[i] += 2;
        if (verbose)
            for (int k = 0; k < 2; k++)
                putchar('x');
    }
}

// CHECK: host-branches.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: it calls 'fprintf', which does input or output; call it outside [-Wrefused]
void of_data(int n, float *restrict to)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (to[i] < 0)
            fprintf(stderr, "negative\n");
        to[i] += 2;
    }
}
// CHECK: host-branches.c:[[@LINE+3]]:1: warning: loop 'i' stays serial: it calls 'printf', which does input or output; call it outside [-Wrefused]
void changed(int n, float *restrict to, int verbose)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (verbose)
            printf("%g\n", to[i]);
        verbose = to[i] > 2;
        to[i] += 2;
    }
}
