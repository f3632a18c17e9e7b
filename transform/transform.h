// The transformations: loop tree to loop tree. Each has one file of its name and one entry here.
//
// Contract of all: given the candidate in the making and its tree, return a new tree, or say why not to state->diag
// (the reason and the witness) and return NULL. Symbols, arrays and loops of their own go into state->nest, which is
// dropped with the candidate when the step is refused. What a step requires is a matter of structure alone: whether
// every dependence still points forward is asked of the tree that it has made (apply.c, tree_violation).
// Trees between transformations are exact: a split loop has bounds such as 0..min(128, n - 128*i.tile), no guards.
// Lowering (lower.c) comes last and turns bound loops into indices and guards.
#ifndef CURESTRUCT_TRANSFORM_TRANSFORM_H
#define CURESTRUCT_TRANSFORM_TRANSFORM_H

#include "transform/candidate.h"

typedef enum ReduceStyle { REDUCE_SHUFFLE, REDUCE_TREE, REDUCE_SEQUENTIAL } ReduceStyle;

// distribute L at K  for i { S1; S2 }                      ->  for i { S1 } for i#2 { S2 }
//   Requires: no dependence from S2 to S1 carried by i. K counts the items of the body. Scalars and small arrays that
//   pass from S1 to S2 are expanded into register arrays: then i has a constant limit of at most 64 iterations.
Stmt *distribute(Candidate *state, Stmt *root, LoopId loop, int first_moved);

// interchange A B    for i for j S                         ->  for j for i S
//   Requires: perfectly nested, no 'break' leaves B, bounds of the inner loop free of the outer iterator. Both bounds
//   of a skewed loop may have the same multiple of it: for i in a..b for p in l + f*i..u + f*i  ->  for p in l + f*a..u
//   + f*(b - 1) for i in max(a, floor((p - u)/f) + 1)..min(b, floor((p - l)/f) + 1)
Stmt *interchange(Candidate *state, Stmt *root, LoopId outer, LoopId inner);

// reverse L          for i in lo..hi step s S               ->  for i.back in 0..N S with i = lo + s*(N - 1 - i.back)
//   with N = trip count. Requires: no 'break' leaves L. The order of iterations changes. Makes a loop named L.back.
Stmt *reverse(Candidate *state, Stmt *root, LoopId loop);

// skew L by M f      for i for j in lo..hi S               ->  for i for j.skew in lo + f*i..hi + f*i S with j = j.skew
// - f*i
//   Always legal (order unchanged): what interchange makes of it runs along the diagonals. Requires: L stands inside of
//   M, no 'break' leaves L. Makes a loop named L.skew.
Stmt *skew(Candidate *state, Stmt *root, LoopId loop, LoopId along, int64_t factor);

// tile L n as O I    for i in lo..hi step s S              ->  for i.tile in 0..ceil(N/n) for i.elem in 0..min(n, N -
// n*i.tile)
//   with N = trip count; i.elem defines i = lo + s*(n*i.tile + i.elem). Always legal (order unchanged).
//   Makes loops named OUTER and INNER, by default L.tile and L.elem.
Stmt *tile(Candidate *state, Stmt *root, LoopId loop, int64_t size, const char *outer, const char *inner);

// align_tiles L n to A as O I  for i in lo..hi { .. A[j][i] .. }
//   ->                 for i.tile in 0..ceil((N + 7)/n) for i.elem in 0..n { if (lo <= i < hi) .. A[j][i] .. }
//   with i = lo + n*i.tile + i.elem - (how far A[j][lo] is behind the last sector's beginning), so that a sector of 32
//   bytes begins where i.elem is a multiple of 8, however long rows are. (Two, where elements have 8 bytes; 16 and 32
//   for 8, where they are smaller.) Requires: A's last subscript moves by one; n is a multiple of 32 bytes and of 8
//   elements; no iteration of L and of the loops around it in its kernel needs another one. Loops are named as tile
//   does.
Stmt *align_tiles(Candidate *state, Stmt *root, LoopId loop, int64_t size, const Array *array, const char *outer,
                  const char *inner);

// cyclic L n as O I  for i in lo..hi step s S              ->  for i.worker in 0..min(n, N) for i.turn in lo +
// s*i.worker..hi step s*n
//   with i = i.turn: iteration i is done by worker (i - lo)/s mod n. The order of iterations changes.
//   Makes loops named OUTER and INNER, by default L.worker and L.turn.
Stmt *cyclic(Candidate *state, Stmt *root, LoopId loop, int64_t count, const char *outer, const char *inner);

// bind L where       for i in lo..hi S                     ->  for i in lo..hi [block.x] S
//   Requires: one loop for each binding on any path; thread extents constant
//   at most; no concurrent loop outside a host loop. `limit` (0: none) is the most blocks that are launched.
Stmt *bind(Candidate *state, Stmt *root, LoopId loop, Binding binding, int64_t limit);

// launch_bounds L n         for i in lo..hi S [block.x]           ->  the same: n blocks of the kernel fit on an SM at
// least
//   Bounds the registers of a thread. Requires: L is bound to blocks.
Stmt *launch_bounds(Candidate *state, Stmt *root, LoopId loop, int64_t blocks);

// peel L n           for i in lo..hi step s S              ->  for i.rest in lo..lo + s*(N % n) step s S  for i in lo +
// s*(N % n)..hi step s S
//   with N = trip count: what is left for the loop is a multiple of n, so that tiles of n are whole. Always legal
//   (order unchanged). The first loop is L.rest; loops inside of it get new numbers (j#2). Requires: 2 <= n; no 'break'
//   leaves L, no barrier stands inside of it.
Stmt *peel(Candidate *state, Stmt *root, LoopId loop, int64_t size);

// rectangularize L at M       for m { for l in 0..m + 1 { S1; S2 } }
//   ->                 for m { for l in 0..max of m + 1 { S1; if (l < m + 1) S2 } }
//   The loop directly inside of M (so a triangle's rows inside of a tile of them) runs as far as any iteration of M
//   needs: one of its bounds does not change along M any more. Statements that only set what the iteration has for
//   itself (S1: the sums of a product) run in all iterations, others where they did. Requires: one bound of L is affine
//   in M's iterator; L and M count up one by one; what S1 reads depends on one of both alone, so that another iteration
//   reads it anyway. What an iteration only loads for itself is zero in others; where the last iterations of M have
//   none of L, M ends before them, and where others have none, it is refused. The order is unchanged.
Stmt *rectangularize(Candidate *state, Stmt *root, LoopId loop, LoopId at);

// unroll L [n]       for i in 0..4 S                       ->  the same, unrolled
//   Requires: a constant trip count bound of at most 64 (partial tiles are guarded). With n: n iterations side by side,
//   what is left one by one, so that the loads of all n are on their way before the first is used; any trip count, 2 <=
//   n <= 64.
Stmt *unroll(Candidate *state, Stmt *root, LoopId loop, int64_t copies); // 0: all

// vectorize L [n]    for i in 0..min(4, N - 4*t) S         ->  the same, as lanes of 16-byte accesses
//   Elements that neighbouring iterations access one by one, always and not otherwise, are loaded before and stored
//   behind all n iterations in one access of up to 16 bytes (several where n elements are longer). Everything else runs
//   lane by lane. Alignment, and whether all lanes run, is found out at run time: rows of threads shift to the first
//   aligned element that is written, what they read elsewhere is loaded one by one where it is not aligned (vector.h).
//   The order is unchanged where it matters. Requires: n (by default the extent) is L's constant extent, 1, 2, 4, 8 or
//   16; L holds no loop and is left by no jump; some access is a vector. An unrolled loop directly around L loads the
//   vectors of all its turns at once. What lanes and turns (of several unrolled loops around as well) read more than
//   once of what S does not write is loaded once: a stencil. One lane has that alone. Where S is but an update of a
//   private copy (reduce, by key) whose place data say, four are made at a time: all four places are loaded, each takes
//   up what an equal one before it has come to, then all are stored. The operations and their order are the same.
Stmt *vectorize(Candidate *state, Stmt *root, LoopId loop, int64_t lanes);

// stage A space at L [transpose] [wide] [pad n] [pack n]
//   for k.tile { .. A[i][k] .. }  ->  for k.tile { As[..] = A[..] by all threads; barrier; .. As[i.elem][k.elem] ..;
//   barrier } space register: a place that does not move inside L is held in a register: load before, use, store after.
//   wide: 16 bytes are copied at once where at run time the array and its rows are aligned, else element by element;
//   with pack, words: n rows of n elements at a time are turned in registers where rows do not lie along words. At the
//   innermost loop bound to threads it is held for all that the thread does; what it sets first is not loaded, and
//   where a loop that holds all uses has no iteration nothing is. A condition on data does not keep a place from being
//   loaded and stored. space shared: of accesses that differ, as in A[i][k] * A[j][k] or A[i][k][0] * A[i][k][1], those
//   that equal the first one; one more step has the next. pack n: element [r][c] of the tile lies at [r / n][c][r % n],
//   so that n short elements of a column are one word. Requires: the footprint of A inside L is a box of constant size;
//   shared: A is not written inside L, L runs the same number of times in all threads of the block (once, where it is
//   the innermost loop bound to threads); the box fits the device.
Stmt *stage(Candidate *state, Stmt *root, const Array *array, Space space, LoopId at, bool transpose, bool wide,
            int pad, int pack);

// load_fragments A at L       for k { .. As[k][i.elem] .. }         ->  for k { float Ah[..] = As[k][..]; .. Ah[i.elem]
// .. }
//   What a turn of L uses of A's tile in shared memory is loaded to registers at its beginning, so that all of a turn's
//   loads are on their way before the first is used. Of several tiles of A: the first that is not fetched yet.
//   Requires: stage put the tile there; nothing in the turn changes it; the box of what a turn uses has a constant size
//   that fits into registers.
Stmt *load_fragments(Candidate *state, Stmt *root, const Array *array, LoopId at);

// serpentine L with M for i [M] for j [L] S                 ->  the same: in every other iteration of i, j runs
// backwards
//   Neighbouring iterations then share an operand where rows meet. Requires: both are unrolled, L inside of M, and the
//   iterations of L may run in any order.
Stmt *serpentine(Candidate *state, Stmt *root, LoopId loop, LoopId with);

// swizzle L with M     for i [L] thread.y for j [M] thread.x S  ->  the same by other threads of the warp
//   Neighbouring threads of a row have the same j and neighbouring i: of two operands of a product, loaded from shared
//   memory by 16 bytes, a part of a warp then needs about as much of each. Requires: both bound so, M inside of L,
//   parallel, even constant numbers of threads, two rows a part of a warp; no vectors.
Stmt *swizzle(Candidate *state, Stmt *root, LoopId loop, LoopId with);

// pipeline L n       for k.tile { As = A[k.tile]; barrier; S; barrier }
//   ->                 As[0..n-2] = A[0..n-2], later; for k.tile { wait; barrier; As[(k.tile + n-1) % n] = A[k.tile +
//   n-1], later; S on As[k.tile % n] } barrier The copies for n - 1 turns ahead are under way while a turn computes;
//   one barrier a turn. Where copies are wide or not, the loop stands there twice. Requires: L is serial and counts 0,
//   1, 2, ..; it begins with what stage shared put there, of elements of 4, 8 or 16 bytes; n from 2 to 8 buffers fit
//   the device. n = 1, of elements of any size: nothing is copied ahead, but where copies are wide or not, the loop
//   stands there twice.
Stmt *pipeline(Candidate *state, Stmt *root, LoopId loop, int64_t stages);

// reduce X [tree|shuffle|sequential]
//   for i [block.x, thread.x ..] { x = x op e }  ->  acc = identity; for (own i) acc op= e; combined across the threads
//   of the block, then, by the block that comes last, across blocks in a fixed order; x = x op total. X: a scalar or an
//   array that facts call a reduction. Concurrent parts of the reduction's loops must be bound before; results are the
//   same from run to run. A loop bound to threads among other statements of the kernel's body combines for itself: its
//   lanes share the row. A loop right before, still serial, that sets all places to a constant, is left for when there
//   is nothing to reduce. A short loop inside of the thread's turns, along which alone the place moves: the thread has
//   a part for each of its places. By key: the loop is not bound before; workers with private copies are made from it,
//   then combined in their order. Few keys: the copies lie in shared memory, a column for each thread, for integers
//   also one that a lane of all warps or a whole block shares by atomic operations; the number of keys is tested before
//   the launch. Many keys, or other reductions of the same loop: the copies lie in scratch memory. Of a loop that
//   `cyclic` has made for 32 workers and the loop right inside, where that counts 0, 1, 2, ..: lanes of a warp take
//   iterations of the first, warps those of the second; and vectors that an iteration loads all at once are loaded in
//   the one before. Floating-point minima and maxima by comparison stay exact (exact_minmax.c); all others but + and *
//   are exact anyway.
Stmt *reduce(Candidate *state, Stmt *root, int reduction, ReduceStyle style);

// What `reduce` is to do for a reduction by key; the tree stays. Several shared ones: each for as many elements as it
// has room for, tried in this order; global ones for all others. Without any of them `reduce` does what suits the
// device.
Stmt *privatize_shared(Candidate *state, Stmt *root, int reduction, const Step *step);
Stmt *privatize_global(Candidate *state, Stmt *root, int reduction, int64_t copies, int64_t threads);
Stmt *combine_copies(Candidate *state, Stmt *root, int reduction, int64_t threads);

#endif
