// What the files of lowering share: lower.c (host and kernels), kernel.c (one kernel, kernel.h),
// guard.c (guards that let barriers out), host_scalars.c (scalars that kernels write).
#ifndef CURESTRUCT_TRANSFORM_LOWER_H
#define CURESTRUCT_TRANSFORM_LOWER_H

#include "transform/lower/program.h"
#include "transform/tree/linear.h"

typedef struct Lowering {
    Candidate *state;
    Program *program;
    VECTOR(const Symbol *) host_scalars; // declared on the host part and computed there
    Varying host_loops;                  // around what is being lowered
    int kernels;
} Lowering;

// The kernel of a subtree whose outermost loop is bound, or (no bound loop) of statements for one thread: an ST_KERNEL,
// in an ST_IF on the host where its grid may be empty. NULL: refused, reported.
Stmt *lower_kernel(Lowering *lowering, Stmt *root);

// The kernel's body as people read it: an index that has a name is called by it, a value has one name, loops of
// one turn are their bodies (simplify.c).
Stmt *tidy_kernel(Arena *arena, Stmt *body);

// Lines for people about the kernel of a subtree (kernel_comment.c): its threads, and what a warp's lanes touch in each
// access; or NULL.
const char *kernel_note(const Candidate *state, const Stmt *scheduled);

// A kernel whose bound loops stand directly inside one another, from one that has thread loops among the statements of
// its chain's body (warp_per_row.c). The kernel itself where there is nothing to do; NULL: refused, reported.
Stmt *spread_threads(Candidate *state, Stmt *kernel);

// `body` so that statements of the source run only where `active` (an int or _Bool expression without side effects)
// holds, and barriers and what is marked for all threads run in all of them.
Stmt *push_guard(Candidate *state, Stmt *body, Expr *active);

// Whether blocks in which no thread has an iteration may leave at once: all that the others do together is to fill
// shared memory.
bool blocks_may_leave(const Stmt *body);

// `body` without a `continue` of the loop around it, which is going to vanish.
Stmt *without_continue(Candidate *state, Stmt *body);

// It holds what becomes a kernel, or what only the host can do; else it runs in one thread.
bool belongs_to_host(const Stmt *stmt);

// An expression for the host: iterators that loops of the host define are replaced by what they are made from.
Expr *on_host(Lowering *lowering, Expr *expr);
// The same of one that may need values of the device: declarations that bring them to the host are added to `before`.
// NULL: it cannot be computed there.
Expr *brought_to_host(Lowering *lowering, Expr *expr, StmtList *before);

// Decides which scalars live in cells and which on the host; false: refused, reported.
bool plan_cells(Lowering *lowering, const Stmt *root);
bool is_host_scalar(const Lowering *lowering, const Symbol *symbol);
bool is_host_value(const Lowering *lowering,
                   const Expr *expr); // computed from parameters, host iterators and host scalars
// The kernel's body with its cells instead of scalars; one_thread: a copy is kept in a local for its length.
Stmt *use_cells(Lowering *lowering, Stmt *body, bool one_thread);

// Turns the scheduled tree into a Program: outlines kernels (maximal subtrees whose outermost loop is bound; what
// no bound loop holds becomes a kernel of one thread), replaces bound loops by indices and guards (never around a
// barrier), places the definitions of split iterators, moves written scalars into cells.
typedef struct LowerResult {
    Program *program;       // NULL: refused
    const Refusal *refusal; // then
} LowerResult;
LowerResult lower(const Candidate *candidate);

#endif
