// What the files that expand a vector loop in a kernel share: vector.c (each thread), vector_row.c (threads of a row
// together).
#ifndef CURESTRUCT_TRANSFORM_LANES_KERNEL_H
#define CURESTRUCT_TRANSFORM_LANES_KERNEL_H

#include "transform/transform.h"
#include "transform/vector/vector_find.h"
#include "transform/vector/vector_window.h"

typedef struct Lanes {
    Candidate *state;
    Arena *arena;
    Turns turns;
    const Stmt *loop;
    int64_t count;
    LaneGroups groups;
    VECTOR(Array *) registers; // of each group
    LaneWindows windows;
    VECTOR(Array *) near; // registers of each window
    bool any;             // each vector of a window finds out whether it is aligned
    Expr *definition;     // of what the loop defines, where vectors are
    // The loop over threads whose vector elements make a row, which begins where the first group is aligned; NULL:
    // every thread is separate.
    const Loop *threads;
    const Loop *tiles; // the loop around the threads over parts of the row; NULL: it has one
    Expr *ahead;       // how many lanes the row has at most; NULL: all
    // The loop around, in each iteration of which the vectors of the next one are also loaded, and whether they have
    // been. NULL: there is none.
    const Loop *ahead_of;
    Symbol *loaded;
    StmtList before;       // declarations before that loop
    Symbol *shift, *whole; // lanes of the row before the first aligned one; lanes in whole vectors
} Lanes;

// ---- vector.c

int64_t lanes_bytes(const Lanes *lanes, const LaneGroup *group); // of one access
bool lanes_keep_alignment(const Lanes *lanes,
                          const Loop *outer); // all groups are as aligned in one iteration as in another
Expr *lanes_at_first_turn(const Lanes *lanes, Expr *expr);
Expr *lanes_at_first(const Lanes *lanes, Expr *access); // at the first lane
Expr *lanes_first_element(const Lanes *lanes, const LaneGroup *group);
void lanes_also_multiple(const Lanes *lanes, Conjunction *conjunction, Expr *access,
                         int64_t bytes); // its address is one of that
Stmt *lanes_move(const Lanes *lanes, int index,
                 Intrinsic direction); // a vector of the group, between registers and memory
Expr *lanes_are_whole(
    const Lanes *lanes); // the condition that all elements of all unrolled iterations run, and all vectors are aligned
Stmt *lanes_serially(const Lanes *lanes); // without vectors
Stmt *lanes_with_vectors(Lanes *lanes);
Stmt *lanes_whole_part(const Lanes *lanes, int64_t first, int64_t count,
                       Stmt *body); // so many lanes from the first on: unrolled, without tests
Stmt *lanes_whole_turns(const Lanes *lanes, int outermost,
                        Stmt *body); // of loops from that number on: unrolled, without tests
Stmt *lanes_defined(const Lanes *lanes, Stmt *body,
                    Expr *value); // the body after the declaration of the iterator that the loop defines
Stmt *lanes_together(const Lanes *lanes, const StmtList *items);

// ---- vector_ahead.c

// int loaded = 0;
// for r { if (loaded || whole) { if (!loaded) loads of all turns; loaded = whole at the next r; for turns { S; if
// (loaded) loads at the next r } } else serially }
Stmt *ahead_expand(Lanes *lanes, const Stmt *stmt);
Stmt *ahead_first(const Lanes *lanes, Stmt *loads); // the replacement for the loads of all unrolled iterations
Stmt *ahead_next(const Lanes *lanes);               // the loads after an unrolled iteration

// ---- vector_updates.c

// All iterations of the body, if it updates a private copy at a data-dependent place: several are loaded at once, and
// take over, in their order, the results of equal places. NULL: it does not.
Stmt *lanes_updates(const Lanes *lanes, Stmt *body);

// ---- vector_row.c

// The loop over threads whose inner part is the vector loop, if the threads may share a row in another way; how many
// elements precede; and the loop around the threads over the parts of the row. NULL: there is none.
const Loop *row_threads(const Lanes *lanes, const Varying *bound, Expr **ahead);
const Loop *row_tiles(const Lanes *lanes, const Varying *bound);
Stmt *row_share(Lanes *lanes,
                Stmt *otherwise); // `otherwise`: for unrolled iterations that do not begin alike (NULL: there are none)

#endif
