#include "analysis/depend/index_set_split.h"
#include "transform/source/ranges/cut.h"
#include "transform/source/source.h"
#include "transform/tree/formula.h"
#include "transform/tree/query.h"

// ---- the parts

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "cut %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

// The point in the iterator's type, as plainly as it can be had.
static Expr *narrow(Arena *arena, Expr *point, const Type *type)
{
    const Expr *plain = expr_strip_casts(point);
    return plain->type == type ? (Expr *)plain : expr_cast(arena, type, point);
}

// The value, or the nearer end of the range from `lower` to `upper` if it is outside: the iterator's type may not hold
// it.
static Expr *between(Arena *arena, const Loop *loop, Expr *lower, Expr *value, Expr *upper)
{
    bool up = loop->step_sign > 0;
    Expr *ended = up ? index_min(arena, upper, value) : index_max(arena, upper, value);
    return up ? index_max(arena, lower, ended) : index_min(arena, lower, ended);
}

static Stmt *part(Candidate *state, Stmt *stmt, Expr *lower, Expr *upper)
{
    Arena *arena = state->arena;
    const Type *type = stmt->loop->iterator->type;
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt);
    made->loop = arena_copy(arena, stmt->loop, sizeof *stmt->loop);
    if (lower)
        made->loop->lower = narrow(arena, lower, type);
    if (upper)
        made->loop->upper = narrow(arena, upper, type);
    made->loop->not_equal = false; // that it ends where it says was assumed of the whole
    made->loop->tested = 0;
    return made;
}

// The iteration at the point, which need not be one.
static Stmt *one(Candidate *state, Stmt *stmt, Expr *point, bool always)
{
    Arena *arena = state->arena;
    const Loop *loop = stmt->loop;
    bool up = loop->step_sign > 0;
    const Type *wide_type = type_scalar(TY_I64);
    Stmt *body = stmt_substitute(arena, stmt->body, loop->iterator, narrow(arena, point, loop->iterator->type));
    if (always)
        return body;
    Expr *begun = expr_binary(arena, up ? OP_LE : OP_GE, index_cast(arena, loop->lower), point, wide_type);
    Expr *open = expr_binary(arena, up ? OP_LT : OP_GT, point, index_cast(arena, loop->upper), wide_type);
    bool first = expr_is_int(begun, 1);
    Stmt *made = stmt_if(arena, first ? open : expr_both(arena, begun, open), body, NULL);
    made->loc = stmt->loc;
    return made;
}

Stmt *cut(Candidate *state, Stmt *root, LoopId id, const char *text, Loc loc)
{
    Arena *arena = state->arena;
    Stmt *stmt = (Stmt *)stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    Path path;
    tree_path(root, stmt, &path);
    const char *wrong;
    Expr *point = formula_read(arena, (FormulaScope){state->nest, &path}, text, &wrong);
    if (!point) {
        if (loc.file)
            diag_error(state->diag, loc, "cut %s: %s", loop->name, wrong);
        return loc.file ? NULL : refuse(state, stmt, wrong);
    }
    if (!expr_is_int(loop->step, loop->step_sign))
        return refuse(state, stmt, "its step is not 1 or -1");
    if (loop->step_sign < 0 && !type_is_signed(loop->iterator->type)) // parts may end below 0
        return refuse(state, stmt, "it counts down in an unsigned type");
    if (stmt_rotates(stmt))
        return refuse(state, stmt, "pointers change places in it");
    if (tree_leaves(stmt->body, ST_BREAK) || tree_leaves(stmt->body, ST_CONTINUE))
        return refuse(state, stmt, "a 'break' or 'continue' leaves its iterations");
    if (source_changes(stmt->body, loop->lower) || source_changes(stmt->body, loop->upper))
        return refuse(state, stmt, "its range changes inside it");
    LoopParts parts = domain_parts(state->facts, id, point);
    Expr *next = index_add(arena, point, expr_index(arena, loop->step_sign));
    Expr *lower = index_cast(arena, loop->lower), *upper = index_cast(arena, loop->upper);
    Expr *until = between(arena, loop, lower, point, upper), *from = between(arena, loop, lower, next, upper);
    Stmt *items[3] = {0};
    if (parts.before)
        items[0] = part(state, stmt, NULL, parts.always ? point : until);
    if (parts.at)
        items[1] = one(state, stmt, point, parts.always);
    if (parts.after)
        items[2] = part(state, stmt, parts.always ? next : from, NULL);
    for (int i = 0, first = 1; i < 3; i++) {
        items[i] = items[i] && !first ? source_copy(state, items[i]) : items[i];
        first = first && !items[i];
    }
    return tree_replace(arena, root, stmt, stmt_block(arena, items, 3));
}
