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

// The remainders that all sizes in conflict have, and nothing else; NULL: there are none.
static isl_set *shared_remainders(__isl_keep isl_set *conflict)
{
    isl_set *shared = isl_set_from_basic_set(isl_set_affine_hull(isl_set_copy(conflict)));
    isl_set *rest = isl_set_remove_divs(isl_set_copy(shared));
    bool remainders =
        isl_set_plain_is_universe(shared) == isl_bool_false && isl_set_plain_is_universe(rest) == isl_bool_true;
    isl_set_free(rest);
    if (remainders)
        return shared;
    isl_set_free(shared);
    return NULL;
}

static bool excluded(Analysis *analysis, const Dependence *dependence, const LoopNode *loop)
{
    if (dependence->may || dependence->source->scalar)
        return false;
    isl_set *conflict = sizes_in_conflict(analysis, dependence, loop);
    isl_bool empty = isl_set_is_empty(conflict);
    bool holds = empty == isl_bool_true;
    isl_set *remainders = empty == isl_bool_false ? shared_remainders(conflict) : NULL;
    if (remainders) {
        analysis->assumption_loc = dependence->sink->expr->loc;
        holds = assume_empty(analysis, remainders, loop->domain);
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
