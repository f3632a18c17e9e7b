// Catches a nest whose replacement would cut a macro in two, or take a neighbour of the loop or its pragma with it.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck %s
#define OPEN for (int i = 0; i < n; i++) {
#define CLOSE_TWO }}
#define BODY_AND_MORE a[i] = 1; a[0] = 2;
void partial(int n, float *a)
{
    {
    // CHECK: :[[@LINE+2]]:1: warning: loop 'i' stays serial: a macro yields only a part of it, or more than it [-Wrefused]
    // CHECK: :[[@LINE+2]]:5: note: the macro is used here
#pragma curestruct
    OPEN a[i] = 1; CLOSE_TWO
    // CHECK: :[[@LINE+2]]:1: warning: loop 'i' stays serial: a macro yields only a part of it, or more than it [-Wrefused]
    // CHECK: :[[@LINE+2]]:5: note: the macro is used here
#pragma curestruct
    for (int i = 0; i < n; i++)
        BODY_AND_MORE
#pragma omp parallel for
#ifdef OTHER
    for (int i = n; i < 2 * n; i++)
#else
    // CHECK: :[[@LINE+2]]:1: warning: loop 'i' stays serial: a pragma before an #if applies to it, and also to the other loops of the #if [-Wrefused]
    // CHECK: :[[@LINE-5]]:1: note: the pragma
#pragma curestruct
    for (int i = 0; i < n; i++)
#endif
        a[i] = 4;
    // CHECK: nest crs_partial_4
#pragma curestruct
    OPEN a[i] = 3; }
}
