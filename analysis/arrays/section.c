// Data sections: the range of an array that a clause of the nest, or of a nest inside of a region, gives.
#include "analysis/arrays/section.h"
#include "analysis/arrays/section_value.h"
#include "analysis/arrays/touched.h"

#include <string.h>

// ---- which section

const char *visible_name(const Analysis *analysis, const Array *array)
{
    if (!array->host || array->is_of_library)
        return array->name;
    if (array->host[0] != '&')
        return array->host;
    size_t length = strlen(array->host); // &x[0][0]
    while (length > 3 && strncmp(array->host + length - 3, "[0]", 3) == 0)
        length -= 3;
    return arena_printf(analysis->arena, "%.*s", (int)length - 1, array->host + 1);
}

const ClauseItem *section_item(const Analysis *analysis, const Directive *directive, const Array *array,
                               ClauseKind *kind)
{
    for (int c = 0; directive && c < directive->clauses.count; c++) {
        const Clause *clause = &directive->clauses.items[c];
        bool data = clause->kind >= CLAUSE_COPYIN && clause->kind <= CLAUSE_PRESENT;
        for (int i = 0; data && i < clause->items.count; i++) {
            const char *name = clause->items.items[i].name;
            if (strcmp(name, array->name) == 0 || strcmp(name, visible_name(analysis, array)) == 0) {
                *kind = clause->kind;
                return &clause->items.items[i];
            }
        }
    }
    return NULL;
}

// The section of the directive before a loop of the region, around this access. NULL: its subscripts determine it.
const ClauseItem *section_around(const Analysis *analysis, int index, ClauseKind *kind)
{
    const Array *array = analysis->facts->accesses.items[index].array;
    for (const LoopNode *loop = analysis->sites.items[index].loop; loop; loop = loop->parent) {
        const ClauseItem *item = section_item(analysis, loop->stmt->directive, array, kind);
        if (item && item->ranges.count)
            return item;
    }
    return NULL;
}

bool section_is_inside(const Analysis *analysis, const Array *array)
{
    ClauseKind kind;
    FOR_EACH(i, &analysis->facts->accesses)
        if (analysis->facts->accesses.items[i].array == array && section_around(analysis, i, &kind))
            return true;
    return false;
}

// ---- its range

// The extent of a section's dimension; for a flat array as its subscripts show it.
static Expr *section_extent(const Analysis *analysis, const Array *array, int d)
{
    Expr *extent =
        array->ndim > 1 ? (d < array->ndim ? array->extent[d] : NULL) : touched_known_extent(analysis, array, d);
    return extent ? expr_cast(analysis->arena, type_scalar(TY_I64), extent) : NULL;
}

static void range_in_elements(Analysis *analysis, ArrayFact *fact, int d, Expr *lower, Expr *upper, Expr *extent)
{
    Arena *arena = analysis->arena;
    fact->first = d ? index_add(arena, index_mul(arena, fact->first, extent), lower) : lower;
    fact->last = d ? index_add(arena, index_mul(arena, fact->last, extent), upper) : upper;
}

bool section_range(Analysis *analysis, const ClauseItem *item, ArrayFact *fact)
{
    Arena *arena = analysis->arena;
    const Array *array = fact->array;
    bool rows = array->held == HOST_ROWS && array->ndim >= 2;
    int given = item->ranges.count, count = given > array->ndim ? given : array->ndim;
    Expr *zero = expr_index(arena, 0), *one = expr_index(arena, 1);
    if (rows && given != array->ndim)
        return false;
    fact->first_in_row = fact->last_in_row = fact->row_touched = NULL; // all rows have what the section says
    for (int d = 0; d < count; d++) { // dimensions that the section leaves out are whole
        Expr *extent = d > 0 && !rows ? section_extent(analysis, array, d) : NULL;
        if (d > 0 && !rows && !extent)
            return false;
        Expr *lower = d < given ? section_value(analysis, item->ranges.items[d].lower) : zero;
        Expr *length = d < given ? section_value(analysis, item->ranges.items[d].count) : extent;
        if (array->declared && d < given && d == count - 1) { // the section counts what the source declares
            Expr *parts = expr_index(arena, array->declared->size / array->element->size);
            lower = index_mul(arena, lower, parts);
            length = index_mul(arena, length, parts);
        }
        Expr *upper = index_sub(arena, index_add(arena, lower, length), one);
        if (!rows)
            range_in_elements(analysis, fact, d, lower, upper, extent);
        Expr *some = expr_binary(arena, OP_GT, length, zero, type_scalar(TY_I64));
        if (!d || expr_strip_casts(length)->kind != EX_INT || expr_strip_casts(length)->integer <= 0)
            fact->touched = d ? expr_both(arena, fact->touched, some) : some;
        if (d == 0)
            fact->first_row = lower, fact->last_row = upper;
        if (d > 0 && d == count - 1)
            fact->first_column = lower, fact->last_column = upper;
        else if (d == 1)
            fact->first_middle = lower, fact->last_middle = upper;
    }
    if (fact->touched->kind == EX_INT && fact->touched->integer)
        fact->touched = NULL;
    return true;
}

// The section must have the same value before the region: `text` names nothing that the region sets.
static bool known_at_entry(const Analysis *analysis, const char *text)
{
    while (text && *text) {
        size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        FOR_EACH(i, &analysis->nest->symbols) {
            const Symbol *symbol = analysis->nest->symbols.items[i];
            const char *name = symbol->host ? symbol->host : symbol->name;
            if (length && strlen(name) == length && strncmp(name, text, length) == 0 && symbol->role != SYM_PARAM)
                return false;
        }
        text += length ? length : 1;
    }
    return true;
}

bool section_holds_at_entry(const Analysis *analysis, const ClauseItem *item)
{
    FOR_EACH(d, &item->ranges)
        if (!known_at_entry(analysis, item->ranges.items[d].lower) ||
            !known_at_entry(analysis, item->ranges.items[d].count))
            return false;
    return true;
}
