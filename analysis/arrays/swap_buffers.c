// Pointers that change places: one of them may later point to the memory that another one points to at first. So all of
// their arrays are touched, and moved, in the union of their ranges.
#include "analysis/arrays/swap_buffers.h"

typedef VECTOR(const Array *) Group;

static bool holds(const Group *group, const Array *array)
{
    FOR_EACH(i, group)
        if (group->items[i] == array)
            return true;
    return false;
}

typedef struct Search {
    Arena *arena;
    Group group;
    bool grown;
} Search;

static bool add_neighbours(void *context, const Stmt *stmt)
{
    Search *search = context;
    bool meets = false;
    for (int i = 0; i < stmt->nrotated; i++)
        meets = meets || holds(&search->group, stmt->rotated[i]);
    for (int i = 0; i < stmt->nrotated && meets; i++) {
        if (holds(&search->group, stmt->rotated[i]))
            continue;
        VECTOR_PUSH(search->arena, &search->group, stmt->rotated[i]);
        search->grown = true;
    }
    return true;
}

// All arrays whose pointers change places with that of `array`, directly or not.
static Group group_of(Analysis *analysis, const Array *array)
{
    Search search = {.arena = analysis->arena};
    VECTOR_PUSH(analysis->arena, &search.group, array);
    do {
        search.grown = false;
        stmt_walk(analysis->nest->body, add_neighbours, &search);
    } while (search.grown);
    return search.group;
}

// One that nothing touches while it has this pointer.
static ArrayFact untouched(Analysis *analysis, const Array *array)
{
    Expr *zero = expr_index(analysis->arena, 0), *never = expr_int(analysis->arena, 0, type_scalar(TY_I32));
    return (ArrayFact){.array = array,
                       .touched = never,
                       .first = zero,
                       .last = zero,
                       .first_row = zero,
                       .last_row = zero,
                       .first_middle = zero,
                       .last_middle = zero,
                       .first_column = zero,
                       .last_column = zero};
}

// `mine` if it means anything, otherwise `other`.
static Expr *where(Arena *arena, Expr *touched, Expr *mine, Expr *other)
{
    return touched && mine->type == other->type ? expr_select(arena, touched, mine, other) : mine;
}

static bool same_condition(const Expr *left, const Expr *right)
{
    return left == right || (left && right && expr_equal(left, right));
}

// `sum` becomes what either touches, whichever of both is touched at all.
static void widen(Analysis *analysis, ArrayFact *sum, const ArrayFact *more)
{
    Arena *arena = analysis->arena;
    bool never = more->touched && expr_is_int(more->touched, 0), first = sum->touched && expr_is_int(sum->touched, 0);
    sum->read |= more->read;
    sum->written |= more->written;
    if (never)
        return;
    enum { ENDS = 4 };
    Expr **into[] = {&sum->first, &sum->first_row, &sum->first_middle, &sum->first_column,
                     &sum->last,  &sum->last_row,  &sum->last_middle,  &sum->last_column};
    Expr *const from[] = {more->first, more->first_row, more->first_middle, more->first_column,
                          more->last,  more->last_row,  more->last_middle,  more->last_column};
    for (int i = 0; i < 2 * ENDS; i++) {
        Expr *mine = *into[i], *other = from[i];
        if (first)
            *into[i] = other;
        if (first || !mine || !other || expr_equal(mine, other))
            continue;
        if (!same_condition(sum->touched, more->touched)) {
            mine = where(arena, sum->touched, *into[i], from[i]);
            other = where(arena, more->touched, from[i], *into[i]);
        }
        *into[i] = (i < ENDS ? index_min : index_max)(arena, mine, other);
    }
    if (first)
        sum->touched = more->touched;
    else if (!same_condition(sum->touched, more->touched) && sum->touched)
        sum->touched =
            more->touched ? expr_binary(arena, OP_LOGICAL_OR, sum->touched, more->touched, type_scalar(TY_I32)) : NULL;
}

static void share(Analysis *analysis, const Group *group)
{
    Facts *facts = analysis->facts;
    ArrayFact sum = untouched(analysis, NULL);
    FOR_EACH(g, group) {
        const ArrayFact *known = facts_array(facts, group->items[g]);
        if (known)
            widen(analysis, &sum, known);
    }
    FOR_EACH(g, group) {
        ArrayFact *fact = (ArrayFact *)facts_array(facts, group->items[g]);
        if (!fact) {
            ArrayFact fresh = untouched(analysis, group->items[g]);
            VECTOR_PUSH(analysis->arena, &facts->arrays, fresh);
            fact = &facts->arrays.items[facts->arrays.count - 1];
        }
        // A range that comes back holds the elements of another array: all of it is copied in, too.
        ArrayFact shared = sum;
        shared.array = fact->array;
        shared.first_read = fact->first_read;
        shared.first_write = fact->first_write;
        shared.present = fact->present;
        shared.copy_in = !fact->present;
        shared.copy_out = sum.written && !fact->present;
        shared.row = shared.column = shared.width = NULL;
        *fact = shared;
    }
}

void swap_buffers_share(Analysis *analysis)
{
    Group done = {0};
    FOR_EACH(i, &analysis->nest->arrays) {
        const Array *array = analysis->nest->arrays.items[i];
        if (!array->rotates || holds(&done, array))
            continue;
        Group group = group_of(analysis, array);
        FOR_EACH(g, &group)
            VECTOR_PUSH(analysis->arena, &done, group.items[g]);
        share(analysis, &group);
    }
}
