// Catches a nest whose replacement would cut a macro in two, or take a neighbour of the loop with it.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s
#define OPEN for (int i = 0; i < n; i++) {
#define CLOSE_TWO }}
#define BODY_AND_MORE a[i] = 1; a[0] = 2;
void partial(int n, float *a)
{
    {
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: a macro yields only a part of it, or more than it [-Wrefused]
#pragma curestruct
    OPEN a[i] = 1; CLOSE_TWO
    // CHECK: :[[@LINE+1]]:1: warning: loop 'i' stays serial: a macro yields only a part of it, or more than it [-Wrefused]
#pragma curestruct
    for (int i = 0; i < n; i++)
        BODY_AND_MORE
    // CHECK: nest crs_partial_3
#pragma curestruct
    OPEN a[i] = 3; }
}
