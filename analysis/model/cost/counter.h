// What the files of counting share: count.c (statements), count_values.c (expressions), count_memory.c (accesses),
// count_batches.h (loads that are in flight together).
#ifndef CURESTRUCT_ANALYSIS_COUNTER_H
#define CURESTRUCT_ANALYSIS_COUNTER_H

#include "analysis/model/cost/count.h"

typedef struct Known {
    const Symbol *symbol;
    Form value;
    const Expr *defined; // as; NULL: it changes
} Known;

// An element that is in a register: it was loaded, or will be stored.
typedef struct Loaded {
    const Array *array;
    int64_t first, last; // addresses of the first and the last active lane
    int branches;        // around the load
    uint64_t loops;      // bit d: moves with the loop at that depth
    int life;
    int64_t constant, width; // of its address
    int group;               // of the address without the constant; -1: shared memory
    double stored;           // how often the store ran that has put it there, and whose result nobody has loaded; or 0
    double sectors, units, lines; // of that store
} Loaded;

// Of an element that is used again, by the number of loads before: a register holds it from its load to its last use.
typedef struct Life {
    int64_t born, last, words;
} Life;
enum { MOST_LOADED = 192 };

// A load or a store of global memory in the present iteration.
typedef struct Touch {
    const Array *array;
    Form form;
    int64_t width; // bytes of a lane
    bool writes;
    bool waits;                   // a store: what it writes waits for loads of the present batch
    int branches;                 // around it
    int group;                    // of a load whose address is known (Batch), or -1
    int64_t batch;                // that a load is in
    double sectors, units, lines; // of a load
    bool forwarded;               // a load, which some of the unrolled iterations do not need
} Touch;
enum { MOST_TOUCHES = 48 };

// Sectors that a request of a warp touches, with how many bytes of each; lines, and units of L2 (AccessGroup).
typedef struct Touched {
    int64_t sector[WARP_SIZE * 2], bytes[WARP_SIZE * 2]; // different ones
    int count, lines;
    int wavefronts; // of L1
    double units;
} Touched;

// The last store, with those before it that fill the same sectors.
typedef struct StorePieces {
    const Array *array;
    Form form; // of the last one
    double weight;
    Touched touched; // by all of them
} StorePieces;

// A comparison with 0 that is true here.
typedef struct Condition {
    Operator op;
    Form difference; // of its two sides
} Condition;
enum { MOST_CONDITIONS = 16 };

typedef struct Pending {
    double loads, indirect;            // whose addresses are known, or that loads of the batch tell
    float of_group[UNKNOWN_GROUP + 1]; // (Batch)
    int64_t ended;                     // batches before it
} Pending;

// An integer that the compiler has computed, with so many of the present loops around what it depends on.
typedef struct Computed {
    uint64_t value;
    int level;
    int held; // registers that hold it in loops inside of these
} Computed;

// Places that the present iteration computes.
typedef struct Results {
    uint64_t places[4]; // more of them make no difference
    int count;
} Results;

typedef struct Counter {
    Arena *arena;
    const MappingSizes *sizes;
    const KernelShape *shape;
    Variables *variables;
    VECTOR(Known) known;
    uint32_t active; // lanes
    double weight;   // how often the present statement runs
    int nloops, loops[MAX_DEPTH * 2];
    int nloaded, next_loaded;
    VECTOR(Life) lives; // of all elements that were loaded
    int branches;       // around the present statement, whose conditions the compiler does not know
    int nconditions;
    Pending pending; // the present batch
    int ntouches;
    VECTOR(Computed) computed;
    Results results;
    double waited;                    // instructions whose clocks are counted
    int held, most_held;              // registers of these now, and at most
    double most_pending;              // loads of a batch
    double inside[MAX_DEPTH * 2 + 1]; // how often the body of the innermost of so many loops runs
    VECTOR(const Array *) local;      // arrays of the thread that are in memory
    VECTOR(const Array *) stored;     // arrays of global memory that the kernel stores to
    int calls;                        // of functions around
    bool decides;                     // the present value decides about a large branch
    int64_t splits;                   // how often counter_split was called
    int64_t shared_loads;             // instructions so far
    bool geometric;                   // in a loop whose iterations are all gone through
    WarpCounts counts;
    void (*observe)(void *context, const WarpRequest *request); // NULL: nobody looks
    void *observer;
    // What follows begins empty: the numbers above say how many of each there are.
    Loaded loaded[MOST_LOADED];
    Condition conditions[MOST_CONDITIONS]; // of the branches around the present statement
    Touch touches[MOST_TOUCHES];
    StorePieces pieces;
} Counter;

// Instructions for which a compiler uses predicates instead of a branch (ptxas 13 for sm_90).
enum { PREDICATED = 6 };

Form counter_value(Counter *counter, const Expr *expr); // counts what is computed on data
void counter_set(Counter *counter, const Symbol *symbol, const Form *value);
void counter_define(Counter *counter, const Symbol *symbol, const Expr *value); // after counter_set
void counter_walk(Counter *counter, const Stmt *stmt);
void counter_walk_branch(Counter *counter, const Stmt *stmt);
bool counter_is_choice(
    const Stmt *stmt); // it holds no loop and no barrier: a branch on data is a choice between values

// A counter of a warp of a block, which counter_stand says. Nothing is counted yet.
Counter *counter_new(Arena *arena, const KernelShape *shape, const MappingSizes *sizes, Variables *variables);
void counter_stand(Counter *counter, const int64_t *block, int64_t warp);

// How often each lane runs the loop.
typedef struct Trips {
    int64_t lane[WARP_SIZE], most;
    Form lower;
    int64_t step;
    bool known;
} Trips;
Trips counter_trips(Counter *counter, const Loop *loop);

// Lanes in which the value is not 0; lanes that are not active do not count. Not known: all active ones.
uint32_t counter_lanes(const Counter *counter, const Form *value);

// The compiler makes a branch here, over which it moves no loads, stores and instructions.
void counter_split(Counter *counter);

// The result of an operation on indices; `expr`: names it.
Form counter_known(Counter *counter, const Expr *expr, Operator op, const Form *left, const Form *right);

// Instructions for different results do not wait for one another: the present iteration computes that place; and it
// ends, or a loop in it begins.
void counter_result(Counter *counter, const Array *array, const Form *place);
void counter_wait(Counter *counter);

// An operation on data of that type; `fused`: with a multiplication that was counted.
void counter_operation(Counter *counter, Operator op, const Type *type, bool fused);
int counter_library(const char *name, bool wide, bool *branches); // instructions of a function of the C library, and
                                                                  // whether they branch; `wide`: of doubles

// `elements` neighbours in one access; `later`: nobody waits for it.
void counter_access(Counter *counter, const Expr *access, int64_t elements, bool writes, bool later);
// The same of a store. *place: its address, as counter_address gives it.
void counter_store(Counter *counter, const Expr *access, int64_t elements, Form *place);
// The same, one by one where the address does not allow one access.
void counter_access_any(Counter *counter, const Expr *access, int64_t elements, bool writes);
Form counter_address(Counter *counter, const Expr *access); // in bytes from the array's beginning
void counter_forget(Counter *counter);                      // everything that others may write
int counter_held(Counter *counter);                         // words in registers at once
void counter_leave_branch(Counter *counter);                // what was loaded in it may not have been loaded
// An iteration of the innermost loop has ended, and others follow: what it has stored where they store, too, unless a
// branch skips that (there are so many around the loop), is in a register until the last one.
void counter_sink_stores(Counter *counter, int branches);
// The loop at depth nloops has ended: no register holds what its iterations, other than the last, have loaded.
void counter_leave_loop(Counter *counter);

#endif
