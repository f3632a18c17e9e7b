#include "frontend/normalize/expand_elements.h"
#include "frontend/normalize/induction_parts.h"

#include <string.h>

typedef struct Element {
    const Array *array;
    int64_t place; // row-major
    const Symbol *symbol;
} Element;

typedef struct Elements {
    Nest *nest;
    VECTOR(const Array *) changed;
    VECTOR(Element) found;
} Elements;

// ---- arrays

static bool note_address(void *context, const Expr *expr)
{
    Elements *elements = context;
    if (expr->kind == EX_ADDRESS && expr->operands[0]->kind == EX_ACCESS)
        VECTOR_PUSH(elements->nest->unit->arena, &elements->changed, expr->operands[0]->array);
    return true;
}

static bool note_changed(void *context, const Stmt *stmt)
{
    Elements *elements = context;
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS)
        VECTOR_PUSH(elements->nest->unit->arena, &elements->changed, stmt->place->array);
    stmt_expressions(stmt, note_address, elements);
    return true;
}

static bool is_changed(const Elements *elements, const Array *array)
{
    FOR_EACH(i, &elements->changed)
        if (elements->changed.items[i] == array)
            return true;
    return false;
}

// Member arrays of a struct behind a pointer are where that struct is; a pointer member has no first extent.
static bool is_in_place(const Array *array)
{
    return array->is_object || (array->extent[0] && strstr(array->host, "->"));
}

static bool is_suitable(const Elements *elements, const Array *array)
{
    bool held = array->space == SPACE_GLOBAL && array->held == HOST_POINTER && !array->rotates && !array->is_volatile;
    bool counts =
        type_is_integer(array->element) && array->element->kind != TY_BOOL && !array->is_enum && !array->constants;
    return held && counts && is_in_place(array) && !is_changed(elements, array);
}

// ---- elements

// -1: not at a constant place, or not one of it.
static int64_t place_of(const Expr *access)
{
    int64_t place = 0;
    for (int d = 0; d < access->array->ndim; d++) {
        const Expr *subscript = expr_strip_casts(access->operands[d]), *extent = access->array->extent[d];
        bool constant = subscript->kind == EX_INT && extent && extent->kind == EX_INT;
        if (!constant || subscript->integer < 0 || subscript->integer >= extent->integer)
            return -1;
        place = place * extent->integer + subscript->integer;
    }
    return place;
}

static const char *subscripts_text(Arena *arena, const Expr *access, const char *format)
{
    Text text = {.arena = arena};
    for (int d = 0; d < access->array->ndim; d++)
        text_printf(&text, format, (long)expr_strip_casts(access->operands[d])->integer);
    return text_string(&text);
}

// "&dims[0][0]" is the pointer to "dims".
static const char *host_name(Arena *arena, const Array *array)
{
    size_t zeros = strlen("[0]") * (size_t)array->ndim;
    return *array->host == '&' ? arena_strndup(arena, array->host + 1, strlen(array->host) - 1 - zeros) : array->host;
}

static const Symbol *name_element(Elements *elements, const Expr *access, int64_t place)
{
    Arena *arena = elements->nest->unit->arena;
    FOR_EACH(i, &elements->found)
        if (elements->found.items[i].array == access->array && elements->found.items[i].place == place)
            return elements->found.items[i].symbol;
    const char *name = intern_printf("%s%s", access->array->name, subscripts_text(arena, access, "_%ld"));
    Symbol *symbol = nest_symbol(elements->nest, name, access->array->element, SYM_PARAM);
    symbol->loc = access->array->loc;
    symbol->host = intern_printf("%s%s", host_name(arena, access->array), subscripts_text(arena, access, "[%ld]"));
    symbol->address_taken = true;
    VECTOR_PUSH(arena, &elements->found, ((Element){access->array, place, symbol}));
    return symbol;
}

static bool note_element(void *context, const Expr *expr)
{
    Elements *elements = context;
    int64_t place = expr->kind == EX_ACCESS && !expr->npath && is_suitable(elements, expr->array) ? place_of(expr) : -1;
    if (place >= 0)
        name_element(elements, expr, place);
    return true;
}

static bool note_in_subscripts(void *context, const Expr *expr)
{
    for (int d = 0; expr->kind == EX_ACCESS && d < expr->noperands; d++)
        expr_walk(expr->operands[d], note_element, context);
    return true;
}

static bool note_elements(void *context, const Stmt *stmt)
{
    if (stmt->kind == ST_LOOP) {
        expr_walk(stmt->loop->lower, note_element, context);
        expr_walk(stmt->loop->upper, note_element, context);
        expr_walk(stmt->loop->step, note_element, context);
    } else if (stmt->kind == ST_IF) {
        expr_walk(stmt->condition, note_element, context);
    }
    stmt_expressions(stmt, note_in_subscripts, context);
    return true;
}

static Expr *put_element(void *context, Expr *expr)
{
    const Elements *elements = context;
    int64_t place = expr->kind == EX_ACCESS && !expr->npath ? place_of(expr) : -1;
    FOR_EACH(i, &elements->found)
        if (place >= 0 && elements->found.items[i].array == expr->array && elements->found.items[i].place == place)
            return expr_symbol(elements->nest->unit->arena, elements->found.items[i].symbol);
    return expr;
}

Stmt *expand_elements(Nest *nest, Stmt *body)
{
    Elements elements = {.nest = nest};
    stmt_walk(body, note_changed, &elements);
    stmt_walk(body, note_elements, &elements);
    StmtList items = {0};
    for (int i = 0; i < body->nitems; i++)
        VECTOR_PUSH(nest->unit->arena, &items,
                    elements.found.count ? stmt_rewrite(nest->unit->arena, body->items[i], NULL, put_element, &elements)
                                         : body->items[i]);
    return normal_block(nest->unit->arena, items.items, items.count);
}
