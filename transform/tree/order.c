// Whether loops may stand in an order and run concurrently: paths of loops, turned into the questions that
// analysis answers (contract in tree.h).
#include "transform/tree/tree.h"

uint64_t reorderable(const Restructuring *state)
{
    uint64_t mask = 0;
    FOR_EACH(i, &state->facts->reductions) {
        const Reduction *reduction = &state->facts->reductions.items[i];
        if (i < 64 && !(state->exact && reduction->reassociates))
            mask |= UINT64_C(1) << i;
    }
    return mask;
}

// A loop as it would stand.
typedef struct Standing {
    const Loop *loop;
    Binding binding;
} Standing;

typedef struct Order {
    const Restructuring *state;
    OrderChange change;
    LoopId through;
    uint64_t relaxed;
    Standing path[2 * MAX_DEPTH];
    int count;
    const Dependence *violation;
} Order;

static void apply_change(const OrderChange *change, Standing *path, int count)
{
    for (int i = 0; i < count; i++) {
        if (path[i].loop->id == change->bound)
            path[i].binding = change->binding;
        if (i + 1 < count && path[i].loop->id == change->swapped[0] && path[i + 1].loop->id == change->swapped[1]) {
            Standing outer = path[i];
            path[i] = path[i + 1];
            path[i + 1] = outer;
            i++;
        }
    }
}

static int first_concurrent(const Standing *path, int count)
{
    for (int i = 0; i < count; i++)
        if (binding_is_concurrent(path[i].binding))
            return i;
    return count;
}

// A serial part that stands outside of a concurrent one in a kernel is not waited for: the question is asked as if it
// were concurrent too.
static bool counts_as_concurrent(const Standing *path, int count, int kernel, int at)
{
    if (binding_is_concurrent(path[at].binding))
        return true;
    for (int i = at + 1; i < count && at >= kernel; i++)
        if (path[i].loop->origin == path[at].loop->origin && binding_is_concurrent(path[i].binding))
            return true;
    return false;
}

static void push_order(const Standing *path, int count, int at, bool concurrent, OrderLoop *order, int *length)
{
    OrderLoop item = {.origin = path[at].loop->origin, .concurrent = concurrent, .cyclic = path[at].loop->cyclic};
    for (int i = 0; i < count; i++) {
        if (path[i].loop->origin != item.origin)
            continue;
        item.part += i < at;
        item.parts++;
    }
    order[(*length)++] = item;
}

static void ask(Order *order)
{
    Standing path[2 * MAX_DEPTH];
    OrderLoop loops[2 * MAX_DEPTH];
    int length = 0;
    for (int i = 0; i < order->count; i++)
        path[i] = order->path[i];
    apply_change(&order->change, path, order->count);
    int kernel = first_concurrent(path, order->count);
    for (int i = 0; i < kernel; i++)
        push_order(path, order->count, i, false, loops, &length);
    for (int concurrent = 1; concurrent >= 0; concurrent--)
        for (int i = kernel; i < order->count; i++)
            if (counts_as_concurrent(path, order->count, kernel, i) == concurrent)
                push_order(path, order->count, i, concurrent, loops, &length);
    order->violation = depend_violation(order->state->facts, loops, length, order->relaxed);
}

static bool passes_through(const Order *order)
{
    for (int i = 0; i < order->count; i++)
        if (order->path[i].loop->id == order->through)
            return true;
    return order->through == 0;
}

// Visits every loop with the path that leads to it.
static void walk(Order *order, const Stmt *at)
{
    if (!at || order->violation)
        return;
    bool is_loop = at->kind == ST_LOOP && at->loop->origin != 0;
    if (is_loop) {
        if (order->count == 2 * MAX_DEPTH)
            return;
        order->path[order->count++] = (Standing){at->loop, at->loop->binding};
        if (passes_through(order))
            ask(order);
    }
    for (int i = 0; i < at->nitems; i++)
        walk(order, at->items[i]);
    walk(order, at->body);
    walk(order, at->otherwise);
    order->count -= is_loop;
}

const Dependence *order_violation(const Restructuring *state, const Stmt *root, LoopId loop, OrderChange change,
                                  uint64_t relaxed)
{
    Order order = {.state = state, .change = change, .through = loop, .relaxed = relaxed};
    walk(&order, root);
    return order.violation;
}
