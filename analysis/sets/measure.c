#include "analysis/sets/measure.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/symbols.h"

bool is_table_of_rows(const Array *array)
{
    return array->held == HOST_ROWS && array->ndim == 2;
}

bool range_is_known(const ArrayFact *fact)
{
    return fact->array->held == HOST_ROWS ? fact->first_row && fact->last_row : fact->first && fact->last;
}

// A parameter of the launcher's own: it has no text on the host.
static const Symbol *launcher_symbol(Analysis *analysis, const Array *array, const char *end)
{
    const char *name = arena_printf(analysis->arena, "%s_%s", array->name, end);
    return nest_symbol(analysis->nest, name, type_scalar(TY_I64), SYM_PARAM);
}

static const Symbol *ends_of_rows(Analysis *analysis, const Array *array)
{
    Symbol *symbol = ARENA_NEW(analysis->arena, Symbol);
    const char *name = arena_printf(analysis->arena, "crs_ends_%s", array->name);
    *symbol = (Symbol){.name = name, .type = type_scalar(TY_I64), .role = SYM_PARAM};
    return symbol;
}

Measure new_measure(Analysis *analysis, const Array *array)
{
    Measure measure = {.array = array};
    measure.first = launcher_symbol(analysis, array, "first");
    measure.last = launcher_symbol(analysis, array, "last");
    measure.of_rows = is_table_of_rows(array) ? ends_of_rows(analysis, array) : NULL;
    return measure;
}

void measure_drop_repeated(Measure *measure)
{
    int kept = 0;
    FOR_EACH(i, &measure->apart) {
        const Apart *apart = &measure->apart.items[i];
        bool repeated = false;
        for (int k = 0; k < kept; k++)
            repeated = repeated || (measure->apart.items[k].a == apart->a && measure->apart.items[k].b == apart->b &&
                                    measure->apart.items[k].scalar == apart->scalar);
        if (!repeated)
            measure->apart.items[kept++] = *apart;
    }
    measure->apart.count = kept;
}

bool measures_same(Arena *arena, const Stmt *a, const Stmt *b)
{
    if (a->kind == ST_BLOCK && a->nitems == 1)
        return measures_same(arena, a->items[0], b);
    if (b->kind == ST_BLOCK && b->nitems == 1)
        return measures_same(arena, a, b->items[0]);
    if (a->kind != b->kind)
        return false;
    if (a->kind == ST_EVALUATE)
        return expr_equal(a->value, b->value);
    if (a->kind != ST_LOOP || !expr_equal(a->loop->lower, b->loop->lower) ||
        !expr_equal(a->loop->upper, b->loop->upper) || !expr_equal(a->loop->step, b->loop->step))
        return false;
    Expr *iterator = expr_cast(arena, b->loop->iterator->type, expr_symbol(arena, a->loop->iterator));
    return measures_same(arena, a->body, stmt_substitute(arena, b->body, b->loop->iterator, iterator));
}
