#include "transform/plan/versions.h"

#include "transform/formula.h"

#include <string.h>

enum { MOST_VERSIONS = 8 };

// ---- names: those of one version do not matter to the others, but for memory that the launcher allocates

typedef struct Aside {
    VECTOR(Symbol *) symbols;
    VECTOR(Array *) arrays, scratch;
} Aside;

// Takes what the last version has made out of the nest, behind what stood there at `mark`.
static void set_aside(Restructuring *state, SourceMark mark, Aside *aside)
{
    Nest *nest = state->nest;
    for (int i = mark.symbols; i < nest->symbols.count; i++)
        VECTOR_PUSH(state->arena, &aside->symbols, nest->symbols.items[i]);
    for (int i = mark.arrays + aside->scratch.count; i < nest->arrays.count; i++) {
        Array *array = nest->arrays.items[i];
        if (array->space == SPACE_SCRATCH)
            VECTOR_PUSH(state->arena, &aside->scratch, array);
        else
            VECTOR_PUSH(state->arena, &aside->arrays, array);
    }
    int loops = nest->next_loop; // ids stay apart
    source_return(state, mark);
    nest->next_loop = loops;
    FOR_EACH(i, &aside->scratch)
        VECTOR_PUSH(nest->unit->arena, &nest->arrays, aside->scratch.items[i]);
    state->relaxed = 0;
    state->reassociates = false;
    state->serial = NULL;
}

static void bring_back(Restructuring *state, const Aside *aside)
{
    Arena *arena = state->nest->unit->arena;
    FOR_EACH(i, &aside->symbols)
        VECTOR_PUSH(arena, &state->nest->symbols, aside->symbols.items[i]);
    FOR_EACH(i, &aside->arrays)
        VECTOR_PUSH(arena, &state->nest->arrays, aside->arrays.items[i]);
}

// ---- what the launcher tests and copies, from the facts of the last version

static bool same_array(const Facts *facts, const ArrayFact *fact)
{
    const ArrayFact *other = facts_array(facts, fact->array);
    return other && other->copy_in <= fact->copy_in && other->copy_out == fact->copy_out && other->written == fact->written;
}

static bool is_assumed(const Facts *facts, const Assumption *wanted)
{
    FOR_EACH(i, &facts->assumptions) {
        const Assumption *assumption = &facts->assumptions.items[i];
        bool same = wanted->condition ? assumption->condition && expr_equal(assumption->condition, wanted->condition)
                                      : assumption->a && wanted->a && assumption->a->array == wanted->a->array &&
                                            assumption->scalar == wanted->scalar &&
                                            (!wanted->b || (assumption->b && assumption->b->array == wanted->b->array));
        if (same)
            return true;
    }
    return false;
}

// NULL: the launcher of `facts` does all that a version with other facts needs; else why not.
static const char *obstacle(const Facts *facts, const Facts *others)
{
    if (facts->arrays.count != others->arrays.count)
        return "it touches other arrays";
    FOR_EACH(i, &facts->arrays)
        if (!same_array(others, &facts->arrays.items[i]))
            return "it reads or writes more of an array";
    FOR_EACH(i, &others->assumptions)
        if (!is_assumed(facts, &others->assumptions.items[i]))
            return intern_printf("it assumes more: %s", others->assumptions.items[i].words);
    return NULL;
}

Program *way_settle(Restructuring *state, const Way *way, Program *program)
{
    if (!program || !way->divided)
        return program;
    const char *why = obstacle(way->plain.facts, state->facts);
    if (why) {
        diag_refuse(state->diag, state->nest->loc, "divide refused: %s", why);
        return NULL;
    }
    Aside aside = {0};
    set_aside(state, way->plain, &aside);
    bring_back(state, &aside);
    program->facts = state->facts;
    return program;
}

// ---- one program out of several

typedef struct Renaming {
    Arena *arena;
    const char *prefix, *version; // crs_matmul_1_5f3a
    const Array *from, *to;
} Renaming;

static Stmt *rename_kernel(void *context, Stmt *stmt)
{
    const Renaming *renaming = context;
    size_t length = strlen(renaming->prefix);
    if (stmt->kind != ST_KERNEL || strncmp(stmt->name, renaming->prefix, length) != 0)
        return stmt;
    Stmt *made = arena_copy(renaming->arena, stmt, sizeof *stmt);
    made->name = intern_printf("%s_%s%s", renaming->prefix, renaming->version, stmt->name + length);
    return made;
}

static Expr *use_cell(void *context, Expr *expr)
{
    const Renaming *renaming = context;
    if (expr->kind != EX_ACCESS || expr->array != renaming->from)
        return expr;
    Expr *made = arena_copy(renaming->arena, expr, sizeof *expr);
    made->array = renaming->to;
    return made;
}

static ScalarCell *cell_for(Program *program, const Symbol *symbol)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].symbol == symbol)
            return &program->cells.items[i];
    return NULL;
}

// Cells of the same scalar become one.
static void join_cells(Arena *arena, Program *program, Program *other)
{
    FOR_EACH(i, &other->cells) {
        const ScalarCell *cell = &other->cells.items[i];
        ScalarCell *known = cell_for(program, cell->symbol);
        if (!known) {
            VECTOR_PUSH(arena, &program->cells, *cell);
            VECTOR_PUSH(arena, &program->scratch, (Array *)cell->cell);
            continue;
        }
        known->copy_in = known->copy_in || cell->copy_in;
        known->copy_out = known->copy_out || cell->copy_out;
        Renaming renaming = {.arena = arena, .from = cell->cell, .to = known->cell};
        other->host = stmt_rewrite(arena, other->host, NULL, use_cell, &renaming);
    }
}

static bool is_cell(const Program *program, const Array *array)
{
    FOR_EACH(i, &program->cells)
        if (program->cells.items[i].cell == array)
            return true;
    return false;
}

// What a change of the source has made is there for all versions.
static bool has_scratch(const Program *program, const Array *array)
{
    FOR_EACH(i, &program->scratch)
        if (program->scratch.items[i] == array)
            return true;
    return false;
}

static Stmt *choice_of(Arena *arena, const Version *version, Stmt *body, Stmt *otherwise)
{
    Stmt *made = stmt_if(arena, version->condition, body, otherwise);
    made->name = version->name;
    return made;
}

static Stmt *named(Restructuring *state, const char *version, Stmt *host)
{
    Renaming renaming = {.arena = state->arena, .prefix = state->nest->kernel_name, .version = version};
    return stmt_rewrite(state->arena, host, rename_kernel, NULL, &renaming);
}

// The program that asks for the versions in their order; the last one's facts are those of the launcher.
static Program *join(Restructuring *state, const Version *versions, Program *const *programs, int count)
{
    Arena *arena = state->arena;
    Program *joined = programs[count - 1];
    Text schedule = {.arena = arena};
    Stmt *host = named(state, versions[count - 1].name, joined->host);
    for (int v = count - 2; v >= 0; v--) {
        Version version = versions[v];
        join_cells(arena, joined, programs[v]);
        FOR_EACH(i, &programs[v]->scratch) {
            Array *array = programs[v]->scratch.items[i];
            if (is_cell(programs[v], array) || has_scratch(joined, array))
                continue;
            VECTOR_PUSH(arena, &joined->scratch, array);
            VECTOR_PUSH(arena, &version.scratch, (const Array *)array);
        }
        joined->reassociates = joined->reassociates || programs[v]->reassociates;
        host = choice_of(arena, &version, named(state, version.name, programs[v]->host), host);
        VECTOR_PUSH(arena, &joined->versions, version);
    }
    for (int low = 0, high = joined->versions.count - 1; low < high; low++, high--) {
        Version swapped = joined->versions.items[low];
        joined->versions.items[low] = joined->versions.items[high];
        joined->versions.items[high] = swapped;
    }
    VECTOR_PUSH(arena, &joined->versions, versions[count - 1]);
    for (int v = 0; v < count; v++) {
        bool asks = versions[v].words != NULL;
        text_printf(&schedule, "version %s%s%s;\n%s", versions[v].name, asks ? " when " : "", asks ? versions[v].words : "", programs[v]->schedule);
    }
    joined->schedule = text_string(&schedule);
    joined->host = host;
    return joined;
}

// ---- by hand

bool versions_are_named(const Schedule *hand)
{
    return hand->steps.count > 0 && hand->steps.items[0].kind == STEP_VERSION;
}

typedef struct Hand {
    Version version;
    const Step *step;
    Schedule *schedule;
} Hand;

// The versions of the schedule; 0: it is wrong, which was reported.
static int take_apart(Restructuring *state, const Schedule *all, Hand *hands)
{
    int count = 0;
    FOR_EACH(i, &all->steps) {
        const Step *step = &all->steps.items[i];
        const char *wrong = NULL;
        if (step->kind != STEP_VERSION) {
            VECTOR_PUSH(state->arena, &hands[count - 1].schedule->steps, *step);
            continue;
        }
        for (int v = 0; v < count; v++)
            if (strcmp(hands[v].version.name, step->target) == 0 || !hands[v].version.condition)
                wrong = hands[v].version.condition ? "there is one of that name already" : "the one before it has no condition, and so is always taken";
        if (count == MOST_VERSIONS)
            wrong = "there are too many";
        if (wrong) {
            diag_error(state->diag, step->loc, "version %s: %s", step->target, wrong);
            return 0;
        }
        Version version = {.name = step->target, .words = step->point};
        if (step->point)
            version.condition = formula_read_condition(state->arena, (FormulaScope){.nest = state->nest}, step->point, &wrong);
        if (step->point && !version.condition) {
            diag_error(state->diag, step->loc, "version %s: '%s' is no condition on numbers and parameters of the nest", step->target, wrong);
            return 0;
        }
        hands[count++] = (Hand){version, step, ARENA_NEW(state->arena, Schedule)};
    }
    const Hand *last = &hands[count - 1];
    if (last->version.condition) {
        diag_error(state->diag, last->step->loc, "version %s: the last version has no condition", last->version.name);
        return 0;
    }
    return count;
}

// Conditions that are decided already: what is never taken is left out, and so is what stands behind one that always is.
static int decide(Hand *hands, int count)
{
    int kept = 0;
    for (int v = 0; v < count; v++) {
        const Expr *condition = hands[v].version.condition;
        bool decided = condition && condition->kind == EX_INT;
        if (decided && condition->integer == 0)
            continue;
        hands[kept] = hands[v];
        if (decided)
            hands[kept].version.condition = NULL;
        if (!hands[kept++].version.condition)
            break;
    }
    return kept;
}

static bool same_head(const Schedule *schedule, const Schedule *head, Arena *arena)
{
    Schedule own = {0};
    Text left = {.arena = arena}, right = left;
    for (int i = 0; i < head->steps.count && i < schedule->steps.count; i++)
        VECTOR_PUSH(arena, &own.steps, schedule->steps.items[i]);
    schedule_print(&left, &own);
    schedule_print(&right, head);
    return strcmp(text_string(&left), text_string(&right)) == 0;
}

// The version from the source that the last one has left.
static Program *another(Restructuring *state, const Hand *hand, const Schedule *done)
{
    const Facts *facts = state->facts;
    if (!same_head(hand->schedule, done, state->arena)) {
        diag_error(state->diag, hand->step->loc, "version %s: it does not begin with the steps on the source that the last version has",
                   hand->version.name);
        return NULL;
    }
    Way way = {.hand = hand->schedule, .source = done};
    Program *program = way_by_hand(state, &way);
    const char *why = program ? obstacle(facts, state->facts) : NULL;
    if (!why)
        return program;
    diag_refuse(state->diag, state->nest->loc, "version %s refused: %s", hand->version.name, why);
    return NULL;
}

Program *versions_by_hand(Restructuring *state, const Schedule *all, StepObserver *after, void *context)
{
    Hand hands[MOST_VERSIONS];
    Version versions[MOST_VERSIONS];
    Program *programs[MOST_VERSIONS];
    int count = take_apart(state, all, hands);
    if (!count)
        return NULL;
    count = decide(hands, count);
    const Hand *last = &hands[count - 1];
    Way way = {.hand = last->schedule, .after = after, .context = context};
    Program *program = way_by_hand(state, &way);
    if (!program)
        return NULL;
    say_one_thread(state, program->host);
    if (count == 1)
        return program;
    Aside aside = {0};
    programs[count - 1] = program;
    versions[count - 1] = last->version;
    for (int v = count - 2; v >= 0; v--) {
        set_aside(state, way.mark, &aside);
        programs[v] = another(state, &hands[v], way.source);
        versions[v] = hands[v].version;
        if (!programs[v])
            return NULL;
    }
    set_aside(state, way.mark, &aside);
    bring_back(state, &aside);
    return join(state, versions, programs, count);
}

// ---- planned

// Whether one nest has what was to be otherwise. (Columns have no vectors, whatever became of them.)
static bool is_as_wanted(const Way *way)
{
    return way->variant.of == VERSIONED_COLUMNS || way->built.nests[way->variant.of] == 1;
}

static Program *planned(Restructuring *state, const Way *base, const Variant *variant)
{
    Way way = {.source = base->source, .variant = *variant};
    Program *program;
    if (variant->divided) {
        Step step = version_division(state, &base->built);
        program = way_divided(state, &way, &step);
    } else {
        program = way_finish(state, &way);
    }
    return program && is_as_wanted(&way) ? program : NULL;
}

// What is planned beside what works already may fail without a word.
static Program *tried(Restructuring *state, const Way *base, const Variant *variant)
{
    Text silence = {.arena = state->arena};
    Text *before = diag_capture(state->diag, &silence);
    Program *program = planned(state, base, variant);
    diag_capture(state->diag, before);
    return program;
}

Program *versions_by_plan(Restructuring *state, const Way *base, Program *program)
{
    PlannedVersions all = versions_worth_having(state, &base->built);
    Version versions[MOST_PLANNED];
    Program *programs[MOST_PLANNED];
    int kept = 0;
    Aside aside = {0};
    struct ResourceChoices *sizes = state->sizes; // of the first plan are told
    state->sizes = NULL;
    for (int v = 0; v < all.count; v++) {
        const Variant *variant = &all.items[v].variant;
        bool last = v == all.count - 1;
        if (variant->of == VERSIONED_NONE) {
            programs[kept] = program;
        } else {
            set_aside(state, base->mark, &aside);
            programs[kept] = tried(state, base, variant);
            if (!programs[kept] && last)
                programs[kept > 0 && programs[kept - 1] == program ? --kept : kept] = program;
            if (!programs[kept])
                continue;
        }
        versions[kept++] = all.items[v].version;
    }
    state->sizes = sizes;
    if (!all.count)
        return program;
    set_aside(state, base->mark, &aside);
    bring_back(state, &aside);
    if (kept > 1)
        return join(state, versions, programs, kept);
    return programs[0];
}
