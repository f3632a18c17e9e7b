// Catches a malformed directive that is taken for a comment, reported at the wrong column, or in words that do not say
// what is wrong.
// RUN: rm -f %t.cu
// RUN: %fails 1 %curestruct %s -o %t.cu | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
// RUN: test ! -e %t.cu
void scale(float *a, int n)
{
// CHECK: clause-errors.c:[[@LINE+1]]:20: error: unknown clause 'paralel'
#pragma curestruct paralel
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:20: error: unknown clause 'independant'; did you mean 'independent'?
#pragma curestruct independant
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:20: error: unknown clause 'parallel_loop'
#pragma curestruct parallel_loop
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:27: error: expected ')' to close 'tile'
#pragma curestruct tile(i:
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:26: error: expected ')' to close 'tile'
#pragma curestruct tile(8
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: expected a size in 'tile'
#pragma curestruct tile(,)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:28: error: expected a size in 'tile'
#pragma curestruct tile(8, )
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: expected '(' after 'tile'
#pragma curestruct tile 8
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: tile size 'n' is not an integer constant
#pragma curestruct tile(n)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: tile size '2.5' is not an integer constant
#pragma curestruct tile(2.5)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: tile size must be at least 1
#pragma curestruct tile(0)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: tile size must be at most 2147483647
#pragma curestruct tile(3000000000)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: '2' is not the name of a loop
#pragma curestruct tile(2:8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: 'i#' is not the name of a loop
#pragma curestruct tile(i#:8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: 'tile' names either every loop or none
#pragma curestruct tile(i:8, 4)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:73: error: 'tile' has more than 16 sizes
#pragma curestruct tile(8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:30: error: 'i' given twice in 'tile'
// CHECK: clause-errors.c:[[@LINE+1]]:25: note: it was given here
#pragma curestruct tile(i:8, i:4)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: expected ':' in 'tile'
#pragma curestruct tile(n ? 1)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:26: error: block size must be at least 1
#pragma curestruct block(0)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:26: error: block sizes have no names
#pragma curestruct block(i:32)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:35: error: a block has at most three dimensions
#pragma curestruct block(8, 8, 8, 8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: a block has at most 1024 threads
#pragma curestruct block(32, 33)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:32: error: the third dimension of a block has at most 64 threads
#pragma curestruct block(1, 1, 65)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:44: error: 'mapping(1D-1)' has blocks of one dimension
#pragma curestruct mapping(1D-1) block(32, 8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:28: error: mapping must be one of 1D-1, 1D-2, 1D-3, 1D-4, 2D-1, 2D-2, 2D-3, 2D-4
#pragma curestruct mapping(3D-1)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:27: error: reduce must be one of sequential, interleaved, strided, tree, first_add, last_warp, unrolled, cascade, shuffle
#pragma curestruct reduce(fast)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: precision must be one of ieee, fast, tf32, tf32x3, bf16
#pragma curestruct precision(half)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: expected an operator in 'reduction': one of + * min max & | ^ && ||
#pragma curestruct reduction(%:n)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: expected an operator in 'reduction': one of + * min max & | ^ && ||
#pragma curestruct reduction(/:n)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: 'sum' is not a reduction operator; it must be one of + * min max & | ^ && ||
#pragma curestruct reduction(sum:n)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:32: error: expected ':' after the operator in 'reduction'
#pragma curestruct reduction(+ n)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: expected an operator in 'reduction': one of + * min max & | ^ && ||
#pragma curestruct reduction()
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: expected ',' or ')' in 'private'
#pragma curestruct private(a b)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:28: error: expected a name in 'private'
#pragma curestruct private(1)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:39: error: 'n' given twice in 'private'
// CHECK: clause-errors.c:[[@LINE+1]]:28: note: it was given here
#pragma curestruct private(n) private(n)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:43: error: 'n' given in 'private' and in 'reduction'
// CHECK: clause-errors.c:[[@LINE+1]]:28: note: it was given here
#pragma curestruct private(n) reduction(+:n)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:38: error: 'a' given in 'private' and in 'copyin'
// CHECK: clause-errors.c:[[@LINE+1]]:28: note: it was given here
#pragma curestruct private(a) copyin(a[0:n])
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:30: error: expected a section [first:count] in 'copyin'
#pragma curestruct copyin(a[0])
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:71: error: 'a' has more than 8 dimensions
#pragma curestruct copyin(a[0:1][0:1][0:1][0:1][0:1][0:1][0:1][0:1][0:1])
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:29: error: expected a string in 'schedule'
#pragma curestruct schedule(tile)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:40: error: expected ')' in 'schedule'
#pragma curestruct schedule("tile i 8" 8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:41: error: 'tile' contradicts 'schedule', which says all of it
// CHECK: clause-errors.c:[[@LINE+1]]:20: note: the schedule is given here
#pragma curestruct schedule("tile i 8") tile(i:8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: expected an argument in 'name'
#pragma curestruct name()
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: name must be an identifier
#pragma curestruct name(a+b)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:30: error: 'name' given twice
// CHECK: clause-errors.c:[[@LINE+1]]:20: note: it was given here
#pragma curestruct name(one) name(two)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:27: error: device must be a name such as c2070
#pragma curestruct device(a+b)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:25: error: 'exact' takes no argument
#pragma curestruct exact(1)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:26: error: 'exact' given twice
// CHECK: clause-errors.c:[[@LINE+1]]:20: note: it was given here
#pragma curestruct exact exact
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:20: error: 'exact' contradicts 'precision(tf32)'
// CHECK: clause-errors.c:[[@LINE+1]]:26: note: precision is asked for here
#pragma curestruct exact precision(tf32)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:26: error: 'begin' must be the first word of a directive
#pragma curestruct exact begin
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+2]]:20: error: unknown clause 'parallel'; '#pragma curestruct' alone, before the loop, finds what runs in parallel
// CHECK: clause-errors.c:[[@LINE+1]]:29: error: unknown clause 'for'; '#pragma curestruct' alone, before the loop, finds what runs in parallel
#pragma curestruct parallel for
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:20: error: expected a clause
#pragma curestruct )
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:26: error: 'tile' is about one nest, not a region; put it before a loop of the region
#pragma curestruct begin tile(8)
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
// CHECK: clause-errors.c:[[@LINE+1]]:24: error: 'end' takes no clauses
#pragma curestruct end exact
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
}
