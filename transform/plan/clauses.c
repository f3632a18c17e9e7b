// Clauses that fix a part of the arrangement: mapping (the paper's table of thread-to-element mappings) and tile.
#include "frontend/directives/directive.h"
#include "transform/plan/arrange/arrange.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/plan/resources/resources.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

#include <string.h>

static const Clause *clause_of(const Plan *plan, ClauseKind kind)
{
    const Directive *directive = plan->directive;
    return directive ? directive_clause(directive, kind) : NULL;
}

// ---- mapping

static bool bind_both(Plan *plan, const Loop *loop, int64_t size, Binding block, Binding thread)
{
    return plan_tile(plan, loop->name, size) && plan_bind(plan, part_of_loop(loop->name, "tile"), block, 0) &&
           plan_bind(plan, part_of_loop(loop->name, "elem"), thread, 0);
}

// 2D-n: both loops are tiled; the number decides which grid and block dimension is for rows, and which for columns.
// Results of one dimension are one row: `rows` is NULL.
static bool map_plane(Plan *plan, const Loop *rows, const Loop *columns, Binding row_block, Binding row_thread)
{
    BlockShape shape = shape_for(plan, 2);
    bool x_rows = row_thread == BIND_THREAD_X;
    Binding column_block = row_block == BIND_BLOCK_X ? BIND_BLOCK_Y : BIND_BLOCK_X;
    Binding column_thread = x_rows ? BIND_THREAD_Y : BIND_THREAD_X;
    if (!rows)
        return bind_both(plan, columns, x_rows ? shape.y : shape.x, column_block, column_thread);
    if (!plan_tile(plan, rows->name, x_rows ? shape.x : shape.y) ||
        !plan_tile(plan, columns->name, x_rows ? shape.y : shape.x))
        return false;
    plan_interchange(plan, part_of_loop(rows->name, "elem"), part_of_loop(columns->name, "tile"));
    return plan_bind(plan, part_of_loop(rows->name, "tile"), row_block, 0) &&
           plan_bind(plan, part_of_loop(columns->name, "tile"), column_block, 0) &&
           plan_bind(plan, part_of_loop(rows->name, "elem"), row_thread, 0) &&
           plan_bind(plan, part_of_loop(columns->name, "elem"), column_thread, 0);
}

// 1D-1, 1D-2: a thread walks over the other loop alone.
static bool map_line(Plan *plan, const Loop *rows, const Loop *columns, bool over_rows)
{
    int64_t threads = shape_for(plan, 1).x;
    if (over_rows || !rows)
        return bind_both(plan, rows ? rows : columns, threads, BIND_BLOCK_X, BIND_THREAD_X);
    return plan_interchange(plan, rows->name, columns->name) &&
           bind_both(plan, columns, threads, BIND_BLOCK_X, BIND_THREAD_X);
}

// 1D-3, 1D-4: blocks along one loop, threads along the other, and each walks over the rest of both.
static bool map_cross(Plan *plan, const Loop *rows, const Loop *columns, bool blocks_over_rows)
{
    enum { ROWS_A_BLOCK = 4 };
    const Loop *blocks = blocks_over_rows ? rows : columns, *threads = blocks_over_rows ? columns : rows;
    if ((blocks && !plan_tile(plan, blocks->name, ROWS_A_BLOCK)) ||
        (threads && !plan_cyclic(plan, threads->name, shape_for(plan, 1).x)))
        return false;
    if (rows && !plan_interchange(plan, part_of_loop(rows->name, blocks_over_rows ? "elem" : "turn"),
                                  part_of_loop(columns->name, blocks_over_rows ? "worker" : "tile")))
        return false;
    return (!blocks || plan_bind(plan, part_of_loop(blocks->name, "tile"), BIND_BLOCK_X, 0)) &&
           (!threads || plan_bind(plan, part_of_loop(threads->name, "worker"), BIND_THREAD_X, 0));
}

// Loops outside of the last two: 2D mappings distribute the next one to blocks along z; all others go into the thread.
static bool place_outer(Plan *plan, const Loop *const *loops, int count, bool plane)
{
    int inside = plane && count > 2 ? count - 3 : count - 2;
    if (plane && count > 2 && !plan_bind(plan, loops[count - 3]->name, BIND_BLOCK_Z, 0))
        return false;
    for (int i = inside - 1; i >= 0; i--)
        for (int below = i + 1; below < count; below++)
            if (!plan_interchange(plan, loops[i]->name, loops[below]->name))
                return false;
    return true;
}

static bool map_by_name(Plan *plan, const char *name, const Loop *const *loops, int count)
{
    const Loop *rows = count > 1 ? loops[count - 2] : NULL, *columns = loops[count - 1];
    bool plane = name[0] == '2';
    if (!place_outer(plan, loops, count, plane))
        return false;
    if (!plane) {
        bool walks = name[3] == '1' || name[3] == '2';
        bool over_rows = name[3] == '1' || name[3] == '3';
        return walks ? map_line(plan, rows, columns, over_rows) : map_cross(plan, rows, columns, over_rows);
    }
    Binding block = name[3] == '1' || name[3] == '4' ? BIND_BLOCK_X : BIND_BLOCK_Y;
    Binding thread = name[3] == '1' || name[3] == '3' ? BIND_THREAD_X : BIND_THREAD_Y;
    return map_plane(plan, rows, columns, block, thread);
}

bool has_mapping_clause(const Plan *plan)
{
    return clause_of(plan, CLAUSE_MAPPING) != NULL;
}

ClauseOutcome arrange_by_mapping(Plan *plan, const Loop *const *loops, int count)
{
    const Clause *clause = clause_of(plan, CLAUSE_MAPPING);
    if (!clause)
        return CLAUSE_ABSENT;
    const Candidate *mark = plan->candidate;
    plan->mapped = true;
    if (map_by_name(plan, clause->word, loops, count))
        return CLAUSE_HONOURED;
    plan->candidate = mark;
    diag_refuse(plan->diag, clause->loc, "mapping(%s) refused: the loops cannot be arranged so", clause->word);
    plan->failed = true;
    return CLAUSE_REFUSED;
}

// ---- schedule

// The first step that is refused says why.
ClauseOutcome arrange_by_schedule(Plan *plan)
{
    const Candidate *candidate = plan->candidate;
    const Clause *clause = plan->directive != candidate->nest->directive ? clause_of(plan, CLAUSE_SCHEDULE) : NULL;
    const Schedule *schedule = clause ? schedule_parse(candidate->arena, plan->diag, clause->loc, clause->word) : NULL;
    plan->failed = plan->failed || (clause && !schedule);
    for (int i = 0; schedule && i < schedule->steps.count; i++) {
        const Step *step = &schedule->steps.items[i];
        StepResult result = candidate_step(plan->candidate, step);
        if (!result.candidate) {
            diag_repeat(plan->diag, result.refusal);
            diag_note(plan->diag, step->loc, "in this step of the schedule");
            plan->failed = true;
            return CLAUSE_REFUSED;
        }
        plan->candidate = result.candidate;
    }
    return clause ? CLAUSE_HONOURED : CLAUSE_ABSENT;
}

// ---- tile

int64_t clause_tile(Plan *plan, const Loop *loop, int position)
{
    const Clause *clause = clause_of(plan, CLAUSE_TILE);
    for (int i = 0; clause && i < clause->items.count; i++) {
        const ClauseItem *item = &clause->items.items[i];
        if (item->name ? strcmp(item->name, loop->name) != 0 : i != position)
            continue;
        plan->tiles_used |= i < 32 ? 1u << i : 0;
        return item->size;
    }
    return 0;
}

bool has_tile_clause(const Plan *plan)
{
    return clause_of(plan, CLAUSE_TILE) != NULL;
}

// ---- block

bool block_clause_allows(const Plan *plan, int64_t x, int64_t y, int64_t z)
{
    const Clause *clause = clause_of(plan, CLAUSE_BLOCK);
    const int64_t threads[] = {x, y, z};
    if (!clause)
        return true;
    if (clause->items.count == 1)
        return clause->items.items[0].size == x * y * z;
    for (int d = 0; d < 3; d++)
        if ((d < clause->items.count ? clause->items.items[d].size : 1) != threads[d])
            return false;
    return true;
}

// ---- what was not followed

typedef struct Blocks {
    const Plan *plan;
    const Stmt *nest;
    const Loop *other;  // the first whose blocks are others than the clause says
    int64_t threads[3]; // of these
} Blocks;

typedef struct Origin {
    LoopId id;
    bool found;
} Origin;

static bool look_for_origin(void *context, const Stmt *stmt)
{
    Origin *origin = context;
    origin->found = origin->found || (stmt->kind == ST_LOOP && stmt->loop->origin == origin->id);
    return !origin->found;
}

static bool look_at_blocks(void *context, const Stmt *stmt)
{
    Blocks *blocks = context;
    if (blocks->other || stmt->kind != ST_LOOP || !binding_is_concurrent(stmt->loop->binding))
        return !blocks->other;
    Origin origin = {stmt->loop->origin, false};
    stmt_walk(blocks->nest, look_for_origin, &origin);
    if (!origin.found)
        return false;
    int64_t threads[] = {1, 1, 1};
    Varying loops = varying_below(stmt);
    for (int i = 0; i < loops.count; i++) {
        const Loop *loop = loops.loops[i];
        if (!binding_is_thread(loop->binding))
            continue;
        int64_t extent = loop_constant_extent(blocks->plan->candidate->arena, blocks->plan->candidate->tree, loop->id),
                *most = &threads[binding_dimension(loop->binding)];
        *most = extent > *most ? extent : *most;
    }
    if (!block_clause_allows(blocks->plan, threads[0], threads[1], threads[2])) {
        blocks->other = stmt->loop;
        memcpy(blocks->threads, threads, sizeof threads);
    }
    return false;
}

static void refuse_block(Plan *plan, const Stmt *nest)
{
    const Clause *clause = clause_of(plan, CLAUSE_BLOCK);
    Blocks blocks = {.plan = plan, .nest = nest};
    if (!clause)
        return;
    stmt_walk(plan->candidate->tree, look_at_blocks, &blocks);
    if (!blocks.other)
        return;
    diag_refuse(plan->diag, clause->loc,
                "block refused: as it is arranged, loop '%s' has blocks of %lld x %lld x %lld threads",
                facts_loop(plan->candidate->facts, blocks.other->origin)->loop->name, (long long)blocks.threads[0],
                (long long)blocks.threads[1], (long long)blocks.threads[2]);
    plan->failed = true;
}

static void refuse_tiles(Plan *plan, const Stmt *nest)
{
    const Clause *clause = clause_of(plan, CLAUSE_TILE);
    for (int i = 0; clause && i < clause->items.count && !plan->failed; i++) {
        const ClauseItem *item = &clause->items.items[i];
        if (i < 32 && (plan->tiles_used & 1u << i))
            continue;
        if (plan->directive->from) { // of OpenACC, where it is a hint
            diag_warning(plan->diag, clause->loc, WARN_IGNORED_CLAUSE,
                         "'tile' has no effect: it does not fit the loops that become blocks and threads");
            return;
        }
        if (item->name && !stmt_find_loop_named(nest, item->name))
            diag_refuse(plan->diag, item->loc, "tile refused: the nest has no loop '%s'", item->name);
        else if (plan->mapped)
            diag_refuse(plan->diag, clause->loc,
                        "tile refused: a mapping says how many results a thread has; its block has a size by 'block'");
        else if (item->name)
            diag_refuse(plan->diag, item->loc, "tile refused: loop '%s' does not become blocks and threads",
                        item->name);
        else
            diag_refuse(plan->diag, clause->loc,
                        "tile refused: it gives %d sizes, but the loops that become blocks and threads need %d",
                        clause->items.count, __builtin_popcount(plan->tiles_used));
        plan->failed = true;
    }
}

void refuse_ignored_clauses(Plan *plan, const Stmt *nest)
{
    const Clause *mapping = clause_of(plan, CLAUSE_MAPPING);
    if (plan_is_concurrent(plan) && !plan->failed && mapping && !plan->mapped) {
        diag_refuse(plan->diag, mapping->loc, "mapping(%s) refused: the results do not move with a parallel loop",
                    mapping->word);
        plan->failed = true;
    }
    if (plan_is_concurrent(plan) && !plan->failed)
        refuse_tiles(plan, nest);
    if (plan_is_concurrent(plan) && !plan->failed)
        refuse_block(plan, nest);
    plan->mapped = false;
    plan->tiles_used = 0;
}

// ---- all nests

static bool decides(const Directive *directive)
{
    return directive && (directive_clause(directive, CLAUSE_MAPPING) || directive_clause(directive, CLAUSE_TILE) ||
                         directive_clause(directive, CLAUSE_BLOCK) || directive_clause(directive, CLAUSE_REDUCE) ||
                         directive_clause(directive, CLAUSE_SCHEDULE));
}

static bool find_deciding(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || decides(stmt->directive);
    return !*found;
}

bool clauses_decide(const Nest *nest)
{
    bool found = decides(nest->directive);
    stmt_walk(nest->body, find_deciding, &found);
    return found;
}
