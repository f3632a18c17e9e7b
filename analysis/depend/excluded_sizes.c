// Conflicts that assumptions on sizes exclude. By remainders: on a board that wraps around, the left neighbour of a red
// square is black unless the rows have an odd length. By signs: where elements move towards the beginning of an array,
// a[i] = a[i + m], each is read before it is written unless m < 0.
//
// By distances: each iteration stores to a[i] and a[i + m], which is to no purpose if m is less than the number of
// iterations.
//
// By lengths: where rows of 8 elements begin, each iteration stores m of them, which is to no purpose beyond the row.
//
// Only these: whatever the sizes are, some next to them have the remainder, and sizes are not negative as a rule. Any
// other order of sizes (m >= n) is not assumed, since in a program it may never hold.
#include "analysis/depend/excluded_sizes.h"
#include "analysis/arrays/assume.h"
#include "analysis/depend/depend.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/polynomial.h"

// The sizes with which the loop carries a dependence, where that is known of them.
typedef struct Conflict {
    const Dependence *dependence;
    isl_set *known, *sizes;
} Conflict;

// One loop, and what was asked about it.
typedef struct Carrier {
    Analysis *analysis;
    const LoopNode *loop;
    VECTOR(Conflict) conflicts;
} Carrier;

static isl_set *sizes_in_conflict(Carrier *carrier, const Dependence *dependence)
{
    Analysis *analysis = carrier->analysis;
    FOR_EACH(i, &carrier->conflicts) {
        const Conflict *conflict = &carrier->conflicts.items[i];
        if (conflict->dependence == dependence && conflict->known == analysis->context)
            return isl_set_copy(conflict->sizes);
    }
    query_begin(analysis);
    isl_set *sizes = isl_map_params(depend_carried_conflicts(analysis, dependence, carrier->loop));
    sizes = isl_set_intersect(sizes, isl_set_copy(analysis->type_ranges));
    sizes = coalesce_set(isl_set_intersect(sizes, isl_set_copy(analysis->context)));
    if (sizes) {
        Conflict conflict = {dependence, isl_set_copy(analysis->context), isl_set_copy(sizes)};
        VECTOR_PUSH(analysis->arena, &carrier->conflicts, conflict);
    }
    return sizes;
}

// The sizes that are no multiples, of that parameter of the set.
static isl_set *no_multiples(__isl_keep isl_set *sizes, unsigned parameter, int of)
{
    isl_space *space = isl_space_set_from_params(isl_set_get_space(sizes));
    isl_pw_aff *value = isl_pw_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_param, parameter);
    value = isl_pw_aff_mod_val(value, isl_val_int_from_si(isl_set_get_ctx(sizes), of));
    return isl_set_params(isl_set_complement(isl_pw_aff_zero_set(value)));
}

enum { LARGEST_DIVISOR = 8 };

// Sizes of any order are in conflict: all that these have in common is remainders.
static bool has_all_orders(__isl_keep isl_set *conflict)
{
    isl_set *rest = isl_set_remove_divs(isl_set_from_basic_set(isl_set_affine_hull(isl_set_copy(conflict))));
    bool all = isl_set_plain_is_universe(rest) == isl_bool_true;
    isl_set_free(rest);
    return all;
}

// All sizes in conflict, and others: those that are no multiples of a number. NULL: some multiple of each number is in
// conflict, or only a few sizes are.
static isl_set *uneven_sizes(__isl_keep isl_set *conflict, const LoopNode *loop)
{
    (void)loop;
    if (!has_all_orders(conflict))
        return NULL;
    for (unsigned p = 0; (int)p < isl_set_dim(conflict, isl_dim_param); p++)
        for (int of = 2; of <= LARGEST_DIVISOR; of++) {
            isl_set *excluded = no_multiples(conflict, p, of);
            if (isl_set_is_subset(conflict, excluded) == isl_bool_true)
                return excluded;
            isl_set_free(excluded);
        }
    return NULL;
}

// All sizes in conflict, and others: those with a negative parameter. NULL: each parameter may be positive.
static isl_set *negative_sizes(__isl_keep isl_set *conflict, const LoopNode *loop)
{
    (void)loop;
    for (unsigned p = 0; (int)p < isl_set_dim(conflict, isl_dim_param); p++) {
        isl_set *negative = isl_set_universe(isl_set_get_space(conflict));
        negative = isl_set_upper_bound_si(negative, isl_dim_param, p, -1);
        if (isl_set_is_subset(conflict, negative) == isl_bool_true)
            return negative;
        isl_set_free(negative);
    }
    return NULL;
}

// Sizes in conflict where the parameter is at least `far` (negative: at most; 0: anything), and all others are at most
// `near` (0: anything).
static isl_set *beyond(__isl_keep isl_set *conflict, unsigned parameter, int far, int near)
{
    isl_set *sizes = isl_set_copy(conflict);
    for (unsigned p = 0; (int)p < isl_set_dim(conflict, isl_dim_param); p++) {
        if (p == parameter && far > 0)
            sizes = isl_set_lower_bound_si(sizes, isl_dim_param, p, far);
        if (p == parameter && far < 0)
            sizes = isl_set_upper_bound_si(sizes, isl_dim_param, p, far);
        if (p != parameter && near)
            sizes = isl_set_upper_bound_si(sizes, isl_dim_param, p, near);
    }
    return sizes;
}

static bool has_sizes(__isl_take isl_set *sizes)
{
    bool some = isl_set_is_empty(sizes) != isl_bool_true;
    isl_set_free(sizes);
    return some;
}

static bool bounds_loop(const LoopNode *loop, __isl_keep isl_set *conflict, unsigned parameter)
{
    isl_id *id = isl_set_get_dim_id(conflict, isl_dim_param, parameter);
    int at = isl_set_find_dim_by_id(loop->domain, isl_dim_param, id);
    isl_id_free(id);
    return at >= 0 && isl_set_involves_dims(loop->domain, isl_dim_param, (unsigned)at, 1) != isl_bool_false;
}

enum { FARTHEST = 1 << 30, LARGE = 1 << 20, FAR = 64, SMALL = 16 };

// Whether the parameter is in no conflict where it is much larger than all others, however large these are, and in some
// where it is as far from 0, in either direction. A constant bound, such as that of an array's length, is no such
// reason.
static bool is_distance(__isl_keep isl_set *conflict, unsigned parameter)
{
    bool apart = !has_sizes(beyond(conflict, parameter, FARTHEST, LARGE)) &&
                 !has_sizes(beyond(conflict, parameter, FAR, SMALL)) &&
                 has_sizes(beyond(conflict, parameter, 0, SMALL));
    return apart && (has_sizes(beyond(conflict, parameter, FAR, 0)) || has_sizes(beyond(conflict, parameter, -FAR, 0)));
}

// All sizes in conflict, if a distance that does not bound the loop is too short for it. NULL: any such distance is.
static isl_set *short_distances(__isl_keep isl_set *conflict, const LoopNode *loop)
{
    for (unsigned p = 0; (int)p < isl_set_dim(conflict, isl_dim_param); p++)
        if (is_distance(conflict, p) && !bounds_loop(loop, conflict, p))
            return isl_set_copy(conflict);
    return NULL;
}

// The smallest value that the parameter has in the set; NULL: there is none.
static isl_val *least_of(__isl_keep isl_set *sizes, unsigned parameter)
{
    isl_set *values = isl_set_from_params(isl_set_copy(sizes));
    values = isl_set_move_dims(values, isl_dim_set, 0, isl_dim_param, parameter, 1);
    values = isl_set_project_out(values, isl_dim_param, 0, (unsigned)isl_set_dim(values, isl_dim_param));
    isl_val *least = isl_set_dim_min_val(values, 0);
    return least && isl_val_is_int(least) == isl_bool_true ? least : isl_val_free(least);
}

// All sizes in conflict, and others: those of a parameter, which does not bound the loop, above a number, or with a
// negative one. NULL: no number limits it, or so small a one that hardly a program has such sizes.
static isl_set *long_rows(__isl_keep isl_set *conflict, const LoopNode *loop)
{
    enum { SHORTEST = 4 }; // rows
    isl_set *others = negative_sizes(conflict, loop);
    for (unsigned p = 0; (int)p < isl_set_dim(conflict, isl_dim_param) && !others; p++) {
        isl_val *least = bounds_loop(loop, conflict, p) ? NULL : least_of(conflict, p);
        if (least && isl_val_cmp_si(least, SHORTEST) > 0 && isl_val_cmp_si(least, LARGE) < 0)
            others = isl_set_lower_bound_val(isl_set_universe(isl_set_get_space(conflict)), isl_dim_param, p,
                                             isl_val_copy(least));
        isl_val_free(least);
    }
    return others;
}

typedef isl_set *ExcludedSizes(__isl_keep isl_set *conflict, const LoopNode *loop);

static bool excluded(Carrier *carrier, const Dependence *dependence, ExcludedSizes *sizes)
{
    if (dependence->may || dependence->source->scalar)
        return false;
    Analysis *analysis = carrier->analysis;
    const LoopNode *loop = carrier->loop;
    isl_set *conflict = sizes_in_conflict(carrier, dependence);
    isl_bool empty = isl_set_is_empty(conflict);
    bool holds = empty == isl_bool_true;
    isl_set *others = empty == isl_bool_false ? sizes(conflict, loop) : NULL;
    if (others) {
        analysis->assumption_loc = dependence->sink->expr->loc;
        holds = assume_empty(analysis, others, loop->domain);
    }
    isl_set_free(conflict);
    return holds;
}

// A value that is read before it is written, as far as the loop is concerned, may be copied first.
typedef enum Which { ALL_DEPENDENCES, ALL_BUT_ANTI } Which;

static bool orders(const Analysis *analysis, const Dependence *dependence, const LoopNode *loop, Which which)
{
    return depend_carries(dependence, loop->loop->id) && !dependence->privatized &&
           !(which == ALL_BUT_ANTI && dependence->kind == DEPEND_ANTI) &&
           !dependence_is_reduced(analysis->facts, dependence, loop->loop->id);
}

static bool drop_excluded(Carrier *carrier, Which which, ExcludedSizes *sizes)
{
    Analysis *analysis = carrier->analysis;
    const LoopNode *loop = carrier->loop;
    Facts *facts = analysis->facts;
    Attempt attempt = begin_attempt(analysis);
    int kept = 0, count = 0;
    bool holds = true;
    FOR_EACH(i, &facts->dependences) {
        if (!holds || !orders(analysis, &facts->dependences.items[i], loop, which))
            continue;
        holds = excluded(carrier, &facts->dependences.items[i], sizes);
        count++;
    }
    holds = holds && count;
    end_attempt(analysis, &attempt, !holds);
    if (!holds)
        return false;
    FOR_EACH(i, &facts->dependences)
        if (!orders(analysis, &facts->dependences.items[i], loop, which))
            facts->dependences.items[kept++] = facts->dependences.items[i];
    facts->dependences.count = kept;
    return true;
}

static bool contains(const Expr *expr, const Expr *part)
{
    bool found = expr_equal(expr, part);
    for (int i = 0; i < expr->noperands; i++)
        found = found || contains(expr->operands[i], part);
    return found;
}

// Sets the element in each iteration, whatever it held before.
static bool sets_always(const Access *access)
{
    const Stmt *stmt = access->stmt;
    return !access->conditional && access->affine && access->array && stmt->kind == ST_ASSIGN && stmt->op == OP_NONE &&
           !contains(stmt->value, stmt->place);
}

// Two statements of each iteration set elements of one array, and would set one that the other has set.
static bool sets_apart(const Analysis *analysis, const LoopNode *loop)
{
    FOR_EACH(i, &analysis->facts->dependences) {
        const Dependence *dependence = &analysis->facts->dependences.items[i];
        if (dependence->kind == DEPEND_OUTPUT && dependence->source->stmt != dependence->sink->stmt &&
            orders(analysis, dependence, loop, ALL_DEPENDENCES) && sets_always(dependence->source) &&
            sets_always(dependence->sink))
            return true;
    }
    return false;
}

// Statements of each iteration set elements of one array, without regard to what these hold, and would set one that
// another iteration has set.
static bool only_sets(const Analysis *analysis, const LoopNode *loop)
{
    bool sets = true;
    FOR_EACH(i, &analysis->facts->dependences) {
        const Dependence *dependence = &analysis->facts->dependences.items[i];
        if (orders(analysis, dependence, loop, ALL_DEPENDENCES))
            sets = sets && dependence->kind == DEPEND_OUTPUT && sets_always(dependence->source) &&
                   sets_always(dependence->sink);
    }
    return sets;
}

void excluded_sizes_find(Analysis *analysis)
{
    FOR_EACH(i, &analysis->loops) {
        const LoopNode *loop = analysis->loops.items[i];
        if (loop->opaque || loop->base || loop->independent)
            continue;
        Carrier carrier = {.analysis = analysis, .loop = loop};
        bool dropped = drop_excluded(&carrier, ALL_DEPENDENCES, uneven_sizes) ||
                       drop_excluded(&carrier, ALL_BUT_ANTI, negative_sizes) ||
                       (sets_apart(analysis, loop) && drop_excluded(&carrier, ALL_DEPENDENCES, short_distances));
        int known = analysis->facts->assumptions.count;
        if (!dropped && only_sets(analysis, loop) && drop_excluded(&carrier, ALL_DEPENDENCES, long_rows))
            for (int a = known; a < analysis->facts->assumptions.count; a++)
                analysis->facts->assumptions.items[a].may_fail = true;
        FOR_EACH(c, &carrier.conflicts) {
            isl_set_free(carrier.conflicts.items[c].known);
            isl_set_free(carrier.conflicts.items[c].sizes);
        }
    }
}
