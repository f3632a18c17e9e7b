// The transformations: loop tree to loop tree. Each has one file of its name and one entry here.
//
// Contract of all: given the candidate in the making and its tree, return a new tree, or say why not to state->diag
// (the reason and the witness) and return NULL. Symbols, arrays and loops of their own go into state->nest, which is
// dropped with the candidate when the step is refused. What a step requires is a matter of structure alone: whether
// every dependence still points forward is asked of the tree that it has made (apply.c, tree_violation). Steps that put
// other loops in the place of L also require what part_may_replace asks (loop/part.h): L is serial, its steps are
// equal, and no 'break' leaves it.
// Trees between transformations are exact: a split loop has bounds such as 0..min(128, n - 128*i.tile), no guards.
// Lowering (lower.c) comes last and turns bound loops into indices and guards.
#ifndef CURESTRUCT_TRANSFORM_TRANSFORM_H
#define CURESTRUCT_TRANSFORM_TRANSFORM_H

#include "transform/candidate.h"

// How a team of threads combines its partial results: combine.h, combine_tree.c; REDUCE_SEQUENTIAL: one thread has all.
typedef enum ReduceStyle {
    REDUCE_SHUFFLE,
    REDUCE_TREE,
    REDUCE_INTERLEAVED,
    REDUCE_STRIDED,
    REDUCE_LAST_WARP,
    REDUCE_UNROLLED,
    REDUCE_SEQUENTIAL
} ReduceStyle;

// distribute L at K    for i { S1; S2 }
//                  ->  for i { S1 } for i#2 { S2 }
//   K is the number of statements in the first part. Scalars and small arrays that flow from S1 to S2 are expanded into
//   register arrays: then i has a constant limit of at most 64 iterations. Requires: no dependence from S2 to S1.
Stmt *distribute(Candidate *state, Stmt *root, LoopId loop, int first_moved);

// interchange A B      for i for j S
//                  ->  for j for i S
//   Requires: perfectly nested, no 'break' leaves B. If a bound of B changes along A, both loops count up one by one,
//   and the bound is the sum of a multiple of A's iterator, by a number, and of what does not change along A:
//                      for i in a..b for p in l + f*i..u + g*i S
//                  ->  for p in l + f*a..u + g*(b - 1)
//                      for i in max(a, floor((p - u)/g) + 1)..min(b, floor((p - l)/f) + 1) S
//   Here f and g are positive; without f or g, that bound of i stays. In a skewed loop, f and g may also be the same
//   parameter that is known to be positive. A lower bound may also be the largest one of such sums, and an upper bound
//   the smallest one.
Stmt *interchange(Candidate *state, Stmt *root, LoopId outer, LoopId inner);

// reverse L            for i in lo..hi step s S
//                  ->  for i.back in 0..N S with i = lo + s*(N - 1 - i.back)
//   with N = trip count. Makes a loop named L.back. The order of iterations changes.
Stmt *reverse(Candidate *state, Stmt *root, LoopId loop);

// skew L by M f        for i for j in lo..hi S
//                  ->  for i for j.skew in lo + f*i..hi + f*i S with j = j.skew - f*i
//   The order is unchanged. A later interchange makes the outer loop run from diagonal to diagonal. Makes a loop named
//   L.skew. `factor` is the text of f, a positive number (NULL: 1) or a parameter of the nest; *assumed: that the
//   parameter is from 1 to 4. Orders are then legal if they are for each of these values. Requires: L is inside of M.
Stmt *skew(Candidate *state, Stmt *root, LoopId loop, LoopId along, const char *factor, Loc loc, Assumption *assumed);

// tile L n as O I      for i in lo..hi step s S
//                  ->  for i.tile in 0..ceil(N/n) for i.elem in 0..min(n, N - n*i.tile) S
//   with N = trip count; i.elem defines i = lo + s*(n*i.tile + i.elem). The order is unchanged. Makes loops named OUTER
//   and INNER, by default L.tile and L.elem.
Stmt *tile(Candidate *state, Stmt *root, LoopId loop, int64_t size, const char *outer, const char *inner);

// align_tiles L n to A as O I
//                      for i in lo..hi { .. A[j][i] .. }
//                  ->  for i.tile in 0..ceil((N + 7)/n) for i.elem in 0..n { if (lo <= i < hi) .. A[j][i] .. }
//   with i = lo + n*i.tile + i.elem - (the distance of A[j][lo] from the beginning of its sector). So a sector of 32
//   bytes begins where i.elem is a multiple of 8, for rows of any length. (A multiple of 4 for elements of 8 bytes, and
//   of 16 or 32 for smaller ones.) Loops are named as for tile. Requires: A's last subscript moves by one; n is a
//   multiple of 32 bytes and of 8 elements; the iterations of L, and of the loops around it in its kernel, are
//   independent.
Stmt *align_tiles(Candidate *state, Stmt *root, LoopId loop, int64_t size, const Array *array, const char *outer,
                  const char *inner);

// cyclic L n as O I    for i in lo..hi step s S
//                  ->  for i.worker in 0..min(n, N) for i.turn in lo + s*i.worker..hi step s*n S with i = i.turn
//   Cyclic distribution: worker (i - lo)/s mod n runs iteration i. The order of iterations changes. Makes loops named
//   OUTER and INNER, by default L.worker and L.turn.
Stmt *cyclic(Candidate *state, Stmt *root, LoopId loop, int64_t count, const char *outer, const char *inner);

// bind L where         for i in lo..hi S
//                  ->  for i in lo..hi [block.x] S
//   `limit` (0: none) is the largest number of blocks that are launched. Requires: one loop for each binding on any
//   path; a constant limit on the number of threads; no concurrent loop outside a host loop.
Stmt *bind(Candidate *state, Stmt *root, LoopId loop, Binding binding, int64_t limit);

// launch_bounds L n    for i in lo..hi S [block.x]
//                  ->  the same; at least n blocks of the kernel fit on an SM, which limits the registers of a thread
//   Requires: L is bound to blocks.
Stmt *launch_bounds(Candidate *state, Stmt *root, LoopId loop, int64_t blocks);

// limit L n            for i in lo..hi S
//                  ->  for i in lo..min(hi, lo + n) S
//   The loop has at most n iterations: the launcher tests it, and otherwise takes another version, or none. Parts of
//   the loop then have constant limits. The order is unchanged. Requires: a loop of the source that counts up one by
//   one, whose largest number of iterations is a formula of parameters.
Stmt *limit_loop(Candidate *state, Stmt *root, LoopId loop, int64_t most);

// persist L grid|block [threads n]
//                      for t { for i .. [block.x] S1 for j .. [block.x] S2 }
//                  ->  the same in one kernel: for t { S1; barrier; S2; barrier }
//   The loop stays serial, and what would be a kernel for each of its iterations is a part of one kernel. `block`: one
//   block does all, around __syncthreads(). `grid`: blocks that are resident together share each part, around barriers
//   of the grid; the launcher asks how many are, and starts one alone where the device does not say so. n threads of a
//   block; without a number lowering decides.
//                      for b [block.x] for t for i .. [thread.x] S
//                  ->  for b [block.x] for t { for i .. [thread.x] S; barrier }
//   With `block`, loops that are all of L's body may be bound to threads, and loops around L to blocks, after the step:
//   then each block does the loop for itself. The order is unchanged. Requires: L is serial, not inside of a concurrent
//   loop other than blocks, with a concurrent loop inside; no loop around or inside persists; no pointers change places
//   in it. Lowering requires that the host sets no scalar of outside in it, and that kernels whose threads share data
//   have blocks of one size; inside of blocks, that the threads share nothing in it and count from 0.
Stmt *persist(Candidate *state, Stmt *root, LoopId loop, Persistence where, int64_t threads);

// peel L n             for i in lo..hi step s S
//                  ->  for i.rest in lo..lo + s*(N % n) step s S  for i in lo + s*(N % n)..hi step s S
//   with N = trip count: the second loop has a multiple of n iterations, so tiles of n are whole. The order is
//   unchanged. The first loop is L.rest; loops inside of it get new numbers (j#2). Requires: 2 <= n; no 'break' leaves
//   L, it contains no barrier.
Stmt *peel(Candidate *state, Stmt *root, LoopId loop, int64_t size);

// rectangularize L at M
//                      for m { for l in 0..m + 1 { S1; S2 } }
//                  ->  for m { for l in 0..max of m + 1 { S1; if (l < m + 1) S2 } }
//   L, directly inside of M, runs over the union of its ranges for all iterations of M, so its bounds no longer change
//   along M. Statements that only set values of the iteration itself (S1: the sums of a product) run in all
//   iterations, and so do loops that are empty in additional ones; the others are guarded. The order is unchanged.
//   Values that an iteration only loads for itself are zero in additional iterations. If the last iterations of M have
//   none of L, M ends before them.
//                      for m { for l in m..m + 5 for k S }
//                  ->  for m { for l in 0..max of m + 5 for k { if (m <= l && l < m + 5) S } }
//   If both bounds change, as after `skew`, all of S is guarded, in the innermost of the perfect nest. So it is where
//   `skew` has made L, which may then be further inside of M: tiles of it begin at the same places for all of M.
//   Requires: the bounds of L that change are affine in M's iterator; L and M count up one by one. If one bound
//   changes: every value that S1 reads depends on only one of both, so another iteration reads it anyway; only the last
//   iterations of M may have none of L.
Stmt *rectangularize(Candidate *state, Stmt *root, LoopId loop, LoopId at);

// isolate L at M [n]   for m { for l in 0..m + 1 S }
//                  ->  for m { for l in 0..min of m + 1 S  for l.after in min..max of m + 1 { if (l < m + 1) S } }
//   with the smallest and the largest bound for all iterations of M and of the loops between M and L: L has the
//   iterations that all of them have, so its bounds no longer change along them. What only some have, before and after
//   it, goes to L.before and L.after, whose bounds do not change either, and is guarded; loops inside of these get new
//   numbers (j#2). With n, L has a multiple of n iterations. The order is unchanged. Requires: L counts up one by
//   one, inside of M; its bounds are affine in the iterators of these loops; no 'break' leaves L, it contains no
//   barrier.
Stmt *isolate_range(Candidate *state, Stmt *root, LoopId loop, LoopId at, int64_t size);

// unroll L [n]         for i in 0..4 S
//                  ->  the same, unrolled
//   With n: n iterations side by side, and the remaining ones one by one, so that the loads of all n are under way
//   before the first is used. Requires: without n, a constant limit of at most 64 iterations (partial tiles are
//   guarded); with n, 2 <= n <= 64 and any trip count.
Stmt *unroll(Candidate *state, Stmt *root, LoopId loop, int64_t copies); // 0: all

// vectorize L [n]      for i in 0..min(4, N - 4*t) S
//                  ->  the same, with 16-byte accesses
//   Elements that neighbouring iterations access one by one, always and only in this way, are loaded before all n
//   iterations and stored after them in one access of up to 16 bytes (several for long elements). Everything else runs
//   element by element. The program tests at run time whether vectors are aligned and complete. Rows of threads shift
//   to the first aligned element that is written; other loads that are not aligned are loaded one by one (vector.h).
//     An unrolled loop directly around L loads the vectors of all its iterations at once. Reuse: an element that
//     several
//   vector elements or iterations (also of further unrolled loops around) read, and that S does not write, is loaded
//   once, as in a stencil. n = 1 has only this reuse.
//     Histogram updates: if S only updates a private copy (reduce) at a data-dependent place, four updates run at a
//   time. All four places are loaded, each update takes over the result of an earlier equal place, then all are stored.
//   The operations and their order are the same.
//   Requires: n (by default the extent) is L's constant extent, 1, 2, 4, 8 or 16; L holds no loop and no jump leaves
//   it; some access is a vector.
Stmt *vectorize(Candidate *state, Stmt *root, LoopId loop, int64_t lanes);

// stage A space at L [shared q] [transpose] [wide] [records] [pad n] [pack n]
//                      for k.tile { .. A[i][k] .. }
//                  ->  for k.tile { As[..] = A[..] by all threads; barrier; .. As[i.elem][k.elem] ..; barrier }
//   space register: an element that does not move inside L is held in a register: loaded before, used, stored after. At
//   the innermost loop bound to threads it is held for the whole work of the thread. Elements that the thread sets
//   first are not loaded. If a loop that holds all uses has no iteration, nothing is loaded. A condition on data does
//   not keep an element from being loaded and stored. At a loop that holds several loops bound to threads, a thread
//   keeps its elements from one of these to the next: loaded before the first, stored after the last that writes them.
//   They must be bound, divided and limited in the same way, and in each of them a thread uses the same elements, 64 at
//   most, that are no other thread's; code between them may read what none of them has written. shared q: the last q
//   iterations of the outermost loop along which the elements move have them in shared memory instead of registers, in
//   places of the thread's own. These iterations are a loop of their own, L.kept for L.
//   space shared: takes the accesses that equal the first one; for others, as in A[i][k] * A[j][k] or A[i][k][0] *
//   A[i][k][1], one more step is needed. An access with quotients of iterators, A[i_j / w][i_j % w], is copied as if
//   its subscripts were the iterators. Accesses that are a constant distance apart and overlap, as in A[i - 1][j] +
//   A[i][j + 1], have one tile with a halo, of which the elements that the nest uses are loaded. wide: copies 16 bytes
//   at once if the array and its rows are aligned at run time, otherwise element by element. With pack: copies words,
//   and transposes n rows of n elements in registers if rows do not lie along words. pack n: element [r][c] of the tile
//   is at [r / n][c][r % n], so that n short elements of a column are one word. Requires: the footprint of A inside L
//   is a box of constant size; shared: A is not written inside L, L runs the same number of times in all threads of the
//   block (once, if it is the innermost loop bound to threads); the box fits the device.
//     records: see transform/memory/stage_records.h.
Stmt *stage(Candidate *state, Stmt *root, const Array *array, Space space, LoopId at, bool transpose, bool wide,
            int pad, int pack, int64_t kept);

// reuse A at L         for r { .. for c [thread.x] s += exp(Ah[c] - m); for c [thread.x] y[c] = exp(Ah[c] - m) / s }
//                  ->  for r { .. for c [thread.x] { Ah[c] = exp(Ah[c] - m); s += Ah[c] }
//                              for c [thread.x] y[c] = Ah[c] / s }
//   After stage A register at L, of several loops in a row: what one of them computes of an element, and later ones
//   compute again, they read from registers: those of the elements, if nothing needs the elements any more, otherwise
//   registers of their own. It is the expression with the most operations; calls and divisions count as several.
//   Requires: the loop computes it in each iteration, from elements that are held for the row, from constants, and from
//   scalars of outside of the loop; none of these is set between its first and last use; 64 elements at most.
Stmt *reuse_values(Candidate *state, Stmt *root, const Array *array, LoopId at);

// rotate A at L [ahead n]
//                      for i { .. A[i - 1] .. A[i + 1] .. }
//                  ->  A_back2 = A[lo - 1]; A_back1 = A[lo];
//                      for i { A_newest = A[i + 1]; .. A_back2 .. A_newest ..; A_back2 = A_back1; A_back1 = A_newest }
//   Scalar replacement: elements that accesses at a constant distance along L use in several iterations are loaded once
//   and move along in registers. What the loop stores of them goes to the register and to memory. With `ahead`, an
//   element is loaded n iterations before the first one that uses it, if there is such an iteration; if no element is
//   used by two iterations, those that each iteration loads are. The order is unchanged, and later steps keep that of
//   L. Requires: L is serial, inside of a thread, and goes on by a number; no 'break' or 'continue' ends an iteration;
//   each iteration is certain to use the first and the last element of the window; no other access of L writes one.
Stmt *rotate(Candidate *state, Stmt *root, const Array *array, LoopId at, int64_t ahead);

// rotate L [ahead n]   for i in 0..8 for e in 0..4 S
//                  ->  the same; with vectorize e, what iterations of L share moves along in registers
//   As `unroll`, but the iterations of L stay a loop: the registers of windows (vectorize) are those of one iteration,
//   and their elements move along. With `ahead 1`, what moves is loaded an iteration earlier. The order is unchanged.
//   Requires: a constant limit of 3 to 64 iterations; L is not unrolled or bound; n is 1.
Stmt *rotate_windows(Candidate *state, Stmt *root, LoopId loop, int64_t ahead);

// load_fragments A at L
//                      for k { .. As[k][i.elem] .. }
//                  ->  for k { float Ah[..] = As[k][..]; .. Ah[i.elem] .. }
//   The part of A's tile in shared memory that an iteration of L uses is loaded to registers at its beginning, so that
//   all loads are under way before the first is used. If A has several tiles: the first one without fragments. If it
//   has none, the elements are loaded from A itself, and those that the iteration stores go to both. Requires: the box
//   of the used elements has a constant size that fits into registers; of one access, for each iteration is certain to
//   load them. Of a tile: nothing in the iteration changes it. Of A itself: L is serial, inside of a thread, without a
//   barrier.
Stmt *load_fragments(Candidate *state, Stmt *root, const Array *array, LoopId at);

// serpentine L with M  for i [M] for j [L] S
//                  ->  the same; j runs backwards in every other iteration of i
//   Neighbouring iterations at the ends of rows then share an operand. Requires: both are unrolled, L inside of M, and
//   the iterations of L may run in any order.
Stmt *serpentine(Candidate *state, Stmt *root, LoopId loop, LoopId with);

// tensor, products by tensor cores, is in transform/loop/tensor.h.

// swizzle L with M     for i [L] thread.y for j [M] thread.x S
//                  ->  the same by other threads of the warp
//   Neighbouring threads of a row have the same j and neighbouring i. If both operands of a product are loaded from
//   shared memory by 16 bytes, a part of a warp then needs about as many elements of each. Requires: both are bound in
//   this way, M inside of L, parallel, even constant numbers of threads, two rows in a part of a warp; no vectors.
Stmt *swizzle(Candidate *state, Stmt *root, LoopId loop, LoopId with);

// pipeline L n         for k.tile { As = A[k.tile]; barrier; S; barrier }
//                  ->  As[0..n-2] = A[0..n-2], later;
//                      for k.tile { wait; barrier; As[(k.tile + n-1) % n] = A[k.tile + n-1], later; S on As[k.tile % n]
//                      } barrier
//   Software pipelining: the copies for n - 1 later iterations are under way while an iteration computes; one barrier
//   per iteration. If copies may be wide, there are two versions of the loop. n = 1, for elements of any size: no
//   copies ahead, but two versions of the loop. Requires: L is serial and counts 0, 1, 2, ..; it begins with the copies
//   of stage shared, for elements of 4, 8 or 16 bytes; n from 2 to 8 buffers fit the device.
Stmt *pipeline(Candidate *state, Stmt *root, LoopId loop, int64_t stages);

// reduce X [tree|shuffle|sequential]
//                      for i [block.x, thread.x ..] { x = x op e }
//                  ->  acc = identity; for (own i) acc op= e; the partial results combined across the threads of the
//                      block, then, by the last block, across blocks in a fixed order; x = x op total
//   X: a scalar or an array that is a reduction by the facts. Results are the same from run to run. Concurrent parts of
//   the reduction's loops must be bound before.
//     A loop bound to threads among other statements of the kernel's body combines for itself: its lanes share the row.
//   A serial loop right before that sets all places to a constant only runs if there is nothing to reduce. If the place
//   moves only along a short loop inside of the thread's iterations, the thread has a partial result for each place.
//     Histograms: `privatize` with the numbers that suit the device, and `combine`, as far as they are missing.
//     Floating-point minima and maxima by comparison stay exact (exact_minmax.c); all others but + and * are exact
//   anyway.
Stmt *reduce(Candidate *state, Stmt *root, int reduction, ReduceStyle style);

// privatize and combine, the parts of a histogram, are in transform/reduction/privatize_keys.h.

#endif
