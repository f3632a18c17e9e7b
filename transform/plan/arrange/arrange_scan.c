// Scans in one pass (contract in arrange_scan.h). A block waits for memory and then for the blocks before it, while its
// threads hold what they have loaded: the more the blocks of an SM hold, the less of the time is spent waiting.
// Measured on an H200 for 2^28 floats, with 4 blocks of 256 threads (a copy: 536 us):
//
//   rounds, of these in shared memory        8, 0   12, 12   12, 8   14, 12   16, 12
//   KB of an SM                               128      192     192      224      256
//   us                                        668      650     636      640      630
//
// Rounds in registers and in shared memory are as many as fit, without registers that spill: these cost more than what
// they hold is worth. Fewer threads leave more room: with 768 threads on an SM, 25 rounds fit, 18 of them in shared
// memory. In a run with a copy of 503 us, sums take 554 us with 25 rounds, 557 us with 24, and with 26 rounds 553 us,
// or 576 us where registers spill. Where results are collected in shared memory, they wait for one another's stores,
// and four blocks are faster. Where values are set, tiles wait for the nearest ones only: segments take 798 us with 4
// blocks of 256 threads, 804 us with 6 of 128 and 819 us with 8 of 128. A compaction takes 520 instead of 567 us if
// tiles are asked for ahead; what does not fit into the L2 cache beside the tiles at work is read twice then (sums: 648
// instead of 616 us).
#include "transform/plan/arrange/arrange_scan.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/plan_steps.h"
#include "transform/scan/look_back.h"
#include "transform/scan/scan.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

enum { ROUNDS_OF_ROW = 2, ROWS_OF_BLOCK = 8, MOST_AROUND = 3 };
// Threads that take a column together, columns of a block, iterations of a thread, and the words that it loads for
// them.
enum { TEAM = 16, COLUMNS = 32, OF_COLUMN = 16, WORDS_OF_COLUMN = 32 };
// Of rows backward: lanes read words, side by side by two.
enum { LANES_BACKWARD = 2, ROUNDS_BACKWARD = 4 };
enum { MOST_LANES = 4, VECTOR_BYTES = 16, WORD = 4 };
// Threads of an SM, and of a block; rounds of a thread; registers beside the words that a thread holds; bytes of shared
// memory of a block beside its arrays.
enum { THREADS_OF_SM = 768, THREADS = 128, THREADS_OF_SM_WITHOUT_WAITS = 1024, THREADS_WITHOUT_WAITS = 256 };
enum { OTHER_REGISTERS = 30, OTHER_REGISTERS_WITHOUT_WAITS = 24, MOST_ROUNDS = 26, OTHER_SHARED = 2048 };
enum { MOST_IN_REGISTERS = 64 }; // iterations of a thread: otherwise look_back is refused
enum { OF_CACHE = 3 };           // the tiles that blocks work on take no more of the L2 cache

typedef struct Loads {
    Arena *arena;
    VECTOR(const Expr *) list;
    int64_t widest; // bytes of an element that is loaded or stored
    int64_t kept;   // words of elements that are stored where a running value says
    bool backward;  // from the last iteration to the first: neighbours are no vectors
} Loads;

static bool find_local(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LOCAL);
    return !*found;
}

static int64_t words_of(const Type *type)
{
    return (type->size + WORD - 1) / WORD;
}

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
        bool found = false;
        for (int i = 0; stmt->place->kind == EX_ACCESS && i < stmt->place->noperands; i++)
            expr_walk(stmt->place->operands[i], find_local, &found);
        loads->kept += found ? words_of(stmt->place->type) : 0;
    } else {
        stmt_expressions(stmt, look_at_access, loads);
    }
    return true;
}

// What a round takes.
typedef struct Round {
    int64_t loaded, before; // words of a thread: what it has loaded, and for each running value what comes before
    int64_t kept;           // words of a thread that are collected in shared memory
    int64_t threads;        // of an SM
    int64_t others;         // registers beside the words that a thread holds
} Round;

static Round round_of(const DividedScan *divided, const Loads *loads, int64_t lanes)
{
    Round round = {.kept = lanes * loads->kept};
    FOR_EACH(i, &loads->list)
        round.loaded += lanes * words_of(loads->list.items[i]->type);
    for (int r = 0; r < divided->count; r++) {
        const DividedValue *value = &divided->values[r];
        bool counts = loads->kept && value->update->op == OP_ADD && type_is_integer(value->update->type);
        int64_t words = counts ? 1 : words_of(value->update->type); // within a tile, an int counts
        round.before += words * (value->factors && !value->steady ? 2 : 1) + (value->sets ? 1 : 0);
    }
    return round;
}

static bool fits(const Device *device, const Round *round, const Step *step, int64_t rounds, int64_t shared)
{
    int64_t registers = (rounds - shared) * round->loaded + rounds * round->before + round->others;
    int64_t bytes = (shared * round->loaded + rounds * round->kept) * WORD * step->threads + OTHER_SHARED;
    return step->lanes * (rounds - shared) <= MOST_IN_REGISTERS &&
           registers * round->threads <= device->registers_per_sm &&
           bytes * (round->threads / step->threads) <= device->shared_per_sm;
}

// The most rounds that fit, and as few of these in shared memory as can be: none where results are collected there.
static void choose_rounds(const Device *device, const Round *round, bool may_share, Step *step)
{
    step->rounds = 1;
    for (int64_t rounds = 1; rounds <= MOST_ROUNDS; rounds++)
        for (int64_t shared = 0; shared <= (may_share ? rounds : 0); shared++)
            if (rounds > step->rounds && fits(device, round, step, rounds, shared)) {
                step->rounds = rounds;
                step->held = shared;
            }
    step->blocks = fits(device, round, step, step->rounds, step->held) ? round->threads / step->threads : 0;
}

// Memory goes on reading while blocks wait, if the L2 cache has room for the tiles of all blocks and for the next ones.
static void choose_ahead(const Device *device, const Round *round, Step *step)
{
    int64_t blocks = step->blocks * device->sms, bytes = step->rounds * round->loaded * WORD * step->threads;
    step->ahead = blocks * bytes * OF_CACHE <= device->l2 ? blocks : 0;
}

static bool sets_all(const DividedScan *divided)
{
    for (int r = 0; r < divided->count; r++)
        if (!divided->values[r].sets)
            return false;
    return true;
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
    Round round = round_of(divided, &loads, lanes);
    bool waits = !round.kept && !sets_all(divided);
    *step = (Step){.kind = STEP_LOOK_BACK,
                   .loop = loop->loop->name,
                   .lanes = lanes,
                   .threads = waits ? THREADS : THREADS_WITHOUT_WAITS};
    round.threads = waits ? THREADS_OF_SM : THREADS_OF_SM_WITHOUT_WAITS;
    round.others = waits ? OTHER_REGISTERS : OTHER_REGISTERS_WITHOUT_WAITS;
    choose_rounds(state->device, &round, !round.kept, step);
    if (step->held && !candidate_step(state, step).candidate) {
        step->held = 0;
        choose_rounds(state->device, &round, false, step);
    }
    choose_ahead(state->device, &round, step);
    return true;
}

// ---- rows

static bool take_step(const Candidate **candidate, Step step)
{
    const Candidate *made = candidate_step(*candidate, &step).candidate;
    *candidate = made ? made : *candidate;
    return made;
}

// Whether most elements that iterations access have neighbours in the next row, and not along the scan.
static bool lies_across(const Candidate *candidate, const Stmt *loop, const Loop *row)
{
    int along = 0, across = 0;
    FOR_EACH(i, &candidate->facts->accesses) {
        const Access *access = &candidate->facts->accesses.items[i];
        if (!access->array || access->array->space != SPACE_GLOBAL || !stmt_contains_id(loop, access->stmt->id))
            continue;
        if (access_walks(candidate->facts, access, row->origin))
            across++;
        else
            along++;
    }
    return across > along;
}

// Whether the source's loop counts down.
static bool goes_back(const Stmt *parts)
{
    bool back = false;
    for (int i = 0; i < stmt_count(parts->body); i++)
        back = back || (stmt_item(parts->body, i)->kind == ST_LOOP && stmt_item(parts->body, i)->loop->step_sign < 0);
    return back;
}

// Teams of threads take columns side by side.
static bool take_columns(const Candidate **candidate, const Loop *loop, const Loop *row, const Loads *loads)
{
    int64_t words = 0;
    Step teams = {.kind = STEP_TEAM_SCAN,
                  .loop = loop->name,
                  .lanes = OF_COLUMN,
                  .rounds = 1,
                  .threads = TEAM,
                  .other = part_of_loop(row->name, "elem")};
    FOR_EACH(i, &loads->list)
        words += words_of(loads->list.items[i]->type);
    while (teams.lanes > 1 && teams.lanes * words > WORDS_OF_COLUMN)
        teams.lanes /= 2;
    return take_step(candidate, (Step){.kind = STEP_TILE, .loop = row->name, .size = COLUMNS}) &&
           take_step(candidate, teams);
}

static bool take_rows(const Candidate **candidate, const Loop *loop, const Loop *row, const Loads *loads)
{
    bool backward = loads->backward;
    Step scan = {.kind = STEP_TEAM_SCAN,
                 .loop = loop->name,
                 .lanes = backward ? LANES_BACKWARD : lanes_of(loads),
                 .rounds = backward ? ROUNDS_BACKWARD : ROUNDS_OF_ROW,
                 .threads = WARP_SIZE};
    return take_step(candidate, scan) &&
           take_step(candidate, (Step){.kind = STEP_TILE, .loop = row->name, .size = ROWS_OF_BLOCK});
}

const Candidate *scan_in_rows(const Candidate *candidate, const DividedScan *divided)
{
    const Stmt *loop = divided->size == 1 ? look_back_loop(candidate->tree, divided) : NULL;
    Path path;
    if (!loop || !tree_path(candidate->tree, loop, &path) || path.count < 2 || path.count > MOST_AROUND + 1)
        return NULL;
    Loads loads = {.arena = candidate->arena, .widest = 1};
    stmt_walk(loop, look_at_statement, &loads);
    const Loop *rows = path.loops[path.count - 2]->loop;
    loads.backward = goes_back(loop);
    const char *row = rows->name;
    bool across = lies_across(candidate, loop, rows);
    if (!(across ? take_columns : take_rows)(&candidate, loop->loop, rows, &loads))
        return NULL;
    Binding block = BIND_BLOCK_X;
    for (int i = path.count - 2; i >= 0; i--, block++) {
        const char *name = i == path.count - 2 ? part_of_loop(row, "tile") : path.loops[i]->loop->name;
        if (!take_step(&candidate, (Step){.kind = STEP_BIND, .loop = name, .binding = block}))
            return NULL;
    }
    Step threads = {
        .kind = STEP_BIND, .loop = part_of_loop(row, "elem"), .binding = across ? BIND_THREAD_X : BIND_THREAD_Y};
    return take_step(&candidate, threads) ? candidate : NULL;
}

// The loop of columns that have teams; 0: rows have none.
static LoopId columns_of(const Candidate *candidate, const DividedScan *divided)
{
    Path path;
    const Stmt *loop = look_back_loop(candidate->tree, divided);
    tree_path(candidate->tree, loop, &path);
    const Loop *rows = path.loops[path.count - 2]->loop;
    return lies_across(candidate, loop, rows) ? rows->id : 0;
}

void arrange_scans(Plan *plan)
{
    Step step;
    for (const DividedScan *divided = plan->candidate->divided; divided; divided = divided->next) {
        const Candidate *rows = scan_in_rows(plan->candidate, divided);
        if (rows) {
            plan->built.nests[VERSIONED_SCANS]++;
            plan->built.scans.row = look_back_loop(plan->candidate->tree, divided)->loop->id;
            plan->built.scans.columns = columns_of(plan->candidate, divided);
            plan->candidate = rows;
        } else if (look_back_step(plan->candidate, divided, &step)) {
            plan_try(plan, step);
        }
    }
}
