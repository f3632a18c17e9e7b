// Step 3: how many threads a block has, within what the device and the directive allow.
#include "frontend/directive.h"
#include "transform/plan/planner.h"

static int64_t clause_size(const Clause *clause, int index)
{
    return clause && index < clause->items.count ? clause->items.items[index].size : 0;
}

BlockShape shape_for(const Restructuring *state, int rank)
{
    const Directive *directive = state->directive;
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

bool block_clause_fits(const Restructuring *state)
{
    const Directive *directive = state->nest->directive;
    const Clause *block = directive ? directive_clause(directive, CLAUSE_BLOCK) : NULL;
    int64_t threads = 1;
    for (int i = 0; block && i < block->items.count; i++)
        threads *= block->items.items[i].size;
    if (threads <= state->device->max_threads_per_block)
        return true;
    diag_refuse(state->diag, block->loc, "block refused: %lld threads, and a block of %s has at most %d", (long long)threads,
                state->device->title, state->device->max_threads_per_block);
    return false;
}

int64_t blocks_for_reduction(const Restructuring *state)
{
    return (int64_t)state->device->sms * 8;
}
