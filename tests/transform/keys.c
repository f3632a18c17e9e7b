// A maximum by key in a form that takes a NaN, computed by workers that see the elements in another order.
// RUN: %curestruct %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: keys.c:[[#@LINE+3]]:1: warning: no loop of the nest can run in parallel: zeros of both signs or a NaN would need the source's order [-Wrefused]
void takes_nan(int n, int keys, const float *restrict a, const int *restrict key, float *restrict most)
{
#pragma curestruct copy(most[0:keys])
    for (int i = 0; i < n; i++)
        most[key[i]] = most[key[i]] > a[i] ? most[key[i]] : a[i];
}
