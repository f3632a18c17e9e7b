// Isolates what all iterations of the loops around have in common of a triangular loop from what only some have
// (contract in transform.h).
#include "transform/loop/part.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Isolation {
    Candidate *state;
    const Stmt *stmt;            // L
    Varying around;              // M and the loops between both
    Expr *least_lower, *lower;   // the smallest of its first iterations, and where the common ones begin
    Expr *upper, *largest_upper; // where the common ones end, and the largest of its ends
    bool lower_varies, upper_varies;
    int64_t size; // the common ones are a multiple of it
} Isolation;

static Stmt *refuse(Candidate *state, const Stmt *stmt, const Stmt *outer, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "isolate %s at %s refused: %s", stmt->loop->name, outer->loop->name, reason);
    return NULL;
}

static bool loops_from(const Stmt *root, const Stmt *outer, const Stmt *inner, Varying *around)
{
    Path path;
    bool inside = false;
    if (outer == inner || !tree_path(root, inner, &path))
        return false;
    for (int i = 0; path.loops[i] != inner; i++) {
        inside = inside || path.loops[i] == outer;
        if (inside)
            around->loops[around->count++] = path.loops[i]->loop;
    }
    return inside;
}

static bool counts_up(const Loop *loop)
{
    return expr_is_int(loop->step, 1) && !loop->may_wrap && !loop->endless && !loop->from_zero;
}

// false: some extreme is not known.
static bool find_extremes(Isolation *made)
{
    Arena *arena = made->state->arena;
    const Loop *loop = made->stmt->loop;
    Expr *lower = expr_cast(arena, type_scalar(TY_I64), loop->lower),
         *upper = expr_cast(arena, type_scalar(TY_I64), loop->upper);
    made->lower_varies = varying_mentions(&made->around, lower);
    made->upper_varies = varying_mentions(&made->around, upper);
    made->least_lower = made->lower_varies ? expr_smallest(arena, &made->around, lower) : lower;
    made->lower = made->lower_varies ? expr_largest(arena, &made->around, lower) : lower;
    made->upper = made->upper_varies ? expr_smallest(arena, &made->around, upper) : upper;
    made->largest_upper = made->upper_varies ? expr_largest(arena, &made->around, upper) : upper;
    if (!made->least_lower || !made->lower || !made->upper || !made->largest_upper)
        return false;
    if (made->size > 1) {
        Expr *tiles = expr_binary(arena, OP_FLOOR_DIV, index_minus(arena, made->upper, made->lower),
                                  expr_index(arena, made->size), type_scalar(TY_I64));
        if (!type_is_signed(loop->iterator->type)) // which does not have what is less than 0
            tiles = linear_larger(arena, tiles, expr_index(arena, 0));
        made->upper = index_add(arena, made->lower, index_mul(arena, expr_index(arena, made->size), tiles));
    }
    made->lower = linear_simplify(arena, made->lower);
    made->upper = linear_simplify(arena, made->upper);
    return true;
}

static Stmt *loop_between(const Isolation *made, LoopId id, const char *name, Expr *lower, Expr *upper, Stmt *body)
{
    Arena *arena = made->state->arena;
    Loop loop = *made->stmt->loop;
    loop.id = id;
    loop.name = name;
    loop.lower = expr_cast(arena, loop.iterator->type, linear_simplify(arena, lower));
    loop.upper = expr_cast(arena, loop.iterator->type, linear_simplify(arena, upper));
    loop.multiple = 0;
    Stmt *stmt = stmt_loop(arena, &loop, body);
    stmt->loc = made->stmt->loc;
    return stmt;
}

// Perfect nests stay perfect: the innermost body is guarded.
static Stmt *guarded(const Isolation *made, Stmt *body, Expr *has)
{
    Arena *arena = made->state->arena;
    const Stmt *loop = only_loop(body);
    Varying own = {.loops = {made->stmt->loop}, .count = 1};
    bool moves = loop && (varying_mentions_bounds(&own, loop->loop) || varying_mentions(&own, loop->loop->step));
    if (loop && !moves)
        return stmt_loop_for(arena, loop, loop->loop, guarded(made, loop->body, has));
    if (!has)
        return body;
    Stmt *branch = stmt_if(arena, has, body, NULL);
    branch->loc = made->stmt->loc;
    return branch;
}

// Iterations that only some have, or, for the sake of multiples, all.
static Stmt *partial(const Isolation *made, const Stmt *root, const char *name, Expr *lower, Expr *upper)
{
    Arena *arena = made->state->arena;
    const Loop *loop = made->stmt->loop;
    Expr *iterator = expr_symbol(arena, loop->iterator), *has = NULL;
    if (made->lower_varies)
        has = linear_less(arena, loop->lower, index_add(arena, iterator, expr_index(arena, 1)));
    if (made->upper_varies)
        has = expr_both(arena, has, linear_less(arena, iterator, loop->upper));
    Stmt *body = part_copy(made->state, root, made->stmt->body);
    return loop_between(made, nest_loop_id(made->state->nest), name, lower, upper, guarded(made, body, has));
}

static Stmt *separated(const Isolation *made, Stmt *root, const char *before, const char *after)
{
    Arena *arena = made->state->arena;
    const Stmt *stmt = made->stmt;
    Expr *to = linear_smaller(arena, made->lower, made->largest_upper),
         *from = linear_larger(arena, made->lower, made->upper);
    StmtList items = {0};
    if (made->lower_varies)
        VECTOR_PUSH(arena, &items, partial(made, root, before, made->least_lower, to));
    Stmt *common = loop_between(made, stmt->loop->id, stmt->loop->name, made->lower, made->upper, stmt->body);
    ((Loop *)common->loop)->multiple = made->size > 1 ? made->size : 0;
    VECTOR_PUSH(arena, &items, common);
    if (made->upper_varies || made->size > 1)
        VECTOR_PUSH(arena, &items, partial(made, root, after, from, made->largest_upper));
    return tree_replace(arena, root, stmt, stmt_block(arena, items.items, items.count));
}

Stmt *isolate_range(Candidate *state, Stmt *root, LoopId id, LoopId at, int64_t size)
{
    const Stmt *stmt = stmt_find_loop(root, id), *outer = stmt_find_loop(root, at);
    const char *before = intern_printf("%s.before", stmt->loop->name),
               *after = intern_printf("%s.after", stmt->loop->name);
    Isolation made = {.state = state, .stmt = stmt, .size = size};
    if (!part_may_replace(state, stmt, "isolate") || !part_name_is_free(state, root, stmt, "isolate", before) ||
        !part_name_is_free(state, root, stmt, "isolate", after))
        return NULL;
    if (!loops_from(root, outer, stmt, &made.around))
        return refuse(state, stmt, outer, "it is not inside of the other loop");
    if (!counts_up(stmt->loop))
        return refuse(state, stmt, outer, "it does not count up one by one");
    if (tree_is_collective(stmt->body))
        return refuse(state, stmt, outer, "it contains a barrier");
    if (!find_extremes(&made))
        return refuse(state, stmt, outer, "a bound is not affine in the loops around");
    if (!made.lower_varies && !made.upper_varies)
        return refuse(state, stmt, outer, "no bound changes along the other loop");
    return separated(&made, root, before, after);
}
