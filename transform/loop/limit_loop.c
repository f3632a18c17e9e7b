// A loop of few iterations, as the launcher tests (contract in transform.h).
#include "transform/loop/part.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "limit %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

// How often the loop runs at most, over parameters, and its text; NULL: a schedule cannot express it.
static Expr *largest_count(const Candidate *state, const Stmt *root, const Stmt *stmt, Text *words)
{
    Path path;
    Expr *lower, *upper;
    tree_path(root, stmt, &path);
    Varying around = path_varying(&path, 0);
    Expr *count = expr_largest(state->arena, &around, loop_raw_count(state->arena, stmt->loop));
    if (count && formula_print(words, count))
        return count;
    *words = (Text){.arena = state->arena};
    if (!domain_range(state->facts, stmt->loop->origin, NULL, 0, &lower, &upper))
        return NULL;
    count = index_sub(state->arena, index_cast(state->arena, upper), index_cast(state->arena, lower));
    return formula_print(words, count) ? count : NULL;
}

Stmt *limit_loop(Candidate *state, Stmt *root, LoopId id, int64_t most)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    Text words = {.arena = arena};
    if (!part_may_replace(state, stmt, "limit"))
        return NULL;
    if (iterator_is_made(stmt->loop->iterator) || !facts_loop(state->facts, stmt->loop->origin))
        return refuse(state, stmt, "it is not a loop of the source");
    if (!expr_is_int(stmt->loop->step, 1))
        return refuse(state, stmt, "it does not count up one by one");
    Expr *count = largest_count(state, root, stmt, &words);
    if (!count)
        return refuse(state, stmt, "how often it runs is not known before the nest");
    Expr *fits = expr_binary(arena, OP_LE, count, expr_index(arena, most), type_scalar(TY_I64));
    if (expr_is_int(fits, 0))
        return refuse(state, stmt, intern_printf("it runs more than %lld times", (long long)most));
    if (fits->kind != EX_INT) {
        Assumption limit = {.condition = fits,
                            .words = intern_printf("%s <= %lld", text_string(&words), (long long)most),
                            .loc = stmt->loc,
                            .may_fail = true,
                            .of_version = true};
        VECTOR_PUSH(arena, &state->limits, limit);
    }
    Loop loop = *stmt->loop;
    Expr *end = linear_simplify(arena, index_add(arena, index_cast(arena, loop.lower), expr_index(arena, most)));
    loop.upper = index_min(arena, index_cast(arena, loop.upper), end);
    return tree_replace(arena, root, stmt, tree_loop_again(arena, stmt, &loop, stmt->body));
}
