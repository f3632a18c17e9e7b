// One reduction into a scalar or an element, about to be parallelized: what reduce.c and reduce_blocks.c share.
#ifndef CURESTRUCT_TRANSFORM_REDUCE_H
#define CURESTRUCT_TRANSFORM_REDUCE_H

#include "transform/reduction/combine.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

typedef struct Reduce {
    Candidate *state;
    Arena *arena;
    const Stmt *root;
    const Reduction *reduction;
    ReduceStyle style;
    Path path;                   // to the first update
    Chain chain;                 // the kernel's bound loops
    bool carries[2 * MAX_DEPTH]; // of chain.loops: the loop carries the reduction
    const Stmt *team_loop; // bound to threads among other statements of the chain's body; NULL: all bound loops are in
                           // the chain
    const Stmt *region;    // body of the innermost loop that the place moves along, or of the innermost bound one
    Team team;
    const Expr *place; // in the form of the tree
    Choice choice;     // FORM_CHOICE: in the form of the tree
    Parts parts;
    bool is_set;  // a loop before sets all places: they exist, and one without updates may have its identity added
    bool watches; // for ties, or whether any update ran (exact_minmax.c)
    LoopId from;  // the outermost loop of the source that carries it inside of the loops of the host; 0: the host has a
                  // part of one
    Lanes lanes; // short loops inside of one that the thread accumulates along, along which the place moves: the thread
                 // has a partial result for each of these places, in registers (reduce_lanes.c)
    const Array *held; // those parts
    Expr *blocks;      // how many blocks hold parts of one place
    Expr *first;       // the value of all places before, or NULL: what they hold
} Reduce;

Stmt *reduce_refuse(Reduce *reduce, const char *reason); // NULL, reported
bool reduce_has_blocks(const Reduce *reduce);            // blocks hold parts of one place
// place = place op value, by one thread, with the values in `reduce->parts`.
Stmt *reduce_finish(const Reduce *reduce, const Parts *values);
bool reduce_moves_along(const Reduce *reduce, const Loop *loop); // the place does
// Whether the loop begins elsewhere in each of the iterations whose parts are combined, which have other places then:
// iterations of blocks and threads are counted from where their loop begins.
bool reduce_begins_by_carried(const Reduce *reduce, const Loop *loop);
// If a serial loop right before the reduction's own only sets all its places to a constant: reduce->first is that
// value, and the tree becomes  if (there is something to reduce) { the loops } else { that loop } (reduce_first.c)
Stmt *reduce_take_first(Reduce *reduce, Stmt *root);

// ---- several places of a thread (reduce_lanes.c)

Lanes reduce_find_lanes(const Reduce *reduce);
bool lanes_have(const Lanes *lanes, const Loop *loop);
const Array *reduce_hold(const Reduce *reduce, const Parts *parts); // registers for a part of each
Expr *reduce_held(const Reduce *reduce, const Array *held);         // of the lane that the loop around is at
Expr *reduce_lane_exists(const Reduce *reduce);                     // that one does
Stmt *reduce_each_lane(const Reduce *reduce, Stmt *body);           // the loop over them, unrolled
// `body` that accumulates into `held`, which is the identity before; then `end`, for each place that is reached in one
// thread of the team, with the team's combination in `parts`.
Stmt *reduce_around_lanes(const Reduce *reduce, const Parts *parts, const Array *held, Stmt *body, Stmt *end);

// ---- across blocks (reduce_blocks.c): scratch arrays [block][places], which the last block of each place combines

typedef struct Partials {
    const Array *arrays[MAX_PARTS]; // one for each part; the first is NULL: no blocks carry the reduction
    const Array *counters;          // of the blocks that have stored theirs
} Partials;

bool partials_make(Reduce *reduce, Partials *partials); // false: refused
Stmt *partials_store(const Reduce *reduce, const Partials *partials);
Stmt *partials_finish(Reduce *reduce, const Partials *partials); // afterwards: for all threads of all blocks
// In plain style a kernel of one block combines the partial results of a scalar. partials_kernel: its loops, after
// those of the chain.
bool partials_have_kernel(const Reduce *reduce);
Stmt *partials_kernel(Reduce *reduce, const Partials *partials);

bool reduction_is_place(const Reduction *reduction, const Expr *expr); // the scalar, or an element of the array

// The assignment of update `index` in the tree, or NULL.
const Stmt *reduction_find_update(const Stmt *root, const Reduction *reduction, int index);
bool reduction_is_carried_by(const Reduction *reduction, const Loop *loop);

// Whether some loop that carries the reduction is bound around its updates.
bool reduce_is_concurrent(const Candidate *state, const Stmt *root, int reduction);
// Whether that holds for an update outside of `region`, such as a copy in a loop that `peel` has made: a step that
// takes the reduction apart in the region leaves that one as it is, and is refused for this reason.
bool reduce_runs_elsewhere(const Candidate *state, const Stmt *root, const Stmt *region, const Reduction *reduction);
extern const char reduce_elsewhere[];

#endif
