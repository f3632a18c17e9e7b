// Questions about loops: how they are bound, how often they run, and what they hold.
#ifndef CURESTRUCT_TRANSFORM_TREE_LOOPS_H
#define CURESTRUCT_TRANSFORM_TREE_LOOPS_H

#include "transform/tree/linear.h"

bool binding_is_thread(Binding binding);
bool binding_is_block(Binding binding);
bool binding_is_concurrent(Binding binding); // thread, block, lane
int binding_dimension(Binding binding);      // 0, 1, 2 of thread and block bindings
bool tree_has_concurrent(const Stmt *root);
bool tree_has_binding(const Stmt *root, Binding binding);
const Stmt *only_loop(const Stmt *body);     // the loop that is all of `body`, or NULL
bool iterator_is_made(const Symbol *symbol); // by a transformation

// A constant that the loop's trip count never exceeds; -1: there is none. For a loop that is bound to threads: the
// number of threads, the same at every question and whatever happens to the outer loops.
int64_t loop_constant_extent(Arena *arena, const Stmt *root, LoopId loop);

// The loop called `name`, or NULL.
const Stmt *tree_loop(const Stmt *root, const char *name);

// The bound loops of a kernel, perfectly nested from its outermost loop on, and their innermost body.
typedef struct Chain {
    const Stmt *loops[2 * MAX_DEPTH];
    int count;
    Stmt *body;
} Chain;
Chain chain_from(const Stmt *root);
Varying chain_varying(const Chain *chain);

// `expr` with every iterator that a loop defines replaced by its definition.
Expr *expand_definitions(Arena *arena, const Varying *loops, Expr *expr);

const char *loop_obstacle(const Loop *loop);     // it is bound or unrolled already, in words, or NULL
Expr *loop_runs(Arena *arena, const Loop *loop); // the condition that it has an iteration; no factor, no `!=`
bool loop_is_normal(const Loop *loop);           // counts 0, 1, 2, ...
// The value as an upper bound of the loop: in its iterator's type, if that has -1 where the loop counts down.
Expr *loop_end_at(Arena *arena, const Loop *loop, Expr *value);

#endif
