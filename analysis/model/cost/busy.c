#include "analysis/model/cost/busy.h"

#include "analysis/model/cost/counter.h"

static bool find_global(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || (expr->kind == EX_ACCESS && expr->array->space <= SPACE_SCRATCH);
    return !*found;
}

static bool is_work(const Stmt *stmt)
{
    bool found = stmt->kind == ST_EVALUATE || stmt->kind == ST_WHILE;
    stmt_expressions(stmt, find_global, &found);
    return found;
}

static bool works(Counter *counter, const Stmt *stmt);

static bool works_in_iteration(Counter *counter, const Stmt *stmt, const Trips *trips, int64_t k)
{
    uint32_t active = counter->active;
    Form number = form_constant(k), value = form_add(&trips->lower, &number, trips->step);
    counter_set(counter, stmt->loop->iterator, &value);
    for (int i = 0; i < WARP_SIZE; i++)
        if (trips->lane[i] <= k)
            counter->active &= ~((uint32_t)1 << i);
    bool found = counter->active && works(counter, stmt->body);
    counter->active = active;
    return found;
}

// By the first and the last iteration.
static bool works_in_loop(Counter *counter, const Stmt *stmt)
{
    Trips trips = counter_trips(counter, stmt->loop);
    return works_in_iteration(counter, stmt, &trips, 0) ||
           (trips.most > 1 && works_in_iteration(counter, stmt, &trips, trips.most - 1));
}

static bool works_on_side(Counter *counter, const Stmt *stmt, uint32_t lanes)
{
    uint32_t active = counter->active;
    counter->active = lanes;
    bool found = stmt && lanes && works(counter, stmt);
    counter->active = active;
    return found;
}

static bool works_in_branch(Counter *counter, const Stmt *stmt)
{
    Form condition = counter_value(counter, stmt->condition);
    uint32_t yes = counter_lanes(counter, &condition);
    uint32_t no = condition.known ? counter->active & ~yes : counter->active;
    return works_on_side(counter, stmt->body, yes) || works_on_side(counter, stmt->otherwise, no);
}

static void keep_index(Counter *counter, const Symbol *symbol, const Expr *value)
{
    if (!value || !type_is_integer(symbol->type))
        return;
    Form form = counter_value(counter, value);
    counter_set(counter, symbol, &form);
}

static bool works(Counter *counter, const Stmt *stmt)
{
    if (is_work(stmt))
        return true;
    for (int i = 0; stmt->kind == ST_BLOCK && i < stmt->nitems; i++)
        if (works(counter, stmt->items[i]))
            return true;
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        keep_index(counter, stmt->symbol, stmt->value);
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->op == OP_NONE)
        keep_index(counter, stmt->place->symbol, stmt->value);
    return stmt->kind == ST_LOOP ? works_in_loop(counter, stmt)
           : stmt->kind == ST_IF ? works_in_branch(counter, stmt)
                                 : false;
}

uint32_t busy_warps(Arena *arena, const Stmt *kernel, const KernelShape *shape, const MappingSizes *sizes,
                    const int64_t *block)
{
    Variables variables = {0};
    Counter *counter = counter_new(arena, shape, sizes, &variables);
    int64_t warps = (shape->block[0] * shape->block[1] * shape->block[2] + WARP_SIZE - 1) / WARP_SIZE;
    uint32_t busy = 0;
    for (int64_t warp = 0; warp < warps && warp < 32; warp++) {
        counter_stand(counter, block, warp);
        busy |= works(counter, kernel->body) ? (uint32_t)1 << warp : 0;
    }
    return busy;
}
