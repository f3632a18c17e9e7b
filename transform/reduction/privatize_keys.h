// The steps that a reduction by key is made of.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_PRIVATIZE_KEYS_H
#define CURESTRUCT_TRANSFORM_REDUCTION_PRIVATIZE_KEYS_H

#include "transform/reduction/histogram_shared.h"
#include "transform/schedule/schedule.h"
#include "transform/transform.h"

// privatize X shared C threads T blocks B
//                      for i { X[key[i]] op= e }
//                  ->  if (X has more elements than a block has room for C copies of) { for i .. }
//                      else {
//                          for i.block [block.x] for i.thread [thread.x] {
//                              copies[*][*] = identity; for (own i) copies[key[i]][i.thread % C] op= e
//                              sums[*][i.block] = copies[*][0] op copies[*][1] op ..
//                          }
//                          for X.key { for block { sum op= sums[X.key][block] } X[X.key] op= sum }
//                      }
//   of B blocks at most with T threads each. Requires: X is a reduction by key; T is a multiple of C. If C is less than
//   T, several threads share a copy by atomic operations: integers. Without T and B: the loops around the update are
//   bound by other steps, directly nested, and say what blocks and threads there are; then no loop is left for more
//   elements. Otherwise another `privatize` goes on with the loop that is left; if the number of elements is known to
//   be small enough, none is. If `cyclic` has made a loop for 32 workers, and the loop right inside counts 0, 1, 2, ..:
//   lanes of a warp take iterations of the first, warps those of the second, and vectors that an iteration loads all at
//   once are loaded in the previous one.
//   With `keys K`, copies are of K elements, as many as shared memory on request has room for, and each block stores
//   its sums next to each other. With `ranges R`, the elements are divided into ranges of K at most, up to R of them;
//   a loop over ranges [block.y] is around i.block, and B / ranges blocks have one range each: they go through all
//   iterations, and update what is theirs. Requires integers, and a loop without other effects.
Stmt *privatize_shared(Candidate *state, Stmt *root, int reduction, const Step *step);

// privatize X global N threads T
//                      for i { X[key[i]] op= e }
//                  ->  copies[*][*] = identity; for i.block [block.x] for i.thread [thread.x] {
//                          for (own i) copies[thread's number][key[i]] op= e
//                      } for X.key { for worker { sum op= copies[worker][X.key] } X[X.key] op= sum }
//   with N threads at most, in blocks of T, each with a copy in global memory. Without numbers: for the threads of the
//   loops around the update, which other steps have bound; also for several reductions of one loop.
Stmt *privatize_global(Candidate *state, Stmt *root, int reduction, int64_t copies, int64_t threads);

// privatize X global C threads T blocks B
//   The same, with C copies for B blocks of T threads: block b updates copy b % C by atomic operations. Requires
//   integers, whose sums do not depend on the order.
Stmt *privatize_atomic(Candidate *state, Stmt *root, int reduction, const Step *step);

// privatize X global fixed threads T blocks B  of floats, in two passes:
//                  ->  for own i { exponent[key[i]] = max(exponent[key[i]], 256 + ilogb(e)) }
//                      for own i { sum[key[i]] += rint(e * 2^(bits + 256 - exponent[key[i]])) }
//                      for X.key { X[X.key] += sum[X.key] * 2^(exponent[X.key] - bits - 256) }
//   by atomic operations on integers. A term is rounded to 2^-30 of the largest one of its element (2^-23, if there are
//   more than 2^32). An infinity or a NaN decides the sum as it does in any order. Requires: one loop of the source,
//   sums of floats, and no other effect.
Stmt *privatize_fixed(Candidate *state, Stmt *root, int reduction, const Step *step);

// privatize X shared fixed threads T blocks B keys K [ranges R]
//   The same for K elements at most, or R ranges of them, as `privatize X shared`. Each block has exponents, and sums
//   of two words, in shared memory, and joins them with those of all blocks, which are in global memory.
Stmt *privatize_shared_fixed(Candidate *state, Stmt *root, int reduction, const Step *step);

// combine X threads T  binds the loops X.key of all copies that are not combined yet: a block of T threads for each
//   element where the sums of blocks are added up, and a thread for each element where copies in global memory are.
Stmt *combine_copies(Candidate *state, Stmt *root, int reduction, int64_t threads);

// The steps that a histogram is made of: copies that suit the device, and their combination.
int reduce_default_steps(const Candidate *state, const Stmt *root, int reduction,
                         Step *steps); // at most MAX_LAYOUTS + 2; 0: refused

// Whether they limit how many copies there are: all threads of bound loops have one of each element.
bool reduce_limits_copies(const Candidate *state, const Stmt *root, int reduction);

// By key: the steps that are missing.
Stmt *reduce_by_key(Candidate *state, Stmt *root, const Reduction *reduction);

// Whether `privatize` has made copies of its elements, and no `reduce` has followed.
bool reduction_has_copies(const Candidate *state, int reduction);
// Whether it has left something for a step of this kind: elements without copies, or copies that are not combined.
bool copies_await(const Candidate *state, const Stmt *root, int reduction, StepKind kind);

#endif
