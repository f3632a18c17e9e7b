// Subscripts that are computed from index arrays: what they may be tells what the indices may be.
#include "codegen/check/reference_index.h"
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/cuda.h"

#include <stdlib.h>
#include <string.h>

static Definition *definition_of(const IndexSearch *search, const Symbol *symbol)
{
    FOR_EACH(i, &search->definitions)
        if (search->definitions.items[i].symbol == symbol)
            return &search->definitions.items[i];
    return NULL;
}

static bool note_definition(void *context, const Stmt *stmt)
{
    IndexSearch *search = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL;
    const Symbol *symbol = assigns ? stmt->place->symbol : stmt->kind == ST_DECLARE ? stmt->symbol : NULL;
    if (!symbol || !stmt->value)
        return true;
    Definition *known = definition_of(search, symbol);
    if (!known) {
        VECTOR_PUSH(search->arena, &search->definitions, ((Definition){symbol, NULL, 0}));
        known = definition_of(search, symbol);
    }
    known->value = known->writes++ == 0 && (!assigns || stmt->op == OP_NONE) ? stmt->value : NULL;
    return true;
}

static bool find_index(void *context, const Expr *expr)
{
    *(bool *)context |= expr->kind == EX_ACCESS && type_is_integer(expr->type);
    return true;
}

static Expr *see_through(void *context, Expr *expr)
{
    const IndexSearch *search = context;
    const Definition *definition = expr->kind == EX_SYMBOL ? definition_of(search, expr->symbol) : NULL;
    bool indirect = false;
    if (definition && definition->value && !expr_mentions(definition->value, expr->symbol))
        expr_walk(definition->value, find_index, &indirect);
    return indirect ? expr_cast(search->arena, expr->type, definition->value) : expr;
}

enum { MAX_INDICES = 2 };

typedef struct Indices {
    const Expr *items[MAX_INDICES]; // accesses of index arrays, different ones
    int count;                      // MAX_INDICES + 1: too many
} Indices;

static bool collect_index(void *context, const Expr *expr)
{
    Indices *indices = context;
    if (expr->kind != EX_ACCESS)
        return true;
    for (int i = 0; i < indices->count && i < MAX_INDICES; i++)
        if (expr_equal(indices->items[i], expr))
            return false;
    bool fits = type_is_integer(expr->type) && expr->npath == 0 && expr->array->host && expr->array->held != HOST_ROWS;
    if (fits && indices->count < MAX_INDICES)
        indices->items[indices->count++] = expr;
    else
        indices->count = MAX_INDICES + 1;
    return false;
}

typedef struct IndexValues {
    Arena *arena;
    const Indices *indices;
    int one; // the index that is 1, the others are 0
} IndexValues;

static Expr *set_index(void *context, Expr *expr)
{
    const IndexValues *values = context;
    for (int i = 0; i < values->indices->count; i++)
        if (expr->kind == EX_ACCESS && expr_equal(values->indices->items[i], expr))
            return expr_int(values->arena, i == values->one, expr->type);
    return expr;
}

// The subscript as a signed number, with index number `one` equal to 1 and the others 0.
static Expr *subscript_with(IndexSearch *search, Expr *subscript, const Indices *indices, int one)
{
    IndexValues values = {search->arena, indices, one};
    Expr *result = expr_rewrite(search->arena, subscript, set_index, &values);
    if (result->type->kind == TY_U32)
        result = expr_cast(search->arena, type_scalar(TY_I32), result);
    return expr_cast(search->arena, type_scalar(TY_I64), result);
}

// Where the index leads to for 0 and for 1, and where it may lead to.
static Expr *note_index(IndexSearch *search, Expr *seen, const Indices *indices, int index, Expr *first, Expr *last)
{
    Arena *arena = search->arena;
    Expr *zero = expr_index(arena, 0);
    Expr *const origin[MAX_DIMS] = {zero, zero, zero, zero, zero, zero, zero, zero};
    Expr *arguments[] = {expr_address(arena, expr_access(arena, indices->items[index]->array, origin)),
                         subscript_with(search, seen, indices, -1),
                         subscript_with(search, seen, indices, index),
                         subscript_with(search, seen, indices, indices->count > 1 ? 1 - index : -1),
                         first,
                         last};
    return expr_call(arena, type_scalar(TY_I64), "crs_note_index", NULL, arguments, 6);
}

static Expr *bounded_subscript(IndexSearch *search, Expr *subscript, Expr *first, Expr *last)
{
    Arena *arena = search->arena;
    const Type *type = type_scalar(TY_I64);
    Indices indices = {.count = 0};
    Expr *seen = expr_rewrite(arena, subscript, see_through, search);
    expr_walk(seen, collect_index, &indices);
    if (indices.count == 0 || indices.count > MAX_INDICES)
        return subscript;
    Expr *inside[] = {expr_cast(arena, type, subscript), first, last};
    Expr *sum = expr_call(arena, type, "crs_inside", NULL, inside, 3);
    for (int i = 0; i < indices.count; i++)
        sum = expr_binary(arena, OP_ADD, sum, note_index(search, seen, &indices, i, first, last), type);
    return sum;
}

Expr *index_bounded_access(IndexSearch *search, Expr *access)
{
    Arena *arena = search->arena;
    const Array *array = access->array;
    const ArrayFact *fact = array->host ? facts_array(search->facts, array) : NULL;
    fact = fact && fact->measured ? NULL : fact;
    Expr *subscripts[MAX_DIMS];
    bool changed = false;
    for (int d = 0; fact && d < array->ndim; d++) {
        Expr *first = array->ndim == 1 ? fact->first : expr_index(arena, 0);
        Expr *last = array->ndim == 1   ? fact->last
                     : array->extent[d] ? index_sub(arena, expr_cast(arena, type_scalar(TY_I64), array->extent[d]),
                                                    expr_index(arena, 1))
                                        : NULL;
        bool known = first && last;
        subscripts[d] = known ? bounded_subscript(search, access->operands[d], first, last) : access->operands[d];
        changed |= subscripts[d] != access->operands[d];
    }
    if (!changed)
        return access;
    Expr *result = arena_copy(arena, access, sizeof *access);
    result->operands = arena_copy(arena, subscripts, (size_t)array->ndim * sizeof *subscripts);
    return result;
}

IndexSearch index_search(Arena *arena, const Facts *facts, const Stmt *body)
{
    IndexSearch search = {.arena = arena, .facts = facts};
    stmt_walk(body, note_definition, &search);
    return search;
}

// ---- rows

typedef struct RowNotes {
    IndexSearch *search;
    Text *out;
} RowNotes;

static bool find_inner(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM);
    return !*found;
}

// The launcher tests that a value from the data lies within its row (Measure.in_rows): such values are drawn.
static bool note_row(void *context, const Expr *expr)
{
    RowNotes *notes = context;
    Arena *arena = notes->search->arena;
    if (expr->kind != EX_CALL || !expr->text || strcmp(expr->text, "crs_measure_in_row") != 0)
        return true;
    Indices indices = {.count = 0};
    Expr *seen = expr_rewrite(arena, expr->operands[3], see_through, notes->search);
    expr_walk(seen, collect_index, &indices);
    if (indices.count != 1)
        return false;
    Expr *last = index_add(arena, expr->operands[4], expr_index(arena, -1));
    Expr *note = note_index(notes->search, seen, &indices, 0, expr_index(arena, 0), last);
    bool inner = false;
    expr_walk(note, find_inner, &inner);
    Emitter emitter = {.out = notes->out};
    if (!inner)
        emit_line(notes->out, 1, "%s;", expr_string(&emitter, note));
    return false;
}

void index_emit_rows(IndexSearch *search, Text *out)
{
    RowNotes notes = {search, out};
    FOR_EACH(i, &search->facts->measures)
        if (search->facts->measures.items[i].in_rows && !search->facts->measures.items[i].rises)
            stmt_walk_expressions(search->facts->measures.items[i].walk, note_row, &notes);
}
