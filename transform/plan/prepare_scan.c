// Prefix sums: a loop that carries a running value is divided into parts.
#include "transform/plan/prepare_scan.h"
#include "transform/plan/arrange/arrange_scan.h"
#include "transform/plan/clauses.h"
#include "transform/plan/fission_policy.h"
#include "transform/plan/groups.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/vector/vector_find.h"

#include <string.h>

enum {
    SHORT_SCAN = 64,
    PART_OF_SCAN = 1024,
    PART_OF_ROWS = 32,
    SHORT_INNER = 32,
    VECTOR_BYTES = 16,
    LEAST_PART = 4,
    MOST_LEVELS = 5
};

// A loop over the parts of the loop of that name.
static bool is_over_parts(const Loop *loop, const char *name)
{
    const char *part = intern_printf("%s.part", intern_n(name, strcspn(name, "#")));
    return intern_n(loop->name, strcspn(loop->name, "#")) == part;
}

// Of the three loops over parts, the last one scans them.
static bool scans_parts_in_parallel(const Candidate *state, const Candidate *before, const char *name)
{
    const LoopFact *last = NULL;
    FOR_EACH(i, &state->facts->loops) {
        const LoopFact *fact = &state->facts->loops.items[i];
        if (fact->id >= before->nest->next_loop && is_over_parts(fact->loop, name))
            last = fact;
    }
    return last && last->verdict == LOOP_PARALLEL;
}

// Rows of their own in each iteration of a sequential loop around it: many launches for little work. A loop over time
// steps goes over the same elements again.
static bool stays_in_place(const Preparation *preparation, const Stmt *loop)
{
    const Candidate *state = preparation->state;
    Path path;
    tree_path(state->nest->body, loop, &path);
    FOR_EACH(i, &state->facts->accesses) {
        const Access *access = &state->facts->accesses.items[i];
        for (int l = 0; l + 1 < path.count && access->array && stmt_contains(loop->body, access->stmt); l++)
            if (!access_stays(state->facts, access, path.loops[l]->loop->id))
                return false;
    }
    return true;
}

// Whether loops inside of it have enough work for threads.
static bool holds_long_loop(const Preparation *preparation, const Stmt *loop)
{
    const Stmt *inner = preparation_parallel_below(preparation, loop->body);
    const LoopFact *fact = inner ? facts_loop(preparation->state->facts, inner->loop->id) : NULL;
    return fact && (fact->constant_trip < 0 || fact->constant_trip > SHORT_INNER);
}

static const ScanFact *scan_of(const Candidate *state, LoopId loop)
{
    FOR_EACH(i, &state->facts->scans)
        if (state->facts->scans.items[i].loop == loop)
            return &state->facts->scans.items[i];
    return NULL;
}

// The values before parts are a prefix sum again, of the totals. NULL: there is none.
static const Stmt *scan_of_totals(const Candidate *state, const Candidate *before, const char *name)
{
    FOR_EACH(i, &state->facts->scans) {
        const Stmt *loop = stmt_find_loop(state->nest->body, state->facts->scans.items[i].loop);
        if (loop->loop->id >= before->nest->next_loop && is_over_parts(loop->loop, name))
            return loop;
    }
    return NULL;
}

// Divides the scan into parts of sizes[0] iterations, the scan of their totals into parts of sizes[1], ..; false: not
// all of that is legal, and the state is as before. The last scan of totals is short.
static bool divide_levels(Preparation *preparation, const Stmt *loop, const int64_t *sizes, int levels)
{
    const Candidate *mark = preparation->state;
    int pairs = preparation->pairs;
    for (int level = 0; level < levels; level++) {
        const Candidate *before = preparation->state;
        const char *name = loop ? loop->loop->name : NULL;
        if (!name || !preparation_step(preparation, (Step){.kind = STEP_SCAN, .loop = name, .size = sizes[level]}) ||
            !scans_parts_in_parallel(preparation->state, before, name)) {
            preparation->state = mark;
            preparation->pairs = pairs;
            return false;
        }
        loop = scan_of_totals(preparation->state, before, name);
    }
    preparation->scans++;
    return true;
}

// Whether one kernel can do the scan: `look_back` brings the parts together again.
static bool divide_for_one_pass(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    int64_t size[] = {1};
    Step step;
    if (mark->plain || mark->by_paper || clauses_decide(mark->nest) || tree_has_kind(loop->body, ST_LOOP) ||
        !divide_levels(preparation, loop, size, 1))
        return false;
    const Candidate *private = candidate_privatize(preparation->state).candidate;
    if (private && look_back_step(private, private->divided, &step) && candidate_step(private, &step).candidate)
        return true;
    preparation->state = mark;
    preparation->scans--;
    return false;
}

// A thread has 32 bytes of neighbours, two wide accesses, but not less than four numbers, so that there are not too
// many totals. If that is too much for the analysis, and with loops inside, parts are long.
bool prepare_scan(Preparation *preparation, const Stmt *loop)
{
    const Candidate *state = preparation->state;
    const LoopFact *fact = facts_loop(state->facts, loop->loop->id);
    const ScanFact *found = scan_of(state, loop->loop->id);
    int64_t length = fact && fact->constant_trip >= 0 ? fact->constant_trip : INT64_MAX;
    if (!found || length <= SHORT_SCAN || strstr(loop->loop->name, ".part") || holds_long_loop(preparation, loop) ||
        stmt_rotates(loop) || !stays_in_place(preparation, loop))
        return false;
    if (divide_for_one_pass(preparation, loop))
        return true;
    if (length <= PART_OF_SCAN)
        return false;
    int64_t size = found->update.type->size, vector = size <= 4 ? (int64_t)2 * VECTOR_BYTES / size : LEAST_PART;
    int64_t fine[MOST_LEVELS] = {vector, 8, 16, 16, 16}, coarse[] = {PART_OF_SCAN, PART_OF_SCAN};
    if (tree_has_kind(loop->body, ST_LOOP))
        coarse[0] = PART_OF_ROWS;
    else if (divide_levels(preparation, loop, fine, MOST_LEVELS))
        return true;
    return divide_levels(preparation, loop, coarse, 2) || divide_levels(preparation, loop, coarse, 1);
}

// ---- running values of running values

static bool runs_on(const Candidate *state, LoopId loop, const Pieces *pieces, uint64_t circle)
{
    FOR_EACH(i, &state->facts->scans) {
        const ScanFact *scan = &state->facts->scans.items[i];
        FOR_EACH(u, &scan->update.updates)
            for (int p = 0; p < pieces->count; p++)
                if (scan->loop == loop && (circle >> p & 1) &&
                    stmt_contains(pieces->items[p], scan->update.updates.items[u]))
                    return true;
    }
    return false;
}

// The pieces that carry values from iteration to iteration, if each cycle of them is a running value; 0: other values
// run on, too.
static uint64_t running_pieces(const Candidate *state, LoopId loop, const Groups *groups)
{
    const Pieces *pieces = groups->pieces;
    uint64_t running = 0;
    for (int p = 0; p < pieces->count; p++) {
        uint64_t circle = groups->circle[p];
        bool carries = false;
        for (int q = 0; q < pieces->count; q++)
            carries = carries || ((circle >> q & 1) && (pieces->carried[q] & circle));
        if (carries && !runs_on(state, loop, pieces, circle))
            return 0;
        running |= carries ? circle : 0;
    }
    return running;
}

// The outermost sequential loops of those that have come of a loop: it, and new ones.
typedef struct Made {
    const Candidate *state;
    LoopId loop, from; // new ones have numbers from `from` on
    LoopId ids[MAX_PIECES];
    int count;
} Made;

static bool look_for_made(void *context, const Stmt *stmt)
{
    Made *made = context;
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(made->state->facts, stmt->loop->id) : NULL;
    if (!fact || fact->verdict != LOOP_SEQUENTIAL || made->count == MAX_PIECES ||
        (stmt->loop->id != made->loop && stmt->loop->id < made->from))
        return true;
    for (int i = 0; i < made->count; i++)
        if (stmt_contains(stmt_find_loop(made->state->nest->body, made->ids[i]), stmt))
            return true;
    made->ids[made->count++] = stmt->loop->id;
    return true;
}

// W += w[i]; mean += (x[i] - mean) * (w[i] / W);   ->   a loop for W, whose values the loop for `mean` reads
bool separate_scans(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    int pairs = preparation->pairs, scans = preparation->scans;
    Pieces pieces;
    if (stmt_rotates(loop) || pieces_of(mark, loop, &pieces))
        return false;
    Groups found = {.pieces = &pieces};
    groups_find(&found);
    Groups groups = {.pieces = &pieces, .alone = running_pieces(mark, loop->loop->id, &found)};
    groups_find(&groups);
    int running = 0;
    for (int g = 0; g < groups.count; g++)
        running += !groups.parallel[g];
    if (!groups.alone || running < 2 || !preparation_separate(preparation, &groups))
        return false;
    Made made = {.state = preparation->state, .loop = loop->loop->id, .from = mark->nest->next_loop};
    stmt_walk(preparation->state->nest->body, look_for_made, &made);
    bool fine = made.count == running;
    for (int i = 0; i < made.count && fine; i++)
        fine = prepare_scan(preparation, stmt_find_loop(preparation->state->nest->body, made.ids[i]));
    if (!fine) {
        preparation->state = mark;
        preparation->pairs = pairs;
        preparation->scans = scans;
    }
    return fine;
}

// ---- rows

typedef struct Neighbours {
    const Candidate *state;
    const Stmt *row, *scan;
    int along, across; // accesses that move by one element along the scan, and from row to row
} Neighbours;

static bool look_at_access(void *context, const Expr *expr)
{
    Neighbours *neighbours = context;
    if (expr->kind != EX_ACCESS || expr->array->space != SPACE_GLOBAL)
        return true;
    Arena *arena = neighbours->state->arena;
    neighbours->along += vector_fits(arena, neighbours->scan, expr, 1);
    neighbours->across += vector_fits(arena, neighbours->row, expr, 1);
    return true;
}

// The scan, around which there are parallel loops alone; NULL: there is none.
static const Stmt *row_scan_below(const Preparation *preparation, const Stmt *loop, const Stmt **row)
{
    const Stmt *inner = NULL;
    *row = loop;
    for (int i = 0; i < stmt_count(loop->body); i++) {
        const Stmt *item = stmt_item(loop->body, i);
        if (item->kind == ST_LOOP && !inner)
            inner = item;
        else if (item->kind == ST_LOOP || tree_has_kind(item, ST_LOOP))
            return NULL;
    }
    if (!inner || scan_of(preparation->state, inner->loop->id))
        return inner;
    bool parallel = preparation_verdict(preparation, inner) == LOOP_PARALLEL;
    return parallel ? row_scan_below(preparation, inner, row) : NULL;
}

bool prepare_row_scan(Preparation *preparation, const Stmt *loop)
{
    const Candidate *mark = preparation->state;
    const Stmt *row, *scan = row_scan_below(preparation, loop, &row);
    const LoopFact *fact = scan ? facts_loop(mark->facts, scan->loop->id) : NULL;
    bool is_short = fact && fact->constant_trip >= 0 && fact->constant_trip < WARP_SIZE;
    if (!scan || is_short || mark->plain || mark->by_paper || clauses_decide(mark->nest) ||
        tree_has_kind(scan->body, ST_LOOP) || stmt_rotates(loop))
        return false;
    Neighbours neighbours = {.state = mark, .row = row, .scan = scan};
    stmt_walk_expressions(scan->body, look_at_access, &neighbours);
    int64_t size[] = {1};
    if (neighbours.along == neighbours.across || !divide_levels(preparation, scan, size, 1))
        return false;
    const Candidate *private = candidate_privatize(preparation->state).candidate;
    if (private && scan_in_rows(private, private->divided)) {
        VECTOR_PUSH(mark->arena, &preparation->rows, loop->loop->id);
        return true;
    }
    preparation->state = mark;
    preparation->scans--;
    return false;
}
