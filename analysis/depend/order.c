// The one question of legality: does a tree still run every statement instance after the instances that it depends on?
//
// The question does not depend on how the tree was made. The tree itself gives the position of each statement, the
// loops around it, how the source's iterators follow from theirs (their definitions), and which loops run concurrently.
// Direction vectors accept most orders. Where they cannot describe an order, integer sets decide (order_exact.c).
#include "analysis/depend/order.h"
#include "analysis/sets/domain.h"

typedef struct Placement {
    VECTOR(const Place *) places; // in the order of the tree
} Placement;

typedef struct Order {
    Arena *arena;
    const Facts *facts;
    LoopId within;
    NumberSet relaxed;
    bool exactly;
    const Dependence **reversed; // by a fused loop
    VECTOR(Place *) places;      // of all statements, in the order of the tree
    VECTOR(Placement) placed;    // by the id of the source's statement
} Order;

// ---- linear forms of definitions

typedef struct FormTerm {
    const Expr *atom;
    const Expr *scale; // the atom is multiplied with it; NULL: with the factor alone
    int64_t factor;
} FormTerm;

typedef struct Form {
    Arena *arena;
    const Path *path;
    VECTOR(FormTerm) terms;
    int64_t constant;
} Form;

typedef struct Mention {
    const Path *path;
    bool found;
} Mention;

static bool look_for_iterator(void *context, const Expr *expr)
{
    Mention *mention = context;
    for (int i = 0; i < mention->path->count && expr->kind == EX_SYMBOL; i++) {
        const Loop *loop = mention->path->loops[i].loop;
        mention->found = mention->found || loop->iterator == expr->symbol || loop->defines == expr->symbol;
    }
    return !mention->found;
}

static bool mentions_loops(const Path *path, const Expr *expr)
{
    Mention mention = {.path = path};
    expr_walk(expr, look_for_iterator, &mention);
    return mention.found;
}

static void add_form(Form *form, const Expr *expr, int64_t factor, const Expr *scale)
{
    expr = expr_strip_casts(expr);
    bool binary = expr->kind == EX_BINARY;
    int64_t product;
    if (binary && (expr->op == OP_ADD || expr->op == OP_SUB)) {
        add_form(form, expr->operands[0], factor, scale);
        add_form(form, expr->operands[1], expr->op == OP_ADD ? factor : -factor, scale);
        return;
    }
    if (expr->kind == EX_UNARY && expr->op == OP_NEG) {
        add_form(form, expr->operands[0], -factor, scale);
        return;
    }
    for (int i = 0; binary && expr->op == OP_MUL && i < 2; i++) {
        const Expr *by = expr_strip_casts(expr->operands[i]);
        if (by->kind == EX_INT && !__builtin_mul_overflow(factor, by->integer, &product)) {
            add_form(form, expr->operands[1 - i], product, scale);
            return;
        }
        if (!scale && !mentions_loops(form->path, by) && mentions_loops(form->path, expr->operands[1 - i])) {
            add_form(form, expr->operands[1 - i], factor, by);
            return;
        }
    }
    if (expr->kind == EX_INT && !scale && !__builtin_mul_overflow(factor, expr->integer, &product)) {
        form->constant += product;
        return;
    }
    FOR_EACH(i, &form->terms) {
        FormTerm *term = &form->terms.items[i];
        if (expr_equal(term->atom, expr) && !term->scale == !scale && (!scale || expr_equal(term->scale, scale))) {
            term->factor += factor;
            return;
        }
    }
    FormTerm term = {expr, scale, factor};
    VECTOR_PUSH(form->arena, &form->terms, term);
}

static Form form_of(Arena *arena, const Path *path, const Expr *expr)
{
    Form form = {.arena = arena, .path = path};
    add_form(&form, expr, 1, NULL);
    return form;
}

static bool has_term(const Form *form, const FormTerm *term)
{
    FOR_EACH(i, &form->terms) {
        const FormTerm *other = &form->terms.items[i];
        if (expr_equal(other->atom, term->atom) && !other->scale == !term->scale &&
            (!term->scale || expr_equal(other->scale, term->scale)))
            return other->factor == term->factor;
    }
    return term->factor == 0;
}

static bool same_form(const Form *left, const Form *right)
{
    bool same = left->constant == right->constant;
    FOR_EACH(i, &left->terms)
        same = same && has_term(right, &left->terms.items[i]);
    FOR_EACH(i, &right->terms)
        same = same && has_term(left, &right->terms.items[i]);
    return same;
}

// ---- paths

static bool binding_runs_concurrently(Binding binding)
{
    return (binding >= BIND_THREAD_X && binding <= BIND_BLOCK_Z) || binding == BIND_LANE;
}

static int find_group(Path *path, LoopId origin)
{
    for (int g = 0; g < path->ngroups; g++)
        if (path->groups[g].origin == origin)
            return g;
    path->groups[path->ngroups] = (PathGroup){.origin = origin};
    return path->ngroups++;
}

static void group_varies(PathGroup *group, LoopId origin)
{
    for (int i = 0; i < group->nvaries; i++)
        if (group->varies[i] == origin)
            return;
    if (!origin || origin == group->origin || group->nvaries == MAX_DEPTH)
        group->mixed = group->mixed || origin != group->origin;
    else
        group->varies[group->nvaries++] = origin;
}

typedef struct Others {
    const Path *path;
    PathGroup *group;
} Others;

// The iterators of other loops change what the definition says.
static bool note_other(void *context, const Expr *expr)
{
    Others *others = context;
    for (int i = 0; expr->kind == EX_SYMBOL && i < others->path->count; i++) {
        const Loop *loop = others->path->loops[i].loop;
        if (loop->iterator == expr->symbol || loop->defines == expr->symbol)
            group_varies(others->group, loop->origin);
    }
    return true;
}

// The number of values of an iterator that counts 0, 1, 2, ..; 0: not known.
static int64_t extent_of(const Loop *loop)
{
    const Expr *upper = expr_strip_casts(loop->upper);
    if (!expr_is_int(loop->lower, 0) || !expr_is_int(loop->step, 1))
        return 0;
    for (int i = 0; upper->kind == EX_BINARY && upper->op == OP_MIN && i < 2; i++) {
        const Expr *limit = expr_strip_casts(upper->operands[i]);
        if (limit->kind == EX_INT)
            upper = limit;
    }
    return upper->kind == EX_INT && upper->integer > 0 ? upper->integer : 0;
}

// The parts' factors, outermost first: each step of a part has to exceed the range of the parts inside of it.
static void judge_factors(Path *path, int g, const int64_t *factors)
{
    int64_t inside = 0;
    for (int i = path->count - 1; i >= 0; i--) {
        if (path->loops[i].group != g)
            continue;
        int64_t factor = factors[i] < 0 ? -factors[i] : factors[i], extent = extent_of(path->loops[i].loop), passed;
        bool fine = factor && factor > inside && !__builtin_mul_overflow(factor, extent - 1, &passed) &&
                    !__builtin_add_overflow(inside, passed, &passed);
        bool outermost = true;
        for (int k = 0; k < i; k++)
            outermost = outermost && path->loops[k].group != g;
        path->groups[g].mixed = path->groups[g].mixed || !fine || (!outermost && !extent);
        inside = fine ? passed : 0;
    }
}

// A term of the definition that is not a part's iterator: iterators of other loops in it skew the loop.
static void judge_other_term(const Path *path, int g, PathGroup *group, const FormTerm *term)
{
    Others others = {path, group};
    expr_walk(term->atom, note_other, &others);
    for (int i = 0; i < path->count; i++)
        group->mixed =
            group->mixed || (path->loops[i].group == g && expr_mentions(term->atom, path->loops[i].loop->iterator));
}

static int part_of_term(const Path *path, int g, const FormTerm *term)
{
    for (int i = 0; i < path->count && term->atom->kind == EX_SYMBOL; i++)
        if (path->loops[i].group == g && path->loops[i].loop->iterator == term->atom->symbol)
            return i;
    return -1;
}

// Each part's direction: `by_step`, the factors are multiplied with the step of the source's loop.
static void judge_directions(Path *path, int g, const Loop *source, const int64_t *factors, bool by_step)
{
    for (int i = 0; i < path->count; i++) {
        bool falls = (factors[i] < 0) != (path->loops[i].loop->step_sign < 0);
        if (path->loops[i].group == g)
            path->loops[i].backward = falls != (!by_step && source->step_sign < 0);
    }
}

static void judge_definition(Arena *arena, Path *path, int g, const Loop *source, const Expr *definition)
{
    PathGroup *group = &path->groups[g];
    Form form = form_of(arena, path, definition);
    int64_t factors[MAX_PATH] = {0};
    const FormTerm *first = NULL;
    FOR_EACH(t, &form.terms) {
        const FormTerm *term = &form.terms.items[t];
        int part = part_of_term(path, g, term);
        if (part < 0) {
            judge_other_term(path, g, group, term);
            continue;
        }
        first = first ? first : term;
        bool alike = !first->scale == !term->scale && (!term->scale || expr_equal(first->scale, term->scale));
        group->mixed = group->mixed || !alike || factors[part];
        factors[part] = term->factor;
    }
    bool by_step = first && first->scale && expr_equal(first->scale, expr_strip_casts(source->step));
    group->mixed = group->mixed || !first || (first->scale && !by_step);
    judge_factors(path, g, factors);
    judge_directions(path, g, source, factors, by_step);
}

// The outer loop whose iterator, with a constant added, is the bound; *constant; -1: the bound has another form.
static int follows_loop(Arena *arena, const Path *path, int inner, const Expr *bound, int64_t *constant)
{
    Form form = form_of(arena, path, bound);
    *constant = form.constant;
    if (form.terms.count != 1 || form.terms.items[0].scale || form.terms.items[0].factor != 1)
        return -1;
    const Expr *atom = form.terms.items[0].atom;
    for (int i = 0; i < inner && atom->kind == EX_SYMBOL; i++)
        if (path->loops[i].loop->iterator == atom->symbol)
            return i;
    return -1;
}

// A loop of one iteration, which follows from the iteration of an outer loop: the outer loop runs the iterations of
// both (transform/source/fuse.c).
static void find_carried(Arena *arena, Path *path)
{
    for (int i = 1; i < path->count; i++) {
        PathLoop *single = &path->loops[i];
        int64_t first, end;
        if (single->group < 0 || single->loop->defines)
            continue;
        int outer = follows_loop(arena, path, i, single->loop->lower, &first);
        if (outer < 0 || path->loops[outer].group < 0 || !path->loops[outer].loop->defines ||
            follows_loop(arena, path, i, single->loop->upper, &end) != outer || end - first != single->loop->step_sign)
            continue;
        path->groups[single->group].carried = true;
        path->loops[outer].group = single->group;
        single->group = -1;
    }
}

static void judge_carried(Path *path, int g, const Loop *source)
{
    int carriers = 0;
    for (int i = 0; i < path->count; i++)
        if (path->loops[i].group == g) {
            path->loops[i].backward = path->loops[i].loop->step_sign != source->step_sign;
            carriers++;
        }
    path->groups[g].mixed = carriers != 1;
}

static void judge_group(Arena *arena, const Facts *facts, Path *path, int g)
{
    const LoopFact *fact = facts_loop(facts, path->groups[g].origin);
    const Loop *source = fact ? fact->loop : NULL;
    if (source && path->groups[g].carried) {
        judge_carried(path, g, source);
        return;
    }
    bool itself = false, cyclic = false;
    int parts = 0;
    for (int i = 0; i < path->count; i++) {
        const Loop *loop = path->loops[i].loop;
        if (path->loops[i].group != g)
            continue;
        parts++;
        cyclic = cyclic || loop->cyclic;
        if (source && loop->defines == source->iterator) {
            judge_definition(arena, path, g, source, loop->definition);
            return;
        }
        itself = source && loop->iterator == source->iterator;
        path->loops[i].backward = itself && loop->step_sign != source->step_sign;
    }
    // The parts of a loop that a transformation made replace its iterator in the text, without a definition.
    bool plain = source && !source->iterator->loc.line && !cyclic;
    path->groups[g].mixed = !(itself && parts == 1) && !plain;
}

static void find_concurrent(Path *path)
{
    int kernel = path->count;
    for (int i = path->count - 1; i >= 0; i--)
        if (binding_runs_concurrently(path->loops[i].loop->binding)) {
            path->loops[i].concurrent = true;
            kernel = i;
        }
    // In a kernel, nothing waits for a serial part around a concurrent one.
    for (int i = kernel; i < path->count; i++)
        for (int k = i + 1; k < path->count && path->loops[i].group >= 0; k++)
            if (path->loops[k].group == path->loops[i].group && binding_runs_concurrently(path->loops[k].loop->binding))
                path->loops[i].concurrent = true;
}

static Path *path_to(const Order *order, const Place *innermost)
{
    Path *path = ARENA_NEW(order->arena, Path);
    const Place *places[MAX_PATH];
    for (const Place *at = innermost; at; at = at->parent ? at->parent->loop : NULL) {
        if (path->count == MAX_PATH) {
            path->too_deep = true;
            return path;
        }
        places[path->count++] = at;
    }
    for (int i = 0; i < path->count; i++) {
        const Place *place = places[path->count - 1 - i];
        int group = place->stmt->loop->origin ? find_group(path, place->stmt->loop->origin) : -1;
        path->loops[i] = (PathLoop){.place = place,
                                    .loop = place->stmt->loop,
                                    .group = group,
                                    .scrambled = place->stmt->loop->alternates != NULL};
    }
    find_carried(order->arena, path);
    for (int g = 0; g < path->ngroups; g++) {
        judge_group(order->arena, order->facts, path, g);
        for (int i = 0, last = -1; i < path->count; i++) {
            if (path->loops[i].group != g)
                continue;
            if (last >= 0)
                path->loops[last].last = false;
            path->loops[last = i].last = true;
        }
    }
    find_concurrent(path);
    return path;
}

// ---- the statements of the tree

static void place_stmt(Order *order, const Place *parent, const Stmt *stmt, int index)
{
    if (!stmt)
        return;
    Place *place = ARENA_NEW(order->arena, Place);
    *place = (Place){.parent = parent, .stmt = stmt, .index = index, .depth = parent ? parent->depth + 1 : 0};
    place->loop = stmt->kind == ST_LOOP ? place : parent ? parent->loop : NULL;
    VECTOR_PUSH(order->arena, &order->places, place);
    if (stmt->id > 0) {
        while (order->placed.count <= stmt->id)
            VECTOR_PUSH(order->arena, &order->placed, (Placement){0});
        VECTOR_PUSH(order->arena, &order->placed.items[stmt->id].places, (const Place *)place);
    }
    for (int i = 0; i < stmt->nitems; i++)
        place_stmt(order, place, stmt->items[i], i);
    place_stmt(order, place, stmt->body, 0);
    place_stmt(order, place, stmt->otherwise, 1);
}

// Conditions and bounds do not have an id: they are evaluated with the first statement below that has one.
static const Stmt *first_numbered(const Stmt *stmt)
{
    const Stmt *found = stmt->id > 0 ? stmt : NULL;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = first_numbered(stmt->items[i]);
    found = found || !stmt->body ? found : first_numbered(stmt->body);
    return found || !stmt->otherwise ? found : first_numbered(stmt->otherwise);
}

static const Placement *placement_of(const Order *order, const Access *access)
{
    const Stmt *stmt = first_numbered(access->stmt);
    bool placed = stmt && stmt->id < order->placed.count && order->placed.items[stmt->id].places.count;
    return placed ? &order->placed.items[stmt->id] : NULL;
}

static const Path *path_of(const Order *order, const Place *place)
{
    Place *loop = (Place *)place->loop;
    if (loop && !loop->path)
        loop->path = path_to(order, loop);
    return loop ? loop->path : NULL;
}

// ---- direction vectors

typedef struct Walk {
    const Order *order;
    const OrderPair *pair;
    const Path *path;                    // whose view of the common loops is taken
    unsigned char directions[MAX_DEPTH]; // of the dependence's loops, narrowed by the loops decided so far
    bool described;                      // false once a direction vector could not tell how a loop moves
    bool fused;                          // true once a fused loop might move in any direction
    bool in_place;                       // false once nothing but the positions of the statements was against it
} Walk;

static LoopId origin_of(const Walk *walk, LoopId id)
{
    const LoopNode *node = find_loop(walk->order->facts->internal, id);
    return node ? node->loop->origin : id;
}

static int level_of(const Walk *walk, LoopId origin)
{
    const Dependence *dependence = walk->pair->dependence;
    for (int l = 0; l < dependence->nloops; l++)
        if (dependence->loops[l] == origin || origin_of(walk, dependence->loops[l]) == origin)
            return l;
    return -1;
}

static unsigned char reversed(unsigned char directions)
{
    return (unsigned char)((directions & DIRECTION_EQ) | (directions & DIRECTION_LT ? DIRECTION_GT : 0) |
                           (directions & DIRECTION_GT ? DIRECTION_LT : 0));
}

// Whether the iterators that skew the loop are the same in both iterations.
static bool stands_upright(const Walk *walk, const PathGroup *group)
{
    for (int i = 0; i < group->nvaries; i++) {
        int level = level_of(walk, group->varies[i]);
        if (level < 0 || walk->directions[level] != DIRECTION_EQ)
            return false;
    }
    return true;
}

// The direction in which the loop may move from the source to the sink, if all loops before it in the sequence do not
// move.
static unsigned char steps_of(Walk *walk, const PathLoop *loop, int level)
{
    const PathGroup *group = &walk->path->groups[loop->group];
    unsigned char whole = walk->directions[level];
    if (!stands_upright(walk, group)) {
        walk->described = false;
        return DIRECTION_ANY;
    }
    if (whole == DIRECTION_EQ)
        return DIRECTION_EQ;
    if (group->mixed || loop->scrambled) {
        walk->described = false;
        return DIRECTION_ANY;
    }
    if (!loop->last) // in a step forward the outer part may stay the same
        whole |= DIRECTION_EQ;
    return loop->backward ? reversed(whole) : whole;
}

// The beginning of the source's loop whose parts are the loop at `index` of the path and those inside of it.
static Form first_value(Arena *arena, const Path *path, int index)
{
    int g = path->loops[index].group;
    for (int i = index; i < path->count; i++) {
        if (path->loops[i].group != g || !path->loops[i].loop->definition)
            continue;
        Form form = form_of(arena, path, path->loops[i].loop->definition);
        FOR_EACH(t, &form.terms)
            if (part_of_term(path, g, &form.terms.items[t]) >= index)
                form.terms.items[t].factor = 0;
        return form;
    }
    return form_of(arena, path, path->loops[index].loop->lower);
}

// Whether the iterator stays below `end` if the innermost part's stays below `upper`, or below one of several.
static bool stops_at(const Form *definition, const FormTerm *innermost, const Expr *upper, const Form *end)
{
    upper = expr_strip_casts(upper);
    if (upper->kind == EX_BINARY && upper->op == OP_MIN)
        return stops_at(definition, innermost, upper->operands[0], end) ||
               stops_at(definition, innermost, upper->operands[1], end);
    Form last = {.arena = definition->arena, .path = definition->path, .constant = definition->constant};
    FOR_EACH(i, &definition->terms)
        if (&definition->terms.items[i] != innermost)
            VECTOR_PUSH(last.arena, &last.terms, definition->terms.items[i]);
    add_form(&last, upper, innermost->factor, innermost->scale);
    return same_form(&last, end);
}

// Whether the source's loop whose parts are the loop at `index` and those inside of it ends at `end`, or before.
static bool ends_at(Arena *arena, const Path *path, int index, const Form *end)
{
    int g = path->loops[index].group;
    for (int i = index; i < path->count; i++) {
        const Loop *loop = path->loops[i].loop;
        if (path->loops[i].group != g || !loop->definition)
            continue;
        Form definition = form_of(arena, path, loop->definition);
        FOR_EACH(t, &definition.terms)
            if (part_of_term(path, g, &definition.terms.items[t]) == i)
                return stops_at(&definition, &definition.terms.items[t], loop->upper, end);
        return false;
    }
    Form upper = form_of(arena, path, path->loops[index].loop->upper);
    return same_form(&upper, end);
}

// Of two loops in one body: whether the second one continues where the first one ends.
static bool continues(const Order *order, const Path *first, const Path *second, int index)
{
    const Loop *earlier = first->loops[index].loop, *later = second->loops[index].loop;
    if (!earlier->origin || earlier->origin != later->origin || earlier->step_sign != later->step_sign)
        return false;
    if (earlier->iterator == later->iterator &&
        expr_equal(expr_strip_casts(earlier->upper), expr_strip_casts(later->lower)))
        return true;
    const PathGroup *group = &first->groups[first->loops[index].group];
    Form begin = first_value(order->arena, second, index);
    return !group->mixed && !first->loops[index].backward && ends_at(order->arena, first, index, &begin);
}

// The sink's loop runs before the source's, over earlier iterations: no dependence goes from these to those.
static bool keeps_apart(const Walk *walk)
{
    const OrderPair *pair = walk->pair;
    const Path *source = pair->paths[0], *sink = pair->paths[1];
    int at = pair->common;
    if (!source || !sink || source->count <= at || sink->count <= at || !continues(walk->order, sink, source, at))
        return false;
    const PathGroup *group = &source->groups[source->loops[at].group], *before = &sink->groups[sink->loops[at].group];
    int level = level_of(walk, group->origin);
    return level >= 0 && !group->mixed && !source->loops[at].backward && stands_upright(walk, group) &&
           stands_upright(walk, before) && !(walk->directions[level] & DIRECTION_GT);
}

bool order_is_fused(const OrderPair *pair, int index)
{
    const Path *source = pair->paths[0], *sink = pair->paths[1];
    int left = source->loops[index].group, right = sink->loops[index].group;
    return left >= 0 && right >= 0 && source->groups[left].origin != sink->groups[right].origin;
}

static bool vectors_allow(Walk *walk, int at)
{
    const OrderPair *pair = walk->pair;
    if (at == pair->common) {
        bool kept = !pair->backward || keeps_apart(walk);
        walk->in_place = walk->in_place && kept;
        return kept;
    }
    const PathLoop *loop = &walk->path->loops[pair->sequence[at]];
    if (order_is_fused(pair, pair->sequence[at])) {
        walk->fused = true;
        return false;
    }
    int level = loop->group < 0 ? -1 : level_of(walk, walk->path->groups[loop->group].origin);
    if (level < 0)
        return vectors_allow(walk, at + 1);
    unsigned char steps = steps_of(walk, loop, level), before = walk->directions[level];
    if ((steps & DIRECTION_GT) || (loop->concurrent && (steps & DIRECTION_LT)))
        return false;
    if (!(steps & DIRECTION_EQ))
        return true;
    if (loop->last && stands_upright(walk, &walk->path->groups[loop->group]))
        walk->directions[level] = DIRECTION_EQ;
    bool legal = vectors_allow(walk, at + 1);
    walk->directions[level] = before;
    return legal;
}

// From the view of either statement's loops. *final: integer sets need not be asked.
static bool vectors_keep(const Order *order, const OrderPair *pair, bool *final)
{
    const Dependence *dependence = pair->dependence;
    bool legal = true;
    *final = true;
    for (int side = 0; side < 2 && legal; side++) {
        if (side == 1 && pair->paths[1] == pair->paths[0])
            break;
        Walk walk = {.order = order, .pair = pair, .path = pair->paths[side], .described = true, .in_place = true};
        for (int l = 0; l < dependence->nloops; l++)
            walk.directions[l] = dependence->direction[l];
        legal = vectors_allow(&walk, 0);
        *final = *final && walk.in_place && !walk.fused && (walk.described || !order->exactly);
    }
    return legal;
}

// ---- pairs of statements

// Within one iteration of the common loops: whether the sink runs before the source. A `while` evaluates its condition
// again.
static bool runs_backward(const Dependence *dependence, const Place *source, const Place *sink)
{
    while (source->depth > sink->depth)
        source = source->parent;
    while (sink->depth > source->depth)
        sink = sink->parent;
    while (source->parent != sink->parent) {
        source = source->parent;
        sink = sink->parent;
    }
    if (source == sink || source->parent->stmt->kind != ST_BLOCK || source->index < sink->index)
        return false;
    for (const Place *at = source->parent; dependence->sink->stmt->kind == ST_WHILE && at && at != source->loop;
         at = at->parent)
        if (at->stmt->kind == ST_WHILE)
            return false;
    return true;
}

static int common_loops(const Path *a, const Path *b)
{
    int common = 0;
    while (a && b && common < a->count && common < b->count && a->loops[common].place == b->loops[common].place)
        common++;
    return common;
}

// Host loops come first, then the threads separate, and the rest is the order of one thread.
static void decide_sequence(OrderPair *pair)
{
    const Path *a = pair->paths[0], *b = pair->paths[1];
    int count = 0, kernel = pair->common;
    for (int i = 0; i < pair->common; i++)
        if (binding_runs_concurrently(a->loops[i].loop->binding)) {
            kernel = i;
            break;
        }
    for (int i = 0; i < kernel; i++)
        pair->sequence[count++] = i;
    for (int concurrent = 1; concurrent >= 0; concurrent--)
        for (int i = kernel; i < pair->common; i++)
            if ((a->loops[i].concurrent || b->loops[i].concurrent) == concurrent)
                pair->sequence[count++] = i;
}

static bool stands_within(const Place *place, LoopId loop)
{
    for (const Place *at = place->loop; loop && at; at = at->parent ? at->parent->loop : NULL)
        if (at->stmt->loop->id == loop)
            return true;
    return !loop;
}

static bool pair_is_kept(const Order *order, const Dependence *dependence, const Place *source, const Place *sink)
{
    OrderPair pair = {.dependence = dependence, .source = source, .sink = sink};
    if (!stands_within(source, order->within) || !stands_within(sink, order->within))
        return true;
    pair.paths[0] = path_of(order, source);
    pair.paths[1] = path_of(order, sink);
    if ((pair.paths[0] && pair.paths[0]->too_deep) || (pair.paths[1] && pair.paths[1]->too_deep))
        return false;
    pair.common = common_loops(pair.paths[0], pair.paths[1]);
    pair.backward = runs_backward(dependence, source, sink);
    decide_sequence(&pair);
    bool final;
    return vectors_keep(order, &pair, &final) || (!final && order_is_kept(order->facts, &pair, order->reversed));
}

static bool has_fused(const Path *path)
{
    for (int g = 0; g < path->ngroups; g++)
        if (path->groups[g].carried)
            return true;
    return false;
}

// A statement that is no longer in the tree may be anywhere: all loops of the tree are asked. In which half of a fused
// loop it would be is not known.
static bool kept_anywhere(const Order *order, const Dependence *dependence)
{
    FOR_EACH(i, &order->places) {
        const Place *place = order->places.items[i];
        if (place->stmt->kind != ST_LOOP)
            continue;
        if (has_fused(path_of(order, place)) || !pair_is_kept(order, dependence, place, place))
            return false;
    }
    return true;
}

static bool is_kept(const Order *order, const Dependence *dependence)
{
    if (dependence->privatized || numbers_have(order->relaxed, dependence->reduction))
        return true;
    const Placement *sources = placement_of(order, dependence->source), *sinks = placement_of(order, dependence->sink);
    if (!sources || !sinks)
        return kept_anywhere(order, dependence);
    FOR_EACH(i, &sources->places)
        FOR_EACH(k, &sinks->places) {
            const Place *source = sources->places.items[i], *sink = sinks->places.items[k];
            if (!pair_is_kept(order, dependence, source, sink) &&
                !are_two_variables(order->facts, dependence, sources->places.items, sources->places.count, source,
                                   sink))
                return false;
        }
    return true;
}

// ---- the question

const Dependence *tree_violation(const Facts *facts, const Stmt *tree, LoopId within, NumberSet relaxed, bool exactly)
{
    const Dependence *violation = NULL, *reversed = NULL;
    Order order = {.arena = arena_new(),
                   .facts = facts,
                   .within = within,
                   .relaxed = relaxed,
                   .exactly = exactly,
                   .reversed = &reversed};
    place_stmt(&order, NULL, tree, 0);
    for (int i = 0; i < facts->dependences.count && !violation; i++)
        if (!is_kept(&order, &facts->dependences.items[i]))
            violation = &facts->dependences.items[i];
    arena_release(order.arena);
    return violation && reversed ? reversed : violation;
}
