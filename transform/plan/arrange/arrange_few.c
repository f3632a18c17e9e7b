// Few sums of long loops, such as the products of a few columns: the loops over the sums go inside of the long one,
// whose iterations are dealt out to the threads. A thread has a part of each sum in registers, so what it loads is used
// for all of them. There would be too few threads if each had a sum.
#include "transform/plan/arrange/arrange_few.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/arrange/arrange_reduction.h"
#include "transform/plan/arrange/arrange_vectors.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/loops.h"

enum { FEW_SUMS = 16, BLOCKS_OF_MANY = 2 };
enum { SUMS_IN_FLIGHT = 32, LEAST_IN_FLIGHT = 2, MOST_IN_FLIGHT = 8 };

typedef struct Few {
    const Loop *sums[MAX_DEPTH], *lines[MAX_DEPTH]; // loops over the results, and those that add up; outermost first
    int nsums, nlines;
    int64_t count; // of results
} Few;

bool few_have_rows(const Facts *facts, LoopId line, const Loop *const *sums, int nsums)
{
    FOR_EACH(i, &facts->accesses)
        for (int s = 0; s < nsums; s++) {
            const Access *access = &facts->accesses.items[i];
            if (access->array && access_walks(facts, access, line) && !access_stays(facts, access, sums[s]->origin))
                return true;
        }
    return false;
}

static bool find_loops(const Plan *plan, const Band *band, Few *few)
{
    bool is_long = false;
    few->count = 1;
    for (int i = 0; i < band->count; i++) {
        const LoopFact *fact = facts_loop(plan->candidate->facts, band->loops[i]->origin);
        if (fact && fact->verdict == LOOP_REDUCTION && fact->affine) {
            few->lines[few->nlines++] = band->loops[i];
            is_long = is_long || fact->constant_trip < 0 || fact->constant_trip >= FEW_LONG_SUM;
            continue;
        }
        if (!fact || fact->verdict != LOOP_PARALLEL || fact->constant_trip < 1 || fact->constant_trip > FEW_MOST_SUMS)
            return false;
        few->sums[few->nsums++] = band->loops[i];
        few->count *= fact->constant_trip;
        if (few->count > FEW_MOST_SUMS)
            return false;
    }
    return is_long && few->nlines == 1 && few->count > 1 &&
           !few_have_rows(plan->candidate->facts, few->lines[0]->origin, few->sums, few->nsums);
}

// The loops over the results inside of the others.
static bool turn_inside_out(Plan *plan, const Few *few)
{
    for (int s = few->nsums - 1; s >= 0; s--)
        for (int l = 0; l < few->nlines; l++) {
            const Stmt *sums = tree_loop(plan->candidate->tree, few->sums[s]->name);
            if (sums && stmt_find_loop(sums->body, few->lines[l]->id) &&
                !plan_interchange(plan, few->sums[s]->name, few->lines[l]->name))
                return false;
        }
    return true;
}

static bool unroll_sums(Plan *plan, const Few *few)
{
    for (int s = 0; s < few->nsums; s++)
        if (!plan_unroll(plan, few->sums[s]->name))
            return false;
    return true;
}

// The long loop in vectors: `lane` goes inside of the loops over the results.
static bool take_lines(Plan *plan, const Few *few)
{
    const Loop *line = few->lines[few->nlines - 1];
    int64_t flight = SUMS_IN_FLIGHT / 2 / few->count;
    const char *lane = part_of_loop(line->name, "lane");
    if (!bind_chunks(plan, line, flight < LEAST_IN_FLIGHT ? LEAST_IN_FLIGHT : flight))
        return false;
    for (int s = 0; s < few->nsums; s++)
        if (!plan_interchange(plan, lane, few->sums[s]->name))
            return false;
    return unroll_sums(plan, few) && take_chunks(plan, line);
}

static bool take_single(Plan *plan, const Few *few)
{
    int64_t copies = SUMS_IN_FLIGHT / few->count, blocks = blocks_for_reduction(plan->candidate);
    if (few->count > FEW_SUMS) // each block adds up what its threads have of all sums
        blocks = (int64_t)plan->candidate->device->sms * BLOCKS_OF_MANY;
    copies = copies > MOST_IN_FLIGHT ? MOST_IN_FLIGHT : copies < LEAST_IN_FLIGHT ? LEAST_IN_FLIGHT : copies;
    return bind_lines(plan, few->lines[few->nlines - 1], blocks, copies) && unroll_sums(plan, few);
}

bool arrange_few(Plan *plan, const Band *band)
{
    Few few = {0};
    const Candidate *start = plan->candidate;
    if (plan_style(plan) == REDUCE_SEQUENTIAL || !find_loops(plan, band, &few) || !turn_inside_out(plan, &few))
        return false;
    const Candidate *mark = plan->candidate;
    if (take_lines(plan, &few) && reduce_all(plan) && plan_lowers(plan))
        return true;
    plan->candidate = mark;
    if (take_single(plan, &few) && reduce_all(plan) && plan_lowers(plan))
        return true;
    plan->candidate = start;
    return false;
}
