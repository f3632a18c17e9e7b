// The right-looking form of a nest: each value is subtracted everywhere as soon as it is known.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_RIGHT_LOOK_H
#define CURESTRUCT_TRANSFORM_SOURCE_RIGHT_LOOK_H

#include "transform/transform.h"

// right_look L       for i in 0..n for j in 0..i { for k in 0..j S1; S2 }
//               ->  for t in 0..n - 1 { for i in t + 1..n S2 with j = t
//                                       for i in t + 2..n for j in t + 1..i S1 with k = t }
//   One loop around all statements runs the innermost loop of each of them (product space embedding; Ahmed, Mateev and
//   Pingali). A left-looking factorization becomes the right-looking one. Statements are in an order that keeps the
//   dependences within one t. Requires: an order that keeps all dependences; loops that count up one by one, whose
//   bounds an interchange can exchange; no variable that is declared between the loops. Part of the source (source.h).
Stmt *right_look(Candidate *state, Stmt *root, LoopId loop);

#endif
