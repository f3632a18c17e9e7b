// States of an abstract interpretation (known_values.h).
#include "analysis/sets/known_values.h"

static const Interval *shared(Arena *arena, const Interval *value)
{
    return arena_copy(arena, value, sizeof *value);
}

Known known_empty(Arena *arena, const Expr *key, const Array *array)
{
    Interval unknown = interval_unknown();
    return (Known){.key = key, .array = array, .empty = true, .value = shared(arena, &unknown)};
}

KnownValues known_dead(void)
{
    return (KnownValues){.dead = true};
}

KnownValues known_copy(Arena *arena, const KnownValues *state)
{
    KnownValues copy = {.dead = state->dead};
    if (!state->items.count)
        return copy;
    copy.items.items = arena_copy(arena, state->items.items, sizeof(Known) * (size_t)state->items.count);
    copy.items.count = copy.items.capacity = state->items.count;
    return copy;
}

Known *known_find(const KnownValues *state, const Expr *key, const Array *array)
{
    FOR_EACH(i, &state->items) {
        Known *known = (Known *)&state->items.items[i];
        if (array ? known->array == array : known->key && expr_equal(known->key, key))
            return known;
    }
    return NULL;
}

void known_bind(Arena *arena, KnownValues *state, const Expr *key, const Interval *value)
{
    Known *known = known_find(state, key, NULL);
    if (known)
        known->value = shared(arena, value);
    else if (interval_is_known(value))
        VECTOR_PUSH(arena, &state->items, ((Known){.key = key, .value = shared(arena, value)}));
}

void known_forget_symbol(KnownValues *state, const Symbol *symbol)
{
    int kept = 0;
    FOR_EACH(i, &state->items) {
        const Known *known = &state->items.items[i];
        if (!known->key || !expr_mentions(known->key, symbol))
            state->items.items[kept++] = *known;
    }
    state->items.count = kept;
}

// A store through a pointer may change it.
static bool look_for_memory(void *context, const Expr *expr)
{
    bool *found = context;
    bool shared = expr->kind == EX_SYMBOL && expr->symbol->address_taken && expr->symbol->role != SYM_PARAM;
    *found = *found || expr->kind == EX_ACCESS || shared;
    return !*found;
}

static bool reads_memory(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, look_for_memory, &found);
    return found;
}

void known_forget_accesses(KnownValues *state)
{
    int kept = 0;
    FOR_EACH(i, &state->items) {
        const Known *known = &state->items.items[i];
        if (!known->key || !reads_memory(known->key))
            state->items.items[kept++] = *known;
    }
    state->items.count = kept;
}

static Known joined_known(Arena *arena, const Known *left, const Known *right)
{
    Known result = *left;
    if (left->empty || right->empty)
        result = left->empty ? *right : *left;
    if (left->empty || right->empty || left->value == right->value)
        return result;
    Interval value = interval_join(arena, left->value, right->value);
    result.value = shared(arena, &value);
    return result;
}

KnownValues known_join(Arena *arena, const KnownValues *left, const KnownValues *right)
{
    KnownValues result = {0};
    if (left->dead || right->dead)
        return known_copy(arena, left->dead ? right : left);
    FOR_EACH(i, &left->items) {
        const Known *one = &left->items.items[i], *other = known_find(right, one->key, one->array);
        Known both = other ? joined_known(arena, one, other) : (Known){0};
        if (other && (both.empty || interval_is_known(both.value)))
            VECTOR_PUSH(arena, &result.items, both);
    }
    return result;
}

bool known_settle(Arena *arena, KnownValues *head, const KnownValues *next, bool widens)
{
    bool same = true;
    int kept = 0;
    FOR_EACH(i, &head->items) {
        Known *known = &head->items.items[i];
        const Known *after = known_find(next, known->key, known->array);
        bool equal = after && after->empty == known->empty && interval_equal(after->value, known->value);
        same = same && equal;
        if (!after)
            continue;
        Known settled = *after;
        if (widens && !known->empty && !after->empty && known->value != after->value) {
            Interval wide = interval_widen(known->value, after->value);
            settled.value = shared(arena, &wide);
        }
        if (settled.empty || interval_is_known(settled.value))
            head->items.items[kept++] = settled;
    }
    head->items.count = kept;
    return same;
}

Interval known_of_type(const Type *type)
{
    Interval result = {0};
    if (!type_is_integer(type))
        return result;
    if (type->size < 4) {
        int64_t bits = 8 * type->size - type_is_signed(type);
        int64_t most = type->kind == TY_BOOL ? 1 : ((int64_t)1 << bits) - 1;
        result = interval_constant(type_is_signed(type) ? -most - 1 : 0, most);
        result.high.items[0].implied = true;
        result.low.items[0].implied = type_is_signed(type);
    } else if (!type_is_signed(type)) {
        result = interval_constant(0, 0);
        result.high.count = 0;
    }
    return result;
}

Interval known_of_table(const Array *table)
{
    int64_t count = array_bytes(table) / (table->element->size ? table->element->size : 1);
    if (count < 1)
        return interval_unknown();
    int64_t least = table->constants[0], most = least;
    for (int64_t i = 1; i < count; i++) {
        least = table->constants[i] < least ? table->constants[i] : least;
        most = table->constants[i] > most ? table->constants[i] : most;
    }
    return interval_constant(least, most);
}
