// What is known of the values of a nest's scalars at one of its statements, as intervals (interval.h).
#ifndef CURESTRUCT_ANALYSIS_SETS_KNOWN_VALUES_H
#define CURESTRUCT_ANALYSIS_SETS_KNOWN_VALUES_H

#include "analysis/sets/interval.h"

typedef struct Known {
    const Expr *key;       // a symbol, or an expression; or
    const Array *array;    // a local array: all elements that have been written
    bool empty;            // none has; or the symbol has no value yet
    const Interval *value; // states share it
} Known;

typedef struct KnownValues {
    bool dead; // no execution comes here
    VECTOR(Known) items;
} KnownValues;

KnownValues known_dead(void);
Known known_empty(Arena *arena, const Expr *key, const Array *array);
KnownValues known_copy(Arena *arena, const KnownValues *state);
Known *known_find(const KnownValues *state, const Expr *key, const Array *array); // NULL: nothing is known
void known_bind(Arena *arena, KnownValues *state, const Expr *key, const Interval *value);
void known_forget_symbol(KnownValues *state, const Symbol *symbol); // and expressions of it
void known_forget_accesses(KnownValues *state); // elements and variables in memory, and expressions of them
// Where either may have been the state.
KnownValues known_join(Arena *arena, const KnownValues *left, const KnownValues *right);
// The state at the head of a loop, of which `next` is left after another iteration. `widens`: limits that differ are
// given up. false: it has changed.
bool known_settle(Arena *arena, KnownValues *head, const KnownValues *next, bool widens);

// What a type says of a number of unknown origin. A subscript has no bound by that.
Interval known_of_type(const Type *type);
Interval known_of_table(const Array *table); // of all elements of a constant one

#endif
