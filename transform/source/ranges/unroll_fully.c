#include "transform/source/ranges/unroll_fully.h"
#include "ir/table.h"
#include "transform/source/source.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "unroll_fully %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

static bool is_number(const Expr *expr, int64_t *value)
{
    const Expr *plain = expr_strip_casts(expr);
    *value = plain->integer;
    return plain->kind == EX_INT;
}

int64_t unroll_fully_count(const Loop *loop)
{
    int64_t lower, upper, step;
    if (!is_number(loop->lower, &lower) || !is_number(loop->upper, &upper) || !is_number(loop->step, &step) ||
        step == 0 || lower < INT32_MIN || lower > INT32_MAX || upper < INT32_MIN || upper > INT32_MAX ||
        step < INT32_MIN || step > INT32_MAX)
        return -1;
    int64_t distance = step > 0 ? upper - lower : lower - upper, size = step > 0 ? step : -step;
    return distance > 0 ? (distance + size - 1) / size : 0;
}

Stmt *unroll_fully(Candidate *state, Stmt *root, LoopId id)
{
    Arena *arena = state->arena;
    Stmt *stmt = (Stmt *)stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    int64_t count = unroll_fully_count(loop);
    if (count < 0 || count > MOST_UNROLLED_FULLY)
        return refuse(state, stmt, "its bounds are not numbers, or it has more than 64 iterations");
    if (stmt_rotates(stmt))
        return refuse(state, stmt, "pointers change places in it");
    if (tree_leaves(stmt->body, ST_BREAK) || tree_leaves(stmt->body, ST_CONTINUE))
        return refuse(state, stmt, "a 'break' or 'continue' leaves its iterations");
    Stmt **items = ARENA_ARRAY(arena, Stmt *, count + 1);
    for (int64_t i = 0; i < count; i++) {
        Stmt *copy = i ? source_copy(state, stmt->body) : stmt->body;
        int64_t value = expr_strip_casts(loop->lower)->integer + i * expr_strip_casts(loop->step)->integer;
        copy = stmt_substitute(arena, copy, loop->iterator, expr_int(arena, value, loop->iterator->type));
        items[i] = stmt_look_up(arena, copy);
    }
    return tree_replace(arena, root, stmt, stmt_block(arena, items, (int)count));
}
