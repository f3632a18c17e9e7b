#include "transform/source/ranges/strip_mine.h"

#include "analysis/words.h"
#include "frontend/directives/directive.h"
#include "transform/source/source.h"
#include "transform/tree/linear.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

enum { MOST_SHIFT = 64 }; // of the bound of a loop inside from the iterator

typedef struct Strips {
    Candidate *state;
    Arena *arena;
    const Stmt *loop;
    Expr *first, *end; // of a strip, I64
} Strips;

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "strip_mine %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

static bool is_plain(const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    return !source_indivisible(stmt) && type_is_signed(loop->iterator->type) && !loop->tested;
}

static Expr *scaled(Arena *arena, const Symbol *strip, int64_t size)
{
    return index_mul(arena, expr_index(arena, size), expr_symbol(arena, strip));
}

// Whether the bound is the iterator of the loop in strips plus a number.
static bool follows(const Strips *strips, Expr *bound, int64_t *shift)
{
    const Symbol *iterator = strips->loop->loop->iterator;
    Linear form = linear_of(strips->arena, bound);
    *shift = form.constant;
    bool one = form.terms.count == 1 && form.terms.items[0].factor == 1 && !form.overflow;
    const Expr *atom = one ? form.terms.items[0].atom : NULL;
    while (atom && atom->kind == EX_CAST && type_widens(atom->operands[0]->type, atom->type))
        atom = atom->operands[0];
    return atom && atom->kind == EX_SYMBOL && atom->symbol == iterator && *shift >= -MOST_SHIFT && *shift <= MOST_SHIFT;
}

// ---- loops inside

static Stmt *part(const Strips *strips, const Stmt *stmt, Expr *lower, Expr *upper, Stmt *body)
{
    Loop loop = *stmt->loop;
    loop.lower = lower == stmt->loop->lower ? lower : index_narrow(strips->arena, loop.iterator->type, lower);
    loop.upper = upper == stmt->loop->upper ? upper : index_narrow(strips->arena, loop.iterator->type, upper);
    loop.not_equal = false; // that it ends where it says was assumed of the whole
    return stmt_loop_for(strips->arena, stmt, &loop, body);
}

// for k in i + 1..n S  ->  for k in i + 1..min(n, end) S  for k in end..n S, and the same of for k in lo..i at `first`
static Stmt *cut_at_strip(void *context, Stmt *stmt)
{
    const Strips *strips = context;
    Arena *arena = strips->arena;
    int64_t shift;
    const Loop *loop = stmt->loop;
    if (stmt->kind != ST_LOOP || !is_plain(stmt))
        return stmt;
    Expr *lower = index_cast(arena, loop->lower), *upper = index_cast(arena, loop->upper);
    Stmt *items[2];
    if (follows(strips, loop->lower, &shift)) { // no iteration of the strip begins after the point
        Expr *point = index_add(arena, strips->end, expr_index(arena, shift > 1 ? shift - 1 : 0));
        items[0] = part(strips, stmt, loop->lower, index_min(arena, upper, point), stmt->body);
        items[1] = part(strips, stmt, point, loop->upper, stmt->body);
    } else if (follows(strips, loop->upper, &shift)) { // none ends before it
        Expr *point = index_add(arena, strips->first, expr_index(arena, shift < 0 ? shift : 0));
        items[0] = part(strips, stmt, loop->lower, point, stmt->body);
        items[1] = part(strips, stmt, index_max(arena, lower, point), loop->upper, stmt->body);
    } else {
        return stmt;
    }
    items[1] = source_copy(strips->state, items[1]);
    return stmt_block(arena, items, 2);
}

// ---- the loop

// Ends of strips, and where loops inside are cut, fit in the iterators' type.
static Expr *fits(Arena *arena, const Loop *loop, int64_t size)
{
    const Type *index = type_scalar(TY_I64);
    int64_t most = (int64_t)(UINT64_MAX >> (65 - 8 * loop->iterator->type->size)), least = -most - 1;
    Expr *below =
        expr_binary(arena, OP_LE, index_cast(arena, loop->upper), expr_index(arena, most - size - MOST_SHIFT), index);
    Expr *above =
        expr_binary(arena, OP_GE, index_cast(arena, loop->lower), expr_index(arena, least + MOST_SHIFT), index);
    const Expr *lower = expr_strip_casts(loop->lower);
    bool is_small = lower->kind == EX_INT && lower->integer >= least + MOST_SHIFT;
    return is_small ? below : expr_both(arena, below, above);
}

Stmt *strip_mine(Candidate *state, Stmt *root, LoopId id, int64_t size, Assumption *assumed)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    const Loop *loop = stmt->loop;
    if (facts_asserts_independent(state->facts))
        return refuse(state, stmt, "'independent' is about the loops as written");
    const char *obstacle = source_indivisible(stmt);
    if (obstacle || !is_plain(stmt) || loop->not_equal)
        return refuse(state, stmt, obstacle ? obstacle : "it does not count up one by one in a signed type");
    const char *name = intern_printf("%.*s_strip", (int)strcspn(loop->name, "#"), loop->name);
    Loop outer = source_parts(state, name, name, index_ceil_div(arena, loop_raw_count(arena, loop), size), stmt->loc);
    assumed->condition = fits(arena, loop, size);
    assumed->may_fail = false;
    assumed->words = arena_printf(arena, "'%.*s' ends before the largest values of its type",
                                  (int)strcspn(loop->name, "#"), loop->name);
    Strips strips = {.state = state, .arena = arena, .loop = stmt};
    strips.first = index_add(arena, index_cast(arena, loop->lower), scaled(arena, outer.iterator, size));
    strips.end = index_add(arena, strips.first, expr_index(arena, size));
    Loop inner = *loop;
    memset(inner.distinct, 0, sizeof inner.distinct);
    inner.lower = index_narrow(arena, loop->iterator->type, strips.first);
    inner.upper =
        index_narrow(arena, loop->iterator->type, index_min(arena, index_cast(arena, loop->upper), strips.end));
    Stmt *body = stmt_rewrite(arena, stmt->body, cut_at_strip, NULL, &strips);
    Stmt *strip = stmt_loop_for(arena, stmt, &inner, body), *made = stmt_loop(arena, &outer, strip);
    made->loc = stmt->loc;
    made->directive = strip->directive;
    strip->directive = NULL;
    return tree_replace(arena, root, stmt, made);
}
