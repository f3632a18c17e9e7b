// One kernel under construction: kernel.c (definitions, the whole), kernel_indices.c (bound loops become indices and
// guards), kernel_loops.c (the other loops of the body).
#ifndef CURESTRUCT_TRANSFORM_KERNEL_H
#define CURESTRUCT_TRANSFORM_KERNEL_H

#include "transform/lower/lower.h"

typedef struct Definition {
    const Symbol *symbol;
    Expr *value;
    bool placed;
} Definition;

typedef VECTOR(Expr *) Terms;

typedef struct Kernel {
    Lowering *lowering;
    Candidate *state;
    Arena *arena;
    Varying chain;    // the bound loops, outermost first
    Varying all;      // all loops of the kernel
    Varying inside;   // the other loops around the current statement
    Varying scope;    // the loops around the current statement, with the actual ranges of indices
    bool in_versions; // inside of a loop that is emitted in two versions
    bool brief;       // blocks are launched in parts rather than walk over the grid
    bool slides;      // a window of registers moves along one of its loops
    bool hulls;       // some block has no iterations: an iterator may leave its loop's range
    Expr *grid[3], *block[3];
    StmtList before;               // brings values to the host that the grid depends on
    StmtList declarations;         // of indices
    VECTOR(const Loop *) strides;  // block loops that walk over the grid
    VECTOR(const Loop *) launches; // loops over parts of the grid, a launch for each
    VECTOR(Expr *) guards;
    Terms block_guards;             // the same for all threads of a block, around everything
    bool leaves;                    // blocks without iterations leave at once
    Terms in_range;                 // otherwise: that a block has some
    VECTOR(Definition) definitions; // whose parts may not be known yet
    VECTOR(const Symbol *) known;
    const Stmt *root;
} Kernel;

// From here on the iterator is known, and possibly the iterator that the loop defines by it.
void kernel_enter_loop(Kernel *kernel, const Loop *loop);
// Declares what can be defined now and `user` needs.
void kernel_define(Kernel *kernel, const Stmt *user, StmtList *out);
// The same for the values that an index needs: before the indices.
void kernel_define_needed(Kernel *kernel, Expr *value);
// From here on the iterator is between 0 and `extent`, or (-1) within the loop's own bounds; guards may be weaker.
void kernel_enter_scope(Kernel *kernel, const Loop *loop, int64_t extent);

// index < count as terms that must all hold, unless `extent` (-1: unknown) implies it already: min() and rounded-up
// quotients are split.
void kernel_below(Kernel *kernel, Expr *index, Expr *count, int64_t extent, Terms *terms);
Expr *terms_conjunction(Arena *arena, Expr *const *terms, int count); // NULL: there are none
// Indices of the bound loops, outermost first, and their guards; false: refused, reported.
bool kernel_bind_chain(Kernel *kernel, const Stmt *const *chain, int count);
// Whether a window of registers moves along one of the loops.
bool kernel_slides(const Stmt *body);
// Whether blocks must not have a loop over the grid: the host launches parts of a grid that is too large. `slides`:
// what kernel_slides says.
bool kernel_launches_parts(const Stmt *body, bool slides);

// Loops whose products tensor cores add up (warp_products.c): the kernel's threads are those that it needs; the calls
// in place of such a loop.
void kernel_check_products(const Kernel *kernel, const Stmt *body);
Stmt *kernel_add_products(Kernel *kernel, const Stmt *sum);

// The body's own loops: unrolled ones to their full length, guarded inside.
Stmt *kernel_lower_body(Kernel *kernel, Stmt *stmt);

// The kernel's body with 32-bit indices in place of 64-bit ones, where their values are the same (narrow.c). In plain
// style the program gets the limit on sizes for which that is so.
Stmt *narrow_indices(const Kernel *kernel, Stmt *body);

#endif
