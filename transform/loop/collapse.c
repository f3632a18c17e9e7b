// Loop coalescing (C. Polychronopoulos, 1987): contract in collapse.h.
#include "transform/loop/collapse.h"

#include "frontend/directives/directive.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/monomial.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

typedef struct Collapse {
    Candidate *state;
    Arena *arena;
    const Loop *outer, *inner;
    bool is_inside;       // they are in another loop
    Expr *first, *second; // the first values of their iterators
    Expr *rows, *length;  // how often they run
    Expr *place;          // the iterator of the loop that is made
    const Array *array;   // whose dimensions d and d + 1 become one
    Array *merged;
    int dimension;
} Collapse;

static Stmt *refuse(const Collapse *collapse, const Stmt *stmt, const char *reason)
{
    diag_refuse(collapse->state->diag, stmt->loc, "collapse %s %s refused: %s", collapse->outer->name,
                collapse->inner->name, reason);
    return NULL;
}

// ---- forms of subscripts

static bool mentions_either(const Collapse *collapse, const Expr *expr)
{
    return expr_mentions(expr, collapse->outer->iterator) || expr_mentions(expr, collapse->inner->iterator);
}

static bool is_zero(Arena *arena, Expr *expr)
{
    Polynomial form = polynomial_of(arena, expr);
    return !form.overflow && form.terms.count == 0;
}

// Whether the value, modulo 2 to the power of 64, is that of the iterator.
static bool is_iterator(const Expr *expr, const Symbol *iterator)
{
    while (expr->kind == EX_CAST && (expr->type->size == 8 || type_widens(expr->operands[0]->type, expr->type)) &&
           type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type))
        expr = expr->operands[0];
    return expr->kind == EX_SYMBOL && expr->symbol == iterator;
}

// Sums and products of 64 bits wrap around, with and without a sign, to the same address.
static Expr *with_sign(void *context, Expr *expr)
{
    Arena *arena = context;
    bool ring = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL);
    if (!ring || expr->type->kind != TY_U64)
        return expr;
    return expr_cast(arena, expr->type,
                     expr_binary(arena, expr->op, expr->operands[0], expr->operands[1], type_scalar(TY_I64)));
}

// What the iterator is multiplied by; the other terms are added to *rest. NULL: it is also in other terms.
static Expr *factor_of(Arena *arena, const Polynomial *form, const Symbol *iterator, Polynomial *rest)
{
    Expr *sum = expr_index(arena, 0);
    *rest = (Polynomial){.overflow = form->overflow};
    FOR_EACH(i, &form->terms) {
        Monomial term = form->terms.items[i];
        int at = 0;
        while (at < term.count && !is_iterator(term.atoms[at], iterator))
            at++;
        if (at == term.count) {
            VECTOR_PUSH(arena, &rest->terms, term);
        } else {
            term.atoms[at] = term.atoms[--term.count];
            sum = index_add(arena, sum, index_mul(arena, expr_index(arena, term.factor), monomial_expr(arena, &term)));
        }
    }
    return expr_mentions(sum, iterator) ? NULL : sum;
}

static Expr *sum_of(Arena *arena, const Polynomial *form)
{
    Expr *sum = expr_index(arena, 0);
    FOR_EACH(i, &form->terms) {
        Expr *term = monomial_expr(arena, &form->terms.items[i]);
        sum = index_add(arena, sum, index_mul(arena, expr_index(arena, form->terms.items[i].factor), term));
    }
    return linear_simplify(arena, sum);
}

// The subscript c * (i * m + j) + e as c * (i_j + first values) + e; NULL: it has another form.
static Expr *in_one_iterator(const Collapse *collapse, Expr *subscript)
{
    Arena *arena = collapse->arena;
    Polynomial form = polynomial_of(arena, expr_rewrite(arena, subscript, with_sign, arena)), without_outer, rest;
    Expr *outer = factor_of(arena, &form, collapse->outer->iterator, &without_outer);
    Expr *inner = factor_of(arena, &without_outer, collapse->inner->iterator, &rest);
    if (form.overflow || !outer || !inner || mentions_either(collapse, outer) || mentions_either(collapse, inner) ||
        !is_zero(arena, index_sub(arena, outer, index_mul(arena, inner, collapse->length))))
        return NULL;
    Expr *others = sum_of(arena, &rest);
    if (mentions_either(collapse, others))
        return NULL;
    Expr *begin = index_add(arena, index_mul(arena, collapse->length, collapse->first), collapse->second);
    Expr *place = index_add(arena, collapse->place, begin);
    return linear_simplify(arena, index_add(arena, index_mul(arena, inner, place), others));
}

// [i + e][j], where j goes through the whole dimension: i_j + m * e; NULL: the subscripts are others.
static Expr *in_one_dimension(const Collapse *collapse, const Expr *access, int d)
{
    Arena *arena = collapse->arena;
    Expr *row = access->operands[d], *column = access->operands[d + 1];
    Expr *shift = linear_simplify(arena, index_sub(arena, row, expr_symbol(arena, collapse->outer->iterator)));
    Expr *at = index_sub(arena, column, expr_symbol(arena, collapse->inner->iterator));
    const Expr *extent = access->array->extent[d + 1];
    if (!extent || mentions_either(collapse, shift) || !is_zero(arena, index_add(arena, at, collapse->second)) ||
        !is_zero(arena, index_sub(arena, (Expr *)extent, collapse->length)))
        return NULL;
    for (int k = 0; k < access->array->ndim; k++)
        if (k != d && k != d + 1 && mentions_either(collapse, access->operands[k]))
            return NULL;
    Expr *begin = index_mul(arena, collapse->length, index_add(arena, shift, collapse->first));
    return linear_simplify(arena, index_add(arena, collapse->place, begin));
}

// ---- arrays of which two dimensions become one

static bool look_at_accesses(void *context, const Expr *expr)
{
    Collapse *collapse = context;
    if (collapse->dimension >= 0 && expr->kind == EX_ACCESS && expr->array == collapse->array &&
        !in_one_dimension(collapse, expr, collapse->dimension))
        collapse->dimension = -1;
    return collapse->dimension >= 0;
}

static bool is_in_clause(const Directive *directive, const Array *array)
{
    for (int c = 0; directive && c < directive->clauses.count; c++)
        FOR_EACH(i, &directive->clauses.items[c].items) {
            const ClauseItem *item = &directive->clauses.items[c].items.items[i];
            if (item->ranges.count && item->name && array->host && strstr(array->host, item->name))
                return true;
        }
    return false;
}

static bool keeps_shape(const Collapse *collapse, const Array *array)
{
    return array->space != SPACE_GLOBAL || array->held != HOST_POINTER || array->rotates ||
           is_in_clause(collapse->state->nest->directive, array);
}

// Whether all accesses of the nest are in the loops, and have this form. Sets *collapse for the array.
static bool may_merge(Collapse *collapse, const Stmt *root, const Array *array)
{
    const Stmt *outer = stmt_find_loop(root, collapse->outer->id);
    int count = tree_count_accesses(outer, array);
    if (!count || count != tree_count_accesses(root, array))
        return false;
    collapse->array = array;
    for (int d = 0; d + 1 < array->ndim; d++) {
        collapse->dimension = d;
        stmt_walk_expressions(outer, look_at_accesses, collapse);
        if (collapse->dimension >= 0)
            return true;
    }
    return false;
}

static void merge_extents(const Collapse *collapse, const Array *array, Array *merged)
{
    Arena *arena = collapse->arena;
    int d = collapse->dimension;
    merged->ndim--;
    bool known = array->extent[d] && (d > 0 || array->is_object);
    merged->extent[d] = known ? index_mul(arena, array->extent[d], array->extent[d + 1]) : NULL;
    for (int k = d + 1; k < merged->ndim; k++)
        merged->extent[k] = array->extent[k + 1];
    merged->extent[merged->ndim] = NULL;
}

static Expr *merge_access(void *context, Expr *expr)
{
    const Collapse *collapse = context;
    if (expr->kind != EX_ACCESS || expr->array != collapse->array)
        return expr;
    int d = collapse->dimension;
    Expr *subscripts[MAX_DIMS];
    for (int k = 0; k < collapse->merged->ndim; k++)
        subscripts[k] = k < d    ? expr->operands[k]
                        : k == d ? in_one_dimension(collapse, expr, d)
                                 : expr->operands[k + 1];
    return expr_access_by(collapse->arena, expr, collapse->merged, subscripts);
}

static Stmt *merge_distinct(void *context, Stmt *stmt)
{
    const Collapse *collapse = context;
    Stmt *made = stmt;
    for (int i = 0; stmt->kind == ST_LOOP && i < MAX_DISTINCT; i++)
        if (stmt->loop->distinct[i] == collapse->array) {
            Loop loop = *made->loop;
            loop.distinct[i] = collapse->merged;
            made = arena_copy(collapse->arena, made, sizeof *made);
            made->loop = arena_copy(collapse->arena, &loop, sizeof loop);
        }
    return made;
}

static Stmt *merge_dimensions(Collapse *collapse, Stmt *root)
{
    Nest *nest = collapse->state->nest;
    size_t size = sizeof *nest->arrays.items * (size_t)nest->arrays.count;
    nest->arrays.items = arena_copy(collapse->arena, nest->arrays.items, size); // other candidates have the same items
    nest->arrays.capacity = nest->arrays.count;
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        if (keeps_shape(collapse, array) || !may_merge(collapse, root, array))
            continue;
        collapse->merged = arena_copy(collapse->arena, array, sizeof *array);
        merge_extents(collapse, array, collapse->merged);
        nest->arrays.items[i] = collapse->merged;
        root = stmt_rewrite(collapse->arena, root, merge_distinct, merge_access, collapse);
    }
    return root;
}

// ---- the body

static Expr *in_place(void *context, Expr *expr)
{
    const Collapse *collapse = context;
    bool changed = false;
    Expr *subscripts[MAX_DIMS];
    for (int k = 0; expr->kind == EX_ACCESS && k < expr->array->ndim; k++) {
        bool parts = mentions_either(collapse, expr->operands[k]);
        Expr *made = parts ? in_one_iterator(collapse, expr->operands[k]) : NULL;
        subscripts[k] = made ? made : expr->operands[k];
        changed = changed || made;
    }
    return changed ? expr_access_by(collapse->arena, expr, expr->array, subscripts) : expr;
}

// Quotients of 32 bits take a third of the instructions. A sum for one of many results that goes over a window has few
// terms; results may be more than an int counts.
enum { MOST_SHORT = 64 };

static bool has_short_rows(const Collapse *collapse)
{
    const Expr *length = expr_strip_casts(collapse->length);
    const LoopFact *outer = facts_loop(collapse->state->facts, collapse->outer->id);
    return collapse->is_inside && outer && outer->verdict == LOOP_REDUCTION && length->kind == EX_INT &&
           length->integer > 0 && length->integer <= MOST_SHORT;
}

static Stmt *with_parts(const Collapse *collapse, Stmt *body)
{
    Arena *arena = collapse->arena;
    const Symbol *outer = collapse->outer->iterator, *inner = collapse->inner->iterator;
    const Type *index = type_scalar(has_short_rows(collapse) ? TY_I32 : TY_I64);
    Expr *place = expr_cast(arena, index, collapse->place), *length = expr_cast(arena, index, collapse->length);
    Expr *row = index_cast(arena, expr_binary(arena, OP_DIV, place, length, index));
    Expr *column = index_cast(arena, expr_binary(arena, OP_REM, place, length, index));
    row = expr_cast(arena, outer->type, index_add(arena, row, collapse->first));
    column = expr_cast(arena, inner->type, index_add(arena, column, collapse->second));
    return stmt_substitute(arena, stmt_substitute(arena, body, outer, row), inner, column);
}

// ---- the loops

static bool is_computable(void *context, const Expr *expr)
{
    bool *computable = context;
    bool divides =
        expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && expr->operands[1]->kind != EX_INT;
    if (divides || expr->kind == EX_ACCESS || expr->kind == EX_CALL)
        *computable = false;
    return *computable;
}

static bool counts_singly(const Loop *loop)
{
    return !loop->factor && !loop->endless && loop->step_sign > 0 && expr_is_int(loop->step, 1);
}

// NULL, or why they cannot be one.
static const char *obstacle(const Candidate *state, const Stmt *outer, const Stmt *inner)
{
    const Loop *loop = inner->loop;
    bool computable = true;
    if (only_loop(outer->body) != inner)
        return "the second one is not all that the first one does";
    if (!counts_singly(outer->loop) || !counts_singly(loop))
        return "they do not count up one by one";
    if (facts_asserts_independent(state->facts))
        return "'independent' is about the loops as written";
    if ((inner->directive && inner->directive->clauses.count) || (outer->directive && outer->directive->clauses.count))
        return "one of them has a directive of its own";
    if (expr_mentions(loop->lower, outer->loop->iterator) || expr_mentions(loop->upper, outer->loop->iterator) ||
        source_changes(outer->body, loop->lower) || source_changes(outer->body, loop->upper))
        return "the range of the second one changes in the first one";
    expr_walk(loop->lower, is_computable, &computable);
    expr_walk(loop->upper, is_computable, &computable);
    if (!computable)
        return "the range of the second one is not computed where the first one has no iteration";
    if (stmt_rotates(outer))
        return "pointers change places in them";
    if (tree_leaves(inner->body, ST_BREAK))
        return "a 'break' leaves the second one";
    return NULL;
}

// Bounds as analysis understands them.
static void set_ranges(Collapse *collapse)
{
    const Facts *facts = collapse->state->facts;
    const LoopFact *outer = facts_loop(facts, collapse->outer->id), *inner = facts_loop(facts, collapse->inner->id);
    Expr *outer_lower = outer && outer->lower ? outer->lower : collapse->outer->lower,
         *inner_lower = inner && inner->lower ? inner->lower : collapse->inner->lower,
         *outer_upper = outer && outer->upper ? outer->upper : collapse->outer->upper,
         *inner_upper = inner && inner->upper ? inner->upper : collapse->inner->upper;
    collapse->first = index_cast(collapse->arena, outer_lower);
    collapse->second = index_cast(collapse->arena, inner_lower);
    collapse->rows = index_minus(collapse->arena, outer_upper, outer_lower);
    collapse->length = index_minus(collapse->arena, inner_upper, inner_lower);
}

static bool is_below_2_to_31(const Expr *count)
{
    const Expr *value = expr_strip_casts(count);
    if (value->kind == EX_INT)
        return value->integer >= 0 && value->integer <= INT32_MAX;
    return value->kind == EX_SYMBOL && (value->type->size < 4 || value->type->kind == TY_I32);
}

// Two negative numbers would have a positive product, and the product of two large ones would be another one.
static void assume_product(const Collapse *collapse, Assumption *assumed)
{
    Arena *arena = collapse->arena;
    const Type *index = type_scalar(TY_I64);
    Expr *length = collapse->length;
    Expr *some = expr_binary(arena, OP_GE, length, expr_index(arena, 0), index), *fits = NULL;
    bool is_short = has_short_rows(collapse);
    if (is_short || !is_below_2_to_31(collapse->rows) || !is_below_2_to_31(length)) {
        Expr *divisor = index_max(arena, length, expr_index(arena, 1));
        Expr *limit = expr_index(arena, is_short ? INT32_MAX : INT64_C(1) << 62);
        Expr *most = expr_binary(arena, OP_DIV, limit, divisor, index);
        fits = expr_binary(arena, OP_LE, collapse->rows, most, index);
    }
    Expr *condition = fits && expr_is_int(fits, 1) ? NULL : fits;
    condition = expr_is_int(some, 1) ? condition : expr_both(arena, some, condition);
    assumed->condition = condition;
    assumed->may_fail = false;
    assumed->words = arena_printf(arena, "the iterations of '%s' and '%s' have a number", collapse->outer->name,
                                  collapse->inner->name);
}

static const char *joined_name(const Loop *outer, const Loop *inner)
{
    return intern_printf("%.*s_%.*s", (int)strcspn(outer->name, "#"), outer->name, (int)strcspn(inner->name, "#"),
                         inner->name);
}

Stmt *collapse(Candidate *state, Stmt *root, LoopId outer_id, LoopId inner_id, Assumption *assumed)
{
    Stmt *outer = (Stmt *)stmt_find_loop(root, outer_id), *inner = (Stmt *)stmt_find_loop(root, inner_id);
    Collapse collapse = {.state = state, .arena = state->arena, .outer = outer->loop, .inner = inner->loop};
    const char *reason = obstacle(state, outer, inner);
    if (reason)
        return refuse(&collapse, outer, reason);
    Path path;
    collapse.is_inside = tree_path(root, outer, &path) && path.count > 1;
    set_ranges(&collapse);
    const char *name = joined_name(outer->loop, inner->loop);
    Expr *count = index_mul(state->arena, collapse.rows, collapse.length);
    Loop loop = source_parts(state, name, name, count, outer->loc);
    collapse.place = expr_symbol(state->arena, loop.iterator);
    assume_product(&collapse, assumed);
    Stmt *body = source_forward_places(state, inner->body);
    Stmt *forwarded = stmt_loop_for(state->arena, inner, inner->loop, body);
    root = tree_replace(state->arena, root, inner, forwarded);
    root = merge_dimensions(&collapse, root);
    outer = (Stmt *)stmt_find_loop(root, outer_id);
    inner = (Stmt *)stmt_find_loop(root, inner_id);
    body = stmt_rewrite(state->arena, inner->body, NULL, in_place, &collapse);
    body = with_parts(&collapse, body);
    return tree_replace(state->arena, root, outer, stmt_loop_for(state->arena, outer, &loop, body));
}
