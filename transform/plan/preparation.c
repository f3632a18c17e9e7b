// What all changes of the source ask and do.
#include "transform/plan/preparation.h"
#include "analysis/operations.h"
#include "transform/plan/resources/resource_table.h"
#include "transform/tree/loops.h"

// The work of an analysis grows with the square of the accesses: limits on the pairs that are analysed again for one
// nest, on the steps, and on the operations of integer sets, those of the analyses before included.
enum { MOST_PAIRS = 60000, MOST_STEPS = 40, MOST_OPERATIONS = 1500000 };

LoopVerdict preparation_verdict(const Preparation *preparation, const Stmt *loop)
{
    const LoopFact *fact = facts_loop(preparation->state->facts, loop->loop->id);
    return fact ? fact->verdict : LOOP_OPAQUE;
}

const Stmt *preparation_parallel_below(const Preparation *preparation, const Stmt *stmt)
{
    if (!stmt)
        return NULL;
    if (stmt->kind == ST_LOOP && (preparation_verdict(preparation, stmt) == LOOP_PARALLEL ||
                                  preparation_verdict(preparation, stmt) == LOOP_REDUCTION))
        return stmt;
    const Stmt *found = NULL;
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = preparation_parallel_below(preparation, stmt->items[i]);
    found = found ? found : preparation_parallel_below(preparation, stmt->body);
    return found ? found : preparation_parallel_below(preparation, stmt->otherwise);
}

long preparation_operations(const Preparation *preparation)
{
    const AnalysisList *analyses = preparation->nest->analyses;
    long sum = analyses->refused + facts_operations(preparation->nest->facts);
    FOR_EACH(i, &analyses->facts)
        sum += facts_operations(analyses->facts.items[i]);
    return sum;
}

bool preparation_may_copy(const Preparation *preparation, int64_t copies)
{
    return facts_operations(preparation->state->facts) <= MOST_OPERATIONS / copies;
}

bool preparation_step(Preparation *preparation, Step step)
{
    return preparation_step_if(preparation, step, NULL, NULL);
}

bool preparation_step_if(Preparation *preparation, Step step, SourceFilter *wanted, void *context)
{
    const Candidate *state = preparation->state;
    int accesses = state->facts->accesses.count;
    preparation->pairs += accesses * accesses;
    if (preparation->pairs > MOST_PAIRS ||
        preparation_operations(preparation) - preparation->before > MOST_OPERATIONS ||
        candidate_step_count(state, preparation->nest) == MOST_STEPS)
        return false;
    StepResult result = wanted ? candidate_step_if(state, &step, wanted, context) : candidate_step(state, &step);
    preparation->state = result.candidate ? result.candidate : state;
    return result.candidate;
}

bool preparation_separate(Preparation *preparation, Groups *groups)
{
    groups_place_copied(groups);
    Step step = {
        .kind = STEP_DISTRIBUTE_STATEMENTS, .loop = groups->pieces->loop->loop->name, .ngroups = groups->count};
    step.groups = arena_copy(preparation->state->arena, groups->items, sizeof groups->items);
    return preparation_step(preparation, step);
}

const Stmt *preparation_places(const Preparation *preparation, const Stmt *body, LoopId *places, int *count)
{
    const Stmt *loop = stmt_count(body) == 1 ? stmt_item(body, 0) : NULL, *last = NULL;
    *count = 0;
    for (;
         loop && loop->kind == ST_LOOP && preparation_verdict(preparation, loop) == LOOP_PARALLEL && *count < MAX_DEPTH;
         loop = only_loop(loop->body)) {
        places[(*count)++] = loop->loop->id;
        last = loop;
    }
    return last;
}

static void keep(Pieces *pieces, const Stmt *stmt)
{
    uint64_t inside = 0;
    for (int p = 0; p < pieces->count; p++)
        inside |= stmt_contains(stmt, pieces->items[p]) && !(pieces->copied >> p & 1) ? bit(p) : 0;
    for (int p = 0; p < pieces->count; p++)
        pieces->with[p] |= inside >> p & 1 ? inside : 0;
}

// What one of the innermost parts holds stays together.
static void keep_parts(Pieces *pieces, const Stmt *stmt)
{
    const Stmt *body = stmt->kind == ST_LOOP ? stmt->body : stmt;
    int loops = 0;
    while (only_loop(body))
        body = only_loop(body)->body;
    for (int i = 0; i < stmt_count(body); i++)
        loops += stmt_item(body, i)->kind == ST_LOOP;
    if (loops < 2 || loops != stmt_count(body))
        keep(pieces, stmt);
    else
        for (int i = 0; i < loops; i++)
            keep_parts(pieces, stmt_item(body, i));
}

static bool part(Preparation *preparation, const Pieces *pieces)
{
    Groups groups = {.pieces = pieces, .apart = true};
    groups_find(&groups);
    for (int g = 0; g < groups.count; g++)
        if (!groups.parallel[g])
            return false;
    return groups.count > 1 && preparation_separate(preparation, &groups);
}

bool preparation_part(Preparation *preparation, const Stmt *stmt, const Stmt *items)
{
    Pieces pieces;
    if (stmt_rotates(stmt) || pieces_of(preparation->state, stmt, &pieces))
        return false;
    for (int i = 0; items && items->kind == ST_BLOCK && i < items->nitems; i++)
        keep(&pieces, items->items[i]);
    return part(preparation, &pieces);
}

bool preparation_innermost_parts(Preparation *preparation, const Stmt *stmt)
{
    Pieces pieces;
    if (stmt_rotates(stmt) || pieces_of(preparation->state, stmt, &pieces))
        return false;
    keep_parts(&pieces, stmt);
    return part(preparation, &pieces);
}

bool preparation_is_product(const Preparation *preparation, const Stmt *rows, const Stmt *columns)
{
    const Candidate *state = preparation->state;
    LoopId loops[] = {rows->loop->id, columns->loop->id};
    const Stmt *sum = preparation_verdict(preparation, columns) == LOOP_PARALLEL
                          ? preparation_parallel_below(preparation, columns->body)
                          : NULL;
    return sum && preparation_verdict(preparation, sum) == LOOP_REDUCTION &&
           resource_query(state->facts, state->device, loops, 2, 4).reuse_depth > 0;
}
