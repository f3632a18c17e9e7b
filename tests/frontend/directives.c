// Catches a directive that stands at a wrong place and is dropped or attached to some other loop.
// RUN: %fails 1 %curestruct --emit=ir %s -o - | FileCheck %s
// CHECK: :[[@LINE+1]]:1: error: this directive is outside of any function; it belongs before a for statement
#pragma curestruct
void wrong(int n, float *a)
{
    // CHECK: :[[@LINE+1]]:1: error: this directive must be followed by a for statement
#pragma curestruct
    // CHECK: :[[@LINE+1]]:5: note: but this follows
    while (n-- > 0)
        a[n] = 1;
    if (n)
        // CHECK: :[[@LINE+1]]:1: error: this directive must be followed by a for statement
#pragma curestruct
        a[0] = 2;
    for (int i = 0; i < n; i++)
        a[i] = 3;
    // CHECK: :[[@LINE+2]]:1: error: this loop has a directive already
#pragma curestruct
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 4;
    // CHECK: :[[@LINE+1]]:1: error: 'end' without a 'begin' before it
#pragma curestruct end
    // CHECK: :[[@LINE+1]]:1: error: this region holds no statement
#pragma curestruct begin
#pragma curestruct end
#pragma curestruct begin
    a[0] = 5;
    // CHECK: :[[@LINE+1]]:1: error: a region cannot begin inside another region
#pragma curestruct begin
    if (n) {
        a[0] = 6;
        // CHECK: :[[@LINE+1]]:1: error: 'end' and its 'begin' are not in the same block
#pragma curestruct end
    }
    // CHECK: :[[@LINE+1]]:1: error: this 'begin' has no 'end'
#pragma curestruct begin
    a[0] = 7;
}
void nested(int n, float *a)
{
    // CHECK: :[[@LINE+4]]:1: error: this loop is inside of a loop that has a directive already
    // CHECK: :[[@LINE+1]]:1: note: the directive of the outer loop
#pragma curestruct
    for (int i = 0; i < n; i++)
#pragma curestruct
        for (int j = 0; j < n; j++)
            a[j] = 1;
    // CHECK: :[[@LINE+3]]:1: error: this region is inside of a loop that has a directive
#pragma curestruct
    for (int i = 0; i < n; i++) {
#pragma curestruct begin
        a[i] = 2;
#pragma curestruct end
    }
}
