// What copies in shared memory suit the device and the number of elements (contract in histogram_shared.h).
#include "analysis/model/cost/rates.h"
#include "transform/reduction/histogram_atomic.h"
#include "transform/reduction/histogram_shared.h"
#include "transform/schedule/schedule.h"
#include "transform/tree/query.h"

enum { REGISTERS_AHEAD = 128 };

// fixed: of the second pass, an exponent and two words of a sum.
static int64_t bytes_of_place(const ByKey *by_key, bool fixed)
{
    if (fixed)
        return 3 * type_scalar(TY_I32)->size;
    int64_t bytes = by_key->parts.symbols[0]->type->size;
    for (int i = 1; i < by_key->parts.count; i++)
        bytes += by_key->parts.symbols[i]->type->size;
    return bytes;
}

// What a block takes, so that several find room on an SM.
static int64_t room(const ByKey *by_key)
{
    int64_t most = by_key->state->device->shared_per_block, share = 32 << 10;
    return most < share ? most : share;
}

// `places`: 0: what there is room for.
static KeyLayout layout_of(const ByKey *by_key, int64_t threads, int64_t columns, int64_t places, int64_t ranges)
{
    KeyLayout layout = {.threads = threads,
                        .columns = columns,
                        .most = places ? places : room(by_key) / bytes_of_place(by_key, false) / columns,
                        .ranges = ranges > 1 ? ranges : 1,
                        .atomic = columns < threads,
                        .rotated = columns > 1};
    layout.limit = layout.most * layout.ranges;
    return layout;
}

// How often blocks may read everything, so that the atomic operations of each range are in shared memory, until those
// of all blocks in global memory would take less time.
static int64_t useful_ranges(const ByKey *by_key)
{
    enum { KEY_BYTES = 4, WAVEFRONTS = 4 }; // of a warp's atomic operations on random places
    const Device *device = by_key->state->device;
    DeviceRates rates = device_rates(device);
    double read = KEY_BYTES / rates.l2,
           update = WAVEFRONTS / (WARP_SIZE * device->sms * rates.clock * rates.wavefronts);
    if (!reduction_is_all(by_key->reduction, by_key_body(by_key)))
        return 1;
    return (int64_t)(1 / rates.atomics / (read > update ? read : update));
}

// As many ranges as take less time than the atomic operations of both passes in global memory.
static int64_t useful_fixed_ranges(const ByKey *by_key)
{
    enum { TERM_BYTES = 8 }; // which each of the passes reads
    DeviceRates rates = device_rates(by_key->state->device);
    return (int64_t)(1 / rates.atomics / (TERM_BYTES / rates.read));
}

static KeyLayout fixed_layout(int64_t threads, int64_t keys, int64_t ranges)
{
    KeyLayout layout = {.threads = threads, .columns = 1, .most = keys, .ranges = ranges > 1 ? ranges : 1};
    layout.atomic = layout.fixed = true;
    layout.limit = layout.most * layout.ranges;
    return layout;
}

static int list_layouts(const ByKey *by_key, bool fixed, KeyLayout *layouts)
{
    int count = 0;
    bool atomic = by_key_can_be_atomic(by_key);
    if (atomic && bytes_of_place(by_key, false) == 4) {
        layouts[count++] = layout_of(by_key, ATOMIC_THREADS, WARP_SIZE, 0, 1);
    } else {
        layouts[count++] = layout_of(by_key, 256, 256, 0, 1);
        layouts[count++] = layout_of(by_key, WARP_SIZE, WARP_SIZE, 0, 1);
    }
    const Device *device = by_key->state->device;
    int64_t half = device->shared_per_sm / 2 - device->shared_reserved; // for as many threads as an SM has
    int64_t most = half < device->shared_per_block_optin ? half : device->shared_per_block_optin;
    int64_t keys = most / bytes_of_place(by_key, true) / WARP_SIZE * WARP_SIZE;
    if (fixed)
        layouts[count++] = fixed_layout(device->max_threads_per_block, keys, useful_fixed_ranges(by_key));
    if (!atomic)
        return count;
    layouts[count++] = layout_of(by_key, ATOMIC_THREADS, 1, 0, 1);
    KeyLayout wide = layout_of(by_key, device->max_threads_per_block, 1,
                               device->shared_per_block_optin / bytes_of_place(by_key, false), useful_ranges(by_key));
    wide.wide = true;
    if (wide.limit > layouts[count - 1].limit)
        layouts[count++] = wide;
    return count;
}

bool by_key_loads_ahead(const ByKey *by_key, const KeyLayout *layout)
{
    return by_key->inner && !layout->atomic;
}

// That run at the same time.
static int64_t blocks_of_device(const ByKey *by_key, const KeyLayout *layout)
{
    const Device *device = by_key->state->device;
    int64_t bytes = layout->most * layout->columns * bytes_of_place(by_key, layout->fixed);
    int64_t here = device->shared_per_sm / (bytes + device->shared_reserved),
            others = device->max_threads_per_sm / layout->threads,
            ahead = device->registers_per_sm / (REGISTERS_AHEAD * layout->threads);
    here = here < others ? here : others;
    here = here < device->max_blocks_per_sm ? here : device->max_blocks_per_sm;
    if (by_key_loads_ahead(by_key, layout) && here > ahead)
        here = ahead;
    return (here > 0 ? here : 1) * device->sms;
}

// ---- how many places

Expr *by_key_exceeds(ByKey *by_key, int64_t most)
{
    return expr_binary(by_key->arena, OP_GT, by_key->count, expr_index(by_key->arena, most), type_scalar(TY_I64));
}

typedef struct Span {
    const Array *array;
    int64_t values; // of all subscripts' types together; 0: too many
} Span;

static bool widen_span(void *context, const Expr *expr)
{
    Span *span = context;
    if (expr->kind != EX_ACCESS || expr->array != span->array)
        return true;
    const Type *type = expr->noperands == 1 ? expr_strip_casts(expr->operands[0])->type : NULL;
    int64_t values = type && type->size <= 2 ? INT64_C(1) << 8 * type->size : 0;
    span->values = !values || !span->values ? 0 : values > span->values ? values : span->values;
    return true;
}

// The largest number of places, if the subscripts are their numbers and a narrow type has few values; 0: any number.
static int64_t most_places(const ByKey *by_key)
{
    const ArrayFact *fact = facts_array(by_key->state->facts, by_key->array);
    Span span = {by_key->array, 1};
    if (!fact || !fact->measured)
        return 0;
    stmt_walk_expressions(by_key->state->nest->body, widen_span, &span);
    return span.values > 1 ? span.values : 0;
}

// false: none of the numbers of places that there may be.
static bool fit_places(const ByKey *by_key, KeyLayout *layout)
{
    int64_t places = by_key->count->kind == EX_INT ? by_key->count->integer : -1, most = most_places(by_key);
    if (layout->limit < 1 || places > layout->limit)
        return false;
    layout->all = places >= 0 || (most && most <= layout->limit);
    if (!layout->all)
        return true;
    most = places > 0 ? places : places == 0 ? 1 : most;
    layout->ranges = (most + layout->most - 1) / layout->most;
    layout->most = (most + layout->ranges - 1) / layout->ranges;
    return true;
}

bool by_key_counts_places(ByKey *by_key, const Stmt *root)
{
    Expr *known = by_key_known(by_key, root, by_key->count);
    return known && expr_equal(known, by_key->count);
}

Expr *by_key_ranges(ByKey *by_key, const KeyLayout *layout)
{
    Arena *arena = by_key->arena;
    if (layout->ranges <= 1)
        return expr_index(arena, 1);
    return index_max(arena, index_ceil_div(arena, by_key->count, layout->most), expr_index(arena, 1));
}

Expr *by_key_most_blocks(ByKey *by_key, const KeyLayout *layout)
{
    Arena *arena = by_key->arena;
    Expr *all = expr_index(arena, layout->blocks), *ranges = by_key_ranges(by_key, layout);
    if (expr_is_int(ranges, 1))
        return all;
    return index_max(arena, expr_binary(arena, OP_DIV, all, ranges, type_scalar(TY_I64)), expr_index(arena, 1));
}

Expr *by_key_blocks(ByKey *by_key, const KeyLayout *layout)
{
    Arena *arena = by_key->arena;
    Expr *useful = index_ceil_div(arena, by_key_iterations(by_key), layout->threads);
    return index_max(arena, index_min(arena, by_key_most_blocks(by_key, layout), useful), expr_index(arena, 0));
}

// ---- the layouts

// Shared memory is for so many elements as are known before the nest runs, and so is scratch memory for all blocks.
static const char *obstacle_to_sizes(ByKey *by_key, const Stmt *root)
{
    if (!by_key_counts_places(by_key, root))
        return "the number of its elements is not known";
    if (by_key_has_workers(by_key))
        return NULL;
    KeyLayout any = {.threads = WARP_SIZE, .blocks = 1};
    return by_key_known(by_key, root, by_key_blocks(by_key, &any)) ? NULL : by_key_unknown;
}

int by_key_default_layouts(ByKey *by_key, const Stmt *root, KeyLayout *layouts)
{
    bool fixed = by_key_can_be_fixed(by_key, root) && !by_key->state->plain;
    KeyLayout listed[MAX_LAYOUTS];
    int count = obstacle_to_sizes(by_key, root) ? 0 : list_layouts(by_key, fixed, listed), kept = 0;
    for (int i = 0; i < count && !(kept && layouts[kept - 1].all); i++) {
        if (!fit_places(by_key, &listed[i]))
            continue;
        listed[i].blocks = blocks_of_device(by_key, &listed[i]);
        layouts[kept++] = listed[i];
    }
    return kept;
}

bool by_key_given_layout(ByKey *by_key, const Stmt *root, const Step *step, KeyLayout *layout)
{
    bool fixed = step->kind == STEP_PRIVATIZE_SHARED_FIXED;
    *layout = fixed ? fixed_layout(step->threads, step->keys, step->ranges)
                    : layout_of(by_key, step->threads, step->columns, step->keys, step->ranges);
    layout->rotated = step->rotated;
    layout->blocks = step->blocks;
    layout->wide = !fixed && (step->keys || step->ranges);
    int64_t bytes = layout->most * layout->columns * bytes_of_place(by_key, fixed);
    if (bytes > by_key->state->device->shared_per_block_optin)
        return by_key_refuse(by_key,
                             arena_printf(by_key->arena,
                                          "its copies take %lld bytes of shared memory, and a block has at most %d",
                                          (long long)bytes, by_key->state->device->shared_per_block_optin));
    if (step->ranges > 1 && !reduction_is_all(by_key->reduction, by_key_body(by_key)))
        return by_key_refuse(by_key, "its loop does something else, too, which would run once for each range");
    if (step->ranges > 1 && by_key_has_workers(by_key))
        return by_key_refuse(by_key, "the bound loops around it do not go over ranges of its elements");
    if (step->ranges > 1 && !layout->atomic)
        return by_key_refuse(by_key, "each thread has a copy, and only threads that share one can have ranges of it");
    if (fixed && !by_key_can_be_fixed(by_key, root))
        return by_key_refuse(by_key, by_key_not_fixed);
    if (layout->atomic && !fixed && !by_key_can_be_atomic(by_key))
        return by_key_refuse(by_key, by_key_not_atomic);
    if (!fit_places(by_key, layout))
        return by_key_refuse(by_key, "a block has no room for so many copies of its elements");
    const char *obstacle = obstacle_to_sizes(by_key, root);
    return !obstacle || by_key_refuse(by_key, obstacle);
}
