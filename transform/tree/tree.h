// Finding one's way in a loop tree: paths, replacement, names, and what may be put into another order.
#ifndef CURESTRUCT_TRANSFORM_TREE_H
#define CURESTRUCT_TRANSFORM_TREE_H

#include "transform/tree/linear.h"
#include "transform/transform.h"

// ---- paths

// The loops from the root down to one of them, outermost first.
typedef struct Path {
    const Stmt *loops[2 * MAX_DEPTH];
    int count;
    const Stmt *last; // what the path leads to
} Path;

// The path to `target` (by identity; itself included when it is a loop). false: not below root, or too deep.
bool tree_path(const Stmt *root, const Stmt *target, Path *path);
Varying path_varying(const Path *path, int from); // the loops of the path from index `from` on
Varying varying_below(const Stmt *root);          // all loops at and below root

// The tree with the subtree `old` (by identity) replaced; NULL as `replacement` removes it.
Stmt *tree_replace(Arena *arena, Stmt *root, const Stmt *old, Stmt *replacement);
// A copy with fresh loop ids, for a second use of a subtree.
Stmt *tree_renew_loops(Restructuring *state, Stmt *root);

// The value of `expr` without scalars that the tree declares on the host: scratch arrays are allocated before anything
// runs, so their extents are over parameters alone.
Expr *tree_over_parameters(Arena *arena, const Stmt *root, Expr *expr);

// `stmt`, run only where analysis says that the nest touches the array at all: elsewhere there is no memory behind it.
Stmt *where_touched(Restructuring *state, const Array *array, Stmt *stmt);

// `made` marked as code that all threads of the block run, whether they have an iteration or not.
Stmt *for_all_threads(Arena *arena, Stmt *made);

// ---- questions about a subtree

bool tree_has_kind(const Stmt *root, StmtKind kind);
int64_t tree_shared_size(int64_t bytes);     // that an array of so many takes there: it is aligned
int64_t tree_shared_bytes(const Stmt *root); // of all arrays in shared memory that are declared there
bool tree_is_collective(const Stmt *root);   // holds a __syncthreads() or code for all threads
bool tree_mentions(const Stmt *root, const Symbol *symbol);
bool tree_mentions_array(const Stmt *root, const Array *array);
bool tree_declares(const Stmt *root, const Symbol *symbol);
bool tree_writes_symbol(const Stmt *root, const Symbol *symbol);

// How a statement begins with a scalar (upward_exposed.c).
typedef enum FirstUse {
    FIRST_NONE,     // not mentioned
    FIRST_ASSIGNED, // assigned before any use, on every way
    FIRST_MAYBE,    // assigned before any use, but not on every way: in a branch, in a loop that may not run at all
    FIRST_USED,     // used, or it is not known
} FirstUse;
FirstUse tree_first_use(const Stmt *root, const Symbol *symbol);
bool tree_assigns_first(const Stmt *root, const Symbol *symbol); // FIRST_ASSIGNED

// A variable or array of the source that an iteration of `loop` sets and that something else in `around` uses, both of
// them in the same registers: with a thread for each iteration only that thread would know. Not counted: what the
// loop's reductions accumulate, which are going to be taken apart. NULL: there is none. (live_across.c)
const char *loop_passes_on(const Restructuring *state, const Stmt *around, const Stmt *loop);

bool tree_writes_array(const Stmt *root, const Array *array);
bool expr_is_constant(const Expr *expr);           // a number, perhaps negated or converted
bool tree_leaves(const Stmt *body, StmtKind kind); // a break or continue that belongs to the loop around `body`

// ---- loops

bool binding_is_thread(Binding binding);
bool binding_is_block(Binding binding);
bool binding_is_concurrent(Binding binding); // thread, block, lane
int binding_dimension(Binding binding);      // 0, 1, 2 of thread and block bindings
bool tree_has_concurrent(const Stmt *root);
const Stmt *only_loop(const Stmt *body);     // the loop that is all of `body`, or NULL
bool iterator_is_made(const Symbol *symbol); // by a transformation

// A constant that the loop's trip count never exceeds; -1: there is none. Of a loop that is bound to threads: how many
// threads that is, the same wherever it is asked and whatever happens to the loops around.
int64_t loop_constant_extent(Arena *arena, const Stmt *root, LoopId loop);

// The loop called `name`, or NULL.
const Stmt *tree_loop(const Stmt *root, const char *name);

// The bound loops of a kernel: perfectly nested from its outermost loop on, and what they hold.
typedef struct Chain {
    const Stmt *loops[2 * MAX_DEPTH];
    int count;
    Stmt *body;
} Chain;
Chain chain_from(const Stmt *root);
Varying chain_varying(const Chain *chain);

// `expr` with every iterator that a loop defines replaced by its definition.
Expr *expand_definitions(Arena *arena, const Varying *loops, Expr *expr);

bool loop_is_normal(const Loop *loop); // counts 0, 1, 2, ...
// The loop with an iterator of type int, where it counts 0, 1, 2, .. in I64 and never beyond INT_MAX - room, else
// itself. (narrow.c)
const Stmt *loop_narrow(Restructuring *state, const Stmt *stmt, int64_t room);
bool loop_is_aligned(
    const Loop *loop); // it is, or is part of, what align made of a row: the body tests whether it is in the row

// ---- order

// All reductions that may be taken apart: with `exact` those that round differently may not.
uint64_t reorderable(const Restructuring *state);

// tree_violation of a tree in the making. The planner, which tries hundreds of steps, makes do with direction vectors.
const Dependence *order_violation(const Restructuring *state, const Stmt *tree, LoopId within, uint64_t relaxed);
// Whether the iterations of the loop, of those that the loops around it give, may run in any order, reductions
// included.
bool loop_runs_in_any_order(const Restructuring *state, const Stmt *root, LoopId loop);

#endif
