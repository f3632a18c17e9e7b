// The one question of legality: does a tree still run every statement instance after the instances that it depends on?
//
// The question does not depend on how the tree was made. The tree itself gives the position of each statement, the
// loops around it, how the source's iterators follow from theirs (their definitions), and which loops run concurrently.
// Direction vectors accept most orders. Where they cannot describe an order, integer sets decide (order_exact.c).
#include "analysis/depend/order.h"
#include "analysis/sets/domain.h"

#include <string.h>

typedef struct Placement {
    VECTOR(const Place *) places; // in the order of the tree
} Placement;

// Dependences of the same directions between statements of two loops are many where statements have copies.
typedef struct LoopPair {
    const Place *source, *sink; // the innermost loops
    const Dependence *dependence;
    bool kept[2]; // where the source runs first in an iteration of both, and where the sink does
} LoopPair;

enum { MOST_ASKED = 32 };

typedef struct Order {
    Arena *arena;
    const Facts *facts;
    LoopId within;
    NumberSet relaxed;
    bool exactly;
    const Reduction *combined; // only its dependences; the threads combine what they found in each of the `regions`
    CombinedRegions regions;
    const Dependence **reversed; // by a fused loop
    OrderRelations *relations;
    VECTOR(Place *) places;      // of all statements, in the order of the tree
    VECTOR(Placement) placed;    // by the id of the source's statement
    VECTOR(LoopPair) asked;      // the last ones
    const Placement **of_access; // by its index; NULL: not looked for yet
} Order;

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

static const Placement *placement_of_stmt(const Order *order, const Stmt *stmt)
{
    bool placed = stmt && stmt->id < order->placed.count && order->placed.items[stmt->id].places.count;
    return placed ? &order->placed.items[stmt->id] : NULL;
}

// ---- a reduction in two statements: one accumulates a partial result in scratch memory or a variable of the tree's
// own, the other one combines it with the place of the source (transform/source/rfactor.c, accumulate.c)

typedef struct Declaration {
    const Symbol *symbol;
    bool found;
} Declaration;

static bool look_for_declaration(void *context, const Stmt *stmt)
{
    Declaration *declaration = context;
    declaration->found = declaration->found || (stmt->kind == ST_DECLARE && stmt->symbol == declaration->symbol);
    return !declaration->found;
}

static bool declares(const Stmt *root, const Symbol *symbol)
{
    Declaration declaration = {.symbol = symbol};
    stmt_walk(root, look_for_declaration, &declaration);
    return declaration.found;
}

// Whether the statement, which is `update` in the source, accumulates such a partial result.
static bool makes_part(const Order *order, const Stmt *stmt, const Stmt *update)
{
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    if (place && place->kind == EX_SYMBOL)
        return update->kind == ST_ASSIGN && update->place->kind == EX_ACCESS && place->symbol->role == SYM_LOCAL &&
               !declares(order->facts->nest->body, place->symbol);
    return place && place->kind == EX_ACCESS && place->array->space == SPACE_SCRATCH &&
           !facts_array(order->facts, place->array);
}

typedef struct Mention {
    const Access *access;
    bool found;
} Mention;

static bool look_for_access(void *context, const Expr *expr)
{
    Mention *mention = context;
    const Access *access = mention->access;
    mention->found = mention->found || (expr->kind == EX_ACCESS && expr->array == access->array) ||
                     (expr->kind == EX_SYMBOL && expr->symbol == access->scalar);
    return !mention->found;
}

static void add_mentioning(const Order *order, const Access *access, const Placement *from, Placement *to)
{
    for (int i = 0; from && i < from->places.count; i++) {
        Mention mention = {.access = access};
        stmt_walk_expressions(from->places.items[i]->stmt, look_for_access, &mention);
        if (mention.found)
            VECTOR_PUSH(order->arena, &to->places, from->places.items[i]);
    }
}

static bool mentions_part(const Stmt *stmt, const Expr *part)
{
    bool scalar = part->kind == EX_SYMBOL;
    Access access = {.array = scalar ? NULL : part->array, .scalar = scalar ? part->symbol : NULL};
    Mention mention = {.access = &access};
    stmt_walk_expressions(stmt, look_for_access, &mention);
    return mention.found;
}

// Where the part is combined with the place. A register that holds the place itself is stored, and not combined.
static void add_combining(const Order *order, const Access *access, const Expr *part, const Stmt *update, Placement *to)
{
    Placement mentioning = {0};
    add_mentioning(order, access, placement_of_stmt(order, update), &mentioning);
    FOR_EACH(i, &mentioning.places)
        if (mentions_part(mentioning.places.items[i]->stmt, part))
            VECTOR_PUSH(order->arena, &to->places, mentioning.places.items[i]);
}

static const Reduction *reduction_of(const Order *order, const Stmt *update)
{
    FOR_EACH(i, &order->facts->reductions)
        FOR_EACH(k, &order->facts->reductions.items[i].updates)
            if (order->facts->reductions.items[i].updates.items[k] == update)
                return &order->facts->reductions.items[i];
    return NULL;
}

// An operand is read where the partial result is accumulated, and the place of the source is accessed where the result
// is combined with it: for all updates of the reduction.
static const Placement *placement_in_parts(const Order *order, const Access *access, const Placement *placement)
{
    const Expr *part = NULL;
    FOR_EACH(i, &placement->places)
        if (makes_part(order, placement->places.items[i]->stmt, stmt_first_numbered(access->stmt)))
            part = placement->places.items[i]->stmt->place;
    const Reduction *reduction = part ? reduction_of(order, access->stmt) : NULL;
    if (!reduction)
        return placement;
    Placement *found = ARENA_NEW(order->arena, Placement);
    add_mentioning(order, access, placement, found);
    for (int i = 0; i < reduction->updates.count && !found->places.count; i++)
        add_combining(order, access, part, reduction->updates.items[i], found);
    return found->places.count ? found : placement;
}

// Whether the condition of a branch, or the bounds of a loop, mention what is accessed.
static bool asks_for(const Access *access, const Stmt *stmt)
{
    Stmt alone = *stmt;
    Mention mention = {.access = access};
    alone.body = alone.otherwise = NULL;
    if (stmt->kind == ST_IF || stmt->kind == ST_LOOP || stmt->kind == ST_WHILE)
        stmt_walk_expressions(&alone, look_for_access, &mention);
    return mention.found;
}

// The branch or loop around it that does, outside of so many others that do; NULL: there is none.
static const Place *evaluated_at(const Access *access, const Place *place, int inside)
{
    for (; place; place = place->parent)
        if (asks_for(access, place->stmt) && inside-- == 0)
            return place;
    return NULL;
}

static bool is_below(const Place *place, const Place *above)
{
    while (place && place != above)
        place = place->parent;
    return place;
}

static void add_evaluated(const Order *order, const Access *access, const Stmt *stmt, int inside, Placement *found)
{
    const Placement *placement = stmt->id > 0 ? placement_of_stmt(order, stmt) : NULL;
    for (int i = 0; placement && i < placement->places.count; i++) {
        const Place *place = placement->places.items[i], *at = evaluated_at(access, place, inside);
        bool known = !at;
        FOR_EACH(k, &found->places)
            known = known || is_below(found->places.items[k], at);
        if (!known)
            VECTOR_PUSH(order->arena, &found->places, place);
    }
    inside += stmt != access->stmt && asks_for(access, stmt);
    for (int i = 0; i < stmt->nitems; i++)
        add_evaluated(order, access, stmt->items[i], inside, found);
    if (stmt->body)
        add_evaluated(order, access, stmt->body, inside, found);
    if (stmt->otherwise)
        add_evaluated(order, access, stmt->otherwise, inside, found);
}

// Conditions and bounds do not have an id: they are evaluated with the first statement below that has one, and with
// another one in copies of the branch or loop in which a step has left that one out.
static const Placement *placement_below(const Order *order, const Access *access)
{
    Placement *found = ARENA_NEW(order->arena, Placement);
    const Placement *first = placement_of_stmt(order, stmt_first_numbered(access->stmt));
    for (int i = 0; first && i < first->places.count; i++)
        VECTOR_PUSH(order->arena, &found->places, first->places.items[i]);
    add_evaluated(order, access, access->stmt, 0, found);
    return found->places.count ? found : NULL;
}

// NULL: the statement is not in the tree.
static const Placement *placement_of(const Order *order, const Access *access)
{
    static const Placement nowhere;
    const Placement **known = &order->of_access[access->index];
    if (!*known) {
        const Placement *placement =
            access->stmt->id > 0 ? placement_of_stmt(order, access->stmt) : placement_below(order, access);
        *known = placement ? placement_in_parts(order, access, placement) : &nowhere;
    }
    return *known == &nowhere ? NULL : *known;
}

static const Path *path_of(const Order *order, const Place *place)
{
    Place *loop = (Place *)place->loop;
    if (loop && !loop->path)
        loop->path = order_path(order->arena, order->facts, loop);
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

// The sink's loop runs before the source's, over earlier iterations: no dependence goes from these to those.
static bool keeps_apart(const Walk *walk)
{
    const OrderPair *pair = walk->pair;
    const Path *source = pair->paths[0], *sink = pair->paths[1];
    int at = pair->common;
    if (!source || !sink || source->count <= at || sink->count <= at ||
        !order_continues(walk->order->arena, sink, source, at))
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
    if (at == pair->ndecided) {
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

// The loops from `first` to before `end`: the concurrent ones, then the others.
static void add_to_sequence(OrderPair *pair, int first, int end)
{
    const Path *a = pair->paths[0], *b = pair->paths[1];
    for (int concurrent = 1; concurrent >= 0; concurrent--)
        for (int i = first; i < end; i++)
            if ((a->loops[i].concurrent || b->loops[i].concurrent) == concurrent)
                pair->sequence[pair->ndecided++] = i;
}

// Host loops come first, then the blocks separate, then the loops around which their threads wait, then the threads
// separate, and the rest is the order of one thread.
static void decide_sequence(OrderPair *pair)
{
    const Path *path = pair->paths[0];
    int kernel = path ? order_kernel(path) : 0, waits = path ? order_waits(path) : -1;
    if (kernel > pair->common)
        kernel = pair->common;
    for (; pair->ndecided < kernel; pair->ndecided++)
        pair->sequence[pair->ndecided] = pair->ndecided;
    int inside = waits >= kernel && waits < pair->common ? waits + 1 : kernel;
    add_to_sequence(pair, kernel, inside);
    add_to_sequence(pair, inside, pair->common);
}

static bool stands_within(const Place *place, LoopId loop)
{
    for (const Place *at = place->loop; loop && at; at = at->parent ? at->parent->loop : NULL)
        if (at->stmt->loop->id == loop)
            return true;
    return !loop;
}

// The innermost loop around it whose runs are combined; 0: none.
static LoopId region_of(const Order *order, const Place *place)
{
    for (const Place *at = place->loop; at; at = at->parent ? at->parent->loop : NULL)
        if (numbers_have(order->regions.loops, at->stmt->loop->id))
            return at->stmt->loop->id;
    return 0;
}

// What the threads find in the region is combined in the order of the source. Only the loops around the region decide
// which of two iterations runs first, but for those along which the threads divide the reduction.
static void leave_out_combined(const Order *order, OrderPair *pair, LoopId region)
{
    int count = 0;
    for (int k = 0; k < pair->ndecided; k++) {
        const PathLoop *loop = &pair->paths[0]->loops[pair->sequence[k]];
        bool divided =
            loop->concurrent && loop->loop->origin && reduction_runs_along(order->combined, loop->loop->origin);
        if (!divided && !stands_within(loop->place, region))
            pair->sequence[count++] = pair->sequence[k];
    }
    pair->ndecided = count;
    pair->backward = false;
}

// Whether a loop around it has no iteration, whatever the sizes are: what `peel` leaves of a multiple.
static bool never_runs(const Place *place)
{
    for (const Place *at = place->loop; at; at = at->parent ? at->parent->loop : NULL) {
        const Loop *loop = at->stmt->loop;
        const Expr *lower = expr_strip_casts(loop->lower), *upper = expr_strip_casts(loop->upper);
        if (loop->binding == BIND_SERIAL && loop->step_sign > 0 && lower->kind == EX_INT && upper->kind == EX_INT &&
            lower->integer == upper->integer)
            return true;
    }
    return false;
}

// What the loops around the two decide: for all statements of these loops the same, but for which one runs first.
// false: they need not be asked.
static bool pair_of_loops(const Order *order, OrderPair *pair, bool *kept)
{
    const Place *source = pair->source, *sink = pair->sink;
    *kept = !stands_within(source, order->within) || !stands_within(sink, order->within) || never_runs(source) ||
            never_runs(sink);
    if (*kept)
        return false;
    pair->paths[0] = path_of(order, source);
    pair->paths[1] = path_of(order, sink);
    if ((pair->paths[0] && pair->paths[0]->too_deep) || (pair->paths[1] && pair->paths[1]->too_deep))
        return false;
    pair->common = common_loops(pair->paths[0], pair->paths[1]);
    decide_sequence(pair);
    LoopId region = region_of(order, source);
    if (order->regions.watched && !region != !region_of(order, sink)) {
        *kept = true;
        return false;
    }
    if (region && region == region_of(order, sink))
        leave_out_combined(order, pair, region);
    return true;
}

static bool pair_is_kept(const Order *order, const Dependence *dependence, const Place *source, const Place *sink)
{
    OrderPair pair = {.dependence = dependence, .source = source, .sink = sink};
    bool kept, final;
    pair.backward = runs_backward(dependence, source, sink);
    if (!pair_of_loops(order, &pair, &kept))
        return kept;
    return vectors_keep(order, &pair, &final) ||
           (!final && order_is_kept(order->facts, order->relations, &pair, order->reversed));
}

static bool are_alike(const Dependence *a, const Dependence *b)
{
    size_t count = (size_t)a->nloops;
    return a->nloops == b->nloops && memcmp(a->loops, b->loops, count * sizeof *a->loops) == 0 &&
           memcmp(a->direction, b->direction, count * sizeof *a->direction) == 0;
}

// What direction vectors say about all dependences of these directions between statements of two loops.
static const LoopPair *loops_asked(Order *order, const Dependence *dependence, const Place *source, const Place *sink)
{
    for (int i = order->asked.count - 1; i >= 0; i--) {
        const LoopPair *asked = &order->asked.items[i];
        if (asked->source == source->loop && asked->sink == sink->loop && are_alike(asked->dependence, dependence))
            return asked;
    }
    OrderPair pair = {.dependence = dependence, .source = source, .sink = sink, .backward = true};
    bool kept, final, asks = pair_of_loops(order, &pair, &kept);
    LoopPair made = {source->loop, sink->loop, dependence, .kept = {kept, kept}};
    for (int backward = 1; backward >= 0 && asks && !made.kept[0]; backward--) {
        pair.backward = backward && pair.backward;
        made.kept[backward] = vectors_keep(order, &pair, &final);
        made.kept[0] = made.kept[backward];
    }
    if (order->asked.count == MOST_ASKED)
        order->asked.count = 0;
    VECTOR_PUSH(order->arena, &order->asked, made);
    return &order->asked.items[order->asked.count - 1];
}

static bool loops_keep(Order *order, const Dependence *dependence, const Place *source, const Place *sink)
{
    const LoopPair *asked = loops_asked(order, dependence, source, sink);
    return asked->kept[1] || (asked->kept[0] && !runs_backward(dependence, source, sink));
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

static bool is_kept(Order *order, const Dependence *dependence)
{
    if (dependence->privatized || numbers_have(order->relaxed, dependence->reduction))
        return true;
    const Placement *sources = placement_of(order, dependence->source), *sinks = placement_of(order, dependence->sink);
    if (!sources || !sinks)
        return kept_anywhere(order, dependence);
    FOR_EACH(i, &sources->places)
        FOR_EACH(k, &sinks->places) {
            const Place *source = sources->places.items[i], *sink = sinks->places.items[k];
            if (!loops_keep(order, dependence, source, sink) && !pair_is_kept(order, dependence, source, sink) &&
                !are_two_variables(order->facts, dependence, sources->places.items, sources->places.count, source,
                                   sink))
                return false;
        }
    return true;
}

// ---- the question

static const Dependence *first_violation(Order order, const Stmt *tree)
{
    const Dependence *violation = NULL, *reversed = NULL;
    const Facts *facts = order.facts;
    order.arena = arena_new();
    order.relations = order_relations_new(order.arena);
    order.of_access = ARENA_ARRAY(order.arena, const Placement *, facts->accesses.count);
    order.reversed = &reversed;
    place_stmt(&order, NULL, tree, 0);
    for (int i = 0; i < facts->dependences.count && !violation; i++) {
        const Dependence *dependence = &facts->dependences.items[i];
        bool asked = !order.combined ||
                     (dependence->reduction >= 0 && order.combined == &facts->reductions.items[dependence->reduction]);
        if (asked && !is_kept(&order, dependence))
            violation = dependence;
    }
    order_relations_release(order.relations);
    arena_release(order.arena);
    return violation && reversed ? reversed : violation;
}

const Dependence *tree_violation(const Facts *facts, const Stmt *tree, LoopId within, NumberSet relaxed, bool exactly)
{
    return first_violation((Order){.facts = facts, .within = within, .relaxed = relaxed, .exactly = exactly}, tree);
}

const Dependence *updates_violation(const Facts *facts, const Stmt *tree, int reduction, CombinedRegions regions)
{
    const Reduction *combined = &facts->reductions.items[reduction];
    return first_violation((Order){.facts = facts, .exactly = true, .combined = combined, .regions = regions}, tree);
}
