// The unrolled loops around a vector loop. An iteration of theirs is one of each.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_UNROLLED_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_UNROLLED_H

#include "transform/tree/linear.h"
#include "transform/vector/vector_bound.h"

enum { MAX_UNROLLED_LOOPS = 4 };

typedef struct UnrolledLoops {
    const Stmt *loops[MAX_UNROLLED_LOOPS]; // outermost first
    int64_t extent[MAX_UNROLLED_LOOPS];    // of each at most
    int count;                             // 0: there are no unrolled loops around the vector loop
} UnrolledLoops;

// The loops of `stmt`; returns their vector loop. NULL: it is not one, nor unrolled loops around nothing but one.
const Stmt *unrolled_around(const Stmt *stmt, UnrolledLoops *unrolled);
int64_t unrolled_count(const UnrolledLoops *unrolled); // of all iterations together

bool unrolled_slide(const UnrolledLoops *unrolled); // the outermost one stays a loop (Loop.slides)

// Goes on to the next iteration of all; false: after the last one, it is the first again.
bool unrolled_next(const UnrolledLoops *unrolled, int64_t *iteration);
bool unrolled_mention(const UnrolledLoops *unrolled, const Expr *expr); // an iterator of theirs, or what they define

// Their definitions in `expr`, and then their iterators as the numbers.
Expr *unrolled_definition(Arena *arena, const UnrolledLoops *unrolled, Expr *expr);
Expr *unrolled_at(Arena *arena, const UnrolledLoops *unrolled, Expr *expr, const int64_t *iteration);
Expr *unrolled_at_inner(Arena *arena, const UnrolledLoops *unrolled,
                        Expr *expr); // the first iteration of all but the outermost loop
// That all of them run; `early`: but for later ones of the outermost loop.
void unrolled_all_run(Conjunction *conjunction, const UnrolledLoops *unrolled, bool early);

// Whether they are a box: each counts 0, 1, 2, .. with the same end in all iterations of the others, and no other loop
// is defined by their iterators.
bool unrolled_is_box(const UnrolledLoops *unrolled, const Varying *around);

#endif
