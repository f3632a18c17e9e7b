// What the files that expand a vector loop in a kernel share: lanes.c (each thread), lanes_row.c (threads of a row together).
#ifndef CURESTRUCT_TRANSFORM_LANES_KERNEL_H
#define CURESTRUCT_TRANSFORM_LANES_KERNEL_H

#include "transform/lanes.h"

typedef struct Lanes {
    Restructuring *state;
    Arena *arena;
    Turns turns;
    const Stmt *loop;
    int64_t count;
    LaneGroups groups;
    VECTOR(Array *) registers; // of each group
    LaneWindows windows;
    VECTOR(Array *) near;      // registers of each window
    bool any;                  // each vector of a window finds out whether it is aligned
    Expr *definition;          // of what the loop defines, where vectors are
    // The loop over threads whose lanes make a row, which begins where the first group is aligned; NULL: every thread is alone.
    const Loop *threads;
    const Loop *tiles;     // the loop over parts of the row around the threads; NULL: it has one
    Expr *ahead;           // how many lanes the row has at most; NULL: all
    Symbol *shift, *whole; // lanes of the row before the first aligned one; lanes in whole vectors
} Lanes;

typedef VECTOR(Stmt *) Stmts;

// ---- lanes.c

int64_t lanes_bytes(const Lanes *lanes, const LaneGroup *group); // of one access
bool lanes_keep_alignment(const Lanes *lanes, const Loop *outer); // all groups are as aligned in one iteration as in another
Expr *lanes_at_first_turn(const Lanes *lanes, Expr *expr);
Expr *lanes_at_first(const Lanes *lanes, Expr *access); // at the first lane
Expr *lanes_first_element(const Lanes *lanes, const LaneGroup *group);
void lanes_also_multiple(const Lanes *lanes, Conjunction *conjunction, Expr *access, int64_t bytes); // its address is one of that
Stmt *lanes_with_vectors(Lanes *lanes);
Stmt *lanes_whole_turns(const Lanes *lanes, int outermost, Stmt *body); // of loops from that number on: unrolled, without tests
Stmt *lanes_defined(const Lanes *lanes, Stmt *body, Expr *value); // the body behind the declaration of what the loop defines
Stmt *lanes_together(const Lanes *lanes, const Stmts *items);

// ---- lanes_row.c

// The loop over threads that the vector loop is the inner part of, if they may share out a row in another way, and how many lanes lie
// ahead; the loop over parts of the row around them. NULL: there is none.
const Loop *row_threads(const Lanes *lanes, const Varying *bound, Expr **ahead);
const Loop *row_tiles(const Lanes *lanes, const Varying *bound);
Stmt *row_share(Lanes *lanes, Stmt *otherwise); // `otherwise`, where turns do not begin alike (NULL: there are none)

#endif
