// Dependences between the accesses of a nest, as direction vectors.
//
// For two accesses of one array the conflicting pairs of iterations are one isl map. The pairs that the first common
// loop orders are one dependence. So are the pairs that the second loop orders, and so on, and finally the pairs that
// the text orders. The directions of the loops inside the carrying one are tested one by one.
#include "analysis/arrays/spread.h"
#include "analysis/depend/access_kinds.h"
#include "analysis/depend/depend.h"
#include "analysis/depend/known_pairs.h"
#include "analysis/sets/polynomial.h"

#include <string.h>

typedef enum Emptiness { EMPTY, INHABITED, UNKNOWN } Emptiness;

typedef struct Pair {
    int source, sink; // accesses; the source runs first
    int common;       // loops around both
    bool may;
    const LoopNode *loops[MAX_DEPTH];
} Pair;

// ---- conflicts

static Emptiness map_emptiness(Analysis *analysis, __isl_take isl_map *map)
{
    isl_bool empty = isl_bool_error;
    if (map && analysis->budget > 0) {
        analysis->budget--;
        empty = isl_map_is_empty(map);
    }
    isl_map_free(map);
    if (empty == isl_bool_error) {
        analysis->over_limit = true;
        query_begin(analysis);
        return UNKNOWN;
    }
    return empty == isl_bool_true ? EMPTY : INHABITED;
}

bool depend_map_may_hold(Analysis *analysis, isl_map *map)
{
    return map_emptiness(analysis, map) != EMPTY;
}

// Where both subscripts lie between bounds, or one does.
static isl_map *may_meet(__isl_take isl_map *map, const AccessSite *a, const AccessSite *b, int d)
{
    isl_pw_aff *low = a->dims[d] ? a->dims[d] : a->low[d], *high = a->dims[d] ? a->dims[d] : a->high[d];
    isl_pw_aff *other_low = b->dims[d] ? b->dims[d] : b->low[d], *other_high = b->dims[d] ? b->dims[d] : b->high[d];
    if (!low || !high || !other_low || !other_high)
        return map;
    map = isl_map_intersect(map, isl_pw_aff_le_map(isl_pw_aff_copy(low), isl_pw_aff_copy(other_high)));
    return isl_map_intersect(map, isl_pw_aff_ge_map(isl_pw_aff_copy(high), isl_pw_aff_copy(other_low)));
}

// Pairs of iterations in which both touch one element. *may: some subscript is not known, or is an approximation.
isl_map *depend_conflict_pairs(Analysis *analysis, int first, int second, bool *may)
{
    const AccessSite *a = &analysis->sites.items[first], *b = &analysis->sites.items[second];
    bool met = a->possible && analysis->met == analysis->context;
    isl_map *map = isl_map_from_domain_and_range(isl_set_copy(met ? a->possible : a->domain), isl_set_copy(b->domain));
    bool comparable = spread_is_same_view(analysis, first, second);
    int ndim = !comparable ? 0 : a->ndim < b->ndim ? a->ndim : b->ndim;
    *may = !comparable;
    for (int d = 0; d < ndim; d++) {
        if (a->dims[d] && b->dims[d])
            map = isl_map_intersect(map, isl_pw_aff_eq_map(isl_pw_aff_copy(a->dims[d]), isl_pw_aff_copy(b->dims[d])));
        else
            map = may_meet(map, a, b, d);
        *may = *may || !a->dims[d] || !b->dims[d];
    }
    for (int d = 0; d < a->declared; d++)
        map = isl_map_equate(map, isl_dim_in, d, isl_dim_out, d);
    return met ? map : isl_map_intersect_params(map, isl_set_copy(analysis->context));
}

static void common_loops(const Analysis *analysis, Pair *pair)
{
    const LoopNode *a = analysis->sites.items[pair->source].loop, *b = analysis->sites.items[pair->sink].loop;
    while (loop_depth(a) > loop_depth(b))
        a = a->parent;
    while (loop_depth(b) > loop_depth(a))
        b = b->parent;
    for (; a != b; a = a->parent, b = b->parent)
        continue;
    pair->common = loop_depth(a);
    for (; a; a = a->parent)
        pair->loops[a->depth] = a;
}

// ---- direction vectors

static isl_map *restrict_direction(__isl_take isl_map *map, const LoopNode *loop, Direction direction)
{
    unsigned d = (unsigned)loop->depth;
    bool later = (direction == DIRECTION_LT) == (loop->loop->step_sign > 0);
    if (direction == DIRECTION_EQ)
        return isl_map_equate(map, isl_dim_in, (int)d, isl_dim_out, (int)d);
    return later ? isl_map_order_lt(map, isl_dim_in, (int)d, isl_dim_out, (int)d)
                 : isl_map_order_gt(map, isl_dim_in, (int)d, isl_dim_out, (int)d);
}

static DependKind kind_of(const Access *source, const Access *sink)
{
    if (!source->is_write)
        return DEPEND_ANTI;
    return sink->is_write ? DEPEND_OUTPUT : DEPEND_FLOW;
}

Dependence depend_of_shape(const Facts *facts, int source, int sink, const DependenceShape *shape)
{
    const Access *accesses = facts->accesses.items;
    return (Dependence){
        .kind = kind_of(&accesses[source], &accesses[sink]),
        .source = &accesses[source],
        .sink = &accesses[sink],
        .nloops = shape->nloops,
        .loops = shape->loops,
        .direction = shape->direction,
        .has_distance = shape->has_distance,
        .distance = shape->distance,
        .may = shape->may,
        .reduction = -1,
    };
}

static DependenceShape *new_shape(Analysis *analysis, const Pair *pair, int carrier)
{
    DependenceShape *shape = ARENA_NEW(analysis->arena, DependenceShape);
    shape->nloops = pair->common;
    shape->may = pair->may;
    for (int l = 0; l < pair->common; l++) {
        shape->loops[l] = pair->loops[l]->loop->id;
        shape->direction[l] = l < carrier ? DIRECTION_EQ : l == carrier ? DIRECTION_LT : DIRECTION_ANY;
        shape->has_distance[l] = l < carrier;
    }
    return shape;
}

static bool constant_step_of(const Loop *loop, int64_t *step)
{
    const Expr *value = expr_strip_casts(loop->step);
    *step = value->kind == EX_INT ? value->integer : 0;
    return *step != 0;
}

// Distances that are the same for all pairs of the map.
static void find_distances(const Pair *pair, __isl_keep isl_map *map, DependenceShape *shape)
{
    isl_map *common = isl_map_copy(map);
    for (int side = 0; side < 2; side++) {
        enum isl_dim_type type = side ? isl_dim_out : isl_dim_in;
        int depth = isl_map_dim(common, type);
        if (depth > pair->common)
            common = isl_map_project_out(common, type, (unsigned)pair->common, (unsigned)(depth - pair->common));
    }
    isl_set *deltas = isl_set_from_basic_set(isl_set_affine_hull(isl_map_deltas(common)));
    for (int l = 0; l < pair->common; l++) {
        isl_val *value = isl_set_plain_get_val_if_fixed(deltas, isl_dim_set, (unsigned)l);
        int64_t step;
        if (value && isl_val_is_int(value) == isl_bool_true && constant_step_of(pair->loops[l]->loop, &step)) {
            shape->has_distance[l] = true;
            shape->distance[l] = isl_val_get_num_si(value) / step;
        }
        isl_val_free(value);
    }
    isl_set_free(deltas);
}

static unsigned char direction_of(int64_t distance)
{
    return distance > 0 ? DIRECTION_LT : distance < 0 ? DIRECTION_GT : DIRECTION_EQ;
}

static void find_directions(Analysis *analysis, const Pair *pair, __isl_keep isl_map *map, int from,
                            DependenceShape *shape)
{
    for (int l = from; l < pair->common; l++) {
        if (shape->has_distance[l]) {
            shape->direction[l] = direction_of(shape->distance[l]);
            continue;
        }
        unsigned char bits = 0;
        for (int direction = DIRECTION_LT; direction <= DIRECTION_GT; direction <<= 1) {
            isl_map *part = restrict_direction(isl_map_copy(map), pair->loops[l], (Direction)direction);
            if (map_emptiness(analysis, part) != EMPTY)
                bits |= (unsigned char)direction;
        }
        shape->direction[l] = bits ? bits : DIRECTION_ANY;
    }
}

// The dependence of the pair that loop `level` carries; level == common: that the text orders. NULL: there is none.
static DependenceShape *shape_at_level(Analysis *analysis, const Pair *pair, __isl_take isl_map *map, int level)
{
    DependenceShape *shape = NULL;
    Emptiness emptiness = map_emptiness(analysis, isl_map_copy(map));
    if (emptiness != EMPTY) {
        shape = new_shape(analysis, pair, level);
        shape->may = shape->may || emptiness == UNKNOWN;
        if (emptiness == INHABITED) {
            find_distances(pair, map, shape);
            find_directions(analysis, pair, map, level + 1, shape);
        }
    }
    isl_map_free(map);
    return shape;
}

// Iterations of a loop with a step that is not a constant are at least that far apart, with equal iterators of the
// outer loops.
static isl_map *steps_apart(__isl_take isl_map *map, const LoopNode *loop)
{
    if (!loop->step || !map) // NULL: the question took too long
        return map;
    int in = isl_map_dim(map, isl_dim_in);
    bool up = loop->loop->step_sign > 0;
    isl_pw_aff *step = isl_pw_aff_add_dims(isl_pw_aff_copy(loop->step), isl_dim_in, (unsigned)(in - loop->depth - 1));
    isl_local_space *before = isl_local_space_from_space(isl_space_domain(isl_map_get_space(map)));
    isl_local_space *after = isl_local_space_from_space(isl_space_range(isl_map_get_space(map)));
    isl_pw_aff *from = isl_pw_aff_add(isl_pw_aff_var_on_domain(before, isl_dim_set, (unsigned)loop->depth), step);
    isl_pw_aff *to = isl_pw_aff_var_on_domain(after, isl_dim_set, (unsigned)loop->depth);
    isl_val *one = isl_val_int_from_si(isl_map_get_ctx(map), up ? -1 : 1);
    from = isl_pw_aff_add_constant_val(from, one);
    return isl_map_intersect(map, up ? isl_pw_aff_lt_map(from, to) : isl_pw_aff_gt_map(from, to));
}

static void ask_carried(Analysis *analysis, const Pair *pair, __isl_keep isl_map *map, Way *way)
{
    isl_map *rest = isl_map_copy(map);
    for (int level = 0; level < pair->common; level++) {
        isl_map *later = restrict_direction(isl_map_copy(rest), pair->loops[level], DIRECTION_LT);
        way->carried[level] = shape_at_level(analysis, pair, steps_apart(later, pair->loops[level]), level);
        rest = restrict_direction(rest, pair->loops[level], DIRECTION_EQ);
    }
    isl_map_free(rest);
    way->carried_known = true;
}

static void ask_text(Analysis *analysis, const Pair *pair, __isl_keep isl_map *map, Way *way)
{
    isl_map *rest = isl_map_copy(map);
    for (int level = 0; level < pair->common; level++)
        rest = restrict_direction(rest, pair->loops[level], DIRECTION_EQ);
    way->text = shape_at_level(analysis, pair, rest, pair->common);
    way->text_known = true;
}

// The value of a subscript that is one number everywhere.
static bool constant_subscript(__isl_keep isl_pw_aff *subscript, int64_t *number)
{
    if (!subscript || !is_constant_aff(subscript) || isl_pw_aff_isa_aff(subscript) != isl_bool_true)
        return false;
    isl_aff *aff = isl_pw_aff_as_aff(isl_pw_aff_copy(subscript));
    isl_val *value = isl_aff_get_constant_val(aff);
    bool integer = isl_val_is_int(value) == isl_bool_true;
    *number = integer ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    isl_aff_free(aff);
    return integer;
}

// One subscript is a different constant: the elements of a record, the fields of a struct.
static bool constants_differ(const AccessSite *a, const AccessSite *b)
{
    for (int d = 0; d < a->ndim && d < b->ndim; d++)
        if (a->is_fixed[d] && b->is_fixed[d] && a->fixed[d] != b->fixed[d])
            return true;
    return false;
}

bool depend_may_conflict(const Analysis *analysis, int first, int second)
{
    const Access *a = &analysis->facts->accesses.items[first], *b = &analysis->facts->accesses.items[second];
    bool same_place = a->array ? a->array == b->array : a->scalar == b->scalar;
    bool repeated = analysis->sites.items[first].duplicate || analysis->sites.items[second].duplicate;
    return same_place && (a->is_write || b->is_write) && !repeated &&
           !(spread_is_same_view(analysis, first, second) &&
             constants_differ(&analysis->sites.items[first], &analysis->sites.items[second]));
}

// ---- the dependences of a pair

static bool in_order(const Analysis *analysis, const Pair *pair)
{
    return analysis->sites.items[pair->source].position < analysis->sites.items[pair->sink].position;
}

static bool is_known(const Way *way, bool with_text)
{
    return way->carried_known && (way->text_known || !with_text);
}

static void ask_way(Analysis *analysis, const Pair *pair, __isl_keep isl_map *map, Way *way)
{
    if (!way->carried_known)
        ask_carried(analysis, pair, map, way);
    if (in_order(analysis, pair) && !way->text_known)
        ask_text(analysis, pair, map, way);
}

static void ask_anew(Analysis *analysis, Pair *pairs, int count, PairShape **known)
{
    isl_map *map = depend_conflict_pairs(analysis, pairs[0].source, pairs[0].sink, &pairs[0].may);
    pairs[1].may = pairs[0].may;
    PairShape *shape = *known;
    if (!shape) {
        *known = shape = ARENA_NEW(analysis->arena, PairShape);
        shape->conflicts = map_emptiness(analysis, isl_map_copy(map)) != EMPTY;
    }
    for (int back = 0; back < count && shape->conflicts; back++) {
        map = back ? isl_map_reverse(map) : map;
        ask_way(analysis, &pairs[back], map, &shape->ways[back]);
    }
    isl_map_free(map);
}

// false: no question may be asked any more.
static bool ask_pair(Analysis *analysis, Pair *pairs, int count, PairShape **known)
{
    if (analysis->budget <= 0)
        return false;
    PairKey key;
    const Pair *pair = &pairs[0];
    bool keyed = !*known && known_pairs_key(analysis, pair->source, pair->sink, pair->loops, pair->common, &key);
    *known = keyed ? known_pair(analysis, &key, pair->loops, pair->common) : *known;
    if (keyed && *known)
        return true;
    query_begin(analysis);
    bool over_limit = analysis->over_limit;
    int budget = analysis->budget;
    long operations = analysis->operations;
    analysis->over_limit = false;
    ask_anew(analysis, pairs, count, known);
    query_begin(analysis);
    if (keyed && !analysis->over_limit)
        known_pair_keep(analysis, &key, *known, pair->common, budget - analysis->budget,
                        analysis->operations - operations);
    analysis->over_limit = analysis->over_limit || over_limit;
    return true;
}

static void add_dependence(Analysis *analysis, const Pair *pair, const DependenceShape *shape)
{
    Facts *facts = analysis->facts;
    if (shape)
        VECTOR_PUSH(analysis->arena, &facts->dependences, depend_of_shape(facts, pair->source, pair->sink, shape));
}

typedef struct Finding {
    Analysis *analysis;
    AccessKinds *kinds;
    const LoopNode *supposed_in;
    const DependenceShape *supposed[MAX_DEPTH + 1]; // of pairs with this innermost common loop, by level
} Finding;

static const DependenceShape *supposed(Finding *finding, Pair *pair, int level)
{
    const LoopNode *innermost = pair->common ? pair->loops[pair->common - 1] : NULL;
    if (finding->supposed_in != innermost)
        memset(finding->supposed, 0, sizeof finding->supposed);
    finding->supposed_in = innermost;
    pair->may = true;
    if (!finding->supposed[level])
        finding->supposed[level] = new_shape(finding->analysis, pair, level);
    return finding->supposed[level];
}

// What is known of the pair where no question may be asked any more.
static void suppose_pair(Finding *finding, Pair *pairs, int count)
{
    for (int back = 0; back < count; back++)
        for (int level = 0; level < pairs[back].common + in_order(finding->analysis, &pairs[back]); level++)
            add_dependence(finding->analysis, &pairs[back], supposed(finding, &pairs[back], level));
}

static void depend_pair(Finding *finding, int first, int second)
{
    Analysis *analysis = finding->analysis;
    int count = first == second ? 1 : 2;
    Pair pairs[] = {{.source = first, .sink = second}, {.source = second, .sink = first}};
    for (int back = 0; back < 2; back++)
        common_loops(analysis, &pairs[back]);
    PairShape **known = (PairShape **)access_kinds_slot(finding->kinds, first, second, analysis->budget > 0);
    PairShape *shape = known ? *known : NULL;
    bool asks = !shape;
    for (int back = 0; back < count && shape && shape->conflicts; back++)
        asks = asks || !is_known(&shape->ways[back], in_order(analysis, &pairs[back]));
    if (asks && !ask_pair(analysis, pairs, count, known)) {
        suppose_pair(finding, pairs, count);
        return;
    }
    shape = *known;
    for (int back = 0; back < count && shape->conflicts; back++) {
        for (int level = 0; level < pairs[back].common; level++)
            add_dependence(analysis, &pairs[back], shape->ways[back].carried[level]);
        if (in_order(analysis, &pairs[back]))
            add_dependence(analysis, &pairs[back], shape->ways[back].text);
    }
}

bool depend_may_run_before(Analysis *analysis, int first, int second, isl_map *pairs)
{
    Pair pair = {.source = first, .sink = second};
    common_loops(analysis, &pair);
    bool found = false;
    for (int level = 0; level < pair.common && !found; level++) {
        isl_map *later = restrict_direction(isl_map_copy(pairs), pair.loops[level], DIRECTION_LT);
        found = depend_map_may_hold(analysis, later);
        pairs = restrict_direction(pairs, pair.loops[level], DIRECTION_EQ);
    }
    if (found || analysis->sites.items[first].position > analysis->sites.items[second].position) {
        isl_map_free(pairs);
        return found;
    }
    return depend_map_may_hold(analysis, pairs);
}

// ---- all pairs

enum { MOST_DEPENDENCES = 1000000, MOST_PAIRS = 15000000 };

// The next access of the same array or scalar for each, -1: none.
static int *next_of_same(Arena *scratch, const Facts *facts)
{
    int count = facts->accesses.count;
    size_t capacity = 64;
    while (capacity < 2 * (size_t)count)
        capacity *= 2;
    int *next = ARENA_ARRAY(scratch, int, count),
        *slots = ARENA_ARRAY(scratch, int, capacity); // of the first one so far, plus 1
    for (int i = count - 1; i >= 0; i--) {
        const Access *access = &facts->accesses.items[i];
        const void *place = access->array ? (const void *)access->array : access->scalar;
        size_t at = (uintptr_t)place / 16 * 0x9e3779b97f4a7c15u >> 20 & (capacity - 1);
        for (; slots[at]; at = (at + 1) & (capacity - 1)) {
            const Access *other = &facts->accesses.items[slots[at] - 1];
            if (other->array == access->array && other->scalar == access->scalar)
                break;
        }
        next[i] = slots[at] - 1;
        slots[at] = i + 1;
    }
    return next;
}

// Of what takes time for each two accesses of one place.
bool depend_within_budget(Analysis *analysis)
{
    const Facts *facts = analysis->facts;
    Arena *scratch = arena_new();
    const int *next = next_of_same(scratch, facts);
    int *before = ARENA_ARRAY(scratch, int, facts->accesses.count); // accesses of the same place before each
    int64_t pairs = 0;
    FOR_EACH(i, &facts->accesses) {
        pairs += before[i];
        if (next[i] >= 0)
            before[next[i]] = before[i] + 1;
    }
    arena_release(scratch);
    if (pairs <= MOST_PAIRS)
        return true;
    diag_refuse(analysis->diag, analysis->nest->loc,
                "the nest stays serial: it has %lld pairs of accesses to one array or variable, and %d are the most "
                "that are analysed",
                (long long)pairs, MOST_PAIRS);
    analysis->failed = true;
    return false;
}

static void refuse_too_many(Analysis *analysis, int first)
{
    const Access *access = &analysis->facts->accesses.items[first];
    diag_refuse(
        analysis->diag, analysis->nest->loc,
        "the nest stays serial: its accesses may depend on each other in more than %d ways, the most that are analysed",
        MOST_DEPENDENCES);
    diag_note(analysis->diag, access->expr->loc.file ? access->expr->loc : access->stmt->loc, "up to this access");
    analysis->failed = true;
}

// What is known of the parameters meets each domain once, rather than the conflicts of each pair: isl asks whether an
// intersection is empty.
static void meet_context(Analysis *analysis)
{
    analysis->met = own_set(analysis, isl_set_copy(analysis->context));
    FOR_EACH(i, &analysis->sites) {
        AccessSite *where = &analysis->sites.items[i];
        for (int k = i - 1; k >= 0 && !where->possible; k--)
            if (analysis->sites.items[k].domain == where->domain)
                where->possible = analysis->sites.items[k].possible;
        if (where->possible || !where->domain)
            continue;
        query_begin(analysis);
        isl_set *possible = isl_set_intersect_params(isl_set_copy(where->domain), isl_set_copy(analysis->context));
        where->possible = possible ? own_set(analysis, possible) : NULL;
    }
}

void depend_find(Analysis *analysis)
{
    meet_context(analysis);
    FOR_EACH(i, &analysis->sites) {
        AccessSite *where = &analysis->sites.items[i];
        for (int d = 0; d < where->ndim; d++)
            where->is_fixed[d] = constant_subscript(where->dims[d], &where->fixed[d]);
    }
    known_pairs_begin(analysis);
    Arena *scratch = arena_new();
    const int *next = next_of_same(scratch, analysis->facts);
    Finding finding = {.analysis = analysis, .kinds = access_kinds_new(scratch, analysis)};
    for (int first = 0; first < analysis->facts->accesses.count && !analysis->failed; first++)
        for (int second = first; second >= 0 && !analysis->failed; second = next[second]) {
            if (depend_may_conflict(analysis, first, second))
                depend_pair(&finding, first, second);
            if (analysis->facts->dependences.count > MOST_DEPENDENCES)
                refuse_too_many(analysis, first);
        }
    access_kinds_release(finding.kinds);
    arena_release(scratch);
}

// ---- an example

static bool number_of(__isl_keep isl_point *point, int dim, int64_t *number)
{
    isl_val *value = point ? isl_point_get_coordinate_val(point, isl_dim_set, dim) : NULL;
    isl_val *most = value ? isl_val_int_from_si(isl_val_get_ctx(value), INT32_MAX) : NULL;
    isl_val *magnitude = isl_val_abs(isl_val_copy(value));
    bool fine = value && isl_val_is_int(value) == isl_bool_true && isl_val_le(magnitude, most) == isl_bool_true;
    *number = fine ? isl_val_get_num_si(value) : 0;
    isl_val_free(value);
    isl_val_free(most);
    isl_val_free(magnitude);
    return fine;
}

isl_map *depend_instances(Analysis *analysis, const Dependence *dependence)
{
    Pair pair = {.source = dependence->source->index, .sink = dependence->sink->index};
    common_loops(analysis, &pair);
    isl_map *map = depend_conflict_pairs(analysis, pair.source, pair.sink, &pair.may);
    for (int l = 0; l < dependence->nloops; l++) {
        bool carries = dependence->direction[l] != DIRECTION_EQ;
        map = restrict_direction(map, pair.loops[l], carries ? DIRECTION_LT : DIRECTION_EQ);
        if (carries)
            break;
    }
    return map;
}

isl_map *depend_carried_conflicts(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    Pair pair = {.source = dependence->source->index, .sink = dependence->sink->index};
    bool may;
    common_loops(analysis, &pair);
    isl_map *map = depend_conflict_pairs(analysis, pair.source, pair.sink, &may);
    for (int l = 0; l < loop->depth; l++)
        map = restrict_direction(map, pair.loops[l], DIRECTION_EQ);
    map = restrict_direction(map, loop, DIRECTION_LT);
    for (int side = 0; side < 2; side++) {
        enum isl_dim_type type = side ? isl_dim_out : isl_dim_in;
        unsigned depth = (unsigned)isl_map_dim(map, type), inner = (unsigned)loop->depth + 1;
        map = isl_map_project_out(map, type, inner, depth - inner);
    }
    return map;
}

// The first two values of the iterator that conflict, for some sizes.
static isl_point *first_conflict(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    isl_map *map = depend_carried_conflicts(analysis, dependence, loop);
    map = isl_map_project_out(map, isl_dim_in, 0, (unsigned)loop->depth);
    map = isl_map_project_out(map, isl_dim_out, 0, (unsigned)loop->depth);
    isl_set *values = isl_map_wrap(map);
    values =
        isl_set_flatten(isl_set_project_out(values, isl_dim_param, 0, (unsigned)isl_set_dim(values, isl_dim_param)));
    isl_set *first = isl_set_lexmin(isl_set_copy(values));
    isl_point *point = isl_set_sample_point(first ? first : isl_set_copy(values));
    isl_set_free(values);
    return point;
}

void depend_find_example(Analysis *analysis, const LoopNode *loop, const Dependence *witness)
{
    int carrier = loop->depth;
    Dependence *dependence = &analysis->facts->dependences.items[witness - analysis->facts->dependences.items];
    if (dependence->may || dependence->has_distance[carrier] || loop->base || dependence->nloops <= carrier)
        return;
    int64_t first, second;
    query_begin(analysis);
    isl_point *point = first_conflict(analysis, dependence, loop);
    const char *name = intern_n(loop->loop->name, strcspn(loop->loop->name, "#")); // the user's name, also for a copy
    if (number_of(point, 0, &first) && number_of(point, 1, &second))
        dependence->example =
            arena_printf(analysis->arena, "%s = %lld and %s = %lld", name, (long long)first, name, (long long)second);
    isl_point_free(point);
    query_begin(analysis);
}

// ---- which loop carries it

bool depend_carries(const Dependence *dependence, LoopId loop)
{
    for (int l = 0; l < dependence->nloops; l++)
        if (dependence->direction[l] != DIRECTION_EQ)
            return dependence->loops[l] == loop;
    return false;
}

const Dependence *depend_carried_by(const Analysis *analysis, const LoopNode *loop, const Dependence *after)
{
    const Facts *facts = analysis->facts;
    int from = after ? (int)(after - facts->dependences.items) + 1 : 0;
    for (int i = from; i < facts->dependences.count; i++)
        if (depend_carries(&facts->dependences.items[i], loop->loop->id))
            return &facts->dependences.items[i];
    return NULL;
}
