// Splits a loop into its ends and the iterations between, where tests of the distance from the ends are known (contract
// in interior.h).
#include "transform/source/interior.h"

#include "transform/source/fold.h"
#include "transform/source/source.h"
#include "transform/tree/linear.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum { MOST_BORDER = 64 };

typedef struct Interior {
    Candidate *state;
    Arena *arena;
    const Stmt *stmt;
    Stmt *body;          // of the loop, without scalars that only name places
    Path path;           // to the loop
    Linear lower, upper; // of it
    int64_t from, until; // so many iterations before the interior, and after it
} Interior;

static Stmt *refuse(const Interior *made, const char *reason)
{
    diag_refuse(made->state->diag, made->stmt->loc, "interior %s refused: %s", made->stmt->loop->name, reason);
    return NULL;
}

// ---- tests

// From `point` on a test is true, or false; before it is the opposite. Short loops inside move the point up to `spread`
// further.
typedef struct Turn {
    Linear point;
    int64_t spread;
    bool then; // true from there on
} Turn;

// A parameter of the nest, or the iterator of a loop around.
static bool is_fixed(const Interior *made, const Expr *atom)
{
    const Expr *symbol = expr_strip_casts(atom);
    if (symbol->kind != EX_SYMBOL)
        return false;
    for (int i = 0; i < made->path.count; i++)
        if (made->path.loops[i] != made->stmt && made->path.loops[i]->loop->iterator == symbol->symbol)
            return true;
    return symbol->symbol->role == SYM_PARAM;
}

static bool is_signed_integer(const Expr *expr)
{
    return type_is_integer(expr->type) && type_is_signed(expr->type);
}

// The symbol that a term is: conversions of it may change the value, (signed char)i.
static const Symbol *symbol_of(const Expr *atom)
{
    while (atom->kind == EX_CAST && type_widens(atom->operands[0]->type, atom->type))
        atom = atom->operands[0];
    return atom->kind == EX_SYMBOL ? atom->symbol : NULL;
}

typedef struct Inside {
    const Symbol *iterator;
    const Loop *loop;
    int count; // of loops with this iterator
} Inside;

static bool look_for_loop(void *context, const Stmt *stmt)
{
    Inside *inside = context;
    if (stmt->kind == ST_LOOP && stmt->loop->iterator == inside->iterator) {
        inside->loop = stmt->loop;
        inside->count++;
    }
    return true;
}

// The values of a term that is the iterator of a loop inside between two numbers.
static bool find_values(const Interior *made, const LinearTerm *term, int64_t *least, int64_t *most)
{
    Inside inside = {.iterator = symbol_of(term->atom)};
    if (inside.iterator)
        stmt_walk(made->body, look_for_loop, &inside);
    const Loop *loop = inside.loop;
    if (inside.count != 1 || loop->endless || loop->factor || !expr_is_int(loop->step, 1) ||
        expr_strip_casts(loop->lower)->kind != EX_INT || expr_strip_casts(loop->upper)->kind != EX_INT)
        return false;
    int64_t first = expr_strip_casts(loop->lower)->integer, last = expr_strip_casts(loop->upper)->integer - 1;
    if (first > last || first < -MOST_BORDER || last > MOST_BORDER || term->factor < -MOST_BORDER ||
        term->factor > MOST_BORDER)
        return false;
    *least = term->factor * (term->factor > 0 ? first : last);
    *most = term->factor * (term->factor > 0 ? last : first);
    return true;
}

// left - right OP 0 as a point on the way of the iterator.
static bool find_turn(const Interior *made, const Expr *test, Turn *turn)
{
    bool less = test->op == OP_LT || test->op == OP_LE, more = test->op == OP_GT || test->op == OP_GE;
    if (test->kind != EX_BINARY || !(less || more) || !is_signed_integer(test->operands[0]) ||
        !is_signed_integer(test->operands[1]))
        return false;
    Linear left = linear_of(made->arena, test->operands[0]), right = linear_of(made->arena, test->operands[1]),
           apart = linear_combine(made->arena, &left, &right, -1), zero = {0}, rest = {.constant = apart.constant};
    int64_t factor = 0, least, most, lowest = 0, highest = 0;
    FOR_EACH(i, &apart.terms) {
        const LinearTerm *term = &apart.terms.items[i];
        if (symbol_of(term->atom) == made->stmt->loop->iterator) {
            factor += term->factor;
        } else if (is_fixed(made, term->atom)) {
            VECTOR_PUSH(made->arena, &rest.terms, *term);
        } else if (find_values(made, term, &least, &most)) {
            lowest += least;
            highest += most;
        } else {
            return false;
        }
    }
    if (apart.overflow || (factor != 1 && factor != -1))
        return false;
    bool strict = test->op == OP_LT || test->op == OP_GT; // i < -rest, i >= -rest; i > rest, i <= rest
    turn->point = linear_combine(made->arena, &zero, &rest, -factor);
    turn->then = factor > 0 ? more : less;
    turn->point.constant += (strict == turn->then) + (factor > 0 ? -highest : lowest);
    turn->spread = highest - lowest;
    return !turn->point.overflow;
}

static bool is_small(const Linear *distance)
{
    return linear_is_constant(distance) && !distance->overflow && distance->constant <= MOST_BORDER &&
           distance->constant >= -MOST_BORDER;
}

// How far the point is after the beginning, or before the end, of the loop: beyond them if that is negative. false: far
// from both.
static bool is_near(const Interior *made, const Turn *turn, bool *at_begin, int64_t *distance)
{
    Linear after = linear_combine(made->arena, &turn->point, &made->lower, -1),
           before = linear_combine(made->arena, &made->upper, &turn->point, -1);
    after.constant += turn->spread;
    *at_begin = is_small(&after);
    *distance = *at_begin ? after.constant : before.constant;
    return *at_begin || is_small(&before);
}

static bool look_at_test(void *context, const Expr *expr)
{
    Interior *made = context;
    Turn turn;
    int64_t distance;
    bool at_begin;
    if (!find_turn(made, expr, &turn) || !is_near(made, &turn, &at_begin, &distance))
        return true;
    int64_t *border = at_begin ? &made->from : &made->until;
    *border = distance > *border ? distance : *border;
    return true;
}

// ---- the interior

// A constant, if the test turns out alike in all iterations of the interior.
static Expr *decide(void *context, Expr *expr)
{
    const Interior *made = context;
    Turn turn;
    int64_t distance;
    bool at_begin;
    if (!find_turn(made, expr, &turn) || !is_near(made, &turn, &at_begin, &distance))
        return expr;
    return expr_int(made->arena, at_begin ? turn.then : !turn.then, expr->type);
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

static Stmt *divided(const Interior *made, Stmt *root)
{
    Arena *arena = made->arena;
    const Loop *loop = made->stmt->loop;
    Expr *lower = index_cast(arena, loop->lower), *upper = index_cast(arena, loop->upper);
    Expr *first = index_min(arena, index_add(arena, lower, expr_index(arena, made->from)), upper);
    Expr *last = index_max(arena, first, index_sub(arena, upper, expr_index(arena, made->until)));
    first = made->from ? first : lower;
    last = made->until ? last : upper;
    Stmt *body = made->body, *inside = source_fold(arena, body, decide, (void *)made);
    StmtList items = {0};
    if (made->from)
        VECTOR_PUSH(arena, &items, source_copy(made->state, part(made, body, lower, first)));
    VECTOR_PUSH(arena, &items, part(made, inside, first, last));
    if (made->until)
        VECTOR_PUSH(arena, &items, source_copy(made->state, part(made, body, last, upper)));
    return tree_replace(arena, root, made->stmt, stmt_block(arena, items.items, items.count));
}

Stmt *interior(Candidate *state, Stmt *root, LoopId id)
{
    Interior made = {.state = state, .arena = state->arena, .stmt = stmt_find_loop(root, id)};
    const Stmt *stmt = made.stmt;
    const Loop *loop = stmt->loop;
    tree_path(root, stmt, &made.path);
    if (!expr_is_int(loop->step, 1) || loop->factor || loop->endless || loop->may_wrap || loop->from_zero)
        return refuse(&made, "it does not count up one by one");
    if (!type_is_signed(loop->iterator->type)) // the interior may end before it begins
        return refuse(&made, "its type has no sign");
    if (stmt_rotates(stmt))
        return refuse(&made, "pointers change places in it");
    if (tree_leaves(stmt->body, ST_BREAK) || tree_leaves(stmt->body, ST_CONTINUE))
        return refuse(&made, "a 'break' or 'continue' leaves its iterations");
    if (source_changes(stmt->body, loop->lower) || source_changes(stmt->body, loop->upper))
        return refuse(&made, "its range changes inside it");
    made.lower = linear_of(state->arena, loop->lower);
    made.upper = linear_of(state->arena, loop->upper);
    made.body = source_forward_places(state, stmt->body);
    stmt_walk_expressions(made.body, look_at_test, &made);
    if (!made.from && !made.until)
        return refuse(&made, "no test in it turns out otherwise near its ends");
    return divided(&made, root);
}
