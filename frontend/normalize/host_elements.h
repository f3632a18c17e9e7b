// Where a nest certainly reads an element, and what the host says for it.
#ifndef CURESTRUCT_FRONTEND_HOST_ELEMENTS_H
#define CURESTRUCT_FRONTEND_HOST_ELEMENTS_H

#include "ir/ir.h"

// Loops and conditions around a statement, innermost first. Each is passed only if `text`, C of the host, holds.
typedef struct HostGuard {
    const struct HostGuard *outer;
    const Stmt *stmt;
    bool otherwise;   // the other branch of an `if`
    const char *text; // interned
} HostGuard;

// Arrays that the statements write, or whose address they pass on.
typedef VECTOR(const Array *) ChangedArrays;
void find_changed_arrays(Arena *arena, const Stmt *body, ChangedArrays *changed);
bool is_changed_array(const ChangedArrays *changed, const Array *array);

// Calls `visit` for the accesses whose values decide what the nest does: in bounds, conditions, subscripts and values
// of integers. `guard`: of the innermost loop or condition around it whose text is known, NULL: none. `certain`: it is
// read whenever the guard is passed.
typedef void ElementVisitor(void *context, const Expr *access, const HostGuard *guard, bool certain);
void host_elements_walk(Arena *arena, Stmt *body, ElementVisitor *visit, void *context);

// The same for all accesses of the nest.
void host_accesses_walk(Arena *arena, Stmt *body, ElementVisitor *visit, void *context);

bool host_guard_implies(const HostGuard *inner, const HostGuard *outer); // where the one is passed, so is the other
const char *host_guard_text(Arena *arena, const HostGuard *guard);       // of all of it; NULL: always passed
// C of the host for the expression, or NULL: it mentions what the host does not know before the nest. Of an access, it
// is an lvalue.
const char *host_expression_text(Arena *arena, const Expr *expr);

#endif
