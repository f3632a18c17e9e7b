#include "frontend/normalize/entry_values.h"
#include "frontend/normalize/induction_parts.h"
#include "frontend/normalize/wraparound.h"

typedef struct WrapAround {
    Nest *nest;
    Arena *arena;
    const Stmt *loop;
    Stmt **body; // its statements
    int count;
} WrapAround;

// ---- mentions

typedef struct Mentions {
    const Symbol *symbol;
    int reads, writes;
} Mentions;

static bool count_reads(void *context, const Expr *expr)
{
    Mentions *mentions = context;
    mentions->reads += expr->kind == EX_SYMBOL && expr->symbol == mentions->symbol;
    return true;
}

static bool count_writes(void *context, const Stmt *stmt)
{
    Mentions *mentions = context;
    bool writes = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == mentions->symbol;
    mentions->writes += writes;
    mentions->reads -= writes && stmt->op == OP_NONE; // its place is among the expressions
    return true;
}

static Mentions mentions_of(const Stmt *stmt, const Symbol *symbol)
{
    Mentions mentions = {.symbol = symbol};
    stmt_walk_expressions(stmt, count_reads, &mentions);
    stmt_walk(stmt, count_writes, &mentions);
    return mentions;
}

// ---- what the body changes

typedef struct Changes {
    const Symbol *symbol; // or
    const Array *array;
    bool found;
} Changes;

static bool find_change(void *context, const Stmt *stmt)
{
    Changes *changes = context;
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    changes->found |= place && changes->symbol && place->kind == EX_SYMBOL && place->symbol == changes->symbol;
    changes->found |= place && changes->array && place->kind == EX_ACCESS && place->array == changes->array;
    changes->found |= changes->array && stmt->kind == ST_ROTATE;
    return !changes->found;
}

static bool changes(const Stmt *stmt, const Symbol *symbol, const Array *array)
{
    Changes found = {symbol, array, false};
    stmt_walk(stmt, find_change, &found);
    return found.found;
}

static bool find_jump(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found |=
        stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || stmt->kind == ST_RETURN || stmt->kind == ST_EVALUATE;
    return !*found;
}

// ---- the value

enum { MOST_VALUES = 32 }; // that one is made of

typedef struct Values {
    const WrapAround *wrap;
    int before; // the statement of the body where the value is asked for
    int *count;
    bool known;
} Values;

static const Stmt *plain_setter(const Stmt *stmt, const Symbol *symbol)
{
    bool sets = (stmt->kind == ST_DECLARE && stmt->symbol == symbol && stmt->value) ||
                (stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_SYMBOL &&
                 stmt->place->symbol == symbol);
    return sets ? stmt : NULL;
}

static Expr *value_at(Values *values, Expr *expr);

// Whether the loop leaves its value as it was before.
static bool is_kept(const WrapAround *wrap, const Symbol *symbol)
{
    bool kept = !symbol->address_taken && !changes(wrap->loop->body, symbol, NULL);
    for (int i = 0; i < wrap->count; i++)
        kept = kept && !plain_setter(wrap->body[i], symbol);
    return kept && symbol->role == SYM_LIVE;
}

// What the statements before have set the variable to in this iteration.
static Expr *put_set(void *context, Expr *expr)
{
    Values *values = context;
    const WrapAround *wrap = values->wrap;
    const Symbol *symbol = expr->kind == EX_SYMBOL ? expr->symbol : NULL;
    if (!symbol || (symbol->role != SYM_LOCAL && symbol->role != SYM_LIVE) || is_kept(wrap, symbol))
        return expr;
    int at = values->before - 1;
    while (at >= 0 && !changes(wrap->body[at], symbol, NULL) && !plain_setter(wrap->body[at], symbol))
        at--;
    const Stmt *setter = at >= 0 ? plain_setter(wrap->body[at], symbol) : NULL;
    Values earlier = {wrap, at, values->count, setter && !symbol->address_taken && ++*values->count <= MOST_VALUES};
    Expr *value = earlier.known ? value_at(&earlier, setter->value) : NULL;
    values->known = values->known && earlier.known;
    return value ? expr_cast(wrap->arena, expr->type, value) : expr;
}

static bool test_fixed(void *context, const Expr *expr)
{
    Values *values = context;
    const WrapAround *wrap = values->wrap;
    const Symbol *symbol = expr->kind == EX_SYMBOL ? expr->symbol : NULL;
    if (expr->kind == EX_ADDRESS || expr->kind == EX_INTRINSIC ||
        (expr->kind == EX_CALL && expr->function && !expr->function->pure))
        values->known = false;
    else if (expr->kind == EX_ACCESS)
        values->known = values->known && expr->array->space == SPACE_GLOBAL && !expr->array->is_volatile &&
                        !changes(wrap->loop->body, NULL, expr->array);
    else if (symbol)
        values->known =
            values->known && !symbol->is_volatile &&
            (symbol == wrap->loop->loop->iterator || symbol->role == SYM_LOCAL || symbol->role == SYM_LIVE ||
             (symbol->role == SYM_PARAM && !changes(wrap->loop->body, symbol, NULL)));
    return values->known;
}

// In terms of the iterator and of values that the loop does not change.
static Expr *value_at(Values *values, Expr *expr)
{
    expr_walk(expr, test_fixed, values);
    return values->known ? expr_rewrite(values->wrap->arena, expr, put_set, values) : expr;
}

// The same of a value that the body's statement `before` has. NULL: it is not such a value.
static Expr *fixed_value(const WrapAround *wrap, Expr *value, int before)
{
    int count = 0;
    Values values = {wrap, before, &count, true};
    Expr *fixed = value_at(&values, value);
    return values.known ? fixed : NULL;
}

// ---- the loop

static bool is_plain_loop(const Stmt *stmt)
{
    const Loop *loop = stmt->kind == ST_LOOP ? stmt->loop : NULL;
    if (!loop || loop->factor || loop->endless || loop->not_equal || loop->step->kind != EX_INT)
        return false;
    bool jumps = false;
    stmt_walk(stmt->body, find_jump, &jumps);
    return !jumps && !stmt_rotates(stmt->body);
}

// The body's statement that assigns the variable, if it can be replaced; -1: it cannot.
static int wraps_at(const WrapAround *wrap, const Symbol *symbol)
{
    int at = -1;
    bool read_before = false;
    for (int i = 0; i < wrap->count; i++) {
        Mentions mentions = mentions_of(wrap->body[i], symbol);
        bool assigns = wrap->body[i]->kind == ST_ASSIGN && wrap->body[i]->place->kind == EX_SYMBOL &&
                       wrap->body[i]->place->symbol == symbol && wrap->body[i]->op == OP_NONE && mentions.reads == 0;
        if (mentions.writes && (!assigns || at >= 0))
            return -1;
        at = assigns ? i : at;
        read_before |= at < 0 && mentions.reads > 0;
    }
    return read_before ? at : -1;
}

static bool is_read_from(const WrapAround *wrap, const Symbol *symbol, int first)
{
    for (int i = first; i < wrap->count; i++)
        if (mentions_of(wrap->body[i], symbol).reads)
            return true;
    return false;
}

// The value of the variable before the nest, if its value after the nest is also needed.
static const Symbol *value_before(const WrapAround *wrap, Symbol *symbol)
{
    if (!symbol->live_after) {
        symbol->role = SYM_PARAM;
        return symbol;
    }
    return entry_symbol(wrap->nest, symbol);
}

static Stmt *with_wrapped(const WrapAround *wrap, Symbol *symbol, int at, Expr *value)
{
    Arena *arena = wrap->arena;
    const Loop *loop = wrap->loop->loop;
    bool stays = symbol->live_after, read_after = is_read_from(wrap, symbol, at + 1);
    Expr *iterator = expr_symbol(arena, loop->iterator);
    Expr *first =
        expr_binary(arena, OP_EQ, iterator, expr_cast(arena, loop->iterator->type, loop->lower), loop->iterator->type);
    const Type *promoted = type_promoted(loop->iterator->type);
    Expr *earlier = expr_binary(arena, OP_SUB, expr_cast(arena, promoted, iterator),
                                expr_cast(arena, promoted, loop->step), promoted);
    earlier = expr_cast(arena, loop->iterator->type, earlier);
    Expr *last = expr_cast(arena, symbol->type, expr_substitute(arena, value, loop->iterator, earlier));
    Symbol *now = nest_symbol(wrap->nest, intern_printf("%s_now", symbol->name), symbol->type, SYM_LOCAL);
    now->loc = symbol->loc;
    VECTOR(Stmt *) items = {0};
    Stmt *declared =
        stmt_declare(arena, now, expr_select(arena, first, expr_symbol(arena, value_before(wrap, symbol)), last));
    declared->id = ++wrap->nest->next_stmt;
    declared->loc = wrap->body[at]->loc;
    VECTOR_PUSH(arena, &items, declared);
    for (int i = 0; i < wrap->count; i++) {
        bool renamed = i < at || !stays;
        if (i != at || stays || read_after)
            VECTOR_PUSH(arena, &items,
                        renamed ? stmt_substitute(arena, wrap->body[i], symbol, expr_symbol(arena, now))
                                : wrap->body[i]);
    }
    Stmt *made = stmt_loop(arena, loop, stmt_block(arena, items.items, items.count));
    made->loc = wrap->loop->loc;
    made->directive = wrap->loop->directive;
    return made;
}

static bool is_elsewhere(Stmt *const *items, int count, int loop, const Symbol *symbol)
{
    for (int i = 0; i < count; i++) {
        Mentions mentions = i == loop ? (Mentions){0} : mentions_of(items[i], symbol);
        if (mentions.reads || mentions.writes)
            return true;
    }
    return false;
}

static Stmt *recall_one(Nest *nest, Stmt *const *items, int count, int loop)
{
    WrapAround wrap = {nest, nest->unit->arena, items[loop], items[loop]->body->items, items[loop]->body->nitems};
    FOR_EACH(s, &nest->symbols) {
        Symbol *symbol = nest->symbols.items[s];
        bool kept = symbol->address_taken || symbol->is_volatile || !symbol->host;
        int at = symbol->role == SYM_LIVE && !kept && type_is_arithmetic(symbol->type) ? wraps_at(&wrap, symbol) : -1;
        Expr *value =
            at < 0 || is_elsewhere(items, count, loop, symbol) ? NULL : fixed_value(&wrap, wrap.body[at]->value, at);
        if (value && fixed_value(&wrap, wrap.loop->loop->lower, 0) && !expr_mentions(wrap.loop->loop->lower, symbol))
            return with_wrapped(&wrap, symbol, at, value);
    }
    return NULL;
}

// ---- variables that get a constant at the end of each iteration

static bool is_literal(const Expr *expr)
{
    while (expr->kind == EX_CAST || (expr->kind == EX_UNARY && expr->op == OP_NEG))
        expr = expr->operands[0];
    return expr->kind == EX_INT || expr->kind == EX_FLOAT;
}

// The statement of the body that gives it the constant, after all that use it, of which the first one does not set it
// anew; -1: there is none.
static int resets_at(const WrapAround *wrap, const Symbol *symbol)
{
    int first = 0, at = wrap->count - 1;
    while (at >= 0 && !stmt_mentions(wrap->body[at], symbol))
        at--;
    while (first < at && !stmt_mentions(wrap->body[first], symbol))
        first++;
    bool used =
        first < at && (!plain_setter(wrap->body[first], symbol) || mentions_of(wrap->body[first], symbol).reads);
    const Stmt *last = used ? wrap->body[at] : NULL;
    bool resets = last && last->kind == ST_ASSIGN && last->place->kind == EX_SYMBOL && last->place->symbol == symbol &&
                  last->op == OP_NONE && is_literal(last->value);
    return resets ? at : -1;
}

typedef struct Band {
    const Stmt *loops[MAX_DEPTH];
    int count;
} Band;

static bool test_outside(void *context, const Expr *expr)
{
    Band *band = context;
    bool plain = expr->kind != EX_ACCESS && expr->kind != EX_CALL && expr->kind != EX_INTRINSIC;
    plain = plain && (expr->kind != EX_SYMBOL || (expr->symbol->role == SYM_PARAM && !expr->symbol->is_volatile &&
                                                  !changes(band->loops[0], expr->symbol, NULL)));
    band->count = plain ? band->count : 0;
    return plain;
}

// Loops that hold nothing but one another, and run the same iterations whatever those around them do: the first
// iteration of all is the first one of each.
static Band band_of(const Stmt *stmt)
{
    Band band = {0};
    while (is_plain_loop(stmt) && band.count < MAX_DEPTH) {
        band.loops[band.count++] = stmt;
        stmt = stmt->body->kind == ST_BLOCK && stmt->body->nitems == 1 ? stmt->body->items[0] : stmt->body;
    }
    for (int d = 0; d < band.count; d++) {
        expr_walk(band.loops[d]->loop->lower, test_outside, &band);
        expr_walk(band.loops[d]->loop->upper, test_outside, &band);
    }
    return band;
}

static Expr *is_first(const WrapAround *wrap, const Band *band)
{
    Expr *first = NULL;
    for (int d = 0; d < band->count; d++) {
        const Loop *loop = band->loops[d]->loop;
        const Type *type = loop->iterator->type;
        Expr *here = expr_binary(wrap->arena, OP_EQ, expr_symbol(wrap->arena, loop->iterator),
                                 expr_cast(wrap->arena, type, loop->lower), type);
        first = first ? expr_binary(wrap->arena, OP_LOGICAL_AND, first, here, here->type) : here;
    }
    return first;
}

static Stmt *with_reset(const WrapAround *wrap, const Band *band, Symbol *symbol, int at)
{
    Arena *arena = wrap->arena;
    Expr *value = expr_cast(arena, symbol->type, wrap->body[at]->value);
    bool stays = symbol->live_after;
    Symbol *now = nest_symbol(wrap->nest, intern_printf("%s_now", symbol->name), symbol->type, SYM_LOCAL);
    now->loc = symbol->loc;
    VECTOR(Stmt *) items = {0};
    Expr *before = expr_symbol(arena, value_before(wrap, symbol));
    Stmt *declared = stmt_declare(arena, now, expr_select(arena, is_first(wrap, band), before, value));
    declared->id = ++wrap->nest->next_stmt;
    declared->loc = wrap->body[at]->loc;
    VECTOR_PUSH(arena, &items, declared);
    for (int i = 0; i < wrap->count; i++)
        if (i != at || stays)
            VECTOR_PUSH(arena, &items,
                        i == at ? wrap->body[i]
                                : stmt_substitute(arena, wrap->body[i], symbol, expr_symbol(arena, now)));
    Stmt *made = stmt_block(arena, items.items, items.count);
    for (int d = band->count - 1; d >= 0; d--) {
        made = stmt_loop(arena, band->loops[d]->loop, made);
        made->loc = band->loops[d]->loc;
        made->directive = band->loops[d]->directive;
    }
    return made;
}

static Stmt *reset_one(Nest *nest, Stmt *const *items, int count, int loop)
{
    Band band = band_of(items[loop]);
    const Stmt *innermost = band.count ? band.loops[band.count - 1] : NULL;
    if (!innermost || innermost->body->kind != ST_BLOCK)
        return NULL;
    WrapAround wrap = {nest, nest->unit->arena, innermost, innermost->body->items, innermost->body->nitems};
    FOR_EACH(s, &nest->symbols) {
        Symbol *symbol = nest->symbols.items[s];
        bool kept = symbol->address_taken || symbol->is_volatile || !symbol->host;
        int at = symbol->role == SYM_LIVE && !kept && type_is_arithmetic(symbol->type) ? resets_at(&wrap, symbol) : -1;
        if (at >= 0 && !is_elsewhere(items, count, loop, symbol))
            return with_reset(&wrap, &band, symbol, at);
    }
    return NULL;
}

// ---- all

Stmt *wraparound(Nest *nest, Stmt *body)
{
    Arena *arena = nest->unit->arena;
    int count = body->nitems;
    Stmt **items = arena_copy(arena, body->items, sizeof *items * (size_t)count);
    for (int i = 0; i < count; i++) {
        bool block = is_plain_loop(items[i]) && items[i]->body->kind == ST_BLOCK;
        Stmt *made = block ? recall_one(nest, items, count, i) : NULL;
        while (made) {
            items[i] = made;
            made = made->body->kind == ST_BLOCK ? recall_one(nest, items, count, i) : NULL;
        }
        while ((made = reset_one(nest, items, count, i)))
            items[i] = made;
    }
    return normal_block(arena, items, count);
}
