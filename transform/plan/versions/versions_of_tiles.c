// Chooses which versions of products and similar nests to emit: large tiles; small tiles if large ones would not fill
// the device, and high or wide ones if there are few columns or few rows; divided sums (split-K) if the sums are also
// long, over one loop or several.
#include "transform/plan/arrange/tile_shapes.h"
#include "transform/plan/divisions.h"
#include "transform/plan/prepare_sums.h"
#include "transform/plan/prepare_windowed_sum.h"
#include "transform/plan/versions/version_choice.h"
#include "transform/tree/formula.h"

// Iterations of one part of a divided sum, and the smallest number of parts. A part writes and reads its results once
// more.
enum { PART = 1024, LEAST_PARTS = 4 };

static const TileShape small = {
    .y = 64, .x = 64, .depth = 16, .results_y = 8, .results_x = 4, .stages = 3, .blocks = 4, .swizzles = true};
static const TileShape middle = {
    .y = 64, .x = 128, .depth = 16, .results_y = 8, .results_x = 4, .stages = 3, .blocks = 2, .swizzles = true};

// Of few results along x or along y, larger tiles would be mostly empty.
enum { SLIM = 32 };
static const TileShape slim = {
    .y = 256, .x = SLIM, .depth = 16, .results_y = 8, .results_x = 4, .stages = 3, .blocks = 2};
static const TileShape low = {
    .y = SLIM, .x = 256, .depth = 16, .results_y = 4, .results_x = 8, .stages = 3, .blocks = 2};

// Of many small products, each block has one.
enum { LEAST = 32 };
static const TileShape least = {
    .y = LEAST, .x = LEAST, .depth = 16, .results_y = 4, .results_x = 4, .stages = 2, .blocks = 8};

typedef struct Tiles {
    const char *y, *x, *sum; // numbers of iterations, of all loops of the sum
    const char *batch;       // the same, or NULL: 1
    const char *outer,
        *inner; // those of the sum: of the loop that has the parts, and of the others; NULL: there are none
} Tiles;

// The number of iterations of some of the loops that add up; NULL: a schedule cannot express it.
static const char *count_sum(const Choice *choice, int first, int end)
{
    const char *all = NULL;
    for (int i = first; i < end; i++) {
        const char *own = choice_count(choice->state, choice->built->tiles.sums[i]);
        if (!own)
            return NULL;
        own = end - first > 1 ? choice_operand(own) : own;
        all = all ? intern_printf("%s * %s", all, own) : own;
    }
    return all;
}

static bool measure(const Choice *choice, Tiles *sizes)
{
    const Built *built = choice->built;
    sizes->y = choice_count(choice->state, built->tiles.y);
    sizes->x = choice_count(choice->state, built->tiles.x);
    sizes->sum = sizes->outer = count_sum(choice, 0, built->tiles.nsums);
    sizes->batch = built->tiles.batch ? choice_count(choice->state, built->tiles.batch) : NULL;
    return sizes->y && sizes->x && sizes->sum && (sizes->batch || !built->tiles.batch);
}

// How many tiles of y times x results there are.
static const char *tiles(const Tiles *sizes, int64_t y, int64_t x)
{
    const char *batch = sizes->batch ? intern_printf("%s * ", choice_operand(sizes->batch)) : "";
    return intern_printf("%s((%s + %lld) / %lld) * ((%s + %lld) / %lld)", batch, sizes->y, (long long)y - 1,
                         (long long)y, sizes->x, (long long)x - 1, (long long)x);
}

static bool sizes_are_known(const Choice *choice, const Tiles *sizes)
{
    const Expr *condition = choice_read(choice, intern_printf("%s > 0", tiles(sizes, 1, 1)));
    return condition && condition->kind == EX_INT;
}

// The sizes for which tiles of `next`, with so many under way at once, leave much of the device without work.
static void add_smaller(Choice *choice, const Tiles *sizes, const char *name, const TileShape *shape,
                        const TileShape *next, long long room)
{
    const char *columns = sizes->y == sizes->x ? "" : intern_printf(" || %s <= %lld", sizes->x, (long long)next->x / 2);
    const char *few = intern_printf("%s < %lld", tiles(sizes, next->y, next->x), room * 3 / 4);
    const char *when = intern_printf("%s || %s <= %lld%s", few, sizes->y, (long long)next->y / 2, columns);
    // Where sizes are known, a tile has no threads for what is beyond them. On an H200, a mix of 64 columns takes 5 %
    // longer in small tiles than in what is left of large ones.
    if (choice->of_part && sizes_are_known(choice, sizes))
        when = few;
    choice_add(choice, name, (Variant){.of = VERSIONED_TILES, .shape = shape}, when);
}

// With fewer tiles, some SMs would have no work.
static void add_slim(Choice *choice, const Tiles *sizes)
{
    long long sms = choice->state->device->sms;
    if (sizes->x == sizes->y || choice->of_part)
        return;
    choice_add(choice, "slim", (Variant){.of = VERSIONED_TILES, .shape = &slim},
               intern_printf("%s <= %d && %s >= %lld", sizes->x, SLIM, sizes->y, slim.y * sms));
    choice_add(choice, "low", (Variant){.of = VERSIONED_TILES, .shape = &low},
               intern_printf("%s <= %d && %s >= %lld", sizes->y, SLIM, sizes->x, low.x * sms));
}

// Whether the tiles would be the largest ones, were the sizes not known.
static bool has_largest(const Choice *choice)
{
    const Facts *facts = choice->state->facts;
    const LoopFact *serial = facts_loop(facts, choice->built->tiles.sums[choice->built->tiles.nsums - 1]);
    bool plain = serial && serial->reductions.count == 1;
    FOR_EACH(i, &facts->arrays)
        plain = plain && facts->arrays.items[i].array->element->size == 4;
    return plain;
}

// Steps of a sum that are copied together; so many of a window do not take longer than all of them in parts.
enum { STEPS = 16, LONG_WINDOW = 128 };

// The steps of a window that are less than a copy has are slow. On an H200, a layer of 256 channels by 3 of unknown
// length takes 263 us with the window as a part of the sum, and 2386 us without; one of 8 channels by 256 takes 668 us,
// and 361 us without.
static void add_windows(Choice *choice)
{
    LoopId windows[MAX_DEPTH];
    int count = 0;
    const char *length = NULL;
    if (!windows_joined(choice->state, windows, &count))
        return;
    for (int i = 0; i < count; i++) {
        const char *own = choice_count(choice->state, windows[i]);
        if (!own)
            return;
        length = length ? intern_printf("%s * %s", choice_operand(length), choice_operand(own)) : own;
    }
    if (length)
        choice_add(choice, "windows", (Variant){.of = VERSIONED_TILES, .windows = true},
                   intern_printf("%s < %d && %s / %d * %d < %s", length, LONG_WINDOW, choice_operand(length), STEPS,
                                 STEPS, choice_operand(length)));
}

// Iterations of a part of a loop that holds so many others, at least: a part has about as many steps as one of a single
// loop. How many others there are is often not known.
typedef struct PartSize {
    int size, others;
} PartSize;

static const PartSize parts_of_known[] = {{1, PART / 2}, {4, PART / 8}, {16, PART / 32}, {64, 1}},
                      parts_of_any[] = {{1, PART / 4}, {16, 1}};

// A version with tiles of the shape (NULL: the usual one) whose sums have parts, for sizes for which one of two
// conditions holds (NULL: there is no other one).
static void add_divided(Choice *choice, const Tiles *sizes, const char *name, const TileShape *shape, const char *when,
                        const char *other)
{
    Variant variant = {.of = VERSIONED_TILES, .shape = shape, .part = PART};
    bool known = sizes_are_known(choice, sizes);
    const PartSize *parts = known ? parts_of_known : parts_of_any;
    size_t count = known ? sizeof parts_of_known / sizeof *parts : sizeof parts_of_any / sizeof *parts;
    for (size_t i = 0; i < (sizes->inner ? count : 1); i++) {
        const char *is_long = intern_printf("%s >= %d", sizes->sum, PART * LEAST_PARTS), *of = name;
        if (sizes->inner) {
            variant.part = parts[i].size;
            const char *others = intern_printf("%s >= %d && ", choice_operand(sizes->inner), parts[i].others);
            is_long = intern_printf("%s%s >= %d", parts[i].others > 1 ? others : "", choice_operand(sizes->outer),
                                    parts[i].size * LEAST_PARTS);
            of = i ? intern_printf("%s_%d", name, parts[i].size) : name;
        }
        const char *either = other ? intern_printf(" || %s && %s", is_long, other) : "";
        choice_add(choice, of, variant, intern_printf("%s && %s%s", is_long, when, either));
    }
}

// Which loop of the sum has the parts; false: none can.
static bool find_parts(const Choice *choice, Tiles *sizes)
{
    const Built *built = choice->built;
    bool divides = !sizes->batch;
    for (int i = 0; i < built->tiles.nsums; i++)
        divides = divides && choice_may_divide(choice, built->tiles.sums[i]);
    if (!divides || built->tiles.nsums == 1)
        return divides;
    JoinedSum sum = sum_joined(choice->state, built->tiles.sums, built->tiles.nsums);
    sizes->outer = count_sum(choice, 0, sum.joined);
    sizes->inner = count_sum(choice, sum.joined, built->tiles.nsums);
    return true;
}

// Of few columns, or few rows, in tiles as narrow as they are, up to `most`. Where sizes are not known, they are most
// often columns, and the smallest tiles do for sums over one loop.
static void add_slim_parts(Choice *choice, const Tiles *sizes, long long most)
{
    bool known = sizes_are_known(choice, sizes);
    if (sizes->x == sizes->y || (!known && !sizes->inner))
        return;
    add_divided(choice, sizes, "slim_parts", &slim,
                intern_printf("%s <= %d && %s > %lld && %s <= %lld", sizes->x, SLIM, sizes->y, (long long)small.y,
                              tiles(sizes, slim.y, slim.x), most),
                NULL);
    if (!known)
        return;
    add_divided(choice, sizes, "low_parts", &low,
                intern_printf("%s <= %d && %s > %lld && %s <= %lld", sizes->y, SLIM, sizes->x, (long long)small.x,
                              tiles(sizes, low.y, low.x), most),
                NULL);
}

// The smallest tiles, or tiles that are as large as there are results.
static void add_parts(Choice *choice, const Tiles *sizes, const TileShape *base, const TileShape *smallest)
{
    const Device *device = choice->state->device;
    const char *few = intern_printf("%s <= %d", tiles(sizes, smallest->y, smallest->x), device->sms / 4);
    if (sizes->inner) {
        add_slim_parts(choice, sizes, device->sms);
        add_divided(choice, sizes, "parts", smallest,
                    intern_printf("%s <= %d", tiles(sizes, smallest->y, smallest->x), device->sms), NULL);
        return;
    }
    if (!base->tensor && (base->y > smallest->y || base->x > smallest->x)) {
        add_slim_parts(choice, sizes, device->sms / 4);
        const char *rows = intern_printf("%s <= %lld", sizes->y, (long long)smallest->y),
                   *columns = intern_printf("%s <= %lld", sizes->x, (long long)smallest->x);
        if (sizes->x == sizes->y)
            add_divided(choice, sizes, "few", smallest, rows, NULL);
        else
            add_divided(choice, sizes, "few", smallest, intern_printf("%s && %s", rows, few),
                        intern_printf("%s && %s", columns, few));
    }
    long long room = (long long)device->sms * (base->blocks ? base->blocks : 1);
    add_divided(choice, sizes, "parts", base->tensor ? smallest : NULL,
                intern_printf("%s <= %lld", tiles(sizes, base->y, base->x), room / 8), NULL);
}

void choice_of_tiles(Choice *choice)
{
    Tiles sizes = {0};
    if (!measure(choice, &sizes))
        return;
    const Device *device = choice->state->device;
    bool known = sizes_are_known(choice, &sizes) && has_largest(choice);
    const TileShape *base = known ? largest_tile() : &choice->built->tiles.shape;
    const TileShape *smallest = base->tensor ? tensor_tile(device, 2) : &small,
                    *between = base->tensor ? tensor_tile(device, 1) : &middle;
    long long room = (long long)device->sms * (base->blocks ? base->blocks : 1);
    bool is_square = sizes.sum == sizes.y && sizes.sum == sizes.x; // long sums, and then many tiles
    bool divides = !is_square && !choice->of_part && find_parts(choice, &sizes);
    LongSums sums;
    if (divides && long_sums_find(choice->state, &sums) && sums.nlines == 1)
        choice_add(choice, "fewest", (Variant){.of = VERSIONED_FEW},
                   intern_printf("%s >= %d && %s * %s <= %d", sizes.sum, LONG_SUM, choice_operand(sizes.y),
                                 choice_operand(sizes.x), FEWEST_RESULTS));
    if (divides)
        add_parts(choice, &sizes, base, smallest);
    if (!choice->of_part)
        add_windows(choice);
    if (sizes.batch && (base->y > small.y || base->x > small.x))
        choice_add(choice, "least", (Variant){.of = VERSIONED_TILES, .shape = &least},
                   sizes.x == sizes.y ? intern_printf("%s <= %d", sizes.y, LEAST)
                                      : intern_printf("%s <= %d && %s <= %d", sizes.y, LEAST, sizes.x, LEAST));
    add_slim(choice, &sizes);
    bool has_middle = base->y > between->y || base->x > between->x;
    if (base->y > smallest->y || base->x > smallest->x)
        add_smaller(choice, &sizes, "small", smallest, has_middle ? between : base, has_middle ? device->sms : room);
    if (has_middle)
        add_smaller(choice, &sizes, "middle", between, base, room);
    if (choice->versions.count)
        choice_add_last(choice, "large", (Variant){.of = VERSIONED_NONE});
}
