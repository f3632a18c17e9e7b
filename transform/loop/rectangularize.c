// Runs a triangular inner loop over its bounding range and masks the additional iterations (contract in transform.h).
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Rectangle {
    Candidate *state;
    const Stmt *inner, *outer; // L and M
    Varying along[2];          // each of both alone
    bool from_below;           // the lower bound changes along M
    Expr *end;                 // of M: after it L has no iterations; NULL: it always has
    const char *reason;        // why it is refused
} Rectangle;

static Stmt *refuse(const Rectangle *rectangle, const char *reason)
{
    diag_refuse(rectangle->state->diag, rectangle->inner->loc, "rectangularize %s at %s refused: %s",
                rectangle->inner->loop->name, rectangle->outer->loop->name, reason);
    return NULL;
}

// ---- bounds

// What `bound` is where the iterator of M is `at`.
static Expr *bound_at(const Rectangle *rectangle, Expr *bound, Expr *at)
{
    Arena *arena = rectangle->state->arena;
    return linear_simplify(arena, expr_substitute(arena, bound, rectangle->outer->loop->iterator, at));
}

// The largest value if it grows along M: at its last iteration, the smaller of two counts.
static Expr *bound_at_last(const Rectangle *rectangle, Expr *bound, Expr *count)
{
    Arena *arena = rectangle->state->arena;
    const Expr *plain = expr_strip_casts(count);
    if (plain->kind == EX_BINARY && plain->op == OP_MIN)
        return index_min(arena, bound_at_last(rectangle, bound, plain->operands[0]),
                         bound_at_last(rectangle, bound, plain->operands[1]));
    Expr *last = index_minus(arena, index_add(arena, rectangle->outer->loop->lower, count), expr_index(arena, 1));
    return bound_at(rectangle, bound, last);
}

// How fast the bound grows along M; false: that is not known. *expanded: over the iterators of loops as they are.
static bool growth(const Rectangle *rectangle, const Expr *bound, Expr **expanded, int64_t *factor)
{
    Arena *arena = rectangle->state->arena;
    *expanded = linear_simplify(arena, expand_definitions(arena, &rectangle->along[1], (Expr *)bound));
    Linear linear = linear_of(arena, *expanded);
    *factor = 0;
    FOR_EACH(i, &linear.terms) {
        const Expr *atom = expr_strip_casts(linear.terms.items[i].atom);
        if (!varying_mentions(&rectangle->along[1], atom))
            continue;
        if (atom->kind != EX_SYMBOL || *factor)
            return false;
        *factor = linear.terms.items[i].factor;
    }
    return !linear.overflow;
}

// If L gets shorter by one with each iteration of M. Elements that M alone selects in iterations without L may not
// exist.
static bool find_end(Rectangle *rectangle, Expr *lower, Expr *upper, int64_t change)
{
    Arena *arena = rectangle->state->arena;
    Expr *zero = expr_index(arena, 0);
    rectangle->end = change == -1 ? linear_simplify(arena, index_sub(arena, bound_at(rectangle, upper, zero),
                                                                     bound_at(rectangle, lower, zero)))
                                  : NULL;
    return rectangle->end != NULL;
}

// The bounds for all iterations of M; NULL: refused, for a reason.
static const Loop *widened(Rectangle *rectangle)
{
    Arena *arena = rectangle->state->arena;
    const Loop *inner = rectangle->inner->loop, *outer = rectangle->outer->loop;
    Loop *made = arena_copy(arena, inner, sizeof *inner);
    Expr *lower, *upper;
    int64_t lower_growth, upper_growth;
    if (!growth(rectangle, inner->lower, &lower, &lower_growth) ||
        !growth(rectangle, inner->upper, &upper, &upper_growth) || lower_growth < 0)
        rectangle->reason = "a bound is not affine in the outer loop, or the lower one falls along it";
    else if (!lower_growth && !upper_growth)
        rectangle->reason = "no bound changes along the outer loop";
    if (rectangle->reason)
        return NULL;
    Expr *first = expr_cast(arena, type_scalar(TY_I64), outer->lower);
    rectangle->from_below = lower_growth != 0;
    const Type *type = inner->iterator->type;
    if (!loop_always_runs(rectangle->state->facts, inner->origin) &&
        !find_end(rectangle, lower, upper, upper_growth - lower_growth)) {
        rectangle->reason = "it may have no iteration where the outer loop has one";
        return NULL;
    }
    if (lower_growth)
        made->lower = expr_cast(arena, type, bound_at(rectangle, lower, first));
    else
        made->upper = expr_cast(arena, type,
                                upper_growth > 0 ? bound_at_last(rectangle, upper, loop_raw_count(arena, outer))
                                                 : bound_at(rectangle, upper, first));
    return made;
}

// ---- what may run in all iterations

typedef struct Own {
    const Rectangle *rectangle;
    bool harmful;
} Own;

static bool look_for_harm(void *context, const Expr *expr)
{
    Own *own = context;
    const Rectangle *rectangle = own->rectangle;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) &&
                   type_is_integer(expr->type) &&
                   !(expr->operands[1]->kind == EX_INT && expr->operands[1]->integer > 0);
    own->harmful = own->harmful || divides || (expr->kind == EX_CALL && expr->function) || expr->kind == EX_INTRINSIC ||
                   expr->kind == EX_ADDRESS;
    if (expr->kind != EX_ACCESS || own->harmful)
        return !own->harmful;
    bool along[2] = {false, false}, known = false;
    FOR_EACH(i, &rectangle->state->facts->accesses) {
        const Access *access = &rectangle->state->facts->accesses.items[i];
        known = known || (access->array == expr->array && access->affine && expr_equal(access->expr, expr));
    }
    for (int i = 0; i < expr->noperands; i++)
        for (int k = 0; k < 2; k++)
            along[k] = along[k] || varying_mentions(&rectangle->along[k], expr->operands[i]);
    own->harmful = !known || (along[0] && along[1]);
    return !own->harmful;
}

static bool look_for_effect(void *context, const Stmt *stmt)
{
    Own *own = context;
    const Stmt *body = own->rectangle->inner->body;
    bool around = stmt->kind == ST_BLOCK || stmt->kind == ST_IF;
    bool sets = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && tree_declares(body, stmt->place->symbol);
    bool declares = stmt->kind == ST_DECLARE && stmt->symbol;
    bool loops = stmt->kind == ST_LOOP && !varying_mentions(&own->rectangle->along[0], stmt->loop->lower) &&
                 !varying_mentions(&own->rectangle->along[0], stmt->loop->upper) &&
                 !varying_mentions(&own->rectangle->along[1], stmt->loop->lower) &&
                 !varying_mentions(&own->rectangle->along[1], stmt->loop->upper);
    own->harmful = own->harmful || !(around || sets || declares || loops);
    return !own->harmful;
}

// Whether the loop inside has no iteration in additional ones, as `for k in j..i + 1` where j is i + 1 or more.
static bool is_empty_beyond(const Rectangle *rectangle, const Loop *loop)
{
    Arena *arena = rectangle->state->arena;
    const Loop *inner = rectangle->inner->loop;
    Expr *iterator = expr_symbol(arena, inner->iterator);
    if (loop->step_sign < 0)
        return false;
    if (rectangle->from_below)
        return linear_at_most(arena, index_add(arena, loop->upper, inner->lower),
                              index_add(arena, index_add(arena, loop->lower, iterator), expr_index(arena, 1)));
    return linear_at_most(arena, index_add(arena, loop->upper, iterator), index_add(arena, inner->upper, loop->lower));
}

static bool runs_anyway(const Rectangle *rectangle, const Stmt *stmt)
{
    if (stmt->kind == ST_LOOP && is_empty_beyond(rectangle, stmt->loop))
        return true;
    Own own = {rectangle, false};
    stmt_walk(stmt, look_for_effect, &own);
    stmt_walk_expressions(stmt, look_for_harm, &own);
    return !own.harmful;
}

// ---- the tree

static Expr *guard(const Rectangle *rectangle)
{
    Arena *arena = rectangle->state->arena;
    const Loop *inner = rectangle->inner->loop;
    Expr *iterator = expr_symbol(arena, inner->iterator);
    return rectangle->from_below ? linear_less(arena, inner->lower, index_add(arena, iterator, expr_index(arena, 1)))
                                 : linear_less(arena, iterator, inner->upper);
}

// Other iterations compute with zero what they must not load.
static Stmt *nothing_for(const Rectangle *rectangle, const Stmt *item)
{
    Arena *arena = rectangle->state->arena;
    if (item->kind == ST_IF && !item->otherwise)
        return nothing_for(rectangle, item->body);
    bool sets = item->kind == ST_ASSIGN && item->op == OP_NONE && item->place->kind == EX_SYMBOL &&
                type_is_arithmetic(item->place->type) && tree_declares(rectangle->inner->body, item->place->symbol);
    return sets ? stmt_assign(arena, item->place, OP_NONE,
                              expr_cast(arena, item->place->type, expr_int(arena, 0, type_scalar(TY_I32))), NULL)
                : NULL;
}

static Stmt *guarded_body(Rectangle *rectangle)
{
    Arena *arena = rectangle->state->arena;
    Stmt *body = rectangle->inner->body;
    int count = stmt_count(body);
    StmtList items = {0};
    for (int i = 0; i < count; i++) {
        Stmt *item = stmt_item(body, i);
        if (runs_anyway(rectangle, item)) {
            VECTOR_PUSH(arena, &items, item);
            continue;
        }
        if (item->kind == ST_DECLARE) {
            rectangle->reason = "what is declared in it is computed from what other iterations may not have";
            return NULL;
        }
        Stmt *branch = stmt_if(arena, guard(rectangle), item, nothing_for(rectangle, item));
        branch->loc = item->loc.line ? item->loc : rectangle->inner->loc;
        VECTOR_PUSH(arena, &items, branch);
    }
    return stmt_block(arena, items.items, items.count);
}

// ---- where both bounds change, as after `skew`, or loops lie between M and L: all of the body is guarded

// A number that the trip count of M does not exceed, where one is known: a tile at the end is like the others then.
static Expr *most_iterations(const Rectangle *rectangle)
{
    Expr *count = loop_raw_count(rectangle->state->arena, rectangle->outer->loop);
    const Expr *plain = expr_strip_casts(count);
    if (plain->kind != EX_BINARY || plain->op != OP_MIN || !iterator_is_made(rectangle->inner->loop->iterator))
        return count;
    for (int i = 0; i < 2; i++)
        if (expr_strip_casts(plain->operands[i])->kind == EX_INT)
            return plain->operands[i];
    return count;
}

// The bound of L at that end of M at which it is smallest or largest.
static Expr *outermost(Rectangle *rectangle, Expr *bound, bool largest)
{
    const Loop *outer = rectangle->outer->loop;
    Expr *expanded;
    int64_t factor;
    if (!growth(rectangle, bound, &expanded, &factor)) {
        rectangle->reason = "a bound is not affine in the outer loop";
        return bound;
    }
    if (factor == 0)
        return bound;
    return (factor > 0) == largest
               ? bound_at_last(rectangle, expanded, most_iterations(rectangle))
               : bound_at(rectangle, expanded, expr_cast(rectangle->state->arena, type_scalar(TY_I64), outer->lower));
}

// Perfect nests stay perfect, unless the additional iterations would compute bounds that no iteration computes.
static Stmt *guarded_inside(const Rectangle *rectangle, Stmt *body)
{
    Arena *arena = rectangle->state->arena;
    const Loop *inner = rectangle->inner->loop;
    const Stmt *loop = only_loop(body);
    if (loop && !varying_mentions(&rectangle->along[0], loop->loop->lower) &&
        !varying_mentions(&rectangle->along[0], loop->loop->upper) &&
        !varying_mentions(&rectangle->along[0], loop->loop->step))
        return tree_loop_again(arena, loop, loop->loop, guarded_inside(rectangle, loop->body));
    Expr *iterator = expr_symbol(arena, inner->iterator);
    Expr *begun = linear_less(arena, inner->lower, index_add(arena, iterator, expr_index(arena, 1)));
    Stmt *branch = stmt_if(arena, expr_both(arena, begun, linear_less(arena, iterator, inner->upper)), body, NULL);
    branch->loc = rectangle->inner->loc;
    return branch;
}

static Stmt *bounding_range(Rectangle *rectangle, Stmt *root)
{
    Arena *arena = rectangle->state->arena;
    const Type *type = rectangle->inner->loop->iterator->type;
    Loop made = *rectangle->inner->loop;
    Expr *lower = outermost(rectangle, made.lower, false), *upper = outermost(rectangle, made.upper, true);
    if (lower == made.lower && upper == made.upper && !rectangle->reason)
        rectangle->reason = "no bound changes along the outer loop";
    if (rectangle->reason)
        return refuse(rectangle, rectangle->reason);
    made.lower = lower == made.lower ? lower : expr_cast(arena, type, lower);
    made.upper = upper == made.upper ? upper : expr_cast(arena, type, upper);
    made.multiple = 0;
    Stmt *stmt = stmt_loop(arena, &made, guarded_inside(rectangle, rectangle->inner->body));
    stmt->loc = rectangle->inner->loc;
    return tree_replace(arena, root, rectangle->inner, stmt);
}

// Whether M and L are of a perfect nest.
static bool is_perfect(const Rectangle *rectangle)
{
    const Stmt *loop = only_loop(rectangle->outer->body);
    while (loop && loop != rectangle->inner)
        loop = only_loop(loop->body);
    return loop;
}

static bool changes_at_both_ends(const Rectangle *rectangle)
{
    const Loop *inner = rectangle->inner->loop;
    Expr *lower, *upper;
    int64_t lower_growth, upper_growth;
    return growth(rectangle, inner->lower, &lower, &lower_growth) &&
           growth(rectangle, inner->upper, &upper, &upper_growth) && lower_growth && upper_growth;
}

static bool counts_up(const Loop *loop)
{
    return loop->binding == BIND_SERIAL && expr_is_int(loop->step, 1) && !loop->factor && !loop->may_wrap &&
           !loop->endless;
}

Stmt *rectangularize(Candidate *state, Stmt *root, LoopId loop, LoopId at)
{
    Rectangle rectangle = {.state = state, .inner = stmt_find_loop(root, loop), .outer = stmt_find_loop(root, at)};
    rectangle.along[0] = (Varying){.loops = {rectangle.inner->loop}, .count = 1};
    rectangle.along[1] = (Varying){.loops = {rectangle.outer->loop}, .count = 1};
    bool made_by_step = iterator_is_made(rectangle.inner->loop->iterator);
    bool inside = only_loop(rectangle.outer->body) == rectangle.inner;
    if (!inside && !(made_by_step && is_perfect(&rectangle)))
        return refuse(&rectangle, "it is not all of the other loop's body");
    if (!counts_up(rectangle.inner->loop) || !counts_up(rectangle.outer->loop) ||
        (rectangle.inner->loop->defines && !made_by_step))
        return refuse(&rectangle, "one of the loops does not count up one by one, or is bound already");
    if (tree_leaves(rectangle.inner->body, ST_BREAK) || tree_leaves(rectangle.inner->body, ST_CONTINUE) ||
        tree_is_collective(rectangle.inner->body))
        return refuse(&rectangle, "it contains a jump or a barrier");
    if (!inside || rectangle.inner->loop->defines || changes_at_both_ends(&rectangle))
        return bounding_range(&rectangle, root);
    const Loop *made = widened(&rectangle);
    Stmt *body = made ? guarded_body(&rectangle) : NULL;
    if (!body)
        return refuse(&rectangle, rectangle.reason);
    Stmt *stmt = stmt_loop(state->arena, made, body);
    stmt->loc = rectangle.inner->loc;
    if (!rectangle.end)
        return tree_replace(state->arena, root, rectangle.inner, stmt);
    Loop outer = *rectangle.outer->loop;
    outer.upper = index_min(state->arena, outer.upper, rectangle.end);
    Stmt *shortened = stmt_loop(state->arena, &outer, stmt);
    shortened->loc = rectangle.outer->loc;
    shortened->directive = rectangle.outer->directive;
    return tree_replace(state->arena, root, rectangle.outer, shortened);
}
