#include "analysis/model/cost/count_index.h"
#include "analysis/model/cost/counter.h"

#include <string.h>

// Loads that a warp has under way before it uses the first one: as many as the compiler's registers hold, whatever is
// independent (ptxas 13 for sm_90: 16 to 24).
static const double IN_FLIGHT = 16;

// Clocks from an instruction to one that uses its result (of Volta and later: Z. Jia and others, "Dissecting the NVIDIA
// Volta GPU architecture via microbenchmarking", 2018).
static const double DEPENDENT = 4;

// ---- the present batch

static void add_batch(Counter *counter, const Batch *added)
{
    WarpCounts *counts = &counter->counts;
    counts->rounds += added->times;
    FOR_EACH(i, &counts->batches)
        if (memcmp(counts->batches.items[i].loads, added->loads, sizeof added->loads) == 0) {
            counts->batches.items[i].times += added->times;
            return;
        }
    VECTOR_PUSH(counter->arena, &counts->batches, *added);
}

void counter_end_round(Counter *counter, double unrolled)
{
    double loads = counter->pending.loads * unrolled, rounds = loads > IN_FLIGHT ? loads / IN_FLIGHT : 1;
    Batch batch = {.times = counter->weight / unrolled * rounds};
    for (int g = 0; g <= UNKNOWN_GROUP; g++)
        batch.loads[g] = (float)(counter->pending.of_group[g] * unrolled / rounds);
    double together = loads > IN_FLIGHT ? IN_FLIGHT : loads;
    counter->most_pending = together > counter->most_pending ? together : counter->most_pending;
    if (counter->pending.loads)
        add_batch(counter, &batch);
    counter->pending = (Pending){.ended = counter->pending.ended + 1};
    for (int i = 0; i < counter->ntouches; i++)
        counter->touches[i].waits = false;
}

void counter_pend(Counter *counter, int group)
{
    counter->pending.loads++;
    counter->pending.of_group[group <= LOCAL_GROUP ? group : UNKNOWN_GROUP]++;
}

void counter_leave(Counter *counter, const Pending *before)
{
    bool whole = counter->pending.ended == before->ended;
    Pending own = counter->pending;
    own.loads -= whole ? before->loads : 0;
    for (int g = 0; whole && g <= UNKNOWN_GROUP; g++)
        own.of_group[g] -= before->of_group[g];
    if (!own.loads)
        return;
    counter->pending = own;
    counter_end_round(counter, 1);
    if (!whole)
        return;
    int64_t ended = counter->pending.ended;
    counter->pending = *before;
    counter->pending.ended = ended;
    counter_end_round(counter, 1);
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
    touch.waits = writes && counter->pending.loads > 0;
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

// ---- instructions that wait for one another

void counter_result(Counter *counter, const Array *array, const Form *place)
{
    enum { MOST = sizeof counter->results.places / sizeof *counter->results.places };
    uint64_t key = counter_key((uint64_t)(uintptr_t)array, place);
    for (int i = 0; i < counter->results.count; i++)
        if (counter->results.places[i] == key)
            return;
    if (counter->results.count < MOST)
        counter->results.places[counter->results.count++] = key;
}

void counter_wait(Counter *counter)
{
    double all = count_instructions(&counter->counts), apart = counter->results.count ? counter->results.count : 1;
    counter->counts.clocks += (all - counter->waited) * DEPENDENT / apart;
    counter->waited = all;
}
