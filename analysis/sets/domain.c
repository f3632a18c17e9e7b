// Iteration domains, ranges over them, and the final values of iterators.
#include "analysis/arrays/assume.h"
#include "analysis/depend/private.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"

ArrayFact *find_array_fact(const Analysis *analysis, const Array *array)
{
    return (ArrayFact *)facts_array(analysis->facts, array);
}

LoopNode *find_loop(const Analysis *analysis, LoopId id)
{
    FOR_EACH(i, &analysis->loops)
        if (analysis->loops.items[i]->loop->id == id)
            return analysis->loops.items[i];
    return NULL;
}

// ---- domains

// A value over the outer iterators, seen inside the loop.
static isl_pw_aff *inside(__isl_keep isl_pw_aff *value)
{
    return isl_pw_aff_add_dims(isl_pw_aff_copy(value), isl_dim_in, 1);
}

static isl_set *from_lower(const LoopNode *node, __isl_keep isl_pw_aff *lower, __isl_keep isl_pw_aff *iterator)
{
    isl_pw_aff *first = inside(lower), *value = isl_pw_aff_copy(iterator);
    return node->loop->step_sign > 0 ? isl_pw_aff_ge_set(value, first) : isl_pw_aff_le_set(value, first);
}

static isl_set *before_upper(const LoopNode *node, __isl_keep isl_pw_aff *upper, __isl_keep isl_pw_aff *iterator)
{
    isl_pw_aff *end = inside(upper), *value = isl_pw_aff_copy(iterator);
    return node->loop->step_sign > 0 ? isl_pw_aff_lt_set(value, end) : isl_pw_aff_gt_set(value, end);
}

static int64_t constant_step(const Loop *loop)
{
    const Expr *step = expr_strip_casts(loop->step);
    return step->kind == EX_INT ? step->integer : 0;
}

static isl_set *on_stride(const LoopNode *node, __isl_keep isl_pw_aff *lower, __isl_keep isl_pw_aff *iterator,
                          int64_t step)
{
    isl_val *by = isl_val_int_from_si(isl_set_get_ctx(node->domain), step < 0 ? -step : step);
    isl_pw_aff *distance = isl_pw_aff_sub(isl_pw_aff_copy(iterator), inside(lower));
    return isl_pw_aff_zero_set(isl_pw_aff_mod_val(distance, by));
}

static void constrain(LoopNode *node, __isl_take isl_set *constraint)
{
    isl_set *narrowed = constraint ? isl_set_intersect(isl_set_copy(node->domain), constraint) : NULL;
    if (!narrowed) {
        node->exact = false;
        return;
    }
    isl_set_free(node->domain);
    node->domain = coalesce_set(narrowed);
}

// Iterations in which the value that ends the loop does not fit in a type that wraps: C continues from the other end of
// its range. With `i + tested < bound`, that sum must fit, too.
static isl_set *ends_outside_type(Analysis *analysis, const LoopNode *node, int depth, __isl_keep isl_pw_aff *lower,
                                  __isl_keep isl_pw_aff *upper)
{
    int64_t smallest, largest, step = constant_step(node->loop);
    if (!type_limits(node->loop->iterator->type, &smallest, &largest))
        return NULL;
    isl_pw_aff *end = isl_pw_aff_copy(upper);
    if (step < 0) // at upper, or up to |step| - 1 below it
        return isl_pw_aff_lt_set(end, affine_constant(analysis, depth, smallest - 1 - step));
    if (largest != INT64_MAX) { // 64 bits are not counted through
        largest -= node->loop->tested;
        isl_set *bad = isl_pw_aff_gt_set(end, affine_constant(analysis, depth, largest + 1 - step));
        isl_pw_aff *last = affine_constant(analysis, depth, largest);
        return node->loop->tested ? isl_set_union(bad, isl_pw_aff_gt_set(isl_pw_aff_copy(lower), last))
                                  : (isl_pw_aff_free(last), bad);
    }
    isl_set *never = isl_set_empty(isl_pw_aff_get_domain_space(end));
    isl_pw_aff_free(end);
    return never;
}

// Iterations in which a loop written `i != upper` steps over its end, or starts after it.
static isl_set *misses_end(Analysis *analysis, const LoopNode *node, __isl_keep isl_pw_aff *lower,
                           __isl_keep isl_pw_aff *upper)
{
    int64_t step = constant_step(node->loop);
    isl_pw_aff *ahead = isl_pw_aff_sub(isl_pw_aff_copy(upper), isl_pw_aff_copy(lower));
    if (step < 0)
        ahead = isl_pw_aff_neg(ahead);
    isl_set *none_left = isl_set_complement(isl_pw_aff_nonneg_set(isl_pw_aff_copy(ahead)));
    isl_val *by = isl_val_int_from_si(analysis->ctx, step < 0 ? -step : step);
    return isl_set_union(none_left, isl_set_complement(isl_pw_aff_zero_set(isl_pw_aff_mod_val(ahead, by))));
}

static bool type_wraps(const Type *type)
{
    return !type_is_signed(type) || type->size < 4;
}

// A loop that would wrap or miss its end does not run as its bounds say. This is assumed not to happen. In types that
// must not overflow it is undefined, so it need not be tested if it cannot be.
static bool ends_as_said(Analysis *analysis, const LoopNode *node, const Site *outer, __isl_keep isl_pw_aff *lower,
                         __isl_keep isl_pw_aff *upper)
{
    const Loop *loop = node->loop;
    bool fine = true;
    bool ending = upper && (lower || !loop->tested);
    if (loop->may_wrap && ending) {
        isl_set *bad = ends_outside_type(analysis, node, loop_depth(outer->loop), lower, upper);
        bad = isl_set_intersect(bad, isl_set_copy(outer->domain));
        fine = bad && assume_empty(analysis, bad, outer->domain);
    }
    if (fine && loop->not_equal && lower && upper) {
        isl_set *bad = isl_set_intersect(misses_end(analysis, node, lower, upper), isl_set_copy(outer->domain));
        fine = (bad && assume_empty(analysis, bad, outer->domain)) || !type_wraps(loop->iterator->type);
    }
    if (fine && loop->from_zero) {
        isl_set *bad = lower ? isl_set_complement(isl_pw_aff_nonneg_set(isl_pw_aff_copy(lower))) : NULL;
        bad = bad ? isl_set_intersect(bad, isl_set_copy(outer->domain)) : NULL;
        fine = bad && assume_empty(analysis, bad, outer->domain);
    }
    bool unknown = (loop->may_wrap && !ending) || (loop->not_equal && !(lower && upper));
    return fine && !(unknown && type_wraps(loop->iterator->type) && loop->iterator->type->size < 8);
}

// With a symbolic step the last value is lower + step * (count - 1), which the host computes: a parameter. The divisor
// must not be 0 or have the wrong sign, because the host may compute it before it tests the step.
static bool stop_at_last(Analysis *analysis, LoopNode *node, const Site *outer, __isl_keep isl_pw_aff *iterator,
                         isl_set **sure)
{
    const Loop *loop = node->loop;
    if (!expr_is_invariant(analysis, loop->lower) || !expr_is_invariant(analysis, loop->upper) ||
        !expr_is_invariant(analysis, loop->step))
        return false;
    Arena *arena = analysis->arena;
    Loop safe = *loop;
    Expr *step = expr_cast(arena, type_scalar(TY_I64), loop->step), *unit = expr_index(arena, loop->step_sign);
    safe.step = loop->step_sign > 0 ? index_max(arena, step, unit) : index_min(arena, step, unit);
    Expr *trips = index_sub(arena, loop_trip_count(arena, &safe), expr_index(arena, 1));
    Expr *last =
        index_add(arena, expr_cast(arena, type_scalar(TY_I64), loop->lower), index_mul(arena, safe.step, trips));
    const Parameter *parameter = parameter_of(analysis, last, last);
    isl_pw_aff *value = affine_parameter(analysis, node->depth + 1, parameter);
    *sure = isl_set_union(*sure, isl_pw_aff_eq_set(isl_pw_aff_copy(iterator), isl_pw_aff_copy(value)));
    isl_pw_aff *by = affine_from_expr(analysis, outer, loop->step),
               *end = affine_from_expr(analysis, outer, loop->upper);
    if (by && end) { // the last value lies before the end, and one more step passes it
        constrain(node, before_upper(node, end, value));
        isl_pw_aff *next = isl_pw_aff_add(isl_pw_aff_copy(value), inside(by)), *limit = inside(end);
        constrain(node, loop->step_sign > 0 ? isl_pw_aff_ge_set(next, limit) : isl_pw_aff_le_set(next, limit));
    }
    isl_pw_aff_free(by);
    isl_pw_aff_free(end);
    constrain(node, loop->step_sign > 0 ? isl_pw_aff_le_set(isl_pw_aff_copy(iterator), value)
                                        : isl_pw_aff_ge_set(isl_pw_aff_copy(iterator), value));
    return true;
}

// Bounds such as i*m and (i + 1)*m are not affine, but their distance is: the dimension then counts from the lower one.
static void count_from_base(Analysis *analysis, LoopNode *node, const Site *outer)
{
    const Loop *loop = node->loop;
    Polynomial *base = ARENA_NEW(analysis->arena, Polynomial);
    Polynomial distance, lower;
    if (constant_step(loop) <= 0 || !polynomial_from_expr(analysis, outer, loop->lower, true, base))
        return;
    bool fine = base->limit == INT64_MAX && polynomial_from_expr(analysis, outer, loop->lower, true, &lower);
    fine = fine && polynomial_from_expr(analysis, outer, loop->upper, true, &distance) && distance.limit == INT64_MAX;
    fine = fine && polynomial_add(&distance, &lower, -1);
    isl_pw_aff *count = fine ? polynomial_affine(analysis, node->depth, &distance) : NULL;
    if (fine)
        polynomial_free(&distance);
    if (!count) {
        polynomial_free(base);
        return;
    }
    node->base = base;
    node->exact = true;
    node->iterator.value = index_sub(analysis->arena, node->iterator.value, loop->lower);
    isl_pw_aff *iterator = affine_iterator(analysis, node->depth + 1, node->depth);
    isl_pw_aff *zero = affine_constant(analysis, node->depth, 0);
    constrain(node, from_lower(node, zero, iterator));
    constrain(node, before_upper(node, count, iterator));
    if (constant_step(loop) != 1)
        constrain(node, on_stride(node, zero, iterator, constant_step(loop)));
    node->exact = node->exact && !outer->inexact && (!node->parent || node->parent->exact);
    isl_pw_aff_free(iterator);
    isl_pw_aff_free(zero);
    isl_pw_aff_free(count);
}

static Expr *plain_bound(Analysis *analysis, const Site *outer, const Expr *bound, __isl_keep isl_pw_aff *value)
{
    if (!value || !expr_hides_value(bound) || expr_is_invariant(analysis, bound))
        return NULL;
    return expr_over_loops(analysis, outer->loop, outer->domain, value);
}

// Of min(a, b) and a < b ? a : b, and the same with max: the operands.
static bool operands_of_extremum(const Expr *bound, bool least, const Expr **left, const Expr **right)
{
    bound = expr_strip_casts(bound);
    if (bound->kind == EX_BINARY && bound->op == (least ? OP_MIN : OP_MAX)) {
        *left = bound->operands[0];
        *right = bound->operands[1];
        return true;
    }
    const Expr *test = bound->kind == EX_SELECT ? expr_strip_casts(bound->operands[0]) : NULL;
    bool less = test && test->kind == EX_BINARY && (test->op == OP_LT || test->op == OP_LE),
         more = test && test->kind == EX_BINARY && (test->op == OP_GT || test->op == OP_GE);
    if ((!less && !more) || !type_is_integer(test->operands[0]->type))
        return false;
    *left = bound->operands[1];
    *right = bound->operands[2];
    bool same = expr_equal(expr_strip_casts(test->operands[0]), expr_strip_casts(*left)) &&
                expr_equal(expr_strip_casts(test->operands[1]), expr_strip_casts(*right));
    bool crossed = expr_equal(expr_strip_casts(test->operands[0]), expr_strip_casts(*right)) &&
                   expr_equal(expr_strip_casts(test->operands[1]), expr_strip_casts(*left));
    return (same && less == least) || (crossed && less != least);
}

// A bound that is not affine, but the least (or largest) of several, of which some are: min(n, i / step). Where data
// decide, an inspector finds the range.
static void constrain_by_parts(Analysis *analysis, LoopNode *node, const Site *outer, const Expr *bound, bool upper,
                               __isl_keep isl_pw_aff *iterator)
{
    const Expr *parts[2];
    bool least = upper == (node->loop->step_sign > 0);
    if (expr_has_access(bound) || !operands_of_extremum(bound, least, &parts[0], &parts[1]))
        return;
    for (int i = 0; i < 2; i++) {
        isl_pw_aff *value = affine_from_expr(analysis, outer, parts[i]);
        bool exact = node->exact;
        if (value)
            constrain(node, upper ? before_upper(node, value, iterator) : from_lower(node, value, iterator));
        else
            constrain_by_parts(analysis, node, outer, parts[i], upper, iterator);
        node->exact = exact;
        isl_pw_aff_free(value);
    }
}

// false: the loop may not end where its bounds say.
static bool constrain_bounds(Analysis *analysis, LoopNode *node, const Site *outer)
{
    const Loop *loop = node->loop;
    int64_t step = constant_step(loop);
    isl_pw_aff *iterator = affine_iterator(analysis, node->depth + 1, node->depth);
    isl_pw_aff *lower = affine_from_expr(analysis, outer, loop->lower);
    isl_pw_aff *upper = affine_from_expr(analysis, outer, loop->upper);
    node->bounded = lower && upper;
    node->affine = node->bounded && step != 0;
    node->exact = node->exact && node->affine;
    if (lower)
        constrain(node, from_lower(node, lower, iterator));
    else if (step != 0 && !loop->factor)
        constrain_by_parts(analysis, node, outer, loop->lower, false, iterator);
    if (!upper && step != 0 && !loop->factor)
        constrain_by_parts(analysis, node, outer, loop->upper, true, iterator);
    isl_set *sure = NULL; // the first value and the last one
    if (step == 0)
        sure = lower ? isl_pw_aff_eq_set(isl_pw_aff_copy(iterator), inside(lower))
                     : isl_set_empty(isl_set_get_space(node->domain));
    if (upper && (step != 0 || loop->factor || !stop_at_last(analysis, node, outer, iterator, &sure)))
        constrain(node, before_upper(node, upper, iterator));
    node->sure = sure ? own_set(analysis, isl_set_intersect(sure, isl_set_copy(node->domain))) : NULL;
    if (lower && step != 0 && step != 1 && step != -1)
        constrain(node, on_stride(node, lower, iterator, step));
    if (!lower && !upper)
        count_from_base(analysis, node, outer);
    bool ends = step == 0 || ends_as_said(analysis, node, outer, lower, upper);
    node->lower = plain_bound(analysis, outer, loop->lower, lower);
    node->upper = plain_bound(analysis, outer, loop->upper, upper);
    isl_pw_aff_free(iterator);
    isl_pw_aff_free(lower);
    isl_pw_aff_free(upper);
    return ends;
}

// An iterator that is multiplied must be positive and stay within its type; one that is divided must not reach 0.
static bool grows_as_said(Analysis *analysis, const LoopNode *node)
{
    const Loop *loop = node->loop;
    int64_t smallest, largest;
    isl_pw_aff *value = affine_iterator(analysis, node->depth + 1, node->depth);
    isl_set *bad = isl_set_complement(
        isl_pw_aff_nonneg_set(isl_pw_aff_add_constant_val(isl_pw_aff_copy(value), isl_val_negone(analysis->ctx))));
    if (loop->may_wrap && type_limits(loop->iterator->type, &smallest, &largest)) {
        isl_pw_aff *last = affine_constant(analysis, node->depth + 1, largest / loop->factor);
        bad = isl_set_union(bad, isl_pw_aff_gt_set(value, last));
    } else {
        isl_pw_aff_free(value);
    }
    bad = isl_set_intersect(bad, isl_set_copy(node->domain));
    return bad && assume_empty(analysis, bad, node->domain);
}

// A symbolic step must have the sign that the loop's test implies.
static bool step_has_sign(Analysis *analysis, const LoopNode *node, const Site *outer)
{
    if (node->loop->factor)
        return grows_as_said(analysis, node);
    if (constant_step(node->loop) != 0)
        return true;
    isl_pw_aff *step = affine_from_expr(analysis, outer, node->loop->step);
    if (!step)
        return false;
    isl_pw_aff *zero = affine_constant(analysis, loop_depth(outer->loop), 0);
    isl_set *bad = node->loop->step_sign > 0 ? isl_pw_aff_le_set(step, zero) : isl_pw_aff_ge_set(step, zero);
    return assume_empty(analysis, isl_set_intersect(bad, isl_set_copy(outer->domain)), outer->domain);
}

static bool refuse_loop(Analysis *analysis, const LoopNode *node, const char *why)
{
    diag_refuse(analysis->diag, analysis->nest->loc, "the nest stays serial: loop '%s' %s", node->loop->name, why);
    diag_note(analysis->diag, node->stmt->loc, "loop '%s'", node->loop->name);
    return false;
}

bool domain_build_loop(Analysis *analysis, LoopNode *node, const Site *outer)
{
    query_begin(analysis);
    analysis->assumption_loc = node->stmt->loc;
    node->domain = isl_set_add_dims(isl_set_copy(outer->domain), isl_dim_set, 1);
    node->exact = !outer->inexact && (!node->parent || node->parent->exact);
    if (!constrain_bounds(analysis, node, outer))
        return refuse_loop(analysis, node, "may run past the end of its iterator's type");
    if (!step_has_sign(analysis, node, outer))
        return refuse_loop(analysis, node,
                           node->loop->factor
                               ? "multiplies or divides an iterator that may not be positive, or may leave its type"
                               : "has a step whose sign is not known");
    Site inside_it = {.loop = node, .domain = node->domain};
    isl_pw_aff *by =
        constant_step(node->loop) || node->base ? NULL : affine_from_expr(analysis, &inside_it, node->loop->step);
    node->step = by ? own_aff(analysis, by) : NULL;
    return true;
}

// ---- ranges

// Iterators of the fixed loops become parameters, all others are left as dimensions.
static isl_set *fix_loops(const Analysis *analysis, __isl_take isl_set *set, const LoopNode *innermost,
                          const LoopId *fixed, int nfixed)
{
    for (const LoopNode *loop = innermost; loop; loop = loop->parent)
        for (int i = 0; i < nfixed; i++) {
            if (loop->loop->origin != fixed[i] && loop->loop->id != fixed[i])
                continue;
            int position = isl_set_dim(set, isl_dim_param);
            set = isl_set_move_dims(set, isl_dim_param, (unsigned)position, isl_dim_set, (unsigned)loop->depth, 1);
            set = isl_set_set_dim_id(set, isl_dim_param, (unsigned)position, isl_id_copy(loop->iterator.id));
            // The dimension stays as one without constraints, so that positions do not change.
            set = isl_set_insert_dims(set, isl_dim_set, (unsigned)loop->depth, 1);
            break;
        }
    (void)analysis;
    return set;
}

// The smallest and one past the largest value of dimension `dim`.
static bool dim_range(Analysis *analysis, __isl_take isl_set *set, int dim, Expr **lower, Expr **upper)
{
    set = isl_set_intersect_params(set, isl_set_copy(analysis->context));
    isl_set *known = isl_set_params(isl_set_copy(set));
    isl_pw_aff *smallest = isl_set_dim_min(isl_set_copy(set), dim);
    isl_pw_aff *largest = isl_set_dim_max(set, dim);
    largest = isl_pw_aff_add_constant_val(largest, isl_val_one(analysis->ctx));
    bool bounded = smallest && largest;
    *lower = bounded ? expr_from_aff(analysis, isl_pw_aff_copy(smallest), isl_set_copy(known), false) : NULL;
    *upper = bounded ? expr_from_aff(analysis, isl_pw_aff_copy(largest), isl_set_copy(known), false) : NULL;
    isl_pw_aff_free(smallest);
    isl_pw_aff_free(largest);
    isl_set_free(known);
    return *lower && *upper;
}

bool domain_range(const Facts *facts, LoopId loop, const LoopId *fixed, int nfixed, Expr **lower, Expr **upper)
{
    Analysis *analysis = facts->internal;
    const LoopNode *node = find_loop(analysis, loop);
    if (!node || node->base)
        return false;
    query_begin(analysis);
    isl_set *set = fix_loops(analysis, isl_set_copy(node->domain), node->parent, fixed, nfixed);
    return dim_range(analysis, set, node->depth, lower, upper);
}

bool domain_range_beyond(const Facts *facts, LoopId loop, LoopId empty, Expr **lower, Expr **upper)
{
    Analysis *analysis = facts->internal;
    const LoopNode *node = find_loop(analysis, loop);
    if (!node || node->base)
        return false;
    query_begin(analysis);
    isl_set *set = isl_set_copy(node->domain);
    for (const LoopNode *outer = node->parent; outer; outer = outer->parent)
        if (outer->loop->origin == empty || outer->loop->id == empty)
            set = isl_set_drop_constraints_involving_dims(set, isl_dim_set, (unsigned)outer->depth, 1);
    return dim_range(analysis, set, node->depth, lower, upper);
}

// ---- final values

// The value of the loop's iterator after a normal end, over the outer iterators' symbols.
static Expr *value_at_exit(Analysis *analysis, const Loop *loop)
{
    Arena *arena = analysis->arena;
    Expr *advance = index_mul(arena, expr_cast(arena, type_scalar(TY_I64), loop->step), loop_trip_count(arena, loop));
    return index_add(arena, loop->lower, advance);
}

static Expr *last_iteration(Analysis *analysis, const Loop *loop)
{
    return index_sub(analysis->arena, value_at_exit(analysis, loop),
                     expr_cast(analysis->arena, type_scalar(TY_I64), loop->step));
}

// Whether the loop is reached in each iteration of its parent, for all data.
static bool runs_unconditionally(const Stmt *body, const Stmt *loop)
{
    if (body == loop)
        return true;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++)
        if (body->items[i] == loop)
            return true;
    return false;
}

static bool trip_count_is_fixed(const Analysis *analysis, const Loop *loop)
{
    Expr *trips = loop_trip_count(analysis->arena, loop);
    FOR_EACH(i, &analysis->loops)
        if (expr_mentions(trips, analysis->loops.items[i]->loop->iterator))
            return false;
    return true;
}

static Expr *final_value(Analysis *analysis, const LoopNode *node)
{
    Arena *arena = analysis->arena;
    const Symbol *symbol = node->loop->iterator;
    Expr *value = value_at_exit(analysis, node->loop);
    Expr *ran = NULL; // every loop around it ran at least once
    for (const LoopNode *inner = node, *outer = node->parent; outer; inner = outer, outer = outer->parent) {
        if (outer->opaque || outer->leaves || outer->loop->factor ||
            !runs_unconditionally(outer->stmt->body, inner->stmt))
            return NULL;
        // a loop that does not run in the last iteration around it may have run in an earlier one
        if (!trip_count_is_fixed(analysis, outer->loop) && !runs_last(analysis, outer, true))
            return NULL;
        Expr *last = last_iteration(analysis, outer->loop);
        value =
            expr_substitute(arena, value, outer->loop->iterator, expr_cast(arena, outer->loop->iterator->type, last));
        if (ran)
            ran =
                expr_substitute(arena, ran, outer->loop->iterator, expr_cast(arena, outer->loop->iterator->type, last));
        Expr *once =
            expr_binary(arena, OP_GT, loop_trip_count(arena, outer->loop), expr_index(arena, 0), type_scalar(TY_I64));
        ran = expr_both(arena, once, ran);
    }
    value = expr_cast(arena, symbol->type, value);
    return ran ? expr_select(arena, ran, value, expr_symbol(arena, symbol)) : value;
}

static bool evaluates_on_host(void *context, const Expr *expr)
{
    bool *fine = context;
    if (expr->kind == EX_ACCESS || expr->kind == EX_CALL)
        *fine = false;
    if (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM && expr->symbol->role != SYM_ITERATOR)
        *fine = false;
    return *fine;
}

static bool mentions_other_iterator(const Analysis *analysis, const Expr *value, const Symbol *self)
{
    FOR_EACH(i, &analysis->loops)
        if (analysis->loops.items[i]->loop->iterator != self &&
            expr_mentions(value, analysis->loops.items[i]->loop->iterator))
            return true;
    return false;
}

// Loops that share an iterator are neighbours: the last of them decides.
static bool stand_side_by_side(const Analysis *analysis, const LoopNode *node)
{
    FOR_EACH(i, &analysis->loops) {
        const LoopNode *other = analysis->loops.items[i];
        if (other->loop->iterator == node->loop->iterator && other->parent != node->parent)
            return false;
    }
    return true;
}

static bool is_last_of_iterator(const Analysis *analysis, int index)
{
    const Symbol *iterator = analysis->loops.items[index]->loop->iterator;
    for (int i = index + 1; i < analysis->loops.count; i++)
        if (analysis->loops.items[i]->loop->iterator == iterator)
            return false;
    return true;
}

static void add_final(Analysis *analysis, LoopNode *node)
{
    const Symbol *symbol = node->loop->iterator;
    bool fine = !node->loop->factor && stand_side_by_side(analysis, node) && !node->opaque && !node->leaves;
    Expr *value = fine ? final_value(analysis, node) : NULL;
    fine = value != NULL;
    expr_walk(value, evaluates_on_host, &fine);
    if (fine && !mentions_other_iterator(analysis, value, symbol)) {
        FinalValue final = {symbol, value};
        VECTOR_PUSH(analysis->arena, &analysis->facts->finals, final);
        return;
    }
    diag_refuse(analysis->diag, analysis->nest->loc,
                "the nest stays serial: the value of '%s' after it cannot be computed; declare it in its loop",
                symbol->name);
    diag_note(analysis->diag, node->stmt->loc, "loop '%s'", node->loop->name);
    analysis->failed = true;
}

void domain_final_values(Analysis *analysis)
{
    FOR_EACH(i, &analysis->nest->finals)
        VECTOR_PUSH(analysis->arena, &analysis->facts->finals, analysis->nest->finals.items[i]);
    for (int i = 0; i < analysis->loops.count && !analysis->failed; i++)
        if (analysis->loops.items[i]->loop->iterator->live_after && is_last_of_iterator(analysis, i))
            add_final(analysis, analysis->loops.items[i]);
}
