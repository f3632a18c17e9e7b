#include "frontend/normalize/row_ways.h"
#include "frontend/normalize/host_elements.h"
#include "ir/diag.h"

#include <string.h>

bool row_ways_moves(const Nest *nest, const Symbol *way, const Loop *loop)
{
    FOR_EACH(i, &nest->row_loops)
        if (nest->row_loops.items[i].symbol == way && nest->row_loops.items[i].value->symbol == loop->iterator)
            return true;
    return false;
}

bool row_ways_is(const Nest *nest, const Symbol *symbol)
{
    FOR_EACH(i, &nest->row_loops)
        if (nest->row_loops.items[i].symbol == symbol)
            return true;
    return false;
}

typedef struct Check {
    const Nest *nest;
    const Symbol *way;
    const Loop *first; // of its loops
    int depth;         // how many of them are around
    const char *reason;
} Check;

static bool same_rows(const Loop *loop, const Loop *other)
{
    return expr_equal(loop->lower, other->lower) && expr_equal(loop->upper, other->upper);
}

static void check(Check *check_of, const Stmt *stmt)
{
    if (!stmt)
        return;
    bool moves = stmt->kind == ST_LOOP && row_ways_moves(check_of->nest, check_of->way, stmt->loop);
    if (moves) {
        const Loop *loop = stmt->loop;
        bool plain = loop_ends_as_written(loop) && expr_is_int(loop->step, 1);
        check_of->first = check_of->first ? check_of->first : loop;
        if (check_of->depth > 0 || !plain || !same_rows(loop, check_of->first))
            check_of->reason = "in loops that do not take the same ones of them in turn";
        check_of->depth++;
    }
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        check(check_of, stmt->items[i]);
    check(check_of, stmt->body);
    check(check_of, stmt->otherwise);
    check_of->depth -= moves;
}

// A pointer of this type that the host reads from memory, which may be one of the table's.
static bool may_be_moved(const Array *array, const Array *table)
{
    bool loaded = array->held == HOST_ROWS || array->is_followed ||
                  (array->host && (strstr(array->host, "->") || strchr(array->host, '*') ||
                                   (*array->host != '&' && strchr(array->host, '['))));
    return array != table && array->space == SPACE_GLOBAL && array->held != HOST_NONE && loaded &&
           array->element == table->element;
}

static const Array *table_of(const Nest *nest, const Symbol *way)
{
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        if (array->held == HOST_ROWS && array->host == way->pointer_after)
            return array;
    }
    return NULL;
}

// C of the host in front of `+= by`: all pointers of the table that the nest has moved.
static const char *moved_text(const Nest *nest, const Symbol *way, const Loop *loop)
{
    const char *first = host_expression_text(nest->unit->arena, loop->lower),
               *end = host_expression_text(nest->unit->arena, loop->upper);
    return first && end ? intern_printf("for (long crs_row = %s; crs_row < %s; crs_row++) (%s)[crs_row]", first, end,
                                        way->pointer_after)
                        : NULL;
}

static const char *settle(const Nest *nest, const Stmt *body, Symbol *way)
{
    Check all = {.nest = nest, .way = way};
    const Array *table = table_of(nest, way);
    check(&all, body);
    FOR_EACH(i, &nest->arrays)
        if (!table || may_be_moved(nest->arrays.items[i], table))
            all.reason = "and other pointers may be kept in the same memory";
    const char *text = all.reason || !all.first ? NULL : moved_text(nest, way, all.first);
    if (!text)
        return all.reason ? all.reason : "in loops whose bounds are not known before the nest";
    way->pointer_after = text;
    return NULL;
}

Stmt *row_ways(Nest *nest, Stmt *body)
{
    FOR_EACH(i, &nest->ways) {
        Symbol *way = (Symbol *)nest->ways.items[i];
        const char *table = way->pointer_after;
        const char *reason = row_ways_is(nest, way) ? settle(nest, body, way) : NULL;
        if (!reason)
            continue;
        diag_refuse(nest->unit->diag, nest->loc, "%s stays serial: it changes pointers of '%s' %s", nest->words, table,
                    reason);
        diag_note(nest->unit->diag, way->loc, "declared here");
        return NULL;
    }
    return body;
}
