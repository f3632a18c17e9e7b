// Loop peeling: the first iterations in a loop of their own, so that the others are whole tiles (contract in
// transform.h).
#include "transform/loop/part.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "peel %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

Stmt *peel(Candidate *state, Stmt *root, LoopId id, int64_t size)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    const char *name = intern_printf("%s.rest", loop->name);
    if (loop->binding != BIND_SERIAL)
        return refuse(state, stmt, loop_obstacle(loop));
    if (loop->factor || loop->may_wrap || loop->endless)
        return refuse(state, stmt, "its iterations cannot be counted");
    if (size < 2)
        return refuse(state, stmt, "every number is a multiple of 1");
    if (tree_leaves(stmt->body, ST_BREAK))
        return refuse(state, stmt, "a 'break' leaves the loop");
    if (tree_is_collective(stmt->body))
        return refuse(state, stmt, "it contains a barrier");
    if (tree_loop(root, name))
        return refuse(state, stmt, intern_printf("a loop called %s exists already", name));
    Expr *rest = expr_binary(arena, OP_REM, loop_raw_count(arena, loop), expr_index(arena, size), type_scalar(TY_I64));
    Expr *step = expr_cast(arena, type_scalar(TY_I64), loop->step);
    Expr *at = linear_simplify(arena, index_add(arena, loop->lower, index_mul(arena, step, rest)));
    Loop first = *loop, others = *loop;
    first.id = nest_loop_id(state->nest);
    first.name = name;
    first.upper = others.lower = loop_end_at(arena, loop, at);
    first.multiple = 0;
    others.multiple = size;
    Stmt *items[] = {stmt_loop(arena, &first, part_copy(state, root, stmt->body)),
                     stmt_loop(arena, &others, stmt->body)};
    items[0]->loc = items[1]->loc = stmt->loc;
    return tree_replace(arena, root, stmt, stmt_block(arena, items, 2));
}
