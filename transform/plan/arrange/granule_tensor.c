// Products of doubles by tensor cores (contract in granule_parts.h).
#include "transform/plan/arrange/granule_parts.h"
#include "transform/plan/clauses.h"
#include "transform/plan/plan_steps.h"
#include "transform/tree/loops.h"

#include <string.h>

// Terms of a product, and elements between the ends of rows of a tile: lanes of four neighbouring rows of it then meet
// different banks.
enum { TERMS = 4, PAD = 4 };

bool tensor_may_help(const Plan *plan, const Reuse *reuse, const TileShape *shape)
{
    const Candidate *state = plan->candidate;
    int threads = (int)(shape->y / shape->results_y * (shape->x / shape->results_x));
    return reuse->doubles && reuse->bytes.sums == 1 && !reuse->views && !state->exact && !state->plain &&
           !state->by_paper && block_clause_allows(plan, threads, 1, 1);
}

typedef struct Copies {
    Arena *arena;
    const char *name;
    VECTOR(const char *) names;
} Copies;

// i.group, i.group#2, i.group.load
static bool look_for_copy(void *context, const Stmt *stmt)
{
    Copies *copies = context;
    size_t length = strlen(copies->name);
    const char *name = stmt->kind == ST_LOOP ? stmt->loop->name : "";
    if (strncmp(name, copies->name, length) == 0 && (!name[length] || name[length] == '#' || name[length] == '.') &&
        stmt->loop->binding == BIND_SERIAL)
        VECTOR_PUSH(copies->arena, &copies->names, name);
    return true;
}

static void unroll_copies(Plan *plan, const char *name)
{
    Copies copies = {.arena = plan->candidate->arena, .name = name};
    stmt_walk(plan->candidate->tree, look_for_copy, &copies);
    FOR_EACH(i, &copies.names)
        plan_unroll(plan, copies.names.items[i]);
}

bool tensor_halves(Plan *plan, const Side *y, const Side *x, const char *const *results, TensorLoops *halves)
{
    const char *row = results[x->count], *column = results[0], *x_name = x->loop->name, *y_name = y->loop->name;
    *halves = (TensorLoops){part_of_loop(y_name, "half"), part_of_loop(x_name, "half")};
    Step columns = {.kind = STEP_TILE,
                    .loop = column,
                    .size = LANES / 2,
                    .outer = halves->columns,
                    .inner = part_of_loop(x_name, "pair")};
    Step rows = {
        .kind = STEP_TILE, .loop = row, .size = 2, .outer = part_of_loop(y_name, "pair"), .inner = halves->rows};
    if (!plan_try(plan, columns) || !plan_try(plan, rows))
        return false;
    const char *made[] = {columns.outer, columns.inner, rows.outer, rows.inner};
    for (int i = 0; i < 4; i++)
        if (!plan_unroll(plan, made[i]))
            return false;
    for (int i = 0; i < x->count + y->count; i++)
        unroll_copies(plan, i < x->count ? x->parts[i] : y->parts[i - x->count]);
    return true;
}

// Rows of results may lie in a tile as they lie in memory; columns are neighbours in it.
static bool stage_operand(Plan *plan, const Reuse *reuse, int operand, LoopId serial, const char *at)
{
    bool walks = access_walks(plan->candidate->facts, reuse->operands[operand], serial);
    Step step = {.kind = STEP_STAGE,
                 .array = reuse->operands[operand]->array->name,
                 .space = SPACE_SHARED,
                 .loop = at,
                 .transpose = walks && !reuse->stays_along_x[operand],
                 .pad = PAD};
    step.wide = !step.transpose;
    if (step.wide && plan_try(plan, step))
        return true;
    step.wide = false;
    return plan_try(plan, step);
}

bool tensor_products(Plan *plan, const Reuse *reuse, const Loop *serial, const TensorLoops *halves, int stages)
{
    const char *tile = part_of_loop(serial->name, "tile"), *step = part_of_loop(serial->name, "step");
    Step divide = {.kind = STEP_TILE,
                   .loop = part_of_loop(serial->name, "elem"),
                   .size = TERMS,
                   .outer = part_of_loop(serial->name, "quad"),
                   .inner = step};
    if (!plan_try(plan, divide) || !plan_unroll(plan, divide.outer))
        return false;
    for (int i = 0; i < reuse->count; i++)
        if (!stage_operand(plan, reuse, i, serial->origin, tile))
            return false;
    Step products = {.kind = STEP_TENSOR, .loop = step, .other = halves->rows, .third = halves->columns};
    return plan_try(plan, products) && plan_try(plan, (Step){.kind = STEP_PIPELINE, .loop = tile, .stages = stages});
}
