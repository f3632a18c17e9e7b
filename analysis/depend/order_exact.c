// The order of a tree as integer sets. For each of two statements there is a relation from the iterations of the tree's
// loops to those of the source's (its loops' definitions). Between them are the instances that depend on each other.
#include "analysis/depend/depend.h"
#include "analysis/depend/known_relations.h"
#include "analysis/depend/order.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/polynomial.h"

enum { OPERATIONS_PER_NEST = 4000000, TESTS_PER_PAIR = 64, DEEPEST_DEFINITION = 8, MOST_VALUES = 8 };

// ---- values over the tree's loops

typedef struct Opaque {
    const Expr *value; // the same at every position
    isl_id *id;
} Opaque;

// From iterations of the tree's loops to those of the source's around one statement.
typedef struct Relation {
    const Path *path;
    const LoopNode *innermost;
    isl_map *map;
} Relation;

struct OrderRelations {
    Arena *arena;
    VECTOR(Opaque) opaque;
    VECTOR(Relation) found;
    bool own;                 // a relation has parameters of this question, or a reason to decide one
    const Symbol *multiplied; // a parameter of few values by which iterators are multiplied or divided; NULL: none
};

typedef struct Exact {
    Analysis *analysis;
    const Facts *facts;
    OrderRelations *relations;
    bool decided; // relations->multiplied has the value below
    int64_t value;
    const Dependence *reversed; // by a fused loop
} Exact;

typedef struct View {
    Exact *exact;
    const Path *path; // NULL: no loop
    int depth;        // definitions that are being looked into
} View;

static int dims_of(const View *view)
{
    return view->path ? view->path->count : 0;
}

static isl_pw_aff *from_id(const View *view, __isl_take isl_id *id)
{
    isl_space *space = isl_space_set_alloc(view->exact->analysis->ctx, 0, (unsigned)dims_of(view));
    space = isl_space_add_param_id(space, id);
    return isl_pw_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_param, 0);
}

// A parameter of the analysis, or one of this question's own.
static isl_pw_aff *invariant(const View *view, const Expr *expr)
{
    Exact *exact = view->exact;
    if (!expr_is_invariant(exact->analysis, expr))
        return NULL;
    FOR_EACH(i, &exact->analysis->parameters)
        if (expr_equal(expr_strip_casts(exact->analysis->parameters.items[i]->value), expr))
            return from_id(view, isl_id_copy(exact->analysis->parameters.items[i]->id));
    exact->relations->own = true;
    FOR_EACH(i, &exact->relations->opaque)
        if (expr_equal(exact->relations->opaque.items[i].value, expr))
            return from_id(view, isl_id_copy(exact->relations->opaque.items[i].id));
    const char *name = arena_printf(exact->relations->arena, "o%d", exact->relations->opaque.count);
    Opaque opaque = {expr, isl_id_alloc(exact->analysis->ctx, name, (void *)expr)};
    VECTOR_PUSH(exact->relations->arena, &exact->relations->opaque, opaque);
    return from_id(view, isl_id_copy(opaque.id));
}

// A product with a parameter is affine for each value of the parameter.
static void note_multiplied(Exact *exact, const Expr *factor)
{
    int64_t least, most, count;
    exact->relations->own = true;
    while (factor->kind == EX_CAST && type_widens(factor->operands[0]->type, factor->type))
        factor = factor->operands[0];
    if (!exact->relations->multiplied && factor->kind == EX_SYMBOL && factor->symbol->role == SYM_PARAM &&
        facts_limit(exact->facts, factor->symbol, &least, &most) && !__builtin_sub_overflow(most, least, &count) &&
        count < MOST_VALUES)
        exact->relations->multiplied = factor->symbol;
}

static isl_pw_aff *value_of(View *view, const Expr *expr);

static isl_pw_aff *symbol_value_of(View *view, const Symbol *symbol)
{
    for (int i = 0; i < dims_of(view); i++)
        if (view->path->loops[i].loop->iterator == symbol)
            return affine_iterator(view->exact->analysis, dims_of(view), i);
    for (int i = 0; i < dims_of(view) && view->depth < DEEPEST_DEFINITION; i++) {
        if (view->path->loops[i].loop->defines != symbol)
            continue;
        view->depth++;
        isl_pw_aff *value = value_of(view, view->path->loops[i].loop->definition);
        view->depth--;
        return value;
    }
    return NULL;
}

static isl_pw_aff *quotient(__isl_take isl_pw_aff *value, Operator op, int64_t divisor)
{
    isl_val *by = isl_val_int_from_si(isl_pw_aff_get_ctx(value), divisor);
    switch (op) {
    case OP_FLOOR_DIV: return isl_pw_aff_floor(isl_pw_aff_scale_down_val(value, by));
    case OP_CEIL_DIV: return isl_pw_aff_ceil(isl_pw_aff_scale_down_val(value, by));
    case OP_FLOOR_MOD: return isl_pw_aff_mod_val(value, by);
    default: break;
    }
    isl_pw_aff *constant = isl_pw_aff_val_on_domain(isl_set_universe(isl_pw_aff_get_domain_space(value)), by);
    return op == OP_DIV ? isl_pw_aff_tdiv_q(value, constant) : isl_pw_aff_tdiv_r(value, constant);
}

static isl_pw_aff *combined(Operator op, __isl_take isl_pw_aff *left, __isl_take isl_pw_aff *right)
{
    bool linear = left && right && (is_constant_aff(left) || is_constant_aff(right));
    if (left && right && op == OP_ADD)
        return isl_pw_aff_add(left, right);
    if (left && right && op == OP_SUB)
        return isl_pw_aff_sub(left, right);
    if (left && right && op == OP_MIN)
        return isl_pw_aff_min(left, right);
    if (left && right && op == OP_MAX)
        return isl_pw_aff_max(left, right);
    if (linear && op == OP_MUL)
        return isl_pw_aff_mul(left, right);
    isl_pw_aff_free(left);
    isl_pw_aff_free(right);
    return NULL;
}

static bool is_decided(const Exact *exact, const Expr *expr)
{
    return exact->decided && expr->kind == EX_SYMBOL && expr->symbol == exact->relations->multiplied;
}

static const Expr *without_casts(const Expr *expr)
{
    while (expr->kind == EX_CAST && (type_widens(expr->operands[0]->type, expr->type) || !expr->loc.line))
        expr = expr->operands[0];
    return expr;
}

// The number that the expression is, or is decided to be; 0: another value, or not known.
static int64_t number_of(const Exact *exact, const Expr *expr)
{
    expr = is_decided(exact, without_casts(expr)) ? without_casts(expr) : expr_strip_casts(expr);
    return is_decided(exact, expr) ? exact->value : expr->kind == EX_INT ? expr->integer : 0;
}

// Without overflow; NULL: not affine in the tree's iterators, or the text computes something else.
static isl_pw_aff *value_of(View *view, const Expr *expr)
{
    expr = without_casts(expr);
    if (expr->kind == EX_INT || is_decided(view->exact, expr))
        return affine_constant(view->exact->analysis, dims_of(view), number_of(view->exact, expr));
    if (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_ITERATOR)
        return symbol_value_of(view, expr->symbol);
    bool exact = type_is_integer(expr->type) && type_is_signed(expr->type);
    isl_pw_aff *value = NULL;
    if (exact && expr->kind == EX_UNARY && expr->op == OP_NEG) {
        value = value_of(view, expr->operands[0]);
        value = value ? isl_pw_aff_neg(value) : NULL;
    } else if (exact && expr->kind == EX_BINARY) {
        int64_t right = number_of(view->exact, expr->operands[1]);
        bool divides = expr->op == OP_DIV || expr->op == OP_REM || expr->op == OP_FLOOR_DIV ||
                       expr->op == OP_CEIL_DIV || expr->op == OP_FLOOR_MOD;
        value = value_of(view, expr->operands[0]);
        if (divides && right > 0)
            value = value ? quotient(value, expr->op, right) : NULL;
        else
            value = combined(expr->op, value, value_of(view, expr->operands[1]));
        for (int i = 0; i < 2 && !value && (divides || expr->op == OP_MUL); i++)
            note_multiplied(view->exact, expr->operands[i]);
    }
    return value ? value : invariant(view, expr);
}

// ---- the relation of one statement

static isl_set *within(__isl_take isl_set *set, __isl_take isl_set *constraint)
{
    return constraint ? isl_set_intersect(set, constraint) : set;
}

typedef isl_set *Comparison(isl_pw_aff *left, isl_pw_aff *right);

// `compare` holds for the iterator and the bound. For the larger of two values that the iterator is not to fall below,
// these are two constraints, which isl intersects faster than a value in pieces.
static isl_set *constrain_end(View *view, __isl_take isl_set *set, int at, const Expr *bound, Comparison *compare)
{
    const Expr *plain = without_casts(bound);
    bool rises = compare == isl_pw_aff_ge_set || compare == isl_pw_aff_gt_set;
    if (plain->kind == EX_BINARY && plain->op == (rises ? OP_MAX : OP_MIN)) {
        set = constrain_end(view, set, at, plain->operands[0], compare);
        return constrain_end(view, set, at, plain->operands[1], compare);
    }
    isl_pw_aff *value = value_of(view, bound);
    if (!value)
        return set;
    return within(set, compare(affine_iterator(view->exact->analysis, dims_of(view), at), value));
}

// The iterator is the bound or more than it by a multiple of the step.
static isl_set *constrain_step(View *view, __isl_take isl_set *set, int at, int64_t step)
{
    Analysis *analysis = view->exact->analysis;
    isl_pw_aff *lower = value_of(view, view->path->loops[at].loop->lower);
    if (!lower)
        return set;
    isl_pw_aff *distance = isl_pw_aff_sub(affine_iterator(analysis, dims_of(view), at), lower);
    isl_val *by = isl_val_int_from_si(analysis->ctx, step < 0 ? -step : step);
    return within(set, isl_pw_aff_zero_set(isl_pw_aff_mod_val(distance, by)));
}

// Iterations of the loop. Constraints that integer sets cannot express are left out: the set is too large then.
static isl_set *constrain_loop(View *view, __isl_take isl_set *set, int at)
{
    const Loop *loop = view->path->loops[at].loop;
    const Expr *step = expr_strip_casts(loop->step);
    bool up = loop->step_sign > 0;
    if (loop->factor || loop->endless)
        return set;
    set = constrain_end(view, set, at, loop->lower, up ? isl_pw_aff_ge_set : isl_pw_aff_le_set);
    set = constrain_end(view, set, at, loop->upper, up ? isl_pw_aff_lt_set : isl_pw_aff_gt_set);
    bool multiple = step->kind == EX_INT && step->integer != 1 && step->integer != -1;
    return multiple ? constrain_step(view, set, at, step->integer) : set;
}

// The values of the source's iterators, outermost first; false: one of them is not affine.
static bool iterator_values(View *view, const LoopNode *innermost, isl_pw_aff **values)
{
    bool affine = true;
    for (const LoopNode *node = innermost; node && affine; node = node->parent) {
        values[node->depth] = node->base ? NULL : symbol_value_of(view, node->loop->iterator);
        affine = values[node->depth];
    }
    for (int d = 0; d < loop_depth(innermost) && !affine; d++)
        values[d] = isl_pw_aff_free(values[d]);
    return affine;
}

// From iterations of the tree to those of the source; NULL: some iterator's value is not affine.
static isl_map *relation_of(Exact *exact, const Path *path, const LoopNode *innermost)
{
    View view = {.exact = exact, .path = path};
    isl_pw_aff *values[MAX_DEPTH] = {0};
    if (!iterator_values(&view, innermost, values)) // before the bounds, which take longer
        return NULL;
    isl_set *set = isl_set_universe(isl_space_set_alloc(exact->analysis->ctx, 0, (unsigned)dims_of(&view)));
    for (int i = 0; i < dims_of(&view); i++)
        set = constrain_loop(&view, set, i);
    isl_map *map = isl_map_from_domain(set);
    for (int d = 0; d < loop_depth(innermost); d++)
        map = isl_map_flat_range_product(map, isl_map_from_pw_aff(values[d]));
    return map;
}

// The same; for the path's loops it may be known.
static isl_map *found_relation(Exact *exact, const Path *path, const LoopNode *innermost)
{
    Analysis *analysis = exact->analysis;
    if (exact->decided)
        return relation_of(exact, path, innermost);
    const char *key = relation_key(exact->relations->arena, analysis, path, innermost);
    isl_map *map = relation_known(analysis, key);
    if (map)
        return map;
    long before = query_operations(analysis);
    exact->relations->own = false;
    map = relation_of(exact, path, innermost);
    if (!exact->relations->own)
        relation_keep(analysis, key, map, before);
    return map;
}

// The dependences of a statement have this relation in common, unless the value of a parameter is decided.
static isl_map *instances(Exact *exact, const Path *path, int access)
{
    const LoopNode *innermost = exact->analysis->sites.items[access].loop;
    OrderRelations *relations = exact->relations;
    for (int i = 0; i < relations->found.count && !exact->decided; i++)
        if (relations->found.items[i].path == path && relations->found.items[i].innermost == innermost)
            return isl_map_copy(relations->found.items[i].map);
    isl_map *map = found_relation(exact, path, innermost);
    if (map && !exact->decided)
        VECTOR_PUSH(relations->arena, &relations->found, ((Relation){path, innermost, isl_map_copy(map)}));
    return map;
}

OrderRelations *order_relations_new(Arena *arena)
{
    OrderRelations *relations = ARENA_NEW(arena, OrderRelations);
    relations->arena = arena;
    return relations;
}

void order_relations_release(OrderRelations *relations)
{
    FOR_EACH(i, &relations->found)
        isl_map_free(relations->found.items[i].map);
    FOR_EACH(i, &relations->opaque)
        isl_id_free(relations->opaque.items[i].id);
}

// ---- the question

// Forbidden iterations of the tree around the source and around the sink: the loop at `at` runs the sink's first, or at
// the same time, while the loops before it do not move.
static bool moves_wrongly(Exact *exact, __isl_keep isl_map *map, const OrderPair *pair, int at)
{
    const PathLoop *source = &pair->paths[0]->loops[at], *sink = &pair->paths[1]->loops[at];
    bool either = source->concurrent || sink->concurrent || source->scrambled;
    bool up = source->loop->step_sign > 0;
    bool wrong = false;
    if (either || up)
        wrong =
            depend_map_may_hold(exact->analysis, isl_map_order_gt(isl_map_copy(map), isl_dim_in, at, isl_dim_out, at));
    if (!wrong && (either || !up))
        wrong =
            depend_map_may_hold(exact->analysis, isl_map_order_lt(isl_map_copy(map), isl_dim_in, at, isl_dim_out, at));
    return wrong;
}

// For the decided value of the parameter.
static isl_map *with_decided(Exact *exact, __isl_take isl_map *map)
{
    Analysis *analysis = exact->analysis;
    FOR_EACH(i, &analysis->parameters) {
        const Parameter *parameter = analysis->parameters.items[i];
        if (!is_decided(exact, expr_strip_casts(parameter->value)))
            continue;
        int at = isl_map_find_dim_by_id(map, isl_dim_param, parameter->id);
        map = at < 0 ? map : isl_map_fix_si(map, isl_dim_param, (unsigned)at, (int)exact->value);
    }
    return map;
}

// The number of the fused loop's iterations from the source to the sink, where the sink runs first, if it is constant.
static bool distance_back(__isl_take isl_map *map, const OrderPair *pair, int at, int64_t *distance)
{
    const Loop *loop = pair->paths[0]->loops[at].loop;
    const Expr *step = expr_strip_casts(loop->step);
    for (int side = 0; side < 2; side++) {
        enum isl_dim_type type = side ? isl_dim_out : isl_dim_in;
        unsigned inside = (unsigned)at + 1;
        map = isl_map_project_out(map, type, inside, (unsigned)isl_map_dim(map, type) - inside);
    }
    map = loop->step_sign > 0 ? isl_map_order_gt(map, isl_dim_in, at, isl_dim_out, at)
                              : isl_map_order_lt(map, isl_dim_in, at, isl_dim_out, at);
    isl_set *hull = isl_set_from_basic_set(isl_set_affine_hull(isl_map_deltas(map)));
    isl_val *value = isl_set_plain_get_val_if_fixed(hull, isl_dim_set, (unsigned)at);
    bool fixed = value && isl_val_is_int(value) == isl_bool_true && step->kind == EX_INT && step->integer != 0;
    *distance = fixed ? isl_val_get_num_si(value) / step->integer : 0;
    isl_val_free(value);
    isl_set_free(hull);
    return fixed;
}

// The dependence as the fused loop at this index has it: from an iteration to an earlier one.
static const Dependence *reversed_by(Exact *exact, __isl_keep isl_map *map, const OrderPair *pair, int at)
{
    Analysis *analysis = exact->analysis;
    const Dependence *dependence = pair->dependence;
    DependenceShape *shape = ARENA_NEW(analysis->arena, DependenceShape);
    *shape = (DependenceShape){.nloops = 1, .may = dependence->may, .direction = {DIRECTION_GT}};
    shape->loops[0] = pair->paths[0]->groups[pair->paths[0]->loops[at].group].origin;
    shape->has_distance[0] =
        !shape->may && distance_back(isl_map_copy(map), pair, at, &shape->distance[0]) && shape->distance[0] < 0;
    Dependence *made = ARENA_NEW(analysis->arena, Dependence);
    *made = depend_of_shape(exact->facts, dependence->source->index, dependence->sink->index, shape);
    return made;
}

static bool is_kept(Exact *exact, const OrderPair *pair)
{
    isl_map *source = instances(exact, pair->paths[0], pair->dependence->source->index);
    isl_map *sink = source ? instances(exact, pair->paths[1], pair->dependence->sink->index) : NULL;
    if (!source || !sink) {
        isl_map_free(source);
        return false;
    }
    isl_map *between = with_decided(exact, depend_instances(exact->analysis, pair->dependence));
    isl_map *map = isl_map_apply_range(source, between);
    map = isl_map_apply_range(map, isl_map_reverse(sink));
    bool kept = map != NULL;
    for (int i = 0; i < pair->ndecided && kept; i++) {
        int at = pair->sequence[i];
        kept = !moves_wrongly(exact, map, pair, at);
        if (!kept && order_is_fused(pair, at))
            exact->reversed = reversed_by(exact, map, pair, at);
        map = isl_map_equate(map, isl_dim_in, at, isl_dim_out, at);
    }
    kept = kept && map && !(pair->backward && depend_map_may_hold(exact->analysis, isl_map_copy(map)));
    isl_map_free(map);
    return kept;
}

// Where iterators are multiplied by a parameter of few values, for each of these.
static bool is_kept_for_all(Exact *exact, const OrderPair *pair)
{
    int64_t most;
    bool kept = is_kept(exact, pair);
    if (kept || !exact->relations->multiplied ||
        !facts_limit(exact->facts, exact->relations->multiplied, &exact->value, &most))
        return kept;
    for (exact->decided = kept = true; exact->value <= most && kept; exact->value++) {
        query_begin(exact->analysis); // each has the allowance of one question
        exact->analysis->budget = TESTS_PER_PAIR;
        kept = is_kept(exact, pair);
    }
    return kept;
}

bool order_is_kept(const Facts *facts, OrderRelations *relations, const OrderPair *pair, const Dependence **reversed)
{
    Analysis *analysis = facts->internal;
    if (analysis->order_operations > OPERATIONS_PER_NEST)
        return false;
    query_begin(analysis);
    // This question does not count for the analysis: its own allowance stays as it was.
    long operations = analysis->operations;
    int budget = analysis->budget;
    bool over_limit = analysis->over_limit;
    Exact exact = {.analysis = analysis, .facts = facts, .relations = relations};
    analysis->budget = TESTS_PER_PAIR;
    analysis->over_limit = false;
    analysis->operations = 0;
    query_begin(analysis);
    bool kept = is_kept_for_all(&exact, pair) && !analysis->over_limit;
    *reversed = kept ? NULL : exact.reversed;
    query_begin(analysis);
    analysis->order_operations += analysis->operations;
    analysis->operations = operations;
    analysis->budget = budget;
    analysis->over_limit = over_limit;
    query_begin(analysis);
    return kept;
}
