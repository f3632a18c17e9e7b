// Splits a loop into its ends and the iterations between, where tests of the distance from the ends are known (contract
// in interior.h).
#include "transform/source/ranges/interior.h"

#include "transform/source/ranges/known_inside.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Interior {
    Candidate *state;
    Arena *arena;
    const Stmt *stmt; // the loop
} Interior;

static Stmt *refuse(const Interior *made, const char *reason)
{
    diag_refuse(made->state->diag, made->stmt->loc, "interior %s refused: %s", made->stmt->loop->name, reason);
    return NULL;
}

// ---- the parts

static Stmt *part(const Interior *made, Stmt *body, Expr *lower, Expr *upper)
{
    Loop loop = *made->stmt->loop;
    loop.lower = index_narrow(made->arena, loop.iterator->type, lower);
    loop.upper = index_narrow(made->arena, loop.iterator->type, upper);
    loop.not_equal = false; // that it ends where it says was assumed of the whole
    loop.tested = 0;
    return stmt_loop_for(made->arena, made->stmt, &loop, body);
}

static Expr *length_of(Arena *arena, const Border *border)
{
    Expr *length = expr_index(arena, border->least);
    for (int i = 0; i < border->count; i++)
        length = index_max(arena, length, linear_expr(arena, &border->more[i]));
    return length;
}

// `inner`: the body in the interior.
static Stmt *divided(const Interior *made, Stmt *root, const Inside *inside, Stmt *inner)
{
    Arena *arena = made->arena;
    const Loop *loop = made->stmt->loop;
    Expr *lower = index_cast(arena, loop->lower), *upper = index_cast(arena, loop->upper);
    bool before = border_is(&inside->from), after = border_is(&inside->until);
    Expr *first = index_min(arena, index_add(arena, lower, length_of(arena, &inside->from)), upper);
    Expr *last = index_max(arena, first, index_sub(arena, upper, length_of(arena, &inside->until)));
    first = before ? first : lower;
    last = after ? last : upper;
    Stmt *body = (Stmt *)inside->body;
    StmtList items = {0};
    if (before)
        VECTOR_PUSH(arena, &items, source_copy(made->state, part(made, body, lower, first)));
    VECTOR_PUSH(arena, &items, part(made, inner, first, last));
    if (after)
        VECTOR_PUSH(arena, &items, source_copy(made->state, part(made, body, last, upper)));
    return tree_replace(arena, root, made->stmt, stmt_block(arena, items.items, items.count));
}

static Inside inside_of(Candidate *state, const Stmt *loop, const Stmt *body, int64_t most)
{
    return (Inside){.state = state,
                    .stmt = loop,
                    .body = body,
                    .lower = linear_of(state->arena, loop->loop->lower),
                    .upper = linear_of(state->arena, loop->loop->upper),
                    .most = most};
}

// The body without what turns out alike in all iterations of the loops around it.
static Stmt *without_decided(Candidate *state, const Path *path, Stmt *body)
{
    for (int i = 0; i < path->count; i++) {
        Inside everywhere = inside_of(state, path->loops[i], body, 0);
        everywhere.path = *path;
        body = source_indivisible(path->loops[i]) ? body : inside_fold(&everywhere);
    }
    return body;
}

Stmt *interior(Candidate *state, Stmt *root, LoopId id)
{
    Interior made = {.state = state, .arena = state->arena, .stmt = stmt_find_loop(root, id)};
    const Stmt *stmt = made.stmt;
    const Loop *loop = stmt->loop;
    if (source_indivisible(stmt))
        return refuse(&made, source_indivisible(stmt));
    if (!type_is_signed(loop->iterator->type)) // the interior may end before it begins
        return refuse(&made, "its type has no sign");
    Path path;
    tree_path(root, stmt, &path);
    Stmt *body = without_decided(state, &path, source_forward_choices(state, stmt->body));
    Inside inside = inside_of(state, stmt, body, MOST_BORDER);
    inside.path = path;
    Stmt *inner = inside_fold(&inside);
    if (!border_is(&inside.from) && !border_is(&inside.until))
        return refuse(&made, "no test in it turns out otherwise near its ends");
    return divided(&made, root, &inside, inner);
}
