#include "transform/plan/persistence.h"

#include "analysis/model/cost/cost.h"
#include "transform/lower/lower.h"
#include "transform/plan/versions.h"
#include "transform/search/sizes.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

#include <string.h>

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

// Of the loops of the host, in the order of the text, what is asked for each.
static const Candidate *apply_each(const Candidate *candidate, const Stmt *stmt, const Persistence *where, int *loop)
{
    if (!stmt || !tree_has_concurrent(stmt) || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding)))
        return candidate;
    if (stmt->kind == ST_LOOP) {
        Persistence asked = *loop < MOST_HOST_LOOPS ? where[*loop] : PERSISTS_NOT;
        ++*loop;
        return asked ? apply_below(candidate, stmt, asked) : candidate;
    }
    for (int i = 0; i < stmt->nitems; i++)
        candidate = apply_each(candidate, stmt->items[i], where, loop);
    candidate = apply_each(candidate, stmt->body, where, loop);
    return apply_each(candidate, stmt->otherwise, where, loop);
}

const Candidate *persistence_apply(const Candidate *planned, const Persistence *where)
{
    int loop = 0;
    return apply_each(planned, planned->tree, where, &loop);
}

// ---- is it faster

// Of one loop of the host.
typedef struct Times {
    double launches, block, grid; // ns
    double host;                  // ns of the host for the launches
    double count;                 // of launches
} Times;

// Which loop of the host the kernel is in, in the order of the text: *loop, which counts those before it. false: in
// none.
static bool find_loop_of(const Stmt *host, const Stmt *kernel, int *loop)
{
    if (!host || host->kind == ST_KERNEL)
        return false;
    if (host->kind == ST_LOOP) {
        if (stmt_contains(host, kernel))
            return true;
        *loop += tree_has_kind(host, ST_KERNEL);
        return false;
    }
    for (int i = 0; i < host->nitems; i++)
        if (find_loop_of(host->items[i], kernel, loop))
            return true;
    return find_loop_of(host->body, kernel, loop) || find_loop_of(host->otherwise, kernel, loop);
}

// At one point; false: it is not known.
static bool times_at(const Candidate *source, const Program *program, const MappingSizes *sizes, Times *times)
{
    Arena *scratch = arena_new();
    ProgramCost cost = cost_of(scratch, source->device, program->host, sizes);
    double host_launch = device_rates(source->device).host_launch;
    for (int l = 0; l < MOST_HOST_LOOPS; l++)
        times[l] = (Times){0};
    FOR_EACH(i, &cost.kernels) {
        const KernelCost *kernel = &cost.kernels.items[i];
        int loop = 0;
        if (!find_loop_of(program->host, kernel->kernel, &loop) || loop >= MOST_HOST_LOOPS)
            continue;
        times[loop].count += kernel->launches;
        times[loop].launches += kernel->time;
        times[loop].host += kernel->launches > 1 ? kernel->launches * host_launch : 0;
        times[loop].block += kernel->launches * kernel->in_block;
        times[loop].grid += kernel->launches * kernel->in_grid;
    }
    for (int l = 0; l < MOST_HOST_LOOPS; l++)
        times[l].launches = times[l].launches > times[l].host ? times[l].launches : times[l].host;
    bool known = !cost.unknown && cost.kernels.count;
    arena_release(scratch);
    return known;
}

typedef struct Places {
    Persistence of[MOST_HOST_LOOPS];
    int64_t most; // the largest size up to which that is the fastest
} Places;

// From small to large sizes: where a loop once is better elsewhere, it stays there.
static Places places_at(const Candidate *source, const Program *program, int64_t size, const Places *before)
{
    Arena *scratch = arena_new();
    MappingSizes sizes = sizes_at(scratch, program->facts, size, size);
    Times times[MOST_HOST_LOOPS];
    bool known = times_at(source, program, &sizes, times);
    arena_release(scratch);
    Places places = {.most = size};
    for (int l = 0; l < MOST_HOST_LOOPS && known; l++) {
        bool may_block = !before || before->of[l] == PERSISTS_IN_BLOCK, may_grid = !before || before->of[l];
        bool block = times[l].block * GAIN < times[l].launches && times[l].block <= times[l].grid;
        if (times[l].count > 0 && may_block && block)
            places.of[l] = PERSISTS_IN_BLOCK;
        else if (times[l].count > 0 && may_grid && times[l].grid * GAIN < times[l].launches)
            places.of[l] = PERSISTS_IN_GRID;
    }
    return places;
}

static bool are_launches(const Places *places)
{
    for (int l = 0; l < MOST_HOST_LOOPS; l++)
        if (places->of[l])
            return false;
    return true;
}

enum { MOST_PLACES = 4 };
typedef struct Ranges {
    Places items[MOST_PLACES];
    int count;
} Ranges;

// Those of the smallest sizes are left out if there are too many.
static Ranges ranges_of(const Candidate *source, const Program *program, int64_t most)
{
    Ranges ranges = {0};
    const Places *last = NULL;
    for (int64_t size = LEAST_SIZE; size <= most; size *= 2) {
        Places places = places_at(source, program, size, last);
        if (are_launches(&places))
            break;
        bool same = last && memcmp(places.of, last->of, sizeof places.of) == 0;
        if (!same && ranges.count == MOST_PLACES)
            memmove(ranges.items, ranges.items + 1, (size_t)--ranges.count * sizeof *ranges.items);
        ranges.items[same ? ranges.count - 1 : ranges.count++] = places;
        last = &ranges.items[ranges.count - 1];
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
        double count = 0;
        MappingSizes sizes = sizes_at(scratch, program->facts, SHORT_SIZE, SHORT_SIZE);
        FOR_EACH(k, &sizes.values)
            if (sizes.values.items[k].symbol == symbol)
                sizes.values.items[k].value = i ? largest : SHORT_SIZE;
        Times times[MOST_HOST_LOOPS];
        bool known = times_at(source, program, &sizes, times);
        for (int l = 0; l < MOST_HOST_LOOPS && known; l++) {
            each[i] += times[l].block;
            count += times[l].count;
        }
        each[i] = count > 0 ? each[i] / count : 0;
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
    Version versions[MOST_PLACES + 1];
    Program *programs[MOST_PLACES + 1];
    int count;
    bool decided;    // the last one has no condition
    int64_t largest; // size that is looked at
} Choice;

static bool is_named(const Choice *choice, const char *name)
{
    for (int v = 0; v < choice->count; v++)
        if (strcmp(choice->versions[v].name, name) == 0)
            return true;
    return false;
}

// Where loops run in different places, by the largest size.
static const char *name_of(const Choice *choice, const Places *places)
{
    bool block = false, grid = false;
    for (int l = 0; l < MOST_HOST_LOOPS; l++) {
        block = block || places->of[l] == PERSISTS_IN_BLOCK;
        grid = grid || places->of[l] == PERSISTS_IN_GRID;
    }
    const char *name = block ? "block" : "grid";
    return (block && grid) || is_named(choice, name) ? intern_printf("up_to_%lld", (long long)places->most) : name;
}

// One more version, where the sizes are at most that.
static void add(Choice *choice, const Program *program, const Places *places)
{
    const Candidate *source = choice->source;
    const char *when = up_to(source, program, places->most, choice->largest), *wrong;
    Version version = {.name = name_of(choice, places), .words = *when ? when : NULL};
    version.condition =
        *when ? formula_read_condition(source->arena, (FormulaScope){.nest = program->nest}, when, &wrong) : NULL;
    if ((*when && (!version.condition || source->one_version)) || choice->decided)
        return;
    Variant variant = {.persists = places->of};
    Built built = {0};
    Program *made = finish_planned(source, &variant, &built, diag_collector(source->arena), NULL);
    if (!made || !persists(made->host) || launcher_obstacle(program->facts, made->facts, false))
        return;
    choice->source = candidate_beside(source, made->nest);
    choice->decided = !*when;
    choice->versions[choice->count] = version;
    choice->programs[choice->count++] = made;
}

static bool has_host_loop(const Stmt *host)
{
    if (!host || host->kind == ST_KERNEL)
        return false;
    if (host->kind == ST_LOOP)
        return tree_has_kind(host, ST_KERNEL);
    bool found = has_host_loop(host->body) || has_host_loop(host->otherwise);
    for (int i = 0; i < host->nitems && !found; i++)
        found = has_host_loop(host->items[i]);
    return found;
}

Program *persistence_by_plan(const Candidate *source, Program *program)
{
    if (program->versions.count || !has_host_loop(program->host))
        return program;
    SizePoints points = size_points(source->arena, program->facts);
    Ranges ranges = ranges_of(source, program, points.items[0].size);
    Choice choice = {.source = candidate_beside(source, program->nest), .largest = points.items[0].size};
    for (int r = 0; r < ranges.count; r++)
        add(&choice, program, &ranges.items[r]);
    if (!choice.decided) {
        choice.versions[choice.count] = (Version){.name = "launches"};
        choice.programs[choice.count++] = program;
    }
    return choice.count > 1 ? versions_join(source->arena, choice.versions, choice.programs, choice.count)
                            : choice.programs[0];
}
