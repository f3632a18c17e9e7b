// Pointers that the nest sets to null. Statements are read in the order of the text, so that it is known where such a
// pointer is null; where paths meet, it may be.
#include "frontend/clang/nest.h"
#include "frontend/clang/null_test.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/null_pointers.h"
#include "frontend/dataflow/scan.h"

static const Reference nothing;

bool is_null_value(Reader *reader, CXCursor expr)
{
    if (is_null_constant(reader, expr))
        return true;
    CXCursor name = strip_conversions(reader, expr);
    if (clang_getCursorKind(name) != CXCursor_DeclRefExpr)
        return false;
    const DeclFacts *facts = facts_of(reader, clang_getCursorReferenced(name));
    return facts->variable && facts->variable_epoch == reader->frame.epoch && facts->variable->nullness == IS_NULL;
}

bool null_pointers_refuse(Reader *reader, const Variable *variable, CXCursor at)
{
    if (variable->nullness == NOT_NULL)
        return false;
    refuse(reader, at,
           variable->nullness == IS_NULL ? "it follows '%s', which is null here" : "it follows '%s', which may be null",
           variable->name);
    return true;
}

static void note_pointed(Reader *reader, Variable *variable)
{
    FOR_EACH(i, &reader->frame.pointed)
        if (reader->frame.pointed.items[i] == variable)
            return;
    VECTOR_PUSH(reader->arena, &reader->frame.pointed, variable);
}

bool null_pointers_assign(Reader *reader, Variable *variable, CXCursor at)
{
    bool has_numbers = variable->way && !variable->places.count;
    if (reader->frame.function)
        return refuse_helper(reader);
    if (variable->array || has_numbers || variable->home == HOME_GLOBAL || variable->facts->address_taken ||
        (variable->home == HOME_FUNCTION && is_live_after(reader, variable))) {
        refuse(reader, at, "it changes the pointer '%s'", variable->name);
        return false;
    }
    note_pointed(reader, variable);
    variable->target = &nothing;
    variable->way = NULL;
    variable->nullness = IS_NULL;
    variable->nulls++;
    return true;
}

// ---- where paths part and meet

static PointerState state_of(Variable *variable)
{
    return (PointerState){variable, variable->target, variable->way, variable->nullness, variable->nulls};
}

// A pointer that was set later had no object then.
static PointerState earlier_state(const PointerStates *states, Variable *variable)
{
    FOR_EACH(i, states)
        if (states->items[i].variable == variable)
            return states->items[i];
    return (PointerState){.variable = variable};
}

PointerStates null_pointers_save(Reader *reader)
{
    PointerStates states = {0};
    FOR_EACH(i, &reader->frame.pointed)
        VECTOR_PUSH(reader->scratch, &states, state_of(reader->frame.pointed.items[i]));
    return states;
}

static bool involves_null(const PointerState *a, const PointerState *b)
{
    return a->nullness != NOT_NULL || b->nullness != NOT_NULL;
}

static void set_state(Variable *variable, const PointerState *state)
{
    variable->target = state->target;
    variable->way = state->way;
    variable->nullness = state->nullness;
}

void null_pointers_restore(Reader *reader, const PointerStates *states)
{
    FOR_EACH(i, &reader->frame.pointed) {
        Variable *variable = reader->frame.pointed.items[i];
        PointerState now = state_of(variable), then = earlier_state(states, variable);
        if (involves_null(&now, &then))
            set_state(variable, &then);
    }
}

static void set_unknown(Variable *variable)
{
    variable->target = &nothing;
    variable->way = NULL;
    variable->nullness = MAY_BE_NULL;
}

void null_pointers_join(Reader *reader, const PointerStates *other)
{
    FOR_EACH(i, &reader->frame.pointed) {
        Variable *variable = reader->frame.pointed.items[i];
        PointerState now = state_of(variable), then = earlier_state(other, variable);
        if (involves_null(&now, &then) && now.nullness != then.nullness)
            set_unknown(variable);
    }
}

bool null_pointers_changed(const Reader *reader, const PointerStates *since)
{
    bool changed = false;
    FOR_EACH(i, &reader->frame.pointed) {
        Variable *variable = reader->frame.pointed.items[i];
        PointerState now = state_of(variable), then = earlier_state(since, variable);
        changed |= now.nulls != then.nulls || now.nullness != then.nullness;
    }
    return changed;
}

// ---- loops

// A later iteration begins with what an earlier one has left.
PointerStates null_pointers_enter_loop(Reader *reader, CXCursor loop)
{
    int site = site_of(reader, loop);
    FOR_EACH(i, &reader->frame.pointed) {
        Variable *variable = reader->frame.pointed.items[i];
        const SiteDetail *detail = site < 0 ? NULL : &reader->details.items[site];
        if (variable->nullness == IS_NULL &&
            (!detail || moments_in(&variable->facts->writes, detail->first, detail->last)))
            set_unknown(variable);
    }
    return null_pointers_save(reader);
}

bool null_pointers_leave_loop(Reader *reader, const PointerStates *before, CXCursor loop)
{
    FOR_EACH(i, &reader->frame.pointed) {
        Variable *variable = reader->frame.pointed.items[i];
        PointerState now = state_of(variable), then = earlier_state(before, variable);
        if (now.nulls != then.nulls && then.target && then.nullness == NOT_NULL) {
            refuse(reader, loop, "the pointer '%s' is null in some of its iterations", variable->name);
            return false;
        }
        if (now.nulls != then.nulls || then.nullness != now.nullness)
            set_unknown(variable);
    }
    return true;
}
