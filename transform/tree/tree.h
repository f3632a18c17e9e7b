// Paths to a part of a loop tree, and a tree with a part replaced.
#ifndef CURESTRUCT_TRANSFORM_TREE_TREE_H
#define CURESTRUCT_TRANSFORM_TREE_TREE_H

#include "transform/transform.h"
#include "transform/tree/linear.h"

// The loops from the root down to one of them, outermost first.
typedef struct Path {
    const Stmt *loops[2 * MAX_DEPTH];
    int count;
    const Stmt *last; // what the path leads to
} Path;

// The path to `target` (by identity; itself included if it is a loop). false: not below root, or too deep.
bool tree_path(const Stmt *root, const Stmt *target, Path *path);
bool path_has_threads(const Path *path);          // one of its loops is bound to threads
Varying path_varying(const Path *path, int from); // the loops of the path from index `from` on
Varying varying_below(const Stmt *root);          // all loops at and below root

// The tree with the subtree `old` (by identity) replaced; NULL as `replacement` removes it.
Stmt *tree_replace(Arena *arena, Stmt *root, const Stmt *old, Stmt *replacement);

// A copy with fresh loop ids, for a second use of a subtree.
Stmt *tree_renew_loops(Candidate *state, Stmt *root);

// The loop in place of `old`, which it is like in all but what `loop` and `body` say: also in who runs it.
Stmt *tree_loop_again(Arena *arena, const Stmt *old, const Loop *loop, Stmt *body);

// The value of `expr` without scalars that the tree declares on the host: scratch arrays are allocated before anything
// runs, so their extents are over parameters alone.
Expr *tree_over_parameters(Arena *arena, const Stmt *root, Expr *expr);

// `stmt`, run only if analysis says that the nest, as the launcher knows it and as it is, touches the array at all:
// otherwise it has no memory.
Stmt *where_touched(Candidate *state, const Array *array, Stmt *stmt);

// `made` marked as code that all threads of the block run, even without an iteration.
Stmt *for_all_threads(Arena *arena, Stmt *made);

#endif
