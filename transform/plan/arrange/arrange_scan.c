// Scans in one pass (contract in arrange_scan.h). A block waits for memory and then for the blocks before it, while its
// threads hold what they have loaded. Measured on an H200 for 2^28 floats, the time is
//
//   441 us + 3.3 us * (bytes of the array) / (bytes that resident blocks hold)
//
// (991, 854, 794, 784, 733, 717 us where the blocks of an SM hold 48, 64, 72, 80, 96, 96 KB.) So the rounds are those
// with which resident blocks hold most.
#include "transform/plan/arrange/arrange_scan.h"
#include "analysis/model/occupancy.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/plan_steps.h"
#include "transform/source/look_back.h"
#include "transform/source/scan.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

enum { ROUNDS_OF_ROW = 2, ROWS_OF_BLOCK = 8, MOST_AROUND = 3 };
enum { THREADS = 256, MOST_WORDS = 40, MOST_LANES = 4, VECTOR_BYTES = 16, WORD = 4 };

typedef struct Loads {
    Arena *arena;
    VECTOR(const Expr *) list;
    int64_t widest; // bytes of an element that is loaded or stored
} Loads;

static bool look_at_access(void *context, const Expr *expr)
{
    Loads *loads = context;
    if (expr->kind != EX_ACCESS || expr->array->space != SPACE_GLOBAL)
        return true;
    loads->widest = expr->type->size > loads->widest ? expr->type->size : loads->widest;
    FOR_EACH(i, &loads->list)
        if (expr_equal(loads->list.items[i], expr))
            return true;
    VECTOR_PUSH(loads->arena, &loads->list, expr);
    return true;
}

static bool look_at_statement(void *context, const Stmt *stmt)
{
    Loads *loads = context;
    Loads places = {.arena = loads->arena, .widest = loads->widest};
    if (stmt->kind == ST_ASSIGN) {
        expr_walk(stmt->place, look_at_access, &places);
        expr_walk(stmt->value, look_at_access, loads);
        loads->widest = places.widest > loads->widest ? places.widest : loads->widest;
    } else {
        stmt_expressions(stmt, look_at_access, loads);
    }
    return true;
}

static int64_t words_of(const Type *type)
{
    return (type->size + WORD - 1) / WORD;
}

// Words that a thread holds in each round: what it has loaded, and for each running value what comes before.
static int64_t words_of_round(const DividedScan *divided, const Loads *loads, int64_t lanes)
{
    int64_t words = 0;
    FOR_EACH(i, &loads->list)
        words += lanes * words_of(loads->list.items[i]->type);
    for (int r = 0; r < divided->count; r++) {
        const DividedValue *value = &divided->values[r];
        words += words_of(value->update->type) * (value->factors ? 2 : 1) + (value->sets ? 1 : 0);
    }
    return words;
}

// As nvcc takes registers for up to 40 words; for 60 words it takes more than this, 127.
static int64_t registers(int64_t words)
{
    return 16 + words * 8 / 5;
}

// The rounds with which the resident blocks have most iterations.
static int64_t best_rounds(const Device *device, int64_t words)
{
    int64_t best = 1, most = 0;
    for (int64_t rounds = 1; rounds == 1 || rounds * words <= MOST_WORDS; rounds++) {
        KernelResources resources = {.threads = THREADS, .registers = (int)registers(rounds * words)};
        int64_t iterations = rounds * occupancy_of(device, &resources).active_blocks;
        if (iterations > most) {
            most = iterations;
            best = rounds;
        }
    }
    return best;
}

static int64_t lanes_of(const Loads *loads)
{
    int64_t lanes = VECTOR_BYTES / loads->widest;
    lanes = lanes > MOST_LANES ? MOST_LANES : lanes < 1 ? 1 : lanes;
    while (lanes & (lanes - 1))
        lanes &= lanes - 1;
    return lanes;
}

bool look_back_step(const Candidate *state, const DividedScan *divided, Step *step)
{
    const Stmt *loop = divided->size == 1 ? look_back_loop(state->tree, divided) : NULL;
    if (!loop)
        return false;
    Loads loads = {.arena = state->arena, .widest = 1};
    stmt_walk(loop, look_at_statement, &loads);
    int64_t lanes = lanes_of(&loads);
    *step = (Step){.kind = STEP_LOOK_BACK,
                   .loop = loop->loop->name,
                   .lanes = lanes,
                   .rounds = best_rounds(state->device, words_of_round(divided, &loads, lanes)),
                   .threads = THREADS};
    return true;
}

// ---- rows

static bool take_step(const Candidate **candidate, Step step)
{
    const Candidate *made = candidate_step(*candidate, &step).candidate;
    *candidate = made ? made : *candidate;
    return made;
}

const Candidate *scan_in_rows(const Candidate *candidate, const DividedScan *divided)
{
    const Stmt *loop = divided->size == 1 ? look_back_loop(candidate->tree, divided) : NULL;
    Path path;
    if (!loop || !tree_path(candidate->tree, loop, &path) || path.count < 2 || path.count > MOST_AROUND + 1)
        return NULL;
    Loads loads = {.arena = candidate->arena, .widest = 1};
    stmt_walk(loop, look_at_statement, &loads);
    const char *row = path.loops[path.count - 2]->loop->name;
    Step scan = {.kind = STEP_TEAM_SCAN,
                 .loop = loop->loop->name,
                 .lanes = lanes_of(&loads),
                 .rounds = ROUNDS_OF_ROW,
                 .threads = WARP_SIZE};
    if (!take_step(&candidate, scan) ||
        !take_step(&candidate, (Step){.kind = STEP_TILE, .loop = row, .size = ROWS_OF_BLOCK}))
        return NULL;
    Binding block = BIND_BLOCK_X;
    for (int i = path.count - 2; i >= 0; i--, block++) {
        const char *name = i == path.count - 2 ? part_of_loop(row, "tile") : path.loops[i]->loop->name;
        if (!take_step(&candidate, (Step){.kind = STEP_BIND, .loop = name, .binding = block}))
            return NULL;
    }
    Step threads = {.kind = STEP_BIND, .loop = part_of_loop(row, "elem"), .binding = BIND_THREAD_Y};
    return take_step(&candidate, threads) ? candidate : NULL;
}

void arrange_scans(Plan *plan)
{
    Step step;
    for (const DividedScan *divided = plan->candidate->divided; divided; divided = divided->next) {
        const Candidate *rows = scan_in_rows(plan->candidate, divided);
        if (rows)
            plan->candidate = rows;
        else if (look_back_step(plan->candidate, divided, &step))
            plan_try(plan, step);
    }
}
