// Catches a directive that stands at a wrong place and is dropped or attached to some other loop.
// RUN: %fails 1 %curestruct --emit=ir %s -o - | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
// CHECK: directives.c:[[@LINE+1]]:1: error: this directive is outside of any function; it belongs before a for statement
#pragma curestruct
// CHECK: directives.c:[[@LINE+1]]:1: error: this directive is outside of any function; a region belongs inside of one
#pragma curestruct begin
int outside;
#pragma curestruct end
void wrong(int n, float *a)
{
// CHECK: directives.c:[[@LINE+2]]:1: error: this directive must be followed by a for statement
// CHECK: directives.c:[[@LINE+2]]:5: note: but this follows; a region, from 'begin' to 'end', may hold loops of any kind
#pragma curestruct
    while (n-- > 0)
        a[n] = 1;
    if (n)
// CHECK: directives.c:[[@LINE+2]]:1: error: this directive must be followed by a for statement
// CHECK: directives.c:[[@LINE+2]]:9: note: but this follows
#pragma curestruct
        a[0] = 2;
    for (int i = 0; i < n; i++)
        a[i] = 3;
#pragma curestruct
// CHECK: directives.c:[[@LINE+2]]:1: error: this loop has a directive already
// CHECK: directives.c:[[@LINE-2]]:1: note: its first directive
#pragma curestruct
    for (int i = 0; i < n; i++)
        a[i] = 4;
// CHECK: directives.c:[[@LINE+1]]:1: error: 'end' without a 'begin' before it
#pragma curestruct end
// CHECK: directives.c:[[@LINE+1]]:1: error: this region holds no statement
#pragma curestruct begin
#pragma curestruct end
#pragma curestruct begin
    a[0] = 5;
// CHECK: directives.c:[[@LINE+2]]:1: error: a region cannot begin inside another region
// CHECK: directives.c:[[@LINE-3]]:1: note: the region around it begins here
#pragma curestruct begin
    if (n) {
        a[0] = 6;
// CHECK: directives.c:[[@LINE+2]]:1: error: 'end' and its 'begin' are not in the same block
// CHECK: directives.c:[[@LINE-8]]:1: note: the region begins here
#pragma curestruct end
    }
// CHECK: directives.c:[[@LINE+1]]:1: error: this 'begin' has no 'end'
#pragma curestruct begin
    a[0] = 7;
}
void nested(int n, float *a)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
// CHECK: directives.c:[[@LINE+2]]:1: error: this loop is inside of a loop that has a directive already
// CHECK: directives.c:[[@LINE-3]]:1: note: the directive of the outer loop
#pragma curestruct
        for (int j = 0; j < n; j++)
            a[j] = 1;
#pragma curestruct
    for (int i = 0; i < n; i++) {
// CHECK: directives.c:[[@LINE+2]]:1: error: this region is inside of a loop that has a directive
// CHECK: directives.c:[[@LINE-3]]:1: note: the directive of the loop
#pragma curestruct begin
        a[i] = 2;
#pragma curestruct end
    }
}
