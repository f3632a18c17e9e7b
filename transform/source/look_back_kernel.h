// What look_back.c finds in the three loops of a scan, and look_back_kernel.c makes a kernel of.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_LOOK_BACK_KERNEL_H
#define CURESTRUCT_TRANSFORM_SOURCE_LOOK_BACK_KERNEL_H

#include "transform/source/scan.h"

enum { WARP = 32, MOST_HELD = 64, MAX_COMPONENTS = 3 * MAX_RUNNING };

// What the value of some iterations consists of: the totals of all running values come first, then factors and whether
// an assignment sets the value.
typedef struct Component {
    enum { TOTAL, FACTOR, SET } kind;
    int value; // of which running value
    const Type *type;
    Expr *neutral;
    Symbol *own;     // of a thread's iterations: the source's variable
    Array *inside;   // registers: in each round, what comes before the thread's iterations
    Array *of_warps; // shared
} Component;

// An access of an iteration whose value is in registers.
typedef struct Held {
    const Expr *access;
    Array *registers;
} Held;

typedef struct LookBack {
    Candidate *state;
    Arena *arena;
    const Stmt *stmt; // the last of the three loops
    const Stmt *sums, *middle;
    const DividedScan *divided;
    int64_t lanes, rounds, threads;
    Component components[MAX_COMPONENTS];
    int count;                                   // of components
    int factors[MAX_RUNNING], sets[MAX_RUNNING]; // indices of components, 0: none
    const Symbol *symbols[MAX_RUNNING];          // the source's running values, before and after the loop
    Symbol *held[MAX_RUNNING];                   // in the iterations
    Stmt *slice, *body;                          // of an iteration: what computes its own value; all
    // In the kernel that look_back_kernel makes:
    VECTOR(Held) loads;
    const Symbol *round, *item; // in `loads`, until there are loops
    const Loop *tile, *warp, *lane;
    Expr *iterations, *tiles;
    Symbol *turn, *at; // this block's
    Array *states;
} LookBack;

// The loops that are bound to the blocks and threads of the kernel.
Stmt *look_back_kernel(LookBack *scan);

#endif
