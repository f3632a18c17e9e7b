#include "analysis/model/cost/counter.h"

// ---- the present batch

static void add_batch(Counter *counter, uint64_t groups, double times)
{
    WarpCounts *counts = &counter->counts;
    counts->rounds += times;
    FOR_EACH(i, &counts->batches)
        if (counts->batches.items[i].groups == groups) {
            counts->batches.items[i].times += times;
            return;
        }
    Batch batch = {groups, times};
    VECTOR_PUSH(counter->arena, &counts->batches, batch);
}

void counter_end_round(Counter *counter, double unrolled)
{
    if (counter->pending)
        add_batch(counter, counter->batch, counter->weight / unrolled);
    counter->pending = 0;
    counter->batch = 0;
    for (int i = 0; i < counter->ntouches; i++)
        counter->touches[i].waits = false;
}

void counter_pend(Counter *counter, int group)
{
    counter->pending++;
    counter->batch |= (uint64_t)1 << (group < UNKNOWN_GROUP ? group : UNKNOWN_GROUP);
}

// ---- loads that follow a store

static int64_t factor_of(const Form *form, int variable)
{
    for (int t = 0; t < form->count; t++)
        if (form->terms[t].variable == variable)
            return form->terms[t].factor;
    return 0;
}

// Neither can be moved over the other. Kernels get their arrays as restricted pointers, so different arrays are apart.
// In one array the compiler sees that addresses are apart if they differ by a constant.
static bool may_overlap(const Touch *store, const Touch *load)
{
    return store->array == load->array &&
           (!store->form.known || !load->form.known || !form_same_terms(&store->form, &load->form));
}

// Addresses that differ by a constant: whether an iteration loads what one of the few before it stores. An element that
// all iterations store is in a register meanwhile.
static bool is_carried(const Touch *store, const Touch *load, int variable, double unrolled)
{
    int64_t factor = factor_of(&store->form, variable);
    if (store->array != load->array || !factor)
        return false;
    for (int64_t later = 1; (double)later < unrolled; later++) {
        int64_t distance = load->form.constant + later * factor - store->form.constant;
        if (distance < store->width && -distance < load->width)
            return true;
    }
    return false;
}

void counter_touch(Counter *counter, const Array *array, const Form *form, int64_t width, bool writes)
{
    Touch touch = {.array = array, .form = *form, .width = width, .writes = writes};
    touch.waits = writes && counter->pending > 0;
    for (int i = 0; !writes && i < counter->ntouches; i++)
        if (counter->touches[i].waits && may_overlap(&counter->touches[i], &touch))
            counter_end_round(counter, 1);
    if (counter->ntouches < MOST_TOUCHES)
        counter->touches[counter->ntouches++] = touch;
}

bool counter_is_chained(const Counter *counter, int variable, double unrolled)
{
    bool chained = false;
    for (int s = 0; s < counter->ntouches; s++)
        for (int l = 0; counter->touches[s].writes && l < counter->ntouches; l++) {
            const Touch *store = &counter->touches[s], *load = &counter->touches[l];
            if (!load->writes)
                chained = chained || may_overlap(store, load) || is_carried(store, load, variable, unrolled);
        }
    return chained;
}
