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
static const Symbol *counter_of(Analysis *analysis, const char *name)
{
    FOR_EACH(i, &analysis->counters)
        if (!strcmp(analysis->counters.items[i].name, name))
            return analysis->counters.items[i].symbol;
    const Symbol *symbol = nest_symbol(analysis->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
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
    both.iterator = counter_of(analysis, arena_printf(arena, "%s_end", loop->iterator->name));
    both.name = both.iterator->name;
    both.step = index_max(arena, index_sub(arena, count, expr_index(arena, 1)), expr_index(arena, 1));
    Expr *way = index_mul(arena, expr_symbol(arena, both.iterator), expr_cast(arena, index, loop->step));
    Expr *value = index_add(arena, expr_cast(arena, index, loop->lower), way);
    return stmt_loop(arena, &both,
                     stmt_substitute(arena, body, loop->iterator, expr_cast(arena, loop->iterator->type, value)));
}
