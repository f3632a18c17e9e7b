// What look_back.c finds in the three loops of a scan, and look_back_kernel.c makes a kernel of.
#ifndef CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_KERNEL_H
#define CURESTRUCT_TRANSFORM_SCAN_LOOK_BACK_KERNEL_H

#include "transform/scan/scan.h"

enum { WARP = 32, MOST_HELD = 64, MAX_COMPONENTS = 3 * MAX_RUNNING };

// What the value of some iterations consists of: the totals of all running values come first, then factors and whether
// an assignment sets the value.
typedef struct Component {
    enum { TOTAL, FACTOR, SET } kind;
    int value; // of which running value
    const Type *type;
    Expr *neutral;
    Symbol *own;     // of a thread's iterations: the source's variable
    bool narrow;     // counts with `own` of type int, which holds the total of a tile
    bool steady;     // a factor that each iteration has: a tile knows the factors of its parts by their lengths
    Array *inside;   // registers: in each round, what comes before the thread's iterations
    Array *of_warps; // shared
} Component;

// An access of an iteration whose value a thread holds while it waits.
typedef struct Held {
    const Expr *access;
    Array *registers; // [rounds in registers][lanes]
    Array *shared;    // [rounds in shared memory][warps][32][lanes]
    Array *taken;     // [lanes]: of a round in shared memory, in registers
} Held;

// A store at the place that a running value says, which each of its updates, k += 1, has one of.
typedef struct Kept {
    const Stmt *store;
    int value;          // which running value
    const Symbol *slot; // in its subscripts: the value, or a copy of it
    bool after;         // the slot is the value after the update
    Array *shared;      // what the tile stores, in its order
} Kept;

// The product of so many steady factors.
typedef struct Power {
    int value;
    int64_t count;
    Expr *product;
} Power;

typedef struct LookBack {
    const char *word; // the step's
    Candidate *state;
    Arena *arena;
    const Stmt *root, *stmt; // the tree; the last of the three loops
    const Stmt *sums, *middle;
    const DividedScan *divided;
    int64_t lanes, rounds, threads, blocks;
    int64_t ahead;       // tiles from this one to the one that is asked for; 0: none is
    int64_t width;       // threads with neighbouring iterations in a round: a warp, or one
    const Stmt *columns; // the loop whose iterations have a team each; NULL: there is none
    int64_t ncolumns;
    int64_t shared; // of the rounds: the last ones are held in shared memory
    Component components[MAX_COMPONENTS];
    int count;                                   // of components
    int factors[MAX_RUNNING], sets[MAX_RUNNING]; // indices of components, 0: none
    const Symbol *symbols[MAX_RUNNING];          // the source's running values, before and after the loop
    Symbol *held[MAX_RUNNING];                   // in the iterations
    Stmt *slice, *body;                          // of an iteration: what computes its own value; all
    int uses;                                    // of these two with loops, so far
    // In the kernel that look_back_kernel makes:
    VECTOR(Held) loads;
    VECTOR(Kept) kept;
    const Symbol *round, *item; // in `loads`, until there are loops
    Expr *warp, *lane, *rank;   // of this thread
    Expr *iterations, *tiles;
    Expr *left;        // of the iterations, from the thread's first one on
    Symbol *turn, *at; // this block's; the tile
    Array *states;
    bool inside; // of a tile: steady factors are `spans` of what is combined, and no variables
    Expr *spans[MAX_RUNNING];
    VECTOR(Power) powers;
    Symbol *of_lanes[MAX_RUNNING]; // the product for the iterations of a round before this lane
    bool used[MAX_RUNNING];        // the value after the loop may be
    bool ends[MAX_RUNNING];        // the thread with the last iteration sets what the value is after the loop
} LookBack;

// The loops that are bound to the blocks and threads of the kernel.
Stmt *look_back_kernel(LookBack *scan);
// The loop that is bound to the threads of a block, which take the tiles one after the other, and what is around it.
Stmt *team_scan_loops(LookBack *scan);

// ---- parts of the kernel

Stmt *block_of(const LookBack *scan, const StmtList *list);
Expr *position(const LookBack *scan, const Loop *loop);
Loop counting(const LookBack *scan, const char *suffix, int64_t count, Binding binding);
Expr *first_of_round(const LookBack *scan, Expr *round); // the first of the thread's iterations in the round
// for item in 0..min(v, iterations - first) body, which knows the iteration
Stmt *over_items(LookBack *scan, const char *suffix, const Loop *round, bool vectors, Stmt *body);
Stmt *over_rounds(const LookBack *scan, const Loop *round, const StmtList *items);

// Rounds whose iterations are in registers, or those in shared memory.
Loop rounds_of(const LookBack *scan, const char *suffix, bool shared);
bool has_rounds(const LookBack *scan, bool shared);

// ---- the total of a tile (look_back_total.c)

// Whether it is known before the scans of lanes, which take long where values are set: then other blocks wait less.
bool total_comes_first(const LookBack *scan);
// all: of the warp, in its first lane
void total_of_rounds(LookBack *scan, Symbol **all, StmtList *out);

// ---- what threads hold while they wait (look_back_held.c)

void held_find(LookBack *scan);              // before the others: what the iterations read in any case
bool held_fits_shared(const LookBack *scan); // whether each load can be a copy of 4, 8 or 16 bytes to shared memory
void hold(LookBack *scan, StmtList *out);    // loads it, or begins to
void prefetch(const LookBack *scan, StmtList *out);   // what the tile so far ahead loads
void held_await(const LookBack *scan, StmtList *out); // until what was copied is there
// Loads what one round holds in shared memory.
void held_from_shared(LookBack *scan, const Loop *round, StmtList *out);
// The statements of an iteration with what is held, until the iteration may have changed it in memory.
Stmt *held_uses(const LookBack *scan, Stmt *stmt, bool shared);

// ---- what is stored side by side (look_back_kept.c)

void kept_find(LookBack *scan, int64_t bytes); // so many bytes of shared memory are free
void kept_declare(LookBack *scan, StmtList *out);
// The body with stores to shared memory; `first`: the running values before the tile.
Stmt *kept_stores(const LookBack *scan, Stmt *body, Symbol *const *first);
// Stores them; `rank`: of the thread; `all`: the totals of the tile.
void kept_flush(const LookBack *scan, Expr *rank, Symbol *const *first, Symbol *const *all, StmtList *out);

#endif
