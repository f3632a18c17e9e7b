#include "analysis/model/cost/count_index.h"
#include "analysis/model/cost/count_batches.h"
#include "analysis/model/cost/count_sectors.h"

#include "analysis/model/address.h"

#include <stdlib.h>

enum { MOST_CONSTANTS = 512 };

// ---- addresses

static bool extent_value(const Counter *counter, const Expr *expr, int64_t *value)
{
    return expr && address_evaluate(expr, counter->sizes, value);
}

// The way into a struct element, in bytes.
static Form path_offset(Counter *counter, const Expr *access)
{
    Form offset = form_constant(0);
    for (int p = 0; p < access->npath; p++) {
        const Member *member = &access->path[p];
        Form index = form_constant(0), start = form_constant(member->field->offset);
        for (int d = 0; d < member->field->ndim; d++) {
            Form subscript = counter_value(counter, member->subscripts[d]);
            form_scale_by(&index, member->field->extent[d]);
            form_add_to(&index, &subscript, 1);
        }
        form_add_to(&offset, &start, 1);
        form_add_to(&offset, &index, member->field->type->size);
    }
    return offset;
}

typedef struct Subscripts {
    Form form[MAX_DIMS];
    int64_t extent[MAX_DIMS];
} Subscripts;

static void find_place(Counter *counter, const Expr *access, Subscripts *subscripts, Form *place)
{
    const Array *array = access->array;
    place->known = true;
    place->count = 0;
    place->constant = 0;
    for (int d = 0; d < array->ndim; d++) {
        Form *subscript = &subscripts->form[d];
        int64_t *extent = &subscripts->extent[d];
        Form value = counter_value(counter, access->operands[d]);
        form_copy(subscript, &value);
        *extent = 0;
        if (d > 0 && !extent_value(counter, array->extent[d], extent))
            subscript->known = false;
        *extent += d == array->ndim - 1 && d > 0 ? array->pad : 0;
        if (d > 0)
            form_scale_by(place, *extent);
        form_add_to(place, subscript, 1);
    }
    form_scale_by(place, array->element->size);
    if (access->npath) {
        Form path = path_offset(counter, access);
        form_add_to(place, &path, 1);
    }
}

Form counter_address(Counter *counter, const Expr *access)
{
    Subscripts subscripts;
    Form place;
    find_place(counter, access, &subscripts, &place);
    return form_copied(&place);
}

static int64_t bytes_of_lane(const Expr *access, int64_t elements)
{
    return elements * (access->npath ? access->type->size : access->array->element->size);
}

// ---- what is in registers

// With which loops of the thread the place moves. A part of an index may move with any of them.
static uint64_t moving_loops(const Counter *counter, const Form *form)
{
    uint64_t loops = 0;
    for (int t = 0; t < form->count; t++) {
        int variable = form->terms[t].variable;
        bool part = counter->variables->items[variable].kind == VARIABLE_PART;
        for (int d = 0; d < counter->nloops; d++)
            loops |= (uint64_t)(part || counter->loops[d] == variable) << d;
    }
    return loops;
}

static Loaded *find_loaded(Counter *counter, const Array *array, int64_t first, int64_t last)
{
    for (int i = 0; i < counter->nloaded; i++) {
        Loaded *loaded = &counter->loaded[i];
        if (loaded->array == array && loaded->first == first && loaded->last == last)
            return loaded;
    }
    return NULL;
}

static Loaded *remember(Counter *counter, const Array *array, const Form *form, const int64_t *lane, int64_t width)
{
    int first = __builtin_ctz(counter->active), last = 31 - __builtin_clz(counter->active);
    int64_t now = counter->lives.count;
    Life life = {now, now, (width + 3) / 4};
    Loaded *loaded = &counter->loaded[counter->next_loaded];
    *loaded = (Loaded){.array = array,
                       .first = lane[first],
                       .last = lane[last],
                       .branches = counter->branches,
                       .loops = moving_loops(counter, form),
                       .life = (int)now,
                       .constant = form->constant,
                       .width = width};
    VECTOR_PUSH(counter->arena, &counter->lives, life);
    counter->next_loaded = (counter->next_loaded + 1) % MOST_LOADED;
    counter->nloaded += counter->nloaded < MOST_LOADED;
    return loaded;
}

static bool is_loaded(Counter *counter, const Array *array, const int64_t *lane)
{
    int first = __builtin_ctz(counter->active), last = 31 - __builtin_clz(counter->active);
    const Loaded *loaded = find_loaded(counter, array, lane[first], lane[last]);
    if (loaded)
        counter->lives.items[loaded->life].last = counter->lives.count;
    return loaded != NULL;
}

int counter_held(Counter *counter)
{
    int64_t held = 0, most = 0, *change = ARENA_ARRAY(counter->arena, int64_t, counter->lives.count + 1);
    FOR_EACH(i, &counter->lives) {
        const Life *life = &counter->lives.items[i];
        change[life->born] += life->last > life->born ? life->words : 0;
        change[life->last] -= life->last > life->born ? life->words : 0;
    }
    FOR_EACH(i, &counter->lives) {
        held += change[i];
        most = held > most ? held : most;
    }
    return (int)most;
}

static void keep(Counter *counter, int kept)
{
    counter->nloaded = kept;
    counter->next_loaded = kept % MOST_LOADED;
}

void counter_forget(Counter *counter)
{
    int kept = 0;
    for (int i = 0; i < counter->nloaded; i++)
        if (counter->loaded[i].array->is_const)
            counter->loaded[kept++] = counter->loaded[i];
    keep(counter, kept);
}

// Another element of the same array: its address differs by a constant.
static bool is_apart(const Loaded *loaded, const Form *form, int64_t width)
{
    int64_t distance = form->constant - loaded->constant;
    return distance >= loaded->width || -distance >= width;
}

// A store of the same element follows, as often, and nothing has loaded it between them: the first one is left out.
static void leave_out(Counter *counter, const Loaded *loaded)
{
    WarpCounts *counts = &counter->counts;
    AccessGroup *group = &counts->groups.items[loaded->group];
    counts->memory -= loaded->stored;
    counts->l1_wavefronts -= loaded->stored * loaded->lines;
    group->requests -= loaded->stored;
    group->sectors -= loaded->stored * loaded->sectors;
    group->units -= loaded->stored * loaded->units;
}

void counter_sink_stores(Counter *counter, int branches)
{
    for (int i = 0; i < counter->nloaded; i++) {
        Loaded *loaded = &counter->loaded[i];
        bool moves = loaded->loops >> (counter->nloops - 1) != 0;
        if (moves || loaded->branches != branches || loaded->group < 0 || loaded->stored != counter->weight)
            continue;
        leave_out(counter, loaded);
        loaded->stored = 0;
    }
}

// What a store to that place may change is forgotten.
static void forget_stored(Counter *counter, const Array *array, const Form *form, const int64_t *lane, int64_t width)
{
    int kept = 0, first = __builtin_ctz(counter->active), last = 31 - __builtin_clz(counter->active);
    for (int i = 0; i < counter->nloaded; i++) {
        const Loaded *loaded = &counter->loaded[i];
        bool near = loaded->array == array && loaded->group >= 0 &&
                    form_same_terms(&counter->counts.groups.items[loaded->group].form, form);
        bool same = near && loaded->first == lane[first] && loaded->last == lane[last] && loaded->width == width;
        if (same && loaded->branches == counter->branches && loaded->stored == counter->weight)
            leave_out(counter, loaded);
        if (loaded->array != array || (near && is_apart(loaded, form, width)))
            counter->loaded[kept++] = *loaded;
    }
    keep(counter, kept);
}

// A load: stores that may have written it are needed.
static void need_stored(Counter *counter, const Array *array)
{
    for (int i = 0; i < counter->nloaded; i++)
        if (counter->loaded[i].array == array)
            counter->loaded[i].stored = 0;
}

void counter_leave_loop(Counter *counter)
{
    int kept = 0;
    for (int i = 0; i < counter->nloaded; i++)
        if (!(counter->loaded[i].loops >> counter->nloops & 1))
            counter->loaded[kept++] = counter->loaded[i];
    keep(counter, kept);
}

void counter_leave_branch(Counter *counter)
{
    int kept = 0;
    for (int i = 0; i < counter->nloaded; i++)
        if (counter->loaded[i].branches < counter->branches)
            counter->loaded[kept++] = counter->loaded[i];
    counter->branches--;
    keep(counter, kept);
}

// ---- global memory

static bool in_same_loops(const Counter *counter, const AccessGroup *group)
{
    bool same = counter->nloops == group->nloops;
    for (int i = 0; same && i < counter->nloops; i++)
        same = counter->loops[i] == group->loops[i];
    return same;
}

static AccessGroup *group_of(Counter *counter, const Array *array, const Form *form, bool writes)
{
    FOR_EACH(i, &counter->counts.groups) {
        AccessGroup *group = &counter->counts.groups.items[i];
        if (group->array == array && group->writes == writes && form_same_terms(&group->form, form) &&
            in_same_loops(counter, group))
            return group;
    }
    AccessGroup made = {.array = array, .writes = writes, .form = *form, .nloops = counter->nloops};
    made.form.constant = 0;
    for (int i = 0; i < counter->nloops; i++)
        made.loops[i] = counter->loops[i];
    VECTOR_PUSH(counter->arena, &counter->counts.groups, made);
    return &counter->counts.groups.items[counter->counts.groups.count - 1];
}

static void add_constant(Counter *counter, AccessGroup *group, int64_t constant, int64_t width)
{
    bool there = false;
    Interval added = {constant, constant + width};
    FOR_EACH(i, &group->constants) {
        const Interval *at = &group->constants.items[i];
        there = there || (at->begin == added.begin && at->end == added.end);
    }
    if (!there && group->constants.count < MOST_CONSTANTS)
        VECTOR_PUSH(counter->arena, &group->constants, added);
}

// *number: of the group.
static Touched request(Counter *counter, const Array *array, const Form *form, const int64_t *lane, int64_t width,
                       bool writes, int *number)
{
    WarpCounts *counts = &counter->counts;
    Touched touched = count_sectors(counter, lane, width, writes);
    AccessGroup *group = group_of(counter, array, form, writes);
    *number = (int)(group - counts->groups.items);
    add_constant(counter, group, form->constant, width);
    group->requests += counter->weight;
    group->sectors += counter->weight * touched.count;
    group->lines += counter->weight * (touched.lines > TAGS ? touched.lines - TAGS : 0);
    if (writes)
        touched.units = count_units_of_store(counter, array, form, width, &touched);
    group->units += counter->weight * touched.units;
    counts->l1_wavefronts += counter->weight * touched.wavefronts;
    return touched;
}

static int shared_request(Counter *counter, const int64_t *lane, int64_t width, bool writes)
{
    int wavefronts = count_wavefronts(counter->active, lane, width, writes, NULL);
    counter->counts.shared_wavefronts += counter->weight * wavefronts;
    return wavefronts;
}

static void show(const Counter *counter, const Expr *access, const int64_t *lane, int64_t width, bool writes,
                 int sectors)
{
    WarpRequest request = {
        .access = access, .writes = writes, .active = counter->active, .width = width, .sectors = sectors};
    for (int i = 0; i < WARP_SIZE; i++)
        request.lane[i] = lane[i];
    counter->observe(counter->observer, &request);
}

// ---- an access

// Of an access whose place data decides. Lanes that are neighbours along the last subscript have a row together.
static int scattered_sectors(const Counter *counter, const Array *array, const Subscripts *subscripts, int64_t width)
{
    int lanes = __builtin_popcount(counter->active), rows = 0;
    int64_t lane[WARP_SIZE];
    if (array->ndim < 2 || !subscripts->form[array->ndim - 1].known)
        return lanes;
    form_lanes(counter->variables, &subscripts->form[array->ndim - 1], lane);
    for (int i = 0; i < WARP_SIZE; i++) {
        int same = 0;
        for (int k = 0; k < WARP_SIZE; k++)
            same += (counter->active >> k & 1) && lane[k] == lane[i];
        rows = (counter->active >> i & 1) && same > rows ? same : rows;
    }
    for (int i = 0; i < WARP_SIZE; i++)
        lane[i] *= array->element->size;
    int sectors = rows * count_sectors(counter, lane, width, false).count;
    return sectors < lanes ? sectors : lanes;
}

// Whole bytes of the array, if its extents are known.
static double bytes_of(const Counter *counter, const Array *array)
{
    double bytes = array->element->size;
    for (int d = 0; d < array->ndim; d++) {
        int64_t extent = 0;
        if (!extent_value(counter, array->extent[d], &extent))
            return 0;
        bytes *= (double)extent;
    }
    return bytes;
}

static void add_scattered(Counter *counter, const Array *array, bool writes, double sectors)
{
    FOR_EACH(i, &counter->counts.scattered) {
        Scattered *scattered = &counter->counts.scattered.items[i];
        if (scattered->array == array && scattered->writes == writes) {
            scattered->sectors += sectors;
            return;
        }
    }
    Scattered added = {array, writes, bytes_of(counter, array), sectors};
    VECTOR_PUSH(counter->arena, &counter->counts.scattered, added);
}

// How many elements of the same 16 bytes of shared memory are loaded. The compiler loads them by one instruction if it
// sees how they are aligned (LLVM's load-store vectorizer; arrays begin at multiples of 16 bytes).
static int loaded_beside(const Counter *counter, const Array *array, const Form *form, const int64_t *lane,
                         int64_t width)
{
    int first = __builtin_ctz(counter->active), last = 31 - __builtin_clz(counter->active), count = 0;
    bool aligned = width < WIDEST && form->constant >= 0;
    for (int t = 0; t < form->count; t++)
        aligned = aligned && form->terms[t].factor % WIDEST == 0;
    for (int i = 0; aligned && i < counter->nloaded; i++) {
        const Loaded *loaded = &counter->loaded[i];
        int64_t distance = loaded->constant - form->constant;
        count += loaded->array == array && loaded->branches == counter->branches && loaded->width == width &&
                 loaded->constant / WIDEST == form->constant / WIDEST && loaded->first - lane[first] == distance &&
                 loaded->last - lane[last] == distance;
    }
    return count;
}

// The load of an element beside others becomes a part of theirs, which is as wide as all of them.
static void widen(Counter *counter, const Form *form, const int64_t *lane, int64_t width)
{
    int64_t wide[WARP_SIZE], beyond = form->constant % WIDEST;
    for (int i = 0; i < WARP_SIZE; i++)
        wide[i] = lane[i] - beyond;
    int more = count_wavefronts(counter->active, wide, WIDEST, false, NULL) -
               count_wavefronts(counter->active, lane, width, false, NULL);
    counter->counts.shared_wavefronts += counter->weight * more;
}

// Wavefronts of L1 for each lane at a random place (measured on an H200: 12 clocks for 32 lanes within 16 KB).
static const double AT_RANDOM = 12.0 / WARP_SIZE;

static void access_memory(Counter *counter, const Expr *access, const Subscripts *subscripts, const Form *form,
                          int64_t width, bool writes, bool later)
{
    WarpCounts *counts = &counter->counts;
    const Array *array = access->array;
    bool shared = array->space == SPACE_SHARED;
    int64_t lane[WARP_SIZE];
    if (!form->known) { // any places
        int sectors = scattered_sectors(counter, array, subscripts, width);
        counts->memory += counter->weight;
        *(shared ? &counts->shared_wavefronts : &counts->l1_wavefronts) +=
            counter->weight * (shared ? 2 : AT_RANDOM * sectors);
        if (!shared)
            add_scattered(counter, array, writes, counter->weight * sectors);
        if (!shared)
            counter_touch(counter, array, form, width, writes);
        if (!shared && !writes)
            counter_pend_indirect(counter);
        return;
    }
    form_lanes(counter->variables, form, lane);
    if (!writes && is_loaded(counter, array, lane))
        return;
    int beside = shared && !writes && !counter->observe ? loaded_beside(counter, array, form, lane, width) : 0;
    if (beside) {
        if (beside == 1)
            widen(counter, form, lane, width);
        remember(counter, array, form, lane, width)->group = -1;
        return;
    }
    if (writes)
        forget_stored(counter, array, form, lane, width);
    else
        need_stored(counter, array);
    counts->memory += counter->weight;
    counter->shared_loads += shared && !writes;
    counter_index_address(counter, access, subscripts->form, subscripts->extent);
    if (!shared && !later)
        counter_touch(counter, array, form, width, writes);
    int group = -1;
    Touched touched = {.count = shared ? shared_request(counter, lane, width, writes) : 0};
    if (!shared)
        touched = request(counter, array, form, lane, width, writes, &group);
    if (!shared && !later && !writes)
        counter_touched(counter, group, touched.count, touched.units, touched.wavefronts);
    if (!writes || (!shared && !later)) {
        Loaded *loaded = remember(counter, array, form, lane, width);
        loaded->group = group;
        loaded->stored = writes ? counter->weight : 0;
        loaded->sectors = touched.count;
        loaded->lines = touched.wavefronts;
        loaded->units = touched.units;
    }
    if (counter->observe)
        show(counter, access, lane, width, writes, touched.count);
    if (!shared && !writes && !later)
        counter_pend(counter, group < LOCAL_GROUP ? group : UNKNOWN_GROUP);
}

// Registers have no indices: an array of a thread whose place is not a constant is in its local memory, which lies so
// that the lanes of a warp are neighbours.
static bool is_local(Counter *counter, const Array *array, const Form *form)
{
    FOR_EACH(i, &counter->local)
        if (counter->local.items[i] == array)
            return true;
    if (form_is_constant(form))
        return false;
    VECTOR_PUSH(counter->arena, &counter->local, array);
    return true;
}

static void access_local(Counter *counter, int64_t bytes, bool writes)
{
    WarpCounts *counts = &counter->counts;
    int64_t words = (bytes + BANK_BYTES - 1) / BANK_BYTES;
    counts->memory += counter->weight;
    counts->l1_wavefronts += counter->weight * (double)words;
    if (!writes)
        counter_pend(counter, LOCAL_GROUP);
}

// By instructions for at most so many bytes of a lane each.
static void access_by(Counter *counter, const Expr *access, int64_t bytes, int64_t most, bool writes, bool later,
                      Form *place)
{
    Subscripts subscripts;
    find_place(counter, access, &subscripts, place);
    for (int64_t from = 0; from < bytes; from += most) {
        Form start = form_constant(from), piece = form_add(place, &start, 1);
        access_memory(counter, access, &subscripts, &piece, bytes - from < most ? bytes - from : most, writes, later);
    }
}

// Wider than 16 bytes: several instructions.
static void access_elements(Counter *counter, const Expr *access, int64_t elements, bool writes, bool later,
                            Form *place)
{
    Subscripts subscripts;
    int64_t bytes = bytes_of_lane(access, elements);
    bool counts = counter->active && counter->weight;
    if (!counts || access->array->space == SPACE_REGISTER) {
        find_place(counter, access, &subscripts, place);
        if (counts && is_local(counter, access->array, place))
            access_local(counter, bytes, writes);
        return;
    }
    if (elements > 1 && bytes < 4 * elements) // parts of words are taken out, or put together
        counter->counts.alu += counter->weight * (double)elements;
    access_by(counter, access, bytes, WIDEST, writes, later, place);
}

void counter_access(Counter *counter, const Expr *access, int64_t elements, bool writes, bool later)
{
    Form place;
    access_elements(counter, access, elements, writes, later, &place);
}

void counter_store(Counter *counter, const Expr *access, int64_t elements, Form *place)
{
    access_elements(counter, access, elements, true, false, place);
}

// Lanes whose address is no multiple of the bytes that one instruction moves. Arrays begin at multiples of 256 bytes.
static uint32_t unaligned_lanes(Counter *counter, const Expr *access, int64_t bytes)
{
    int64_t lane[WARP_SIZE], of = bytes < WIDEST ? bytes : WIDEST;
    Form address = counter_address(counter, access);
    uint32_t unaligned = 0;
    if (!address.known)
        return 0;
    form_lanes(counter->variables, &address, lane);
    for (int i = 0; i < WARP_SIZE; i++)
        unaligned |= lane[i] % of ? (uint32_t)1 << i : 0;
    return unaligned & counter->active;
}

void counter_access_any(Counter *counter, const Expr *access, int64_t elements, bool writes)
{
    int64_t bytes = bytes_of_lane(access, elements);
    uint32_t active = counter->active, unaligned = unaligned_lanes(counter, access, bytes);
    counter->active = active & ~unaligned;
    if (counter->active || !active)
        counter_access(counter, access, elements, writes, false);
    counter->active = unaligned;
    Form place;
    if (unaligned && counter->weight)
        access_by(counter, access, bytes, bytes / elements, writes, false, &place);
    counter->active = active;
}
