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
// in an ST_IF on the host if its grid may be empty. NULL: refused, reported.
Stmt *lower_kernel(Lowering *lowering, Stmt *root);

// The kernel of a loop that persists (persistent.c): `host` is what the loop was lowered to, a loop of the host around
// kernels, `scheduled` the loop in the scheduled tree. Requires: the host neither exchanges pointers in it nor sets
// scalars of outside; kernels whose threads share data have blocks of one size. NULL: refused, reported.
Stmt *persistent_kernel(Lowering *lowering, const Stmt *scheduled, Stmt *host);
// So many threads of a block have work in a kernel that is a part of it, in the loops of the host around; `most`, if no
// smaller number limits them.
int64_t persistent_threads(const Stmt *kernel, const Loop *const *around, int count, int64_t most);

// The kernel's body, simplified for readers: an index with a name is called by it, a value has one name, and loops of
// one iteration are replaced by their bodies (simplify.c).
Stmt *tidy_kernel(Arena *arena, Stmt *body);

// The kernel's body without barriers that order nothing (barriers.c), and then with branches joined (branches.c).
Stmt *without_needless_barriers(Arena *arena, Stmt *body);
Stmt *join_branches(Arena *arena, Stmt *body);
// The same, where loops whose accesses nvcc would take for others if it unrolled them are opaque, or stay rolled
// (opaque.c).
Stmt *hide_iterators(Arena *arena, Stmt *body);

// For readers, in plain style: indices by their names, one name for one value (shorten.c).
Stmt *shorten_kernel(Arena *arena, Stmt *body);
// The launcher tests the condition, over parameters.
void limit_add(Program *program, Arena *arena, Expr *condition, const char *words);

// The comment about the kernel of a subtree (kernel_comment.c): its threads, and what a warp's lanes touch in each
// access; or NULL.
const char *kernel_note(const Candidate *state, const Stmt *scheduled);

// A kernel with directly nested bound loops, from one with thread loops among the statements of its innermost body
// (warp_per_row.c). The kernel itself if there is nothing to do; NULL: refused, reported.
Stmt *spread_threads(Candidate *state, Stmt *kernel);

// A kernel in whose blocks a loop around threads persists, with the threads around that loop and a barrier at the end
// of its body (waiting.c). The kernel itself if there is nothing to do; NULL: refused, reported.
Stmt *threads_that_wait(Candidate *state, Stmt *kernel);

typedef struct Guard {
    Candidate *state;
    const Stmt *kernel; // all of it around the body
    Expr *active;       // whether the thread has an iteration: an int or _Bool expression without side effects
    Expr *in_range;     // whether the block has one: the same in all of its threads; NULL: always, or not known
} Guard;

// `body` with guards: statements of the source run only where `active` holds; barriers and statements that are marked
// for all threads run in all of them, but copies of the program's arrays only where `in_range` holds: elements that no
// iteration uses may not exist.
Stmt *push_guard(const Guard *guard, Stmt *body);

// Whether blocks in which no thread has an iteration may leave at once: the only common work of the threads is to fill
// shared memory.
bool blocks_may_leave(const Stmt *body);

// `body` without a `continue` of the loop around it, which lowering removes.
Stmt *without_continue(Candidate *state, Stmt *body);

// It holds a future kernel, or work for the host only; otherwise it runs in one thread.
bool belongs_to_host(const Stmt *stmt);

// An expression for the host: iterators that loops of the host define are replaced by their definitions.
Expr *on_host(Lowering *lowering, Expr *expr);
// The same for an expression that may need values of the device: declarations that bring them to the host are added to
// `before`. Where the host cannot compute the expression from elements and scalars that it may read, a kernel of one
// thread does, before the declaration of its value, `name`. NULL: that kernel is refused, reported.
Expr *brought_to_host(Lowering *lowering, Expr *expr, const char *name, StmtList *before);
// The statement after what brings its values to the host.
Stmt *after_those(Lowering *lowering, StmtList *before, Stmt *stmt);

// Decides which scalars live in cells and which on the host; false: refused, reported.
bool plan_cells(Lowering *lowering, const Stmt *root);
bool is_host_scalar(const Lowering *lowering, const Symbol *symbol);
bool is_host_value(const Lowering *lowering,
                   const Expr *expr); // computed from parameters, host iterators and host scalars
// The kernel's body with cells instead of scalars; one_thread: a local holds the value for the length of the kernel.
Stmt *use_cells(Lowering *lowering, Stmt *body, bool one_thread);

// Turns the scheduled tree into a Program. Outlines kernels: maximal subtrees whose outermost loop is bound; statements
// outside of bound loops become a kernel of one thread. Replaces bound loops by indices and guards (never around a
// barrier), places the definitions of tiled iterators, and moves written scalars into cells.
typedef struct LowerResult {
    Program *program;       // NULL: refused
    const Refusal *refusal; // then
} LowerResult;
LowerResult lower(const Candidate *candidate);
// The same of a candidate that is only tried: nobody looks on, and kernels have no comments. NULL: refused.
const Program *lower_tried(const Candidate *candidate);

#endif
