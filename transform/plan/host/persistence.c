#include "transform/plan/host/persistence.h"

#include "transform/lower/lower.h"
#include "transform/plan/host/strips.h"
#include "transform/plan/versions/versions.h"
#include "transform/search/sizes.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

#include <string.h>

// What strips have to gain, whose order of sums is another one.
static const double GAIN = 1.15;

// ---- the step

static const Candidate *apply_below(const Candidate *candidate, const Stmt *stmt, Persistence where)
{
    if (!stmt || !tree_has_concurrent(stmt) || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding)))
        return candidate;
    if (stmt->kind == ST_LOOP) {
        Step step = {.kind = STEP_PERSIST, .loop = stmt->loop->name, .scope = where};
        const Candidate *made = candidate_step(candidate, &step).candidate;
        if (made && lower_tried(made))
            return made;
    }
    for (int i = 0; i < stmt->nitems; i++)
        candidate = apply_below(candidate, stmt->items[i], where);
    candidate = apply_below(candidate, stmt->body, where);
    return apply_below(candidate, stmt->otherwise, where);
}

static void skip_loops(const Stmt *stmt, int *loop)
{
    if (!stmt || !tree_has_concurrent(stmt) || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding)))
        return;
    *loop += stmt->kind == ST_LOOP;
    for (int i = 0; i < stmt->nitems; i++)
        skip_loops(stmt->items[i], loop);
    skip_loops(stmt->body, loop);
    skip_loops(stmt->otherwise, loop);
}

// Of the loops of the host, in the order of the text, what is asked for each.
static const Candidate *apply_each(const Candidate *candidate, const Stmt *stmt, const Persistence *where, int *loop)
{
    if (!stmt || !tree_has_concurrent(stmt) || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding)))
        return candidate;
    if (stmt->kind == ST_LOOP) {
        Persistence asked = *loop < MOST_HOST_LOOPS ? where[*loop] : PERSISTS_NOT;
        ++*loop;
        if (asked) {
            skip_loops(stmt->body, loop);
            return apply_below(candidate, stmt, asked);
        }
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

// The source that was planned, or the same with loops in strips.
enum { OWN, STRIPS, WAYS };
typedef struct Way {
    const Candidate *source; // NULL: there is none
    const Program *program;  // without versions, all loops on the host
} Way;

typedef struct Range {
    int way;
    Places places;
} Range;

enum { MOST_RANGES = 4, MOST_SIZES = 24 };
typedef struct Ranges {
    Range items[MOST_RANGES];
    int count;
} Ranges;

// Those of the smallest sizes are left out if there are too many.
static void add_range(Ranges *ranges, int way, const Places *places)
{
    const Range *last = ranges->count ? &ranges->items[ranges->count - 1] : NULL;
    bool same = last && last->way == way && memcmp(places->of, last->places.of, sizeof places->of) == 0;
    if (!same && ranges->count == MOST_RANGES)
        memmove(ranges->items, ranges->items + 1, (size_t)--ranges->count * sizeof *ranges->items);
    ranges->items[same ? ranges->count - 1 : ranges->count++] = (Range){way, *places};
}

// Strips from the smallest size on from which on they are faster at all.
static Ranges ranges_of(const Way *ways, int64_t most)
{
    Ranges ranges = {0};
    Places places[WAYS][MOST_SIZES] = {0};
    int count = 0, strips = 0;
    for (int64_t size = LEAST_SIZE; size <= most && count < MOST_SIZES; size *= 2, count++) {
        for (int w = 0; w < WAYS && ways[w].source; w++)
            places[w][count] = places_at(ways[w].source, ways[w].program, size, count ? &places[w][count - 1] : NULL);
        if (!ways[STRIPS].source && places_are_launches(&places[OWN][count]))
            break;
    }
    for (strips = count; strips > 0; strips--)
        if (!(places[STRIPS][strips - 1].time > 0 &&
              places[STRIPS][strips - 1].time * GAIN < places[OWN][strips - 1].time))
            break;
    for (int s = 0; s < count; s++) {
        int way = s < strips ? OWN : STRIPS;
        if (way == OWN && places_are_launches(&places[OWN][s]))
            continue;
        add_range(&ranges, way, &places[way][s]);
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
        each[i] = places_block_time(source, program, &sizes);
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

static bool find_persisting(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_KERNEL && stmt->persists);
    return !*found && stmt->kind != ST_KERNEL;
}

static bool persists(const Stmt *host)
{
    bool found = false;
    stmt_walk(host, find_persisting, &found);
    return found;
}

typedef struct Choice {
    const Way *ways;
    const Nest *beside; // of the program that was made last
    Version versions[MOST_RANGES + 1];
    Program *programs[MOST_RANGES + 1];
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
static const char *name_of(const Choice *choice, const Range *range)
{
    bool block = false, grid = false;
    for (int l = 0; l < MOST_HOST_LOOPS; l++) {
        block = block || range->places.of[l] == PERSISTS_IN_BLOCK;
        grid = grid || range->places.of[l] == PERSISTS_IN_GRID;
    }
    const char *name = range->way == STRIPS ? "strips" : block ? "block" : "grid";
    bool mixed = range->way == OWN && block == grid;
    return mixed || is_named(choice, name) ? intern_printf("up_to_%lld", (long long)range->places.most) : name;
}

// Whether a launcher of the program that is the last version can run the other one.
static bool goes_with(const Choice *choice, const Range *range, const Program *made, bool last, Version *version)
{
    const Way *own = &choice->ways[OWN], *strips = &choice->ways[STRIPS];
    if (range->way == OWN)
        return persists(made->host) && !launcher_obstacle(own->program->facts, made->facts, false);
    return last ? !launcher_obstacle(own->program->facts, made->facts, true) &&
                      !launcher_obstacle(made->facts, own->program->facts, false)
                : !version_obstacle(strips->source->arena, own->program->facts, made->facts, version);
}

// One more version, where the sizes are at most that; the last one: wherever no other one is.
static void add(Choice *choice, const Range *range, bool last)
{
    const Program *own = choice->ways[OWN].program;
    const Candidate *source = candidate_beside(choice->ways[range->way].source, choice->beside);
    const char *when = last ? "" : up_to(choice->ways[OWN].source, own, range->places.most, choice->largest), *wrong;
    Version version = {.name = name_of(choice, range), .words = *when ? when : NULL};
    version.condition =
        *when ? formula_read_condition(source->arena, (FormulaScope){.nest = own->nest}, when, &wrong) : NULL;
    if ((*when && (!version.condition || source->one_version)) || choice->decided)
        return;
    Variant variant = {.persists = range->places.of};
    Built built = {0};
    Program *made = finish_planned(source, &variant, &built, diag_collector(source->arena), NULL);
    if (!made || !goes_with(choice, range, made, !*when, &version))
        return;
    choice->beside = made->nest;
    choice->decided = !*when;
    choice->versions[choice->count] = version;
    choice->programs[choice->count++] = made;
}

static bool find_host_loop(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_LOOP && tree_has_kind(stmt, ST_KERNEL));
    return !*found && stmt->kind != ST_LOOP && stmt->kind != ST_KERNEL;
}

static bool has_host_loop(const Stmt *host)
{
    bool found = false;
    stmt_walk(host, find_host_loop, &found);
    return found;
}

// The program of the source after its loop is in strips, the shortest ones that longer ones are not faster than at that
// size. *time: how fast; no source: it is not faster than so.
static Way in_strips(const Way *way, const char *loop, int64_t size, double *time)
{
    static const int64_t lengths[] = {64, 128, 256};
    Way best = {0};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        Variant variant = {.at_large = true};
        Built built = {0};
        Way tried = {.source = strips_of(way->source, loop, lengths[i])};
        tried.program = tried.source
                            ? finish_planned(tried.source, &variant, &built, diag_collector(tried.source->arena), NULL)
                            : NULL;
        Places places = tried.program ? places_at(tried.source, tried.program, size, NULL) : (Places){0};
        if (places.time <= 0 || places.time * GAIN >= *time)
            break;
        best = tried;
        *time = places.time;
    }
    return best;
}

// Those loops of the source in strips that are faster then. No source: none is.
static Way strips_by_plan(const Way *own, int64_t size)
{
    enum { MOST_LOOPS = 8 };
    const char *names[MOST_LOOPS];
    int count = strips_loops(own->source, names, MOST_LOOPS);
    Way way = {.source = candidate_beside(own->source, own->program->nest)};
    Places places = places_at(own->source, own->program, size, NULL);
    double time = places.time;
    for (int i = count - 1; i >= 0 && time > 0; i--) { // the last one first: names of loops before it stay
        Way made = in_strips(&way, names[i], size, &time);
        way = made.source ? made : way;
    }
    return way.program ? way : (Way){0};
}

Program *persistence_by_plan(const Candidate *source, Program *program, const Program **rest)
{
    if (program->versions.count || !has_host_loop(program->host))
        return program;
    int64_t largest = size_points(source->arena, program->facts).items[0].size;
    Way ways[WAYS] = {[OWN] = {source, program}};
    ways[STRIPS] = strips_by_plan(&ways[OWN], largest);
    Ranges ranges = ranges_of(ways, largest);
    Choice choice = {.ways = ways, .beside = program->nest, .largest = largest};
    for (int r = 0; r < ranges.count; r++)
        add(&choice, &ranges.items[r], r == ranges.count - 1 && ranges.items[r].way == STRIPS);
    if (!choice.decided) {
        choice.versions[choice.count] = (Version){.name = "launches"};
        choice.programs[choice.count++] = program;
    }
    if (choice.decided && ranges.items[ranges.count - 1].way == STRIPS)
        *rest = choice.programs[choice.count - 1];
    return choice.count > 1 ? versions_join(source->arena, choice.versions, choice.programs, choice.count)
                            : choice.programs[0];
}
