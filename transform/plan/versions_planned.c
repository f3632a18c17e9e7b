// Chooses which versions to emit. Products: large tiles; small tiles if large ones would not fill the device, and high
// or wide ones if there are few columns or few rows; divided sums (split-K) if the sums are also long. Row sums: lanes
// share a row; a whole block shares it if rows are long or few. Column sums: vectors; single columns if rows are not
// aligned; few threads along few columns. Stencils: vectors need rows with the same alignment. Transpositions: tiles
// begin at sectors, unless all rows do. Scans of rows: lanes share a row, unless it is short. Sums of planes: several
// blocks share one if there are few. Long sums of any other kind: threads share them if there are few.
#include "transform/plan/arrange/tile_shapes.h"
#include "transform/plan/resources/resources.h"
#include "transform/plan/prepare_sums.h"
#include "transform/plan/prepare_windowed_sum.h"
#include "transform/plan/versions.h"
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

typedef struct Choice {
    const Candidate *state;
    const Built *built;
    PlannedVersions versions; // so far
} Choice;

// ---- sizes as formulas

static const char *formula_of(const Candidate *state, Expr *lower, Expr *upper)
{
    Text text = {.arena = state->arena};
    const char *wrong;
    Expr *count = index_sub(state->arena, expr_cast(state->arena, type_scalar(TY_I64), upper),
                            expr_cast(state->arena, type_scalar(TY_I64), lower));
    bool fine = formula_print(&text, count) &&
                formula_read(state->arena, (FormulaScope){.nest = state->nest}, text_string(&text), &wrong);
    return fine ? intern(text_string(&text)) : NULL;
}

// The largest trip count of the loop; NULL: a schedule cannot express it.
static const char *count_of(const Candidate *state, LoopId id)
{
    const LoopFact *fact = facts_loop(state->facts, id);
    Expr *lower, *upper;
    if (!fact || !expr_is_int(fact->loop->step, 1))
        return NULL;
    const char *own =
        formula_of(state, fact->lower ? fact->lower : fact->loop->lower, fact->upper ? fact->upper : fact->loop->upper);
    if (own || !domain_range(state->facts, id, NULL, 0, &lower, &upper))
        return own;
    return formula_of(state, lower, upper);
}

const char *versions_count(const Candidate *state, LoopId loop)
{
    return count_of(state, loop);
}

static bool is_word(const char *formula)
{
    for (; *formula; formula++)
        if (*formula == ' ')
            return false;
    return true;
}

static const char *operand(const char *formula)
{
    return is_word(formula) ? formula : intern_printf("(%s)", formula);
}

// A formula that holds where the count is a multiple.
static const char *is_multiple(const char *count, int64_t of)
{
    return intern_printf("%s / %lld * %lld >= %s", operand(count), (long long)of, (long long)of, operand(count));
}

// ---- the versions

static Expr *read(const Choice *choice, const char *condition)
{
    const char *wrong;
    return formula_read_condition(choice->state->arena, (FormulaScope){.nest = choice->state->nest}, condition, &wrong);
}

// Whether one of the versions is always taken.
static bool is_decided(const Choice *choice)
{
    return choice->versions.count && !choice->versions.items[choice->versions.count - 1].version.condition;
}

// One more, taken where the formula holds; none where it never does.
static void add(Choice *choice, const char *name, Variant variant, const char *when)
{
    Expr *condition = read(choice, when);
    bool known = condition && condition->kind == EX_INT;
    if (!condition || (known && condition->integer == 0) || is_decided(choice))
        return;
    Version version = {.name = name, .words = known ? NULL : when, .condition = known ? NULL : condition};
    choice->versions.items[choice->versions.count++] = (PlannedVersion){.version = version, .variant = variant};
}

// What is taken where none before it is.
static void add_last(Choice *choice, const char *name, Variant variant)
{
    if (!is_decided(choice))
        choice->versions.items[choice->versions.count++] =
            (PlannedVersion){.version = {.name = name}, .variant = variant};
}

// Fewer results than these do not fill the device with a thread each. Threads that share a sum have to combine their
// parts, which takes as long as a sum of some thousand terms. Of fewer than FEWEST_RESULTS, tiles would be empty.
enum { FEW_RESULTS = 4096, FEWEST_RESULTS = 256, LONG_SUM = 4096 };

// ---- tiles

typedef struct Tiles {
    const char *y, *x, *serial; // numbers of iterations
    const char *batch;          // the same, or NULL: 1
} Tiles;

static bool measure(const Choice *choice, Tiles *sizes)
{
    const Built *built = choice->built;
    sizes->y = count_of(choice->state, built->tiles.y);
    sizes->x = count_of(choice->state, built->tiles.x);
    sizes->serial = count_of(choice->state, built->tiles.serial);
    sizes->batch = built->tiles.batch ? count_of(choice->state, built->tiles.batch) : NULL;
    return sizes->y && sizes->x && sizes->serial && (sizes->batch || !built->tiles.batch);
}

// How many tiles of y times x results there are.
static const char *tiles(const Tiles *sizes, int64_t y, int64_t x)
{
    const char *batch = sizes->batch ? intern_printf("%s * ", operand(sizes->batch)) : "";
    return intern_printf("%s((%s + %lld) / %lld) * ((%s + %lld) / %lld)", batch, sizes->y, (long long)y - 1,
                         (long long)y, sizes->x, (long long)x - 1, (long long)x);
}

// Whether the sum along the loop may be one of parts.
static bool may_divide(const Choice *choice, LoopId serial)
{
    const Candidate *state = choice->state;
    const LoopFact *fact = facts_loop(state->facts, serial);
    return fact && fact->verdict == LOOP_REDUCTION && state->facts->changeable &&
           !facts_asserts_independent(state->facts);
}

// The sizes for which tiles of `next`, with so many under way at once, leave much of the device without work.
static void add_smaller(Choice *choice, const Tiles *sizes, const char *name, const TileShape *shape,
                        const TileShape *next, long long room)
{
    const char *columns = sizes->y == sizes->x ? "" : intern_printf(" || %s <= %lld", sizes->x, (long long)next->x / 2);
    const char *when = intern_printf("%s < %lld || %s <= %lld%s", tiles(sizes, next->y, next->x), room * 3 / 4,
                                     sizes->y, (long long)next->y / 2, columns);
    add(choice, name, (Variant){.of = VERSIONED_TILES, .shape = shape}, when);
}

// With fewer tiles, some SMs would have no work.
static void add_slim(Choice *choice, const Tiles *sizes)
{
    long long sms = choice->state->device->sms;
    if (sizes->x == sizes->y)
        return;
    add(choice, "slim", (Variant){.of = VERSIONED_TILES, .shape = &slim},
        intern_printf("%s <= %d && %s >= %lld", sizes->x, SLIM, sizes->y, slim.y * sms));
    add(choice, "low", (Variant){.of = VERSIONED_TILES, .shape = &low},
        intern_printf("%s <= %d && %s >= %lld", sizes->y, SLIM, sizes->x, low.x * sms));
}

static bool sizes_are_known(const Choice *choice, const Tiles *sizes)
{
    const Expr *condition = read(choice, intern_printf("%s > 0", tiles(sizes, 1, 1)));
    return condition && condition->kind == EX_INT;
}

// Whether the tiles would be the largest ones, were the sizes not known.
static bool has_largest(const Choice *choice)
{
    const Facts *facts = choice->state->facts;
    const LoopFact *serial = facts_loop(facts, choice->built->tiles.serial);
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
        const char *own = count_of(choice->state, windows[i]);
        if (!own)
            return;
        length = length ? intern_printf("%s * %s", operand(length), operand(own)) : own;
    }
    if (length)
        add(choice, "windows", (Variant){.of = VERSIONED_TILES, .windows = true},
            intern_printf("%s < %d && %s / %d * %d < %s", length, LONG_WINDOW, operand(length), STEPS, STEPS,
                          operand(length)));
}

static void choose_tiles(Choice *choice)
{
    Tiles sizes;
    if (!measure(choice, &sizes))
        return;
    const Device *device = choice->state->device;
    bool known = sizes_are_known(choice, &sizes) && has_largest(choice);
    const TileShape *base = known ? largest_tile() : &choice->built->tiles.shape;
    const TileShape *smallest = base->tensor ? tensor_tile(device, 2) : &small,
                    *between = base->tensor ? tensor_tile(device, 1) : &middle;
    long long room = (long long)device->sms * (base->blocks ? base->blocks : 1);
    bool is_square = sizes.serial == sizes.y && sizes.serial == sizes.x; // long sums, and then many tiles
    bool divides = !sizes.batch && may_divide(choice, choice->built->tiles.serial) && !is_square;
    LongSums sums;
    if (divides && long_sums_find(choice->state, &sums) && !sums.inner)
        add(choice, "fewest", (Variant){.of = VERSIONED_FEW},
            intern_printf("%s >= %d && %s * %s <= %d", sizes.serial, LONG_SUM, operand(sizes.y), operand(sizes.x),
                          FEWEST_RESULTS));
    if (divides && !base->tensor && (base->y > smallest->y || base->x > smallest->x)) {
        const char *columns =
            sizes.x == sizes.y ? "" : intern_printf(" && %s <= %lld", sizes.x, (long long)smallest->x);
        add(choice, "few", (Variant){.of = VERSIONED_TILES, .shape = smallest, .divided = true},
            intern_printf("%s >= %d && %s <= %lld%s", sizes.serial, PART * LEAST_PARTS, sizes.y, (long long)smallest->y,
                          columns));
    }
    if (divides)
        add(choice, "parts", (Variant){.of = VERSIONED_TILES, .shape = base->tensor ? smallest : NULL, .divided = true},
            intern_printf("%s >= %d && %s <= %lld", sizes.serial, PART * LEAST_PARTS, tiles(&sizes, base->y, base->x),
                          room / 8));
    add_windows(choice);
    if (sizes.batch && (base->y > small.y || base->x > small.x))
        add(choice, "least", (Variant){.of = VERSIONED_TILES, .shape = &least},
            sizes.x == sizes.y ? intern_printf("%s <= %d", sizes.y, LEAST)
                               : intern_printf("%s <= %d && %s <= %d", sizes.y, LEAST, sizes.x, LEAST));
    add_slim(choice, &sizes);
    bool has_middle = base->y > between->y || base->x > between->x;
    if (base->y > smallest->y || base->x > smallest->x)
        add_smaller(choice, &sizes, "small", smallest, has_middle ? between : base, has_middle ? device->sms : room);
    if (has_middle)
        add_smaller(choice, &sizes, "middle", between, base, room);
    if (choice->versions.count)
        add_last(choice, "large", (Variant){.of = VERSIONED_NONE});
}

// ---- rows, columns, stencils

// Rows that keep all threads of a block busy; also shorter ones, if there are too few for the device.
enum { SHORT_ROW = 8, ROWS_OF_AN_SM = 32 };
// Elements of one part of a long row, and the number of blocks that an SM has to have at least: with fewer rows some
// SMs would have no work.
enum { ROW_PART = 1 << 16, BLOCKS_OF_AN_SM = 2 };

// Threads of a row, and the vectors that each holds of one array: 4 registers each, more of elements of 1 or 2 bytes.
enum { USUAL_WIDTH = 4, VECTOR_BYTES = 16, OTHER_SHARED = 2048 };
// Where a part of a long row is in shared memory, two blocks fit on an SM, and one's loads and the other's stores go on
// at the same time: layer norm of rows of 32768 floats takes 279 us on an H200, with all of a row in registers of 1024
// threads 294 us, and softmax 284 us instead of 290.
static const RowShape row_shapes[] = {{.threads = 8, .vectors = 4},
                                      {.threads = 32, .vectors = 8},
                                      {.threads = 256, .vectors = 4},
                                      {.threads = 256, .vectors = 8},
                                      {.threads = 512, .vectors = 16, .shared = 8, .blocks = 2}};

// Versions in which threads hold elements that several loops of a row use: each is read from memory once.
static void add_held(Choice *choice, const char *inner, const char *all)
{
    const Built *built = choice->built;
    int64_t least_rows = (int64_t)choice->state->device->sms * ROWS_OF_AN_SM;
    for (size_t i = 0; i < sizeof row_shapes / sizeof *row_shapes && !choice->state->plain; i++) {
        RowShape shape = row_shapes[i];
        int64_t bytes = shape.shared * shape.threads * VECTOR_BYTES + OTHER_SHARED;
        if (shape.shared && (built->rows.reread > 1 || shape.blocks * bytes > choice->state->device->shared_per_sm))
            shape = row_in_registers(&shape);
        int64_t parts = built->rows.width > USUAL_WIDTH ? built->rows.width / USUAL_WIDTH : 1;
        shape.width = built->rows.width;
        shape.vectors /= built->rows.reread * parts;
        shape.shared /= parts;
        int64_t held = shape.threads * shape.vectors * shape.width;
        long long most = held;
        bool of_warp = shape.threads == WARP_SIZE;
        const char *when = intern_printf("%s <= %lld", inner, most);
        if (of_warp)
            when = intern_printf("%s <= %lld || %s <= %lld && %s >= %lld", inner, most / 2, inner, most, all,
                                 (long long)least_rows);
        if (shape.vectors)
            add(choice, intern_printf("held_%lld", most), (Variant){.of = VERSIONED_ROWS, .row = shape}, when);
    }
}

// The number of rows; NULL: a schedule cannot express it.
static const char *count_rows(const Choice *choice)
{
    const Built *built = choice->built;
    const char *all = NULL;
    for (int i = 0; i < built->rows.count; i++) {
        const char *own = count_of(choice->state, built->rows.rows[i]);
        if (!own)
            return NULL;
        all = all ? intern_printf("%s * %s", all, operand(own)) : operand(own);
    }
    return all;
}

// Rows of so many elements on average, and fewer, need fewer lanes. Measured on an H200 for a sparse matrix times a
// vector: with 8 lanes rows of 8 elements took 0.16 of the time that two warps need, rows of 32 took 0.28, and rows of
// 256 elements 2.1 times as long.
enum { SHORT_PACKED = 48, FEW_LANES = 8 };

static void choose_packed(Choice *choice, const char *all)
{
    const ArrayFact *packed = choice->built->rows.packed;
    Arena *arena = choice->state->arena;
    Expr *end = packed ? index_add(arena, index_cast(arena, packed->last), expr_index(arena, 1)) : NULL;
    const char *elements = end && all ? formula_of(choice->state, packed->first, end) : NULL;
    if (!elements)
        return;
    add(choice, "short", (Variant){.of = VERSIONED_ROWS, .row = {.threads = FEW_LANES}},
        intern_printf("%s < %d * %s", operand(elements), SHORT_PACKED, all));
    if (choice->versions.count)
        add_last(choice, "long", (Variant){.of = VERSIONED_NONE});
}

// Many short rows need few lanes each. Sums of 2^28 floats on an H200 with 1, 4 and 16 lanes a row: rows of 4 elements
// 0.59, 2.11 and 8.52 ms, rows of 24 0.29, 0.46 and 1.42, rows of 64 0.41, 0.27 and 0.54, rows of 256 0.45, 0.28 and
// 0.26.
static const struct {
    const char *name;
    int64_t lanes, vectors; // for rows of at most so many vectors
} few_lanes[] = {{"shortest", 1, 6}, {"shorter", 4, 48}};

static void add_few_lanes(Choice *choice, const char *inner, const char *all)
{
    const Built *built = choice->built;
    const int most = choice->state->plain || !built->rows.width ? 0 : (int)(sizeof few_lanes / sizeof *few_lanes);
    for (int i = 0; i < most; i++) {
        long long elements = few_lanes[i].vectors * built->rows.width;
        add(choice, few_lanes[i].name, (Variant){.of = VERSIONED_ROWS, .row = {.threads = few_lanes[i].lanes}},
            intern_printf("%s <= %lld && %s >= %d", inner, elements, all, choice->state->device->sms * ROWS_OF_AN_SM));
    }
}

static void choose_rows(Choice *choice)
{
    const Built *built = choice->built;
    const char *all = count_rows(choice), *inner = count_of(choice->state, built->rows.inner);
    if (!all || !inner) {
        choose_packed(choice, all);
        return;
    }
    long long filling = (long long)built->rows.filling;
    if (built->rows.reread && built->rows.width)
        add_held(choice, inner, all);
    int held = choice->versions.count;
    if (!built->rows.reread)
        add_few_lanes(choice, inner, all);
    int before = choice->versions.count;
    add(choice, "short", (Variant){.of = VERSIONED_NONE},
        intern_printf("%s < %lld || %s < %lld && %s >= %d", inner, filling / SHORT_ROW, inner, filling, all,
                      choice->state->device->sms * ROWS_OF_AN_SM));
    if (choice->versions.count > before)
        choice->versions.items[before].spare = held;
    if (may_divide(choice, built->rows.inner))
        add(choice, "parts", (Variant){.of = VERSIONED_ROWS, .divided = true},
            intern_printf("%s < %d && %s >= %d", all, choice->state->device->sms * BLOCKS_OF_AN_SM, inner,
                          2 * ROW_PART));
    add_last(choice, "long", (Variant){.of = VERSIONED_ROWS});
}

// So many columns of so few rows are added up by a thread each.
enum { SHORT_SUM = 256, MANY_SUMS = 1 << 17 };

// Of few columns, few threads of a block lie along a row. Column sums of 2^28 floats on an H200, in GB/s, with 32, 8
// and 2 threads along vectors: 4 columns 240, 2420 and 4230, 8 columns 490, 3800 and 4300, 64 columns 2860, 4080 and
// 2540; with 128, 16 and 4 threads along single columns: 3 columns 50, 1200 and 3410, 10 columns 170, 3050 and 2970,
// 100 columns 1450, 3150 and 1930.
typedef struct Narrow {
    int64_t threads, blocks; // along so many times as many columns or vectors
} Narrow;

static void add_narrow(Choice *choice, const char *all, const Narrow *list, int count, int64_t width)
{
    for (int i = 0; i < count && !choice->state->plain; i++) {
        long long most = list[i].threads * list[i].blocks * (width ? width : 1);
        const char *few = intern_printf("%s <= %lld", all, most);
        Variant variant = {.of = VERSIONED_COLUMNS, .narrow = list[i].threads, .single = !width};
        add(choice, intern_printf("%s_%lld", width ? "vectors" : "single", most), variant,
            width ? intern_printf("%s && %s", few, is_multiple(all, width)) : few);
    }
}

// Rows that begin anywhere have vectors nowhere.
static void choose_columns(Choice *choice)
{
    static const Narrow vectors[] = {{2, 1}, {8, 2}}, singles[] = {{4, 2}, {16, 16}};
    LoopId sums = choice->built->columns.rows;
    const char *all = count_of(choice->state, choice->built->columns.column);
    const char *rows = sums ? count_of(choice->state, sums) : NULL;
    if (!all)
        return;
    if (rows)
        add(choice, "short", (Variant){.of = VERSIONED_COLUMNS, .whole = true},
            intern_printf("%s <= %d && %s >= %d", rows, SHORT_SUM, all, MANY_SUMS));
    add_narrow(choice, all, vectors, sizeof vectors / sizeof *vectors, choice->built->columns.width);
    add(choice, "vectors", (Variant){.of = VERSIONED_NONE}, is_multiple(all, choice->built->columns.width));
    add_narrow(choice, all, singles, sizeof singles / sizeof *singles, 0);
    add_last(choice, "single", (Variant){.of = VERSIONED_COLUMNS, .single = true});
}

// If the distance of rows is a whole number of vectors, all of them have the alignment of the first one.
static void choose_stencil(Choice *choice)
{
    const Built *built = choice->built;
    Text pitch = {.arena = choice->state->arena};
    if (!built->stencil.pitch || !formula_print(&pitch, built->stencil.pitch))
        return;
    const char *when = is_multiple(intern(text_string(&pitch)), built->stencil.width);
    if (!read(choice, when))
        return;
    add(choice, "aligned", (Variant){.of = VERSIONED_NONE}, when);
    add_last(choice, "single", (Variant){.of = VERSIONED_STENCIL});
}

// Few tiles lie above each other, and the last one has at most half of its rows.
enum { FEW_TILES = 8 };

static void add_low(Choice *choice)
{
    const char *rows = choice->built->transposed.row ? count_of(choice->state, choice->built->transposed.row) : NULL;
    long long height = (long long)choice->built->transposed.height;
    if (rows)
        add(choice, "low", (Variant){.of = VERSIONED_TRANSPOSED, .low = true},
            intern_printf("(%s + %lld) / %lld * %lld - %s >= %lld && %s <= %lld", rows, height - 1, height, height,
                          operand(rows), height / 2, rows, FEW_TILES * height));
}

// Then each row of results begins where a sector does, if the first one does.
static void choose_transposed(Choice *choice)
{
    const char *row = count_of(choice->state, choice->built->transposed.column);
    if (!row)
        return;
    add(choice, "whole", (Variant){.of = VERSIONED_TRANSPOSED}, is_multiple(row, choice->built->transposed.sector));
    add_low(choice);
    if (choice->versions.count)
        add_last(choice, "shifted", (Variant){.of = VERSIONED_NONE});
}

// Of a short row, most lanes of a warp would have nothing. In a short column, part of a team; many columns need none.
enum { SHORT_COLUMN = 256, MANY_COLUMNS = 1 << 16 };

static void choose_scans(Choice *choice)
{
    const char *row = count_of(choice->state, choice->built->scans.row);
    if (!row)
        return;
    const char *columns = choice->built->scans.columns ? count_of(choice->state, choice->built->scans.columns) : NULL;
    const char *when = intern_printf("%s < %d", operand(row), WARP_SIZE);
    if (columns)
        when = intern_printf("%s || %s < %d && %s >= %d", when, operand(row), SHORT_COLUMN, operand(columns),
                             MANY_COLUMNS);
    add(choice, "short", (Variant){.of = VERSIONED_SCANS}, when);
    if (choice->versions.count)
        add_last(choice, "long", (Variant){.of = VERSIONED_NONE});
}

// Blocks that share a plane have this many rows each, at least. In a plane with fewer rows than a block has threads
// across them, or where planes are few and cannot be shared, all threads of a block take one row after the other.
enum { SHARED_ROWS = 32, FEW_ROWS = 8 };

static void choose_planes(Choice *choice)
{
    const Built *built = choice->built;
    const char *planes = count_of(choice->state, built->planes.plane),
               *rows = count_of(choice->state, built->planes.rows);
    const char *batch = built->planes.batch ? count_of(choice->state, built->planes.batch) : NULL;
    if (!planes || !rows || (built->planes.batch && !batch))
        return;
    if (batch)
        planes = intern_printf("%s * %s", operand(batch), operand(planes));
    int blocks = choice->state->device->sms * BLOCKS_OF_AN_SM;
    add(choice, "few", (Variant){.of = VERSIONED_PLANES},
        intern_printf("%s < %d && %s >= %d", planes, blocks, rows, 2 * SHARED_ROWS));
    add(choice, "planes", (Variant){.of = VERSIONED_NONE},
        intern_printf("%s >= %d && %s >= %d", planes, blocks, rows, FEW_ROWS));
    add_last(choice, "rows", (Variant){.of = VERSIONED_ROWS});
}

// Results that threads cannot have several of, such as sums over two loops: where there are no more than that, blocks
// share one. On an H200, 32 of a million terms each take 47 us then, and 169 us with a block each.
enum { SHARED_RESULTS = 64 };

// Whether some lanes that share a result would load elements far from one another, where threads with a result each may
// load neighbours.
static bool adds_across(const Choice *choice, const LongSums *sums)
{
    const Facts *facts = choice->state->facts;
    LoopId along = sums->inner ? sums->inner : sums->line;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array && !access_stays(facts, access, along) && !access_walks(facts, access, along))
            return true;
    }
    return false;
}

// As many terms as results, each with each: so many results of an SM, with a thread each, hide as much as blocks that
// share a sum. On an H200, 6000 sums of 6000 quotients take 509 us with a thread each, and 59 us with a block each.
enum { RESULTS_OF_AN_SM = 128, LEAST_TERMS = 256 };

static void choose_each_with_each(Choice *choice, const char *count)
{
    add(choice, "few", (Variant){.of = VERSIONED_FEW, .alone = true},
        intern_printf("%s >= %d && %s <= %d", count, LEAST_TERMS, count,
                      choice->state->device->sms * RESULTS_OF_AN_SM));
    if (choice->versions.count)
        add_last(choice, "many", (Variant){.of = VERSIONED_NONE});
}

static void choose_few(Choice *choice, const LongSums *sums)
{
    const char *all = NULL, *line = count_of(choice->state, sums->line);
    const char *inner = line && sums->inner ? count_of(choice->state, sums->inner) : NULL;
    for (int i = 0; i < sums->count; i++) {
        const char *own = count_of(choice->state, sums->places[i]);
        if (!own)
            return;
        if (own == line) {
            if (sums->count == 1 && !sums->inner)
                choose_each_with_each(choice, line);
            return;
        }
        all = all ? intern_printf("%s * %s", operand(all), operand(own)) : own;
    }
    if (!line || (sums->inner && !inner))
        return;
    line = inner ? intern_printf("%s * %s", operand(line), operand(inner)) : operand(line);
    if (!inner)
        add(choice, "few", (Variant){.of = VERSIONED_FEW},
            intern_printf("%s <= %d && %s >= %d", operand(all), FEW_RESULTS, line, LONG_SUM));
    int before = choice->versions.count;
    add(choice, "fewest", (Variant){.of = VERSIONED_FEW, .alone = true, .shared = true},
        intern_printf("%s <= %d && %s >= %d", operand(all), SHARED_RESULTS, line, LONG_SUM));
    add(choice, "few", (Variant){.of = VERSIONED_FEW, .alone = true},
        intern_printf("%s <= %d && %s >= %d", operand(all), adds_across(choice, sums) ? FEWEST_RESULTS : FEW_RESULTS,
                      line, LONG_SUM));
    for (int v = before; v < choice->versions.count; v++)
        choice->versions.items[v].spare = before;
    if (choice->versions.count)
        add_last(choice, "many", (Variant){.of = VERSIONED_NONE});
}

// ---- which of these

// The first kind of one nest decides, or of several nests of columns with the same sizes. For several nests with tiles,
// or with rows, there is none to ask about.
static Versioned deciding(const Built *built)
{
    for (Versioned kind = VERSIONED_TILES; kind < VERSIONED_FEW; kind++) {
        if (built->nests[kind] == 1 || (kind == VERSIONED_COLUMNS && built->nests[kind] && !built->differ))
            return kind;
        if (built->nests[kind] && kind <= VERSIONED_ROWS)
            return VERSIONED_NONE;
    }
    return VERSIONED_NONE;
}

typedef void Choose(Choice *choice);

PlannedVersions versions_worth_having(const Candidate *state, const Built *built)
{
    static Choose *const choose[VERSIONED_KINDS] = {
        [VERSIONED_TILES] = choose_tiles,           [VERSIONED_ROWS] = choose_rows,
        [VERSIONED_COLUMNS] = choose_columns,       [VERSIONED_STENCIL] = choose_stencil,
        [VERSIONED_TRANSPOSED] = choose_transposed, [VERSIONED_SCANS] = choose_scans,
        [VERSIONED_PLANES] = choose_planes};
    Choice choice = {.state = state, .built = built};
    LongSums sums;
    if (state->nest->is_region || has_block_clause(state->nest->directive))
        return choice.versions;
    Versioned kind = deciding(built);
    if (kind != VERSIONED_NONE)
        choose[kind](&choice);
    else if (!built->nests[VERSIONED_FEW] && !state->plain && !state->by_paper && long_sums_find(state, &sums))
        choose_few(&choice, &sums);
    return choice.versions;
}

Step version_division(const Candidate *state, const Variant *variant, const Built *built)
{
    bool rows = variant->of == VERSIONED_ROWS;
    const LoopFact *fact = facts_loop(state->facts, rows ? built->rows.inner : built->tiles.serial);
    return (Step){.kind = STEP_RFACTOR, .loop = fact->loop->name, .size = rows ? ROW_PART : PART};
}

// Columns have no vectors then, and the source of a scan is as it was, whatever became of them.
bool version_came_out(const Variant *variant, const Built *built)
{
    return variant->of == VERSIONED_COLUMNS || variant->of == VERSIONED_SCANS || built->nests[variant->of] == 1;
}
