// Splits a loop by what its iterator leaves when it is divided by a number.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RANGES_RESIDUES_H
#define CURESTRUCT_TRANSFORM_SOURCE_RANGES_RESIDUES_H

#include "transform/transform.h"

enum { MOST_RESIDUES = 16 };

// residues L N         for i in 0..n { if (i % 2 == 0) a[i / 2] = S; else T }
//                  ->  for i_group in 0..ceil(n / 2) { a[i_group] = S with i = 2 * i_group }
//                      for i_group in 0..ceil((n - 1) / 2) { T with i = 2 * i_group + 1 }
//   Index-set splitting, by residue classes: a loop for each of the N remainders, in this order. Quotients, remainders
//   and comparisons that are known then are folded, so that subscripts with quotients become affine; a loop that does
//   nothing then goes. Scalars that only name places are replaced by their values. Requires: a loop that counts up one
//   by one, whose range does not change inside, and that no 'break' or 'continue' leaves; from 2 to 16 classes; no
//   dependence reversed, but those of reductions along the loop. Part of the source (source.h).
Stmt *residues(Candidate *state, Stmt *root, LoopId loop, int64_t divisor);

// In how many classes each quotient, remainder and mask of a linear form of the loop's iterator, by numbers, turns out
// as the class says; 1: there is none. More than MOST_RESIDUES: too many.
int64_t residues_of(Arena *arena, const Stmt *loop);

#endif
