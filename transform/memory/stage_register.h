// Elements in a thread's registers: what stage_register.c, stage_row.c (several loops in a row), stage_row_shared.c
// (these, partly in shared memory) and stage_buffer.c (the array that holds them) share.
#ifndef CURESTRUCT_TRANSFORM_STAGE_REGISTER_H
#define CURESTRUCT_TRANSFORM_STAGE_REGISTER_H

#include "transform/memory/stage.h"

// ---- stage_buffer.c: in registers

typedef struct Held {
    const Staging *staging;
    const Symbol *symbol;   // one place
    const Array *array;     // a box of places, or
    bool by_loops;          // one element for each iteration of the loops that move
    bool of_iteration;      // for an iteration of a loop along which the elements move
    bool of_row;            // for several loops in a row that are bound to threads (stage_row.c)
    const Varying *threads; // in shared memory, where each thread has places of its own; NULL: in registers
    int ndim;
    int64_t extent[MAX_DIMS];
} Held;

typedef struct HeldAccess {
    const Staging *staging;
    const Expr *found; // the last one
    bool differ;
} HeldAccess;

HeldAccess held_access(const Stmt *body, const Staging *staging); // of those that are meant
// The loops below L along which the element moves: they are repeated around loads and stores. `around`: L itself must
// not move it.
bool held_find_moving(Staging *staging, bool around);
bool held_lay_out(Held *held, const Expr *access); // false: too many registers
Stmt *held_declare(Held *held);
Stmt *held_transfer(const Held *held, const Expr *access, bool load); // all places, from or to where they are
Expr *held_use(void *context, Expr *expr);                            // ExprRewriter over a Held

// ---- stage_register.c

bool held_is_sure(Staging *staging); // some access is come to in each iteration of the moving loops below L
bool held_is_set_first(const Staging *staging, const Stmt *stmt, int loops); // `loops`: that move, around stmt

// ---- stage_row_shared.c

// The first iterations of the outermost loop that moves have their elements in registers, the others have them in
// shared memory, where each thread has places of its own: no thread waits for another one.
typedef struct RowParts {
    Held registers, shared;
} RowParts;

Varying row_parts_threads(const Staging *staging); // the loops over threads around the elements: each has a place
// A loop that is bound to threads, with the staging of its own: its loop that moves in two parts, which use these.
// `awaits`: it is the first one after what is in shared memory was loaded, which may go on until then.
Stmt *row_parts_use(const RowParts *parts, const Staging *staging, bool awaits, Stmt *stmt);
Stmt *row_parts_transfer(const RowParts *parts, const Staging *staging, const Expr *access, bool load);

// ---- stage_row.c

// L holds several loops that are bound to threads in the same way: what a thread uses in them.
Stmt *stage_row(Staging *staging, Stmt *root);
bool stage_has_row(const Stmt *body); // whether it is such an L

#endif
