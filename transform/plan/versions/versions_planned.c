// Chooses which versions to emit. Products: versions_of_tiles.c. Row sums: lanes share a row; a whole block shares it
// if rows are long or few. Column sums: vectors; single columns if rows are not aligned; few threads along few columns.
// Stencils: vectors need rows with the same alignment. Transpositions: tiles begin at sectors, unless all rows do.
// Scans of rows: lanes share a row, unless it is short. Sums of planes: several blocks share one if there are few. Long
// sums of any other kind: threads share them if there are few.
#include "transform/plan/divisions.h"
#include "transform/plan/resources/resources.h"
#include "transform/plan/prepare_sums.h"
#include "transform/plan/versions/version_choice.h"
#include "transform/tree/formula.h"

#include <string.h>

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

const char *choice_count(const Candidate *state, LoopId id)
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

static bool is_word(const char *formula)
{
    for (; *formula; formula++)
        if (*formula == ' ')
            return false;
    return true;
}

const char *choice_operand(const char *formula)
{
    return is_word(formula) ? formula : intern_printf("(%s)", formula);
}

// A formula that holds where the count is a multiple.
static const char *is_multiple(const char *count, int64_t of)
{
    return intern_printf("%s / %lld * %lld >= %s", choice_operand(count), (long long)of, (long long)of,
                         choice_operand(count));
}

// ---- the versions

Expr *choice_read(const Choice *choice, const char *condition)
{
    const char *wrong;
    return formula_read_condition(choice->state->arena, (FormulaScope){.nest = choice->state->nest}, condition, &wrong);
}

// Whether one of the versions is always taken.
static bool is_decided(const Choice *choice)
{
    return choice->versions.count && !choice->versions.items[choice->versions.count - 1].version.condition;
}

// Of two kinds of versions, both of which may have a kernel of that name.
static const char *name_apart(const Choice *choice, const char *name, Versioned kind)
{
    FOR_EACH(v, &choice->versions) {
        const PlannedVersion *version = &choice->versions.items[v];
        if (strcmp(version->version.name, name) == 0 && version->variant.of != kind)
            return intern_printf("%s_2", name);
    }
    return name;
}

// Whether the version needs another source than the other ones, and so is one of a whole nest.
static bool changes_source(const Variant *variant)
{
    return variant->part || variant->whole || variant->windows || variant->of == VERSIONED_FEW ||
           variant->of == VERSIONED_SCANS;
}

void choice_add(Choice *choice, const char *name, Variant variant, const char *when)
{
    if (choice->of_part && changes_source(&variant))
        return;
    Expr *condition = choice_read(choice, when);
    bool known = condition && condition->kind == EX_INT;
    if (!condition || (known && condition->integer == 0) || is_decided(choice))
        return;
    bool full = choice->versions.count + 1 == MOST_PLANNED; // but for the version without a condition
    if (full && !known)
        return;
    Version version = {.name = name_apart(choice, name, variant.of),
                       .words = known ? NULL : when,
                       .condition = known ? NULL : condition};
    choice->versions.items[choice->versions.count++] = (PlannedVersion){.version = version, .variant = variant};
}

void choice_add_last(Choice *choice, const char *name, Variant variant)
{
    if (!is_decided(choice))
        choice->versions.items[choice->versions.count++] =
            (PlannedVersion){.version = {.name = name}, .variant = variant};
}

bool choice_may_divide(const Choice *choice, LoopId serial)
{
    const Candidate *state = choice->state;
    const LoopFact *fact = facts_loop(state->facts, serial);
    return fact && fact->verdict == LOOP_REDUCTION && state->facts->changeable &&
           !facts_asserts_independent(state->facts);
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
            choice_add(choice, intern_printf("held_%lld", most), (Variant){.of = VERSIONED_ROWS, .row = shape}, when);
    }
}

// The number of rows; NULL: a schedule cannot express it.
static const char *count_rows(const Choice *choice)
{
    const Built *built = choice->built;
    const char *all = NULL;
    for (int i = 0; i < built->rows.count; i++) {
        const char *own = choice_count(choice->state, built->rows.rows[i]);
        if (!own)
            return NULL;
        all = all ? intern_printf("%s * %s", all, choice_operand(own)) : choice_operand(own);
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
    choice_add(choice, "short", (Variant){.of = VERSIONED_ROWS, .row = {.threads = FEW_LANES}},
               intern_printf("%s < %d * %s", choice_operand(elements), SHORT_PACKED, all));
    if (choice->versions.count)
        choice_add_last(choice, "long", (Variant){.of = VERSIONED_NONE});
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
    bool never = choice->of_part && inner == all; // it would be many rows of few elements
    const int count = (int)(sizeof few_lanes / sizeof *few_lanes);
    const int most = choice->state->plain || !built->rows.width || never ? 0 : count;
    for (int i = 0; i < most; i++) {
        long long elements = few_lanes[i].vectors * built->rows.width;
        choice_add(
            choice, few_lanes[i].name, (Variant){.of = VERSIONED_ROWS, .row = {.threads = few_lanes[i].lanes}},
            intern_printf("%s <= %lld && %s >= %d", inner, elements, all, choice->state->device->sms * ROWS_OF_AN_SM));
    }
}

static void choose_rows(Choice *choice)
{
    const Built *built = choice->built;
    const char *all = count_rows(choice), *inner = choice_count(choice->state, built->rows.inner);
    if (!all || !inner) {
        choose_packed(choice, all);
        return;
    }
    long long filling = (long long)built->rows.filling;
    int first = choice->versions.count;
    if (built->rows.reread && built->rows.width)
        add_held(choice, inner, all);
    int held = choice->versions.count;
    if (!built->rows.reread)
        add_few_lanes(choice, inner, all);
    int before = choice->versions.count;
    choice_add(choice, "short", (Variant){.of = VERSIONED_NONE},
               intern_printf("%s < %lld || %s < %lld && %s >= %d", inner, filling / SHORT_ROW, inner, filling, all,
                             choice->state->device->sms * ROWS_OF_AN_SM));
    if (choice->versions.count > before)
        choice->versions.items[before].spare = held > first ? held : 0;
    if (choice_may_divide(choice, built->rows.inner))
        choice_add(choice, "parts", (Variant){.of = VERSIONED_ROWS, .part = ROW_PART},
                   intern_printf("%s < %d && %s >= %d", all, choice->state->device->sms * BLOCKS_OF_AN_SM, inner,
                                 2 * ROW_PART));
    choice_add_last(choice, "long", (Variant){.of = VERSIONED_ROWS});
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
    for (int i = 0; i < count && !choice->state->plain && !choice->of_part; i++) {
        long long most = list[i].threads * list[i].blocks * (width ? width : 1);
        const char *few = intern_printf("%s <= %lld", all, most);
        Variant variant = {.of = VERSIONED_COLUMNS, .narrow = list[i].threads, .single = !width};
        choice_add(choice, intern_printf("%s_%lld", width ? "vectors" : "single", most), variant,
                   width ? intern_printf("%s && %s", few, is_multiple(all, width)) : few);
    }
}

// Rows that begin anywhere have vectors nowhere.
static void choose_columns(Choice *choice)
{
    static const Narrow vectors[] = {{2, 1}, {8, 2}}, singles[] = {{4, 2}, {16, 16}};
    LoopId sums = choice->built->columns.rows;
    const char *all = choice_count(choice->state, choice->built->columns.column);
    const char *rows = sums ? choice_count(choice->state, sums) : NULL;
    if (!all)
        return;
    if (rows)
        choice_add(choice, "short", (Variant){.of = VERSIONED_COLUMNS, .whole = true},
                   intern_printf("%s <= %d && %s >= %d", rows, SHORT_SUM, all, MANY_SUMS));
    add_narrow(choice, all, vectors, sizeof vectors / sizeof *vectors, choice->built->columns.width);
    choice_add(choice, "vectors", (Variant){.of = VERSIONED_NONE}, is_multiple(all, choice->built->columns.width));
    add_narrow(choice, all, singles, sizeof singles / sizeof *singles, 0);
    choice_add_last(choice, "single", (Variant){.of = VERSIONED_COLUMNS, .single = true});
}

// If the distance of rows is a whole number of vectors, all of them have the alignment of the first one.
static void choose_stencil(Choice *choice)
{
    const Built *built = choice->built;
    Text pitch = {.arena = choice->state->arena};
    if (!built->stencil.pitch || !formula_print(&pitch, built->stencil.pitch))
        return;
    const char *when = is_multiple(intern(text_string(&pitch)), built->stencil.width);
    if (!choice_read(choice, when))
        return;
    choice_add(choice, "aligned", (Variant){.of = VERSIONED_NONE}, when);
    choice_add_last(choice, "single", (Variant){.of = VERSIONED_STENCIL});
}

// Few tiles lie above each other, and the last one has at most half of its rows.
enum { FEW_TILES = 8 };

static void add_low(Choice *choice)
{
    const char *rows =
        choice->built->transposed.row ? choice_count(choice->state, choice->built->transposed.row) : NULL;
    long long height = (long long)choice->built->transposed.height;
    if (rows)
        choice_add(choice, "low", (Variant){.of = VERSIONED_TRANSPOSED, .low = true},
                   intern_printf("(%s + %lld) / %lld * %lld - %s >= %lld && %s <= %lld", rows, height - 1, height,
                                 height, choice_operand(rows), height / 2, rows, FEW_TILES * height));
}

// Then each row of results begins where a sector does, if the first one does.
static void choose_transposed(Choice *choice)
{
    const char *row = choice_count(choice->state, choice->built->transposed.column);
    if (!row)
        return;
    choice_add(choice, "whole", (Variant){.of = VERSIONED_TRANSPOSED},
               is_multiple(row, choice->built->transposed.sector));
    add_low(choice);
    if (choice->versions.count)
        choice_add_last(choice, "shifted", (Variant){.of = VERSIONED_NONE});
}

// Of a short row, most lanes of a warp would have nothing. In a short column, part of a team; many columns need none.
enum { SHORT_COLUMN = 256, MANY_COLUMNS = 1 << 16 };

static void choose_scans(Choice *choice)
{
    const char *row = choice_count(choice->state, choice->built->scans.row);
    if (!row)
        return;
    const char *columns =
        choice->built->scans.columns ? choice_count(choice->state, choice->built->scans.columns) : NULL;
    const char *when = intern_printf("%s < %d", choice_operand(row), WARP_SIZE);
    if (columns)
        when = intern_printf("%s || %s < %d && %s >= %d", when, choice_operand(row), SHORT_COLUMN,
                             choice_operand(columns), MANY_COLUMNS);
    choice_add(choice, "short", (Variant){.of = VERSIONED_SCANS}, when);
    if (choice->versions.count)
        choice_add_last(choice, "long", (Variant){.of = VERSIONED_NONE});
}

// Blocks that share a plane have this many rows each, at least. In a plane with fewer rows than a block has threads
// across them, or where planes are few and cannot be shared, all threads of a block take one row after the other.
enum { SHARED_ROWS = 32, FEW_ROWS = 8 };

static void choose_planes(Choice *choice)
{
    const Built *built = choice->built;
    const char *planes = choice_count(choice->state, built->planes.plane),
               *rows = choice_count(choice->state, built->planes.rows);
    const char *batch = built->planes.batch ? choice_count(choice->state, built->planes.batch) : NULL;
    if (!planes || !rows || (built->planes.batch && !batch))
        return;
    if (batch)
        planes = intern_printf("%s * %s", choice_operand(batch), choice_operand(planes));
    int blocks = choice->state->device->sms * BLOCKS_OF_AN_SM;
    choice_add(choice, "few", (Variant){.of = VERSIONED_PLANES},
               intern_printf("%s < %d && %s >= %d", planes, blocks, rows, 2 * SHARED_ROWS));
    choice_add(choice, "planes", (Variant){.of = VERSIONED_NONE},
               intern_printf("%s >= %d && %s >= %d", planes, blocks, rows, FEW_ROWS));
    choice_add_last(choice, "rows", (Variant){.of = VERSIONED_ROWS});
}

// Results that threads cannot have several of, such as sums over two loops: where there are no more than that, blocks
// share one. On an H200, 32 of a million terms each take 47 us then, and 169 us with a block each.
enum { SHARED_RESULTS = 64 };

// Whether some lanes that share a result would load elements far from one another, where threads with a result each may
// load neighbours.
static bool adds_across(const Choice *choice, const LongSums *sums)
{
    const Facts *facts = choice->state->facts;
    LoopId along = sums->lines[sums->nlines - 1];
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

static void add_each_with_each(Choice *choice, const char *count)
{
    choice_add(choice, "few", (Variant){.of = VERSIONED_FEW, .alone = true},
               intern_printf("%s >= %d && %s <= %d", count, LEAST_TERMS, count,
                             choice->state->device->sms * RESULTS_OF_AN_SM));
}

static void add_few(Choice *choice, const LongSums *sums)
{
    const char *all = NULL, *line = NULL, *first = choice_count(choice->state, sums->lines[0]);
    for (int i = 0; i < sums->nlines; i++) {
        const char *own = choice_count(choice->state, sums->lines[i]);
        if (!own)
            return;
        line = line ? intern_printf("%s * %s", line, choice_operand(own)) : choice_operand(own);
    }
    for (int i = 0; i < sums->count; i++) {
        const char *own = choice_count(choice->state, sums->places[i]);
        if (!own)
            return;
        if (own == first) {
            if (sums->count == 1 && sums->nlines == 1)
                add_each_with_each(choice, first);
            return;
        }
        all = all ? intern_printf("%s * %s", choice_operand(all), choice_operand(own)) : own;
    }
    if (sums->nlines == 1)
        choice_add(choice, "few", (Variant){.of = VERSIONED_FEW},
                   intern_printf("%s <= %d && %s >= %d", choice_operand(all), FEW_RESULTS, line, LONG_SUM));
    int before = choice->versions.count;
    choice_add(choice, "fewest", (Variant){.of = VERSIONED_FEW, .alone = true, .shared = true},
               intern_printf("%s <= %d && %s >= %d", choice_operand(all), SHARED_RESULTS, line, LONG_SUM));
    choice_add(choice, "few", (Variant){.of = VERSIONED_FEW, .alone = true},
               intern_printf("%s <= %d && %s >= %d", choice_operand(all),
                             adds_across(choice, sums) ? FEWEST_RESULTS : FEW_RESULTS, line, LONG_SUM));
    for (int v = before; v < choice->versions.count; v++)
        choice->versions.items[v].spare = before;
}

static void choose_few(Choice *choice, const LongSums *sums)
{
    add_few(choice, sums);
    if (choice->versions.count)
        choice_add_last(choice, "many", (Variant){.of = VERSIONED_NONE});
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

static void choose_kind(Choice *choice, Versioned kind)
{
    static Choose *const choose[VERSIONED_KINDS] = {
        [VERSIONED_TILES] = choice_of_tiles,        [VERSIONED_ROWS] = choose_rows,
        [VERSIONED_COLUMNS] = choose_columns,       [VERSIONED_STENCIL] = choose_stencil,
        [VERSIONED_TRANSPOSED] = choose_transposed, [VERSIONED_SCANS] = choose_scans,
        [VERSIONED_PLANES] = choose_planes};
    if (choose[kind])
        choose[kind](choice);
}

PlannedVersions versions_of_part(const Candidate *state, const Built *part)
{
    Choice choice = {.state = state, .built = part, .of_part = true};
    choose_kind(&choice, deciding(part));
    return choice.versions;
}

PlannedVersions versions_worth_having(const Candidate *state, const Built *built)
{
    Choice choice = {.state = state, .built = built};
    LongSums sums;
    if (state->nest->is_region || has_block_clause(state->nest->directive))
        return choice.versions;
    Versioned kind = deciding(built);
    bool few = !built->nests[VERSIONED_FEW] && !state->plain && !state->by_paper;
    if ((kind == VERSIONED_ROWS || kind == VERSIONED_PLANES) && few && !built->rows.reread &&
        long_sums_find(state, &sums) && sums.nlines > 1)
        add_few(&choice, &sums); // rows of such sums may be short, or few
    if (kind != VERSIONED_NONE)
        choose_kind(&choice, kind);
    else if (few && long_sums_find(state, &sums))
        choose_few(&choice, &sums);
    return choice.versions;
}

const Candidate *version_divided(const Candidate *source, const Variant *variant, const Built *built)
{
    bool rows = variant->of == VERSIONED_ROWS;
    JoinedSum sum =
        rows ? sum_joined(source, &built->rows.inner, 1) : sum_joined(source, built->tiles.sums, built->tiles.nsums);
    return sum_divided(&sum, variant->part);
}

// Columns have no vectors then, and the source of a scan is as it was, whatever became of them.
bool version_came_out(const Variant *variant, const Built *built)
{
    return variant->of == VERSIONED_COLUMNS || variant->of == VERSIONED_SCANS || built->nests[variant->of] == 1;
}
