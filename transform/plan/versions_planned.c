// Which versions of a nest are worth having: large tiles keep operands longest, but a device is not filled by few of them. Where
// results are few, small tiles make more blocks, and where sums are long besides, they are divided among blocks. A row that is shared
// by lanes is shared by all of a block where it is long, or where rows are few. Columns are read one by one where rows are not aligned.
// Vectors of a stencil need rows that begin alike.
#include "frontend/directive.h"
#include "transform/formula.h"
#include "transform/plan/versions.h"

// Iterations of one part of a divided sum, and so many parts at least. A part writes and reads its results once more.
enum { PART = 1024, LEAST_PARTS = 4 };

static const TileShape small = {.y = 64, .x = 64, .depth = 16, .results_y = 8, .results_x = 4, .stages = 3, .blocks = 4, .weaves = true};
static const TileShape middle = {.y = 64, .x = 128, .depth = 16, .results_y = 8, .results_x = 4, .stages = 3, .blocks = 2, .weaves = true};

typedef struct Choice {
    Restructuring *state;
    const Reused *reused;
    const char *y, *x, *serial; // numbers of iterations as formulas
    const char *batch;          // the same, or NULL: 1
} Choice;

// ---- sizes as formulas

static const char *formula_of(const Restructuring *state, Expr *lower, Expr *upper)
{
    Text text = {.arena = state->arena};
    const char *wrong;
    Expr *count = index_sub(state->arena, expr_cast(state->arena, type_scalar(TY_I64), upper), expr_cast(state->arena, type_scalar(TY_I64), lower));
    bool fine = formula_print(&text, count) && formula_read(state->arena, (FormulaScope){.nest = state->nest}, text_string(&text), &wrong);
    return fine ? intern(text_string(&text)) : NULL;
}

// How often the loop runs at most; NULL: that cannot be written in a schedule.
static const char *count_of(const Restructuring *state, LoopId id)
{
    const LoopFact *fact = facts_loop(state->facts, id);
    Expr *lower, *upper;
    if (!fact || !expr_is_int(fact->loop->step, 1))
        return NULL;
    const char *own = formula_of(state, fact->lower ? fact->lower : fact->loop->lower, fact->upper ? fact->upper : fact->loop->upper);
    if (own || !domain_range(state->facts, id, NULL, 0, &lower, &upper))
        return own;
    return formula_of(state, lower, upper);
}

static bool measure(Choice *choice)
{
    const Reused *reused = choice->reused;
    choice->y = count_of(choice->state, reused->y);
    choice->x = count_of(choice->state, reused->x);
    choice->serial = count_of(choice->state, reused->serial);
    choice->batch = reused->batch ? count_of(choice->state, reused->batch) : NULL;
    return choice->y && choice->x && choice->serial && (choice->batch || !reused->batch);
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

// How many tiles of y times x results there are.
static const char *tiles(const Choice *choice, int64_t y, int64_t x)
{
    const char *batch = choice->batch ? intern_printf("%s * ", operand(choice->batch)) : "";
    return intern_printf("%s((%s + %lld) / %lld) * ((%s + %lld) / %lld)", batch, choice->y, (long long)y - 1, (long long)y, choice->x,
                         (long long)x - 1, (long long)x);
}

// ---- the versions

static Expr *read(const Choice *choice, const char *condition)
{
    const char *wrong;
    return formula_read_condition(choice->state->arena, (FormulaScope){.nest = choice->state->nest}, condition, &wrong);
}

static bool may_divide(const Choice *choice)
{
    const Restructuring *state = choice->state;
    const LoopFact *fact = facts_loop(state->facts, choice->reused->serial);
    return !choice->batch && fact && fact->verdict == LOOP_REDUCTION && state->facts->changeable && !facts_asserts_independent(state->facts);
}

static void add(const Choice *choice, PlannedVersion *versions, int *count, PlannedVersion version, const char *when)
{
    version.version.words = when;
    version.version.condition = read(choice, when);
    const Expr *condition = version.version.condition;
    bool never = !condition || (condition->kind == EX_INT && condition->integer == 0);
    if (never || (*count && !versions[*count - 1].version.condition))
        return;
    if (condition->kind == EX_INT) {
        version.version.words = NULL;
        version.version.condition = NULL;
    }
    versions[(*count)++] = version;
}

static bool sizes_are_given(const Restructuring *state)
{
    return state->directive && directive_clause(state->directive, CLAUSE_BLOCK);
}

// Where tiles of `next`, of which so many are under way at once, leave much of the device without work.
static void add_smaller(const Choice *choice, PlannedVersion *versions, int *count, const char *name, const TileShape *shape, const TileShape *next, long long room)
{
    const char *columns = choice->y == choice->x ? "" : intern_printf(" || %s <= %lld", choice->x, (long long)next->x / 2);
    const char *when = intern_printf("%s < %lld || %s <= %lld%s", tiles(choice, next->y, next->x), room * 3 / 4, choice->y, (long long)next->y / 2, columns);
    add(choice, versions, count, (PlannedVersion){.version.name = name, .shape = shape}, when);
}

static bool sizes_are_known(const Choice *choice)
{
    const Expr *condition = read(choice, intern_printf("%s > 0", tiles(choice, 1, 1)));
    return condition && condition->kind == EX_INT;
}

// Whether the tiles would be the largest ones, were the sizes not known.
static bool has_largest(const Choice *choice)
{
    const Facts *facts = choice->state->facts;
    const LoopFact *serial = facts_loop(facts, choice->reused->serial);
    bool plain = serial && serial->reductions.count == 1;
    FOR_EACH(i, &facts->arrays)
        plain = plain && facts->arrays.items[i].array->element->size == 4;
    return plain;
}

// Rows that keep all threads of a block busy; shorter ones too, where there are too few for the device.
enum { SHORT_ROW = 8, ROWS_OF_AN_SM = 32 };

static int versions_of_rows(Restructuring *state, const RowsBuilt *rows, PlannedVersion *versions)
{
    Choice choice = {.state = state};
    int count = 0;
    const char *all = NULL, *inner = count_of(state, rows->inner);
    for (int i = 0; i < rows->count; i++) {
        const char *own = count_of(state, rows->rows[i]);
        if (!own || !inner)
            return 0;
        all = all ? intern_printf("%s * %s", all, operand(own)) : operand(own);
    }
    add(&choice, versions, &count, (PlannedVersion){.version.name = "short"},
        intern_printf("%s < %lld || %s < %lld && %s >= %d", inner, (long long)rows->filling / SHORT_ROW, inner, (long long)rows->filling, all,
                      state->device->sms * ROWS_OF_AN_SM));
    if (!count || versions[0].version.condition)
        versions[count++] = (PlannedVersion){.version.name = "long", .whole_blocks = true};
    return count;
}

// Rows that begin anywhere have vectors nowhere.
static int versions_of_columns(Restructuring *state, const ColumnsBuilt *columns, PlannedVersion *versions)
{
    Choice choice = {.state = state};
    int count = 0;
    const char *all = count_of(state, columns->column);
    if (!all)
        return 0;
    add(&choice, versions, &count, (PlannedVersion){.version.name = "vectors"},
        intern_printf("%s / %lld * %lld >= %s", operand(all), (long long)columns->lanes, (long long)columns->lanes, operand(all)));
    if (!count || versions[0].version.condition)
        versions[count++] = (PlannedVersion){.version.name = "single", .single_columns = true};
    return count;
}

static int versions_of_tiles(Restructuring *state, const Reused *reused, PlannedVersion *versions)
{
    Choice choice = {.state = state, .reused = reused};
    int count = 0;
    if (!measure(&choice))
        return 0;
    bool known = sizes_are_known(&choice) && has_largest(&choice);
    const TileShape *base = known ? largest_tile() : &reused->shape;
    long long room = (long long)state->device->sms * (base->blocks ? base->blocks : 1);
    const char *large = tiles(&choice, base->y, base->x);
    bool is_square = choice.serial == choice.y && choice.serial == choice.x; // long sums, and then many tiles
    if (may_divide(&choice) && !is_square)
        add(&choice, versions, &count, (PlannedVersion){.version.name = "parts", .divide = true},
            intern_printf("%s >= %d && %s <= %lld", choice.serial, PART * LEAST_PARTS, large, room / 8));
    bool has_middle = base->y > middle.y || base->x > middle.x;
    if (base->y > small.y || base->x > small.x)
        add_smaller(&choice, versions, &count, "small", &small, has_middle ? &middle : base, has_middle ? state->device->sms : room);
    if (has_middle)
        add_smaller(&choice, versions, &count, "middle", &middle, base, room);
    if (!count)
        return 0;
    if (versions[count - 1].version.condition)
        versions[count++] = (PlannedVersion){.version.name = "large"};
    return count;
}

// Where rows lie a whole number of vectors apart, all of them are aligned as the first one is.
static int versions_of_stencil(Restructuring *state, const StencilsMade *stencils, PlannedVersion *versions)
{
    Choice choice = {.state = state};
    Text text = {.arena = state->arena};
    int count = 0;
    if (!stencils->pitch || !formula_print(&text, stencils->pitch))
        return 0;
    const char *pitch = operand(intern(text_string(&text)));
    long long lanes = (long long)stencils->lanes;
    const char *when = intern_printf("%s / %lld * %lld >= %s", pitch, lanes, lanes, pitch);
    if (!read(&choice, when))
        return 0;
    add(&choice, versions, &count, (PlannedVersion){.version.name = "aligned"}, when);
    if (!count || versions[count - 1].version.condition)
        versions[count++] = (PlannedVersion){.version.name = "single", .single = true};
    return count;
}

int versions_worth_having(Restructuring *state, const Way *base, PlannedVersion *versions)
{
    if (state->nest->is_region || sizes_are_given(state))
        return 0;
    if (base->reused.built)
        return base->reused.built == 1 ? versions_of_tiles(state, &base->reused, versions) : 0;
    if (!base->rows.built && base->columns.built == 1)
        return versions_of_columns(state, &base->columns, versions);
    if (!base->rows.built && base->stencils.built == 1)
        return versions_of_stencil(state, &base->stencils, versions);
    return base->rows.built == 1 ? versions_of_rows(state, &base->rows, versions) : 0;
}

Step version_division(const Restructuring *state, const Reused *reused)
{
    const LoopFact *fact = facts_loop(state->facts, reused->serial);
    return (Step){.kind = STEP_DIVIDE, .target = fact->loop->name, .size = PART};
}
