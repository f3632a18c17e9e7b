#include "transform/plan/persistence.h"

#include "analysis/model/cost/cost.h"
#include "transform/lower/lower.h"
#include "transform/plan/versions.h"
#include "transform/search/sizes.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

// It must be predicted to take less than 1 / GAIN of what launches from the host take: the times of barriers of a grid
// are estimates, and a kernel that runs a loop may need more registers than its parts.
static const double GAIN = 1.15;

// ---- the step

static bool can_lower(const Candidate *candidate)
{
    Candidate *tried = candidate_copy(candidate);
    tried->observer = NULL;
    return lower(tried).program;
}

static const Candidate *apply_below(const Candidate *candidate, const Stmt *stmt, Persistence where)
{
    if (!stmt || !tree_has_concurrent(stmt) || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding)))
        return candidate;
    if (stmt->kind == ST_LOOP) {
        Step step = {.kind = STEP_PERSIST, .loop = stmt->loop->name, .scope = where};
        const Candidate *made = candidate_step(candidate, &step).candidate;
        if (made && can_lower(made))
            return made;
    }
    for (int i = 0; i < stmt->nitems; i++)
        candidate = apply_below(candidate, stmt->items[i], where);
    candidate = apply_below(candidate, stmt->body, where);
    return apply_below(candidate, stmt->otherwise, where);
}

const Candidate *persistence_apply(const Candidate *planned, Persistence where)
{
    return apply_below(planned, planned->tree, where);
}

// ---- is it faster

typedef struct Times {
    double launches, block, grid; // ns
    double count;                 // of launches in loops
} Times;

static bool is_looped(const Stmt *stmt, const Stmt *kernel, bool inside)
{
    if (!stmt)
        return false;
    if (stmt == kernel)
        return inside;
    inside = inside || stmt->kind == ST_LOOP;
    for (int i = 0; i < stmt->nitems; i++)
        if (is_looped(stmt->items[i], kernel, inside))
            return true;
    return stmt->kind != ST_KERNEL &&
           (is_looped(stmt->body, kernel, inside) || is_looped(stmt->otherwise, kernel, inside));
}

static bool has_launches_in_loops(const Stmt *host, bool inside)
{
    if (!host)
        return false;
    inside = inside || host->kind == ST_LOOP;
    bool found = host->kind == ST_KERNEL
                     ? inside
                     : has_launches_in_loops(host->body, inside) || has_launches_in_loops(host->otherwise, inside);
    for (int i = 0; i < host->nitems && !found; i++)
        found = has_launches_in_loops(host->items[i], inside);
    return found;
}

// At one point; false: it is not known.
static bool time_at(const Candidate *source, const Program *program, const MappingSizes *sizes, Times *times)
{
    Arena *scratch = arena_new();
    ProgramCost cost = cost_of(scratch, source->device, program->host, sizes);
    *times = (Times){.launches = cost.time > cost.host ? cost.time : cost.host};
    FOR_EACH(i, &cost.kernels) {
        const KernelCost *kernel = &cost.kernels.items[i];
        bool looped = is_looped(program->host, kernel->kernel, false);
        times->count += looped ? kernel->launches : 0;
        times->block += looped ? kernel->launches * kernel->in_block : kernel->time;
        times->grid += looped ? kernel->launches * kernel->in_grid : kernel->time;
    }
    bool known = !cost.unknown && cost.kernels.count;
    arena_release(scratch);
    return known;
}

typedef struct Ranges {
    int64_t block, grid; // the largest size up to which it is the fastest; 0: nowhere
} Ranges;

// Goes from small to large sizes: each wins up to where it first does not.
static Ranges ranges_of(const Candidate *source, const Program *program, int64_t most)
{
    Ranges ranges = {0};
    bool block = true, grid = true;
    for (int64_t size = LEAST_SIZE; size <= most && (block || grid); size *= 2) {
        Arena *scratch = arena_new();
        MappingSizes sizes = sizes_at(scratch, program->facts, size, size);
        Times times;
        bool known = time_at(source, program, &sizes, &times);
        arena_release(scratch);
        block = block && known && times.block * GAIN < times.launches && times.block <= times.grid;
        grid = grid && known && (block || times.grid * GAIN < times.launches);
        ranges.block = block ? size : ranges.block;
        ranges.grid = grid ? size : ranges.grid;
    }
    return ranges;
}

// ---- versions

// Whether the work between two barriers grows with the parameter. One that only says how often a loop of the host runs
// does not matter.
static bool matters(const Candidate *source, const Program *program, const Symbol *symbol, int64_t largest)
{
    Arena *scratch = arena_new();
    double each[2] = {0};
    for (int i = 0; i < 2; i++) {
        MappingSizes sizes = sizes_at(scratch, program->facts, SHORT_SIZE, SHORT_SIZE);
        FOR_EACH(k, &sizes.values)
            if (sizes.values.items[k].symbol == symbol)
                sizes.values.items[k].value = i ? largest : SHORT_SIZE;
        Times times;
        if (time_at(source, program, &sizes, &times) && times.count > 0)
            each[i] = times.block / times.count;
    }
    arena_release(scratch);
    return each[1] > 1.01 * each[0];
}

// "n <= 512 && m <= 512", of the parameters that matter; "": none does.
static const char *up_to(const Candidate *source, const Program *program, int64_t most, int64_t largest)
{
    Text text = {.arena = source->arena};
    MappingSizes sizes = sizes_at(source->arena, program->facts, SHORT_SIZE, SHORT_SIZE);
    FOR_EACH(i, &sizes.values)
        if (sizes.values.items[i].value > 1 && matters(source, program, sizes.values.items[i].symbol, largest))
            text_printf(&text, "%s%s <= %lld", text.length ? " && " : "", sizes.values.items[i].symbol->name,
                        (long long)most);
    return text.length ? intern(text_string(&text)) : "";
}

static bool persists(const Stmt *stmt)
{
    if (!stmt)
        return false;
    if (stmt->kind == ST_KERNEL)
        return stmt->persists;
    bool found = persists(stmt->body) || persists(stmt->otherwise);
    for (int i = 0; i < stmt->nitems; i++)
        found = found || persists(stmt->items[i]);
    return found;
}

typedef struct Choice {
    const Candidate *source;
    Version versions[3];
    Program *programs[3];
    int count;
    bool decided;    // the last one has no condition
    int64_t largest; // size that is looked at
} Choice;

// One more version, where the sizes are at most that.
static void add(Choice *choice, const Program *program, const char *name, Persistence where, int64_t most)
{
    const Candidate *source = choice->source;
    const char *when = up_to(source, program, most, choice->largest), *wrong;
    Version version = {.name = name, .words = *when ? when : NULL};
    version.condition =
        *when ? formula_read_condition(source->arena, (FormulaScope){.nest = program->nest}, when, &wrong) : NULL;
    if ((*when && (!version.condition || source->one_version)) || choice->decided)
        return;
    Variant variant = {.persists = where};
    Built built = {0};
    Program *made = finish_planned(source, &variant, &built, diag_collector(source->arena), NULL);
    if (!made || !persists(made->host) || launcher_obstacle(program->facts, made->facts, false))
        return;
    choice->source = candidate_beside(source, made->nest);
    choice->decided = !*when;
    choice->versions[choice->count] = version;
    choice->programs[choice->count++] = made;
}

Program *persistence_by_plan(const Candidate *source, Program *program)
{
    if (program->versions.count || !has_launches_in_loops(program->host, false))
        return program;
    SizePoints points = size_points(source->arena, program->facts);
    Ranges ranges = ranges_of(source, program, points.items[0].size);
    Choice choice = {.source = candidate_beside(source, program->nest), .largest = points.items[0].size};
    if (ranges.block)
        add(&choice, program, "block", PERSISTS_IN_BLOCK, ranges.block);
    if (ranges.grid > ranges.block)
        add(&choice, program, "grid", PERSISTS_IN_GRID, ranges.grid);
    if (!choice.decided) {
        choice.versions[choice.count] = (Version){.name = "launches"};
        choice.programs[choice.count++] = program;
    }
    return choice.count > 1 ? versions_join(source->arena, choice.versions, choice.programs, choice.count)
                            : choice.programs[0];
}
