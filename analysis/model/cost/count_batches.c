#include "analysis/model/cost/count_index.h"
#include "analysis/model/cost/count_batches.h"
#include "analysis/model/cost/unrolled.h"

// Loads that a warp has under way before it uses the first one: as many as the compiler's registers hold, whatever is
// independent (ptxas 13 for sm_90: 16 to 24).
static const double IN_FLIGHT = 16;

// Clocks from an instruction to one that uses its result (of Volta and later: Z. Jia and others, "Dissecting the NVIDIA
// Volta GPU architecture via microbenchmarking", 2018).
static const double DEPENDENT = 4;

// ---- the present batch

static bool has_loads(const Batch *batch, const Batch *other)
{
    for (size_t i = 0; i < sizeof batch->loads / sizeof *batch->loads; i++)
        if (batch->loads[i] != other->loads[i])
            return false;
    return true;
}

static void add_batch(Counter *counter, const Batch *added)
{
    WarpCounts *counts = &counter->counts;
    counts->rounds += added->times;
    FOR_EACH(i, &counts->batches)
        if (has_loads(&counts->batches.items[i], added)) {
            counts->batches.items[i].times += added->times;
            return;
        }
    VECTOR_PUSH(counter->arena, &counts->batches, *added);
}

static void end_batch(Counter *counter, const float *of_group, double each, double unrolled)
{
    double loads = each * unrolled, rounds = loads > IN_FLIGHT ? loads / IN_FLIGHT : 1;
    Batch batch = {.times = counter->weight / unrolled * rounds};
    for (int g = 0; g <= UNKNOWN_GROUP; g++)
        batch.loads[g] = (float)(of_group[g] * unrolled / rounds);
    double together = loads > IN_FLIGHT ? IN_FLIGHT : loads;
    counter->most_pending = together > counter->most_pending ? together : counter->most_pending;
    if (each > 0)
        add_batch(counter, &batch);
    if (each > 0)
        counter->pieces.array = NULL; // stores before and after are apart
}

void counter_end_round(Counter *counter, double unrolled)
{
    counter_end_iteration(counter, unrolled, unrolled);
}

void counter_end_iteration(Counter *counter, double unrolled, double indirect_unrolled)
{
    const Pending *pending = &counter->pending;
    float indirect[UNKNOWN_GROUP + 1] = {0};
    indirect[UNKNOWN_GROUP] = (float)pending->indirect;
    end_batch(counter, pending->of_group, pending->loads, unrolled);
    end_batch(counter, indirect, pending->indirect, indirect_unrolled);
    counter->pending = (Pending){.ended = counter->pending.ended + 1};
    for (int i = 0; i < counter->ntouches; i++)
        counter->touches[i].waits = false;
}

void counter_split(Counter *counter)
{
    Results results = counter->results;
    if (counter->pending.loads > 0 || counter->pending.indirect > 0)
        counter_end_round(counter, 1);
    counter->results.count = 0;
    counter_wait(counter);
    counter->results = results;
    counter->pieces.array = NULL;
    counter->splits++;
}

void counter_pend(Counter *counter, int group)
{
    counter->pending.loads++;
    counter->pending.of_group[group <= LOCAL_GROUP ? group : UNKNOWN_GROUP]++;
}

void counter_pend_indirect(Counter *counter)
{
    counter->pending.indirect++;
}

void counter_leave(Counter *counter, const Pending *before)
{
    bool whole = counter->pending.ended == before->ended;
    Pending own = counter->pending;
    own.loads -= whole ? before->loads : 0;
    own.indirect -= whole ? before->indirect : 0;
    for (int g = 0; whole && g <= UNKNOWN_GROUP; g++)
        own.of_group[g] -= before->of_group[g];
    if (!own.loads && !own.indirect)
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

static bool is_stored(const Counter *counter, const Array *array)
{
    FOR_EACH(i, &counter->stored)
        if (counter->stored.items[i] == array)
            return true;
    return false;
}

// Neither can be moved over the other. Loads of arrays that the kernel only reads go through the read-only cache, and
// move over all stores. The others move over no store to another array: ptxas does not know that pointers are
// restricted (nvcc 13 for sm_90). In one array it sees that addresses are apart if they differ by a constant.
static bool may_overlap(const Counter *counter, const Touch *store, const Touch *load)
{
    if (store->array != load->array)
        return is_stored(counter, load->array);
    return !store->form.known || !load->form.known || !form_same_terms(&store->form, &load->form);
}

// An element that the present iteration has stored, and that is not in a register: a branch is around the store.
static bool is_same_place(const Touch *store, const Touch *load)
{
    int64_t distance = load->form.constant - store->form.constant;
    return store->array == load->array && store->form.known && load->form.known &&
           form_same_terms(&store->form, &load->form) && distance < store->width && -distance < load->width;
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
    Touch touch = {
        .array = array, .form = *form, .width = width, .writes = writes, .branches = counter->branches, .group = -1};
    touch.waits = writes && (counter->pending.loads > 0 || counter->pending.indirect > 0);
    for (int i = 0; !writes && i < counter->ntouches; i++) {
        const Touch *store = &counter->touches[i];
        if (store->waits && (may_overlap(counter, store, &touch) || is_same_place(store, &touch)))
            counter_end_round(counter, 1);
    }
    touch.batch = counter->pending.ended;
    if (counter->ntouches < MOST_TOUCHES)
        counter->touches[counter->ntouches++] = touch;
}

void counter_touched(Counter *counter, int group, double sectors, double units, double lines)
{
    Touch *touch = counter->touches + (counter->ntouches > 0 ? counter->ntouches - 1 : 0);
    if (!counter->ntouches || touch->group >= 0) // there was no room for it
        return;
    touch->group = group;
    touch->sectors = sectors;
    touch->units = units;
    touch->lines = lines;
}

// How many iterations before this one the element was loaded, or stored, for certain; 0: the compiler cannot tell.
static int iterations_since(const Counter *counter, const Touch *load, int variable, int merged, bool *stored)
{
    int64_t factor = factor_of(&load->form, variable);
    int since = 0;
    for (int t = 0; factor && t < counter->ntouches; t++) {
        const Touch *touch = &counter->touches[t];
        if (touch->writes && touch->array == load->array && may_overlap(counter, touch, load))
            return 0;
        int64_t distance = touch->array == load->array && touch->form.known && touch->width == load->width &&
                                   form_same_terms(&touch->form, &load->form)
                               ? touch->form.constant - load->form.constant
                               : 0;
        bool before = distance / factor >= 1 && distance / factor < merged && distance % factor == 0;
        if (!before || touch->branches > counter->branches)
            continue;
        int own = (int)(distance / factor);
        *stored = since && since < own ? *stored : touch->writes || (since == own && *stored);
        since = since && since < own ? since : own;
    }
    return since;
}

bool counter_forward(Counter *counter, int variable, int merged, double part)
{
    WarpCounts *counts = &counter->counts;
    bool any = false;
    for (int t = 0; t < counter->ntouches; t++) {
        Touch *load = &counter->touches[t];
        bool stored = false;
        int since = load->writes || load->group < 0 ? 0 : iterations_since(counter, load, variable, merged, &stored);
        if (!since)
            continue;
        double fewer = part * (merged - since) / merged, times = fewer * counter->weight;
        AccessGroup *group = &counts->groups.items[load->group];
        any = any || stored;
        load->forwarded = true;
        counts->memory -= times;
        counts->l1_wavefronts -= times * load->lines;
        group->requests -= times;
        group->sectors -= times * load->sectors;
        group->units -= times * load->units;
        if (load->batch != counter->pending.ended)
            continue;
        counter->pending.loads -= fewer;
        counter->pending.of_group[load->group < LOCAL_GROUP ? load->group : UNKNOWN_GROUP] -= (float)fewer;
    }
    return any;
}

// Both move with the iterations, by a distance that the compiler does not know.
static bool moves_unknown(const Touch *store, const Touch *load, const Stmt *loop, int variable)
{
    return store->array == load->array && factor_of(&store->form, variable) && factor_of(&load->form, variable) &&
           moves_by_unknown(loop, store->array);
}

bool counter_is_chained(const Counter *counter, const Stmt *loop, int variable, double unrolled, bool indirect)
{
    bool chained = false;
    for (int s = 0; s < counter->ntouches; s++)
        for (int l = 0; counter->touches[s].writes && l < counter->ntouches; l++) {
            const Touch *store = &counter->touches[s], *load = &counter->touches[l];
            if (!load->writes && !load->forwarded && load->form.known != indirect)
                chained = chained || may_overlap(counter, store, load) || is_carried(store, load, variable, unrolled) ||
                          moves_unknown(store, load, loop, variable);
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
