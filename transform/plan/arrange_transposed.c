// Operands that no arrangement coalesces together with the results (a transpose): tiles of them are read along their own rows
// into shared memory, and used from there along the other direction.
#include "transform/plan/planner.h"

enum { TILE = 32, ROWS = 8, PAD = 1 }; // a warp's lanes; rows of threads; an element more, so that columns spread over the banks

static bool walks_along(const Plan *plan, const Access *access, const Loop *loop)
{
    int64_t distance;
    StrideKind stride = access_stride(plan->state->facts, access, loop->origin, &distance);
    return stride == STRIDE_CONSTANT && (distance == 1 || distance == -1);
}

// Read-only arrays whose elements lie side by side along y, and apart along x.
static int find_operands(const Plan *plan, const Stmt *root, const Loop *y, const Loop *x, const Array **operands)
{
    const Facts *facts = plan->state->facts;
    int count = 0;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        const ArrayFact *array = access->array ? facts_array(facts, access->array) : NULL;
        int64_t distance;
        bool staged = array && !array->written && access->affine && holds_statement(root, access->stmt->id) &&
                      walks_along(plan, access, y) && access_stride(facts, access, x->origin, &distance) != STRIDE_ZERO &&
                      !walks_along(plan, access, x);
        for (int k = 0; k < count; k++)
            staged = staged && operands[k] != access->array;
        if (staged && count < MAX_DIMS)
            operands[count++] = access->array;
    }
    return count;
}

static bool make_tiles(Plan *plan, const Loop *outer, const Loop *inner, const Loop *y, const Loop *x)
{
    const char *outer_elem = part_of_loop(outer->name, "elem"), *inner_tile = part_of_loop(inner->name, "tile");
    const char *y_thread = part_of_loop(y->name, "thread"), *y_reg = part_of_loop(y->name, "reg");
    Step rows = {.kind = STEP_STRIDE, .target = part_of_loop(y->name, "elem"), .size = ROWS, .outer = y_thread, .inner = y_reg};
    return plan_tile(plan, outer->name, TILE) && plan_tile(plan, inner->name, TILE) &&
           plan_interchange(plan, outer_elem, inner_tile) && plan_try(plan, rows) &&
           (y == inner || plan_interchange(plan, y_reg, part_of_loop(x->name, "elem"))) &&
           plan_bind(plan, part_of_loop(y->name, "tile"), BIND_BLOCK_Y, 0) &&
           plan_bind(plan, part_of_loop(x->name, "tile"), BIND_BLOCK_X, 0) && plan_bind(plan, y_thread, BIND_THREAD_Y, 0) &&
           plan_bind(plan, part_of_loop(x->name, "elem"), BIND_THREAD_X, 0);
}

bool arrange_transposed(Plan *plan, const Stmt *root, const Loop *outer, const Loop *inner, const Loop *x, const Loop *batch)
{
    const Loop *y = x == inner ? outer : inner;
    const Array *operands[MAX_DIMS];
    int count = find_operands(plan, root, y, x, operands);
    PlanMark mark = plan_mark(plan);
    bool staged = count > 0 && (!batch || plan_bind(plan, batch->name, BIND_BLOCK_Z, 0)) && make_tiles(plan, outer, inner, y, x);
    const char *innermost = y == inner ? part_of_loop(y->name, "thread") : part_of_loop(x->name, "elem");
    for (int i = 0; staged && i < count; i++)
        staged = plan_try(plan, (Step){.kind = STEP_STAGE, .target = operands[i]->name, .space = SPACE_SHARED, .second = innermost, .size = PAD});
    if (!staged) {
        plan_return(plan, mark);
        return false;
    }
    plan_unroll(plan, part_of_loop(y->name, "reg"));
    return true;
}
