// The unrolled loops around a vector loop: their iterations are called turns.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_UNROLLED_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_UNROLLED_H

#include "transform/tree/linear.h"
#include "transform/vector/vector_bound.h"

enum { MAX_TURNS = 4 };

typedef struct Turns {
    const Stmt *loops[MAX_TURNS]; // outermost first
    int64_t extent[MAX_TURNS];    // of each at most
    int count;                    // 0: there are no unrolled loops around the vector loop
} Turns;

// The loops of `stmt`; returns their vector loop. NULL: it is not one, nor unrolled loops around nothing but one.
const Stmt *turns_around(const Stmt *stmt, Turns *turns);
int64_t turns_number(const Turns *turns); // of all turns together

// Goes on to the next turn of all; false: after the last one, it is the first again.
bool turns_next(const Turns *turns, int64_t *turn);
bool turns_mention(const Turns *turns, const Expr *expr); // an iterator of theirs, or what they define

// Their definitions in `expr`, and then their iterators as the numbers.
Expr *turns_definition(Arena *arena, const Turns *turns, Expr *expr);
Expr *turns_at(Arena *arena, const Turns *turns, Expr *expr, const int64_t *turn);
Expr *turns_at_inner(Arena *arena, const Turns *turns, Expr *expr); // the first turn of all but the outermost loop
void also_full_turns(Conjunction *conjunction, const Turns *turns); // that all of them run

// Whether they are a box: each counts 0, 1, 2, .. with the same end in all turns of the others, and no other loop is
// defined by their iterators.
bool turns_are_box(const Turns *turns, const Varying *around);

#endif
