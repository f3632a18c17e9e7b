// Strip-mining: SIZE neighbouring iterations are together (contract in transform.h).
#include "transform/loop/part.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

// Of a multiple of `size`.
static Expr *exact_quotient(Arena *arena, Expr *count, int64_t size)
{
    Linear linear = linear_of(arena, count);
    bool divides = !linear.overflow && linear.constant % size == 0;
    FOR_EACH(i, &linear.terms) {
        divides = divides && linear.terms.items[i].factor % size == 0;
        linear.terms.items[i].factor /= size;
    }
    linear.constant /= size;
    return divides ? linear_expr(arena, &linear)
                   : expr_binary(arena, OP_DIV, count, expr_index(arena, size), type_scalar(TY_I64));
}

Stmt *tile(Candidate *state, Stmt *root, LoopId id, int64_t size, const char *outer_name, const char *inner_name)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    outer_name = outer_name ? outer_name : intern_printf("%s.tile", loop->name);
    inner_name = inner_name ? inner_name : intern_printf("%s.elem", loop->name);
    if (!part_may_split(state, root, stmt, "tile", size, outer_name, inner_name))
        return NULL;
    Expr *count = loop_raw_count(arena, loop);
    Loop outer = part_of(state, loop, outer_name), inner = part_of(state, loop, inner_name);
    Expr *base = index_mul(arena, expr_index(arena, size), expr_symbol(arena, outer.iterator));
    bool exact = loop->multiple && loop->multiple % size == 0;
    outer.upper = exact ? exact_quotient(arena, count, size) : index_ceil_div(arena, count, size);
    exact =
        exact || size == 1 || (expr_strip_casts(count)->kind == EX_INT && expr_strip_casts(count)->integer % size == 0);
    inner.upper = expr_index(arena, size);
    if (!exact)
        inner.upper = index_min(arena, inner.upper, index_minus(arena, count, base));
    Expr *value = part_value(arena, loop, index_add(arena, base, expr_symbol(arena, inner.iterator)));
    Stmt *body = part_define(arena, loop, &inner, value, stmt->body);
    return part_replace(state, root, stmt, part_nest(arena, &outer, &inner, body, stmt->loc), value);
}
