// Step 3: how many threads a block has and how many results each computes, within the limits of the device and the
// directive.
#include "frontend/directives/directive.h"
#include "transform/plan/resources/resources.h"

static int64_t clause_size(const Clause *clause, int index)
{
    return clause && index < clause->items.count ? clause->items.items[index].size : 0;
}

BlockShape shape_for(const Plan *plan, int rank)
{
    const Directive *directive = plan->directive;
    const Clause *block = directive ? directive_clause(directive, CLAUSE_BLOCK) : NULL;
    BlockShape shape = rank > 1 ? (BlockShape){32, 8} : (BlockShape){256, 1};
    int64_t x = clause_size(block, 0), y = clause_size(block, 1);
    if (x && y)
        return (BlockShape){x, y};
    if (!x)
        return shape;
    if (rank == 1)
        return (BlockShape){x, 1};
    return x % 32 == 0 ? (BlockShape){32, x / 32} : (BlockShape){x, 1};
}

bool block_clause_fits(const Plan *plan)
{
    const Directive *directive = plan->directive;
    const Device *device = plan->candidate->device;
    const Clause *block = directive ? directive_clause(directive, CLAUSE_BLOCK) : NULL;
    int64_t threads = 1;
    for (int i = 0; block && i < block->items.count; i++)
        threads *= block->items.items[i].size;
    if (threads <= device->max_threads_per_block)
        return true;
    diag_refuse(plan->diag, block->loc, "block refused: %lld threads, and a block of %s has at most %d",
                (long long)threads, device->title, device->max_threads_per_block);
    return false;
}

bool has_block_clause(const Directive *directive)
{
    return directive && directive_clause(directive, CLAUSE_BLOCK);
}

int64_t blocks_for_reduction(const Candidate *state)
{
    return (int64_t)state->device->sms * 8;
}

// ---- by the table of resources

static int64_t constant_results(const Facts *facts, const Loop *const *loops, int count)
{
    int64_t results = 1;
    for (int i = 0; i < count; i++) {
        const LoopFact *fact = facts_loop(facts, loops[i]->origin);
        if (!fact || fact->constant_trip < 0 || __builtin_mul_overflow(results, fact->constant_trip, &results))
            return 0;
    }
    return results;
}

// Bytes of the widest value that the statements inside of all the loops write.
static int written_size(const Facts *facts, const LoopId *loops, int count)
{
    int64_t size = 4;
    bool any = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        bool moves = access->is_write && access->array && access->array->space == SPACE_GLOBAL;
        for (int k = 0; moves && k < count; k++) {
            int64_t distance;
            moves = access_stride(facts, access, loops[k], &distance) != STRIDE_ZERO;
        }
        if (moves && (!any || access->expr->type->size > size)) {
            size = access->expr->type->size;
            any = true;
        }
    }
    return size < 1 || size > 64 ? 4 : (int)size;
}

static ResourceQuery query_for(const Plan *plan, const Loop *const *loops, int count, LoopId *ids)
{
    const Candidate *state = plan->candidate;
    for (int i = 0; i < count; i++)
        ids[i] = loops[i]->origin;
    ResourceQuery query =
        resource_query(state->facts, state->device, ids, count, written_size(state->facts, ids, count));
    query.results = constant_results(state->facts, loops, count);
    return query;
}

const ResourceTable *plan_table(Plan *plan, const ResourceScheme *scheme, const Loop *const *loops, int count)
{
    LoopId ids[MAX_DEPTH];
    ResourceQuery query = query_for(plan, loops, count, ids);
    query.scheme = scheme;
    query.scheme_only = scheme && !plan->sizes; // others would only be reported
    return resource_table(plan->candidate->arena, &query);
}

const ResourceTable *plan_sizes(Plan *plan, const ResourceScheme *scheme, const Loop *const *loops, int count,
                                int *order, int *ordered)
{
    const ResourceTable *table = plan_table(plan, scheme, loops, count);
    *ordered = 0;
    for (int i = 0; i < scheme->count; i++) {
        const ResourceRow *row = resource_row_of_size(table, i);
        if (!row || !row->today_rank)
            continue;
        int at = (*ordered)++;
        for (; at > 0 && resource_row_of_size(table, order[at - 1])->today_rank > row->today_rank; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return table;
}

void plan_sized(Plan *plan, const ResourceTable *table, const ResourceRow *row, const Loop *const *loops, int count)
{
    ResourceChoice choice = {
        .table = table, .row = row, .count = count, .by_paper = plan->candidate->by_paper && !table->query.scheme};
    for (int i = 0; i < count; i++)
        choice.loops[i] = loops[i]->origin;
    if (plan->sizes)
        VECTOR_PUSH(plan->candidate->arena, &plan->sizes->items, choice);
}

void plan_one_size(Plan *plan, ResourceScheme scheme, const Loop *const *loops, int count, int threads, int64_t tile)
{
    if (!plan->sizes)
        return;
    ResourceSize *size = ARENA_NEW(plan->candidate->arena, ResourceSize);
    ResourceScheme *only = ARENA_NEW(plan->candidate->arena, ResourceScheme);
    *size = (ResourceSize){.threads = threads, .tile = tile, .shared = -1};
    scheme.sizes = size;
    scheme.count = 1;
    *only = scheme;
    const ResourceTable *table = plan_table(plan, only, loops, count);
    plan_sized(plan, table, resource_row_of_size(table, 0), loops, count);
}

int64_t threads_by_table(Plan *plan, const char *scheme, const Loop *const *loops, int count, int64_t each)
{
    static const int threads[] = {256, 128, 512, 64, 1024, 32};
    enum { SIZES = sizeof threads / sizeof *threads };
    ResourceSize *sizes = ARENA_ARRAY(plan->candidate->arena, ResourceSize, SIZES);
    ResourceScheme *offered = ARENA_NEW(plan->candidate->arena, ResourceScheme);
    int order[SIZES], ordered;
    for (int i = 0; i < SIZES; i++)
        sizes[i] = (ResourceSize){.threads = threads[i], .tile = threads[i] * each, .shared = -1};
    *offered = (ResourceScheme){scheme, sizes, SIZES, .direct = true};
    const ResourceTable *table = plan_sizes(plan, offered, loops, count, order, &ordered);
    if (!ordered)
        return threads[0];
    plan_sized(plan, table, resource_row_of_size(table, order[0]), loops, count);
    return sizes[order[0]].threads;
}
