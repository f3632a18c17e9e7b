// Catches a directive in a header that is ignored without a word.
// RUN: %curestruct --emit=ir %s -o - 2>&1 | FileCheck -DFILE=%s %s
#include "Inputs/loops.h"
// CHECK: loops.h:3:9: warning: directives in headers are not obeyed [-Wrefused]
// CHECK: loops.h:3:9: note: move the loop into '[[FILE]]', or translate this file by itself
// CHECK: nest crs_here_1
void here(int n, float *a)
{
    in_header(n, a);
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 2;
}
