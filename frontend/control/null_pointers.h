// Pointers that are null at a point of the nest: free(p); p = NULL;
#ifndef CURESTRUCT_FRONTEND_CONTROL_NULL_POINTERS_H
#define CURESTRUCT_FRONTEND_CONTROL_NULL_POINTERS_H

#include "frontend/clang/state.h"

bool is_null_value(Reader *reader, CXCursor expr); // a null pointer constant, or a pointer that is null here
// From here on it is null. false: refused.
bool null_pointers_assign(Reader *reader, Variable *variable, CXCursor at);
// To be asked before what a pointer points to is used. true: refused, because it is or may be null.
bool null_pointers_refuse(Reader *reader, const Variable *variable, CXCursor at);

// What is known of each pointer where paths part. The list grows by pointers that are set later.
typedef struct PointerState {
    Variable *variable;
    const Reference *target;
    const Symbol *way;
    Nullness nullness;
    int nulls;
} PointerState;

typedef VECTOR(PointerState) PointerStates;

PointerStates null_pointers_save(Reader *reader);
// The other path begins where this one has.
void null_pointers_restore(Reader *reader, const PointerStates *states);
// Both paths meet: what is null on one of them only may be null.
void null_pointers_join(Reader *reader, const PointerStates *other);
// Whether a pointer has become null or has got an object since then.
bool null_pointers_changed(const Reader *reader, const PointerStates *since);

// Around the body of a loop, with what the first returns. The body is read once, for all iterations.
PointerStates null_pointers_enter_loop(Reader *reader, CXCursor loop);
bool null_pointers_leave_loop(Reader *reader, const PointerStates *before, CXCursor loop);

#endif
