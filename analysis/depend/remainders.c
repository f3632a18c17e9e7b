// Conflicts that remainders of sizes exclude: on a board that wraps around, the left neighbour of a red square is black
// unless the rows have an odd length.
//
// Only remainders: whatever the sizes are, some next to them fulfil the assumption. An order of sizes (m >= n) is not
// assumed, since in a program it may never hold.
#include "analysis/depend/remainders.h"
#include "analysis/arrays/assume.h"
#include "analysis/depend/depend.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/polynomial.h"

// The sizes with which the loop carries the dependence.
static isl_set *sizes_in_conflict(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    query_begin(analysis);
    isl_set *sizes = isl_map_params(depend_carried_conflicts(analysis, dependence, loop));
    sizes = isl_set_intersect(sizes, isl_set_copy(analysis->type_ranges));
    return coalesce_set(isl_set_intersect(sizes, isl_set_copy(analysis->context)));
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
static isl_set *sizes_to_exclude(__isl_keep isl_set *conflict)
{
    if (!has_all_orders(conflict))
        return NULL;
    for (unsigned p = 0; p < (unsigned)isl_set_dim(conflict, isl_dim_param); p++)
        for (int of = 2; of <= LARGEST_DIVISOR; of++) {
            isl_set *excluded = no_multiples(conflict, p, of);
            if (isl_set_is_subset(conflict, excluded) == isl_bool_true)
                return excluded;
            isl_set_free(excluded);
        }
    return NULL;
}

static bool excluded(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    if (dependence->may || dependence->source->scalar)
        return false;
    isl_set *conflict = sizes_in_conflict(analysis, dependence, loop);
    isl_bool empty = isl_set_is_empty(conflict);
    bool holds = empty == isl_bool_true;
    isl_set *others = empty == isl_bool_false ? sizes_to_exclude(conflict) : NULL;
    if (others) {
        analysis->assumption_loc = dependence->sink->expr->loc;
        holds = assume_empty(analysis, others, loop->domain);
    }
    isl_set_free(conflict);
    return holds;
}

static bool orders(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    return depend_carries(dependence, loop->loop->id) && !dependence->privatized &&
           !dependence_is_reduced(analysis->facts, dependence, loop->loop->id);
}

static void drop_excluded(Analysis *analysis, const LoopNode *loop)
{
    Facts *facts = analysis->facts;
    Attempt attempt = begin_attempt(analysis);
    int kept = 0, count = 0;
    bool holds = !loop->opaque && !loop->base && !loop->independent;
    FOR_EACH(i, &facts->dependences) {
        if (!holds || !orders(analysis, &facts->dependences.items[i], loop))
            continue;
        holds = excluded(analysis, &facts->dependences.items[i], loop);
        count++;
    }
    holds = holds && count;
    end_attempt(analysis, &attempt, !holds);
    if (!holds)
        return;
    FOR_EACH(i, &facts->dependences)
        if (!orders(analysis, &facts->dependences.items[i], loop))
            facts->dependences.items[kept++] = facts->dependences.items[i];
    facts->dependences.count = kept;
}

void remainders_find(Analysis *analysis)
{
    FOR_EACH(i, &analysis->loops)
        drop_excluded(analysis, analysis->loops.items[i]);
}
