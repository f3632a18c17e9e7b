// Loops of inspectors of which the first and the last iteration tell it all.
#include "analysis/sets/domain.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/loop_ends.h"
#include "analysis/sets/measure.h"

#include <string.h>

static bool look_at_ends(void *context, const Stmt *stmt)
{
    Ends *ends = context;
    if (stmt->kind == ST_EVALUATE) {
        const Expr *subscript = stmt->value->operands[2];
        ends->measures = true;
        ends->tell = ends->tell && expr_is_linear(subscript, ends->iterator);
        ends->mention = ends->mention || expr_mentions(subscript, ends->iterator);
        bool in_table = !strcmp(stmt->value->text, MEASURE_ROW);
        ends->tell = ends->tell && !(in_table && expr_mentions(stmt->value->operands[3], ends->iterator));
    }
    if (stmt->kind == ST_LOOP) {
        const Loop *loop = stmt->loop;
        ends->tell = ends->tell && !expr_mentions(loop->lower, ends->iterator) &&
                     !expr_mentions(loop->upper, ends->iterator) && !expr_mentions(loop->step, ends->iterator);
    }
    if (stmt->kind == ST_IF)
        ends->tell = ends->tell && !expr_mentions(stmt->condition, ends->iterator);
    ends->sets = ends->sets || stmt->kind == ST_ASSIGN;
    ends->leaves = ends->leaves || stmt->kind == ST_BREAK;
    if (stmt->kind == ST_ASSIGN || stmt->kind == ST_DECLARE || stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE)
        ends->tell = false;
    return true;
}

Ends loop_ends(const Loop *loop, const Stmt *body)
{
    Ends ends = {.iterator = loop->iterator, .tell = true};
    if (body)
        stmt_walk(body, look_at_ends, &ends);
    return ends;
}

// Counts to the ends of the loops of that name, in all walks.
static const Symbol *counter_of(Analysis *analysis, const char *name, const Type *type)
{
    FOR_EACH(i, &analysis->counters)
        if (!strcmp(analysis->counters.items[i].name, name) && analysis->counters.items[i].symbol->type == type)
            return analysis->counters.items[i].symbol;
    const Symbol *symbol = nest_symbol(analysis->nest, name, type, SYM_ITERATOR);
    VECTOR_PUSH(analysis->arena, &analysis->counters, ((Counter){name, symbol}));
    return symbol;
}

// for i in lo..hi { measure(a + b * i) }  ->  for i_end in 0..count step max(count - 1, 1) { measure(a + b * (lo +
// i_end)) }
Stmt *loop_at_ends(Analysis *analysis, const Loop *loop, const Ends *ends, Stmt *body)
{
    Arena *arena = analysis->arena;
    const Type *index = type_scalar(TY_I64);
    Expr *count = loop_trip_count(arena, loop);
    if (count->kind == EX_BINARY && count->op == OP_MAX)
        count = count->operands[0]; // below zero the loop does not run either
    if (!ends->mention)
        return stmt_if(arena, expr_binary(arena, OP_GT, count, expr_index(arena, 0), index), body, NULL);
    Loop both = {.id = loop->id, .origin = loop->origin, .lower = expr_index(arena, 0), .upper = count, .step_sign = 1};
    both.iterator = counter_of(analysis, arena_printf(arena, "%s_end", loop->iterator->name), index);
    both.name = both.iterator->name;
    both.step = index_max(arena, index_sub(arena, count, expr_index(arena, 1)), expr_index(arena, 1));
    Expr *way = index_mul(arena, expr_symbol(arena, both.iterator), expr_cast(arena, index, loop->step));
    Expr *value = index_add(arena, expr_cast(arena, index, loop->lower), way);
    return stmt_loop(arena, &both,
                     stmt_substitute(arena, body, loop->iterator, expr_cast(arena, loop->iterator->type, value)));
}

// ---- loops through rows and columns at once

typedef struct Rows {
    Arena *arena;
    const Symbol *iterator, *row, *column;
    const Expr *length; // of a row
} Rows;

static bool is_part_of(const Expr *expr, const Symbol *iterator)
{
    const Expr *dividend = expr->noperands == 2 ? expr_strip_casts(expr->operands[0]) : NULL;
    return expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && dividend->kind == EX_SYMBOL &&
           dividend->symbol == iterator;
}

static bool find_length(void *context, const Expr *expr)
{
    Rows *rows = context;
    if (!rows->length && is_part_of(expr, rows->iterator))
        rows->length = expr_strip_casts(expr->operands[1]);
    return !rows->length;
}

// (int)(long)row
static bool is_widened_part(const Rows *rows, const Expr *expr)
{
    const Expr *wide = expr->kind == EX_CAST ? expr->operands[0] : NULL;
    const Expr *part = wide && wide->kind == EX_CAST ? wide->operands[0] : NULL;
    return part && part->kind == EX_SYMBOL && (part->symbol == rows->row || part->symbol == rows->column) &&
           type_widens(part->type, wide->type) && part->type == expr->type;
}

static Expr *take_part(void *context, Expr *expr)
{
    const Rows *rows = context;
    if (is_widened_part(rows, expr))
        return expr->operands[0]->operands[0];
    if (!is_part_of(expr, rows->iterator) || !expr_equal(expr_strip_casts(expr->operands[1]), rows->length))
        return expr;
    return expr_cast(rows->arena, expr->type, expr_symbol(rows->arena, expr->op == OP_DIV ? rows->row : rows->column));
}

// The number of rows, if the loop runs through all of them; NULL: it may not.
static Expr *count_of_rows(const Loop *loop, const Expr *length)
{
    const Expr *all = expr_strip_casts(loop->upper);
    bool product = all->kind == EX_BINARY && all->op == OP_MUL && type_is_signed(all->type);
    if (!product || !expr_is_int(loop->lower, 0) || !expr_is_int(loop->step, 1))
        return NULL;
    for (int i = 0; i < 2; i++)
        if (expr_equal(expr_strip_casts(all->operands[i]), length))
            return all->operands[1 - i];
    return NULL;
}

// Whether it is assumed that the length is at least 1, or that there is no row.
static bool is_assumed_length(const Facts *facts, const Expr *length)
{
    FOR_EACH(i, &facts->assumptions) {
        const Expr *condition = facts->assumptions.items[i].condition;
        const Expr *either =
            condition && condition->kind == EX_BINARY && condition->op == OP_LOGICAL_OR ? condition->operands[0] : NULL;
        if (either && either->kind == EX_BINARY && either->op == OP_GE && expr_is_int(either->operands[1], 1) &&
            expr_equal(expr_strip_casts(either->operands[0]), length))
            return true;
    }
    return false;
}

static Loop part_of(const Loop *loop, const Symbol *counter, Expr *count)
{
    Loop part = {.id = loop->id, .origin = loop->origin, .lower = loop->lower, .step = loop->step, .step_sign = 1};
    part.iterator = counter;
    part.name = counter->name;
    part.upper = count;
    return part;
}

Stmt *loop_in_rows(Analysis *analysis, const Loop *loop, Stmt *body)
{
    Arena *arena = analysis->arena;
    Rows rows = {.arena = arena, .iterator = loop->iterator};
    Ends all = loop_ends(loop, body);
    if (all.sets || all.leaves)
        return NULL;
    stmt_walk_expressions(body, find_length, &rows);
    Expr *count = rows.length ? count_of_rows(loop, rows.length) : NULL;
    if (!count || !is_assumed_length(analysis->facts, rows.length))
        return NULL;
    rows.row = counter_of(analysis, arena_printf(arena, "%s_row", loop->iterator->name), expr_strip_casts(count)->type);
    rows.column = counter_of(analysis, arena_printf(arena, "%s_column", loop->iterator->name), rows.length->type);
    body = stmt_rewrite(arena, body, NULL, take_part, &rows);
    if (stmt_mentions(body, loop->iterator))
        return NULL;
    Loop outer = part_of(loop, rows.row, count), inner = part_of(loop, rows.column, (Expr *)rows.length);
    Ends ends = loop_ends(&inner, body);
    return stmt_loop(arena, &outer,
                     ends.tell ? loop_at_ends(analysis, &inner, &ends, body) : stmt_loop(arena, &inner, body));
}
