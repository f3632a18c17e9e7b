// How reductions are taken apart: what reduce.c (scalars and elements) and histogram.c (by key) share.
#ifndef CURESTRUCT_TRANSFORM_REDUCTION_H
#define CURESTRUCT_TRANSFORM_REDUCTION_H

#include "analysis/depend/argmin.h"
#include "transform/tree/tree.h"

// ---- operators (operator.c)

// The value that changes nothing: identity op x is x, exactly, in the form that the source uses.
Expr *reduction_identity(Arena *arena, const Reduction *reduction);
// `left op right`, of the place's type; `left` comes first in the order of the iterations.
Expr *reduction_combine(Arena *arena, const Reduction *reduction, Expr *left, Expr *right);
// place = place op value, always written.
Stmt *reduction_accumulate(Arena *arena, const Reduction *reduction, Expr *place, Expr *value);
// The same for the place of the source: a place that stays as it is, is not written where the source would not.
Stmt *reduction_update(Arena *arena, const Reduction *reduction, Expr *place, Expr *value);
// `updates` (a tree) computing signed + and * modulo 2^n: parts of a sum may overflow where the whole does not.
Stmt *reduction_wrapping(Arena *arena, const Reduction *reduction, Stmt *tree);

// ---- finding (reduce.c)

bool reduction_is_place(const Reduction *reduction, const Expr *expr); // the scalar, or an element of the array
// The assignment of update `index` in the tree, or NULL.
const Stmt *reduction_find_update(const Stmt *root, const Reduction *reduction, int index);
// A copy of one of the statements that update the place; an `if` around one is none.
bool reduction_is_update(const Reduction *reduction, const Stmt *stmt);
bool reduction_is_carried_by(const Reduction *reduction, const Loop *loop);

// By key: private copies per worker (histogram.c).
Stmt *reduce_by_key(Restructuring *state, Stmt *root, const Reduction *reduction);

// ---- what depends on more than the parts: minima and maxima of floating-point numbers by comparison, && and ||
// (exact_minmax.c)
//
// `if (e > m) m = e` does not depend on the order of the iterations but in two cases: zeros of both signs where the
// result is zero, and (m = m > e ? m : e, which takes a NaN) any NaN. Threads watch for them, and the one that
// finishes the reduction runs the loop again in its own order where they were seen. Where that cannot be done (elements
// of arrays, a loop that changes what it reads) analysis has made a choice of it, or the reduction is refused.
// `x = x && e` makes 0 or 1 of the old value, once it has run: threads watch whether it did. So they do for an array
// element that no iteration may reach: it must not even be read.

bool ordered_applies(const Reduction *reduction); // whatever the place
// NULL: what was watched can be run again from the source's loop `from` on; else why not.
const char *ordered_obstacle(const Restructuring *state, const Reduction *reduction, LoopId from);
const Reduction *ordered_flags(void); // the reduction of what was seen: |, int
// `body` noting in `seen` what each update meets; NULL: some update has a form that cannot be watched.
Stmt *ordered_watch(Restructuring *state, const Reduction *reduction, Stmt *body, const Symbol *seen);
Stmt *ordered_note(Restructuring *state, Expr *seen); // that an update of && or || has run
// place = place op value, where `seen` tells no doubt, else the loops of the source.
Stmt *ordered_update(Restructuring *state, const Reduction *reduction, Expr *place, Expr *value, const Symbol *seen,
                     LoopId from);

// ---- what one thread holds of a result (partials.c)

// A value, and whether it met something (`seen`, see above). Of a choice: the key, the iteration that it is of, and
// what that iteration writes.
enum { MAX_PARTS = 2 + MAX_CHOSEN + MAX_DEPTH };

typedef struct Parts {
    const Reduction *reduction;
    Symbol *symbols[MAX_PARTS];
    Expr *identities[MAX_PARTS];
    int count;
    Symbol *seen;           // one of the symbols, or NULL
    int key, order, norder; // of a choice: indices; key < 0: there is none
    int chosen[MAX_CHOSEN]; // index of the symbol for each assignment of the choice
} Parts;

// Fresh variables like those of `like`, for another kernel.
Parts parts_again(Restructuring *state, const Parts *like);
Stmt *parts_declare(Arena *arena, const Parts *parts); // with the values that change nothing
// left = left op right, for lists of parts->count places and values; `left` comes first in the order of the iterations.
Stmt *parts_accumulate(Arena *arena, const Parts *parts, Expr *const *left, Expr *const *right);
void parts_values(Arena *arena, const Parts *parts, Expr **values); // the variables themselves
Parts parts_of_value(Restructuring *state, const Reduction *reduction, const char *name,
                     const char *seen); // seen NULL: none

// ---- choices (argmin.c)

// The choice in the loop body whose assignments are copies of the update's, without those to its own locals; false: it
// is not there in that form.
bool choose_find(Restructuring *state, const Stmt *body, const Reduction *reduction, Choice *choice);
Parts choose_parts(Restructuring *state, const Reduction *reduction, const Choice *choice);
// `body` choosing among the iterations of this thread. Its parts are held in their variables, or where `places` says.
typedef void ChoosePlaces(void *context, const Choice *choice, Expr **places);
Stmt *choose_accumulate(Restructuring *state, const Parts *parts, Stmt *body, ChoosePlaces *places, void *context);
// What the chosen iteration writes, where there is one that beats what the source held before.
Stmt *choose_finish(Restructuring *state, const Parts *parts, const Parts *values, const Choice *choice);
// NULL: what is kept can be compared behind the loops; else why not.
const char *choose_obstacle(const Choice *choice, const Stmt *region);

// ---- combining across the threads of a block (combine.c)

// The threads that hold parts of one result: dimensions of the block with their extents.
typedef struct Team {
    bool member[3];    // dimensions along which the parts lie
    int64_t extent[3]; // of the block, 1 where a dimension is not used
} Team;

int64_t team_size(const Team *team);
Expr *team_rank(Arena *arena, const Team *team);     // 0 in the first thread of the team: over threadIdx
Expr *team_is_first(Arena *arena, const Team *team); // NULL: every team has one thread
Stmt *reduce_conditionally(Arena *arena, Expr *condition, Stmt *stmt); // NULL: always
// Statements for all threads of the block, after which the parts of the first thread of each team are the combination
// of the team's parts in the order of their ranks.
Stmt *team_combine(Restructuring *state, const Team *team, const Parts *parts, ReduceStyle style);
// The same of one part for each iteration of `lanes`, a loop of constant length, that every thread has in the array
// `held`: `use` runs once for each, in one thread of the team, with the combination in `parts`.
Stmt *team_combine_lanes(Restructuring *state, const Team *team, const Parts *parts, const Array *held,
                         const Loop *lanes, Stmt *use);
// Then the same values are in all threads of the team.
Stmt *team_broadcast(Restructuring *state, const Team *team, const Parts *parts, ReduceStyle style);

#endif
