// Scans in one pass (contract in arrange_scan.h).
#include "transform/plan/arrange/arrange_scan.h"
#include "transform/plan/plan_steps.h"
#include "transform/source/look_back.h"
#include "transform/source/scan.h"

enum { THREADS = 256, ROUNDS = 4, MOST_LANES = 4, VECTOR_BYTES = 16, FEW_VALUES = 2 };

typedef struct Widest {
    int64_t size;
} Widest;

static bool look_at_access(void *context, const Expr *expr)
{
    Widest *widest = context;
    if (expr->kind == EX_ACCESS && expr->array->space == SPACE_GLOBAL && expr->type->size > widest->size)
        widest->size = expr->type->size;
    return true;
}

bool look_back_step(const Candidate *state, const DividedScan *divided, Step *step)
{
    const Stmt *loop = divided->size == 1 ? look_back_loop(state->tree, divided) : NULL;
    if (!loop)
        return false;
    Widest widest = {1};
    stmt_walk_expressions(loop, look_at_access, &widest);
    int64_t lanes = VECTOR_BYTES / widest.size;
    *step = (Step){.kind = STEP_LOOK_BACK,
                   .loop = loop->loop->name,
                   .lanes = lanes > MOST_LANES ? MOST_LANES
                            : lanes < 1        ? 1
                                               : lanes,
                   .rounds = divided->count > FEW_VALUES ? ROUNDS / 2 : ROUNDS,
                   .threads = THREADS};
    while (step->lanes & (step->lanes - 1))
        step->lanes &= step->lanes - 1;
    return true;
}

void arrange_scans(Plan *plan)
{
    Step step;
    for (const DividedScan *divided = plan->candidate->divided; divided; divided = divided->next)
        if (look_back_step(plan->candidate, divided, &step))
            plan_try(plan, step);
}
