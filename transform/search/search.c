#include "transform/search/search_parts.h"

#include "analysis/operations.h"
#include "ir/fold.h"
#include "transform/plan/finish.h"
#include "transform/plan/fusion.h"
#include "transform/plan/prepare.h"
#include "transform/search/candidates.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

#include <math.h>
#include <string.h>

static const Bounds bounds_of[] = {[EFFORT_NONE] = {0},
                                   [EFFORT_USUAL] = {true, 12, 6, 48, SEARCH_GAIN, 350000, 150000, SEARCH_GAIN},
                                   [EFFORT_MORE] = {false, 160, 32, 320, 1.15, 4000000, 2000000, 1}};

// A candidate is fast enough that takes so much of the least time.
static const double ENOUGH = 1.1;

// And one so slow that EFFORT_USUAL looks for another one, although nothing is to be warned about. With versions by
// size, that is already so at SHARED.
static const double FAR = 8;

// And one that is so slow that EFFORT_USUAL looks for another sharing of it: most kernels take 1.2 of the least time or
// more, whatever is shared how.
static const double SHARED = 1.2 * SEARCH_GAIN;

// ---- the time of one candidate

static const char *schedule_text(const Candidate *candidate)
{
    Text text = {.arena = candidate->arena};
    schedule_print(&text, candidate_schedule(candidate, NULL));
    return text_string(&text);
}

static const char *bound_of(const ProgramCost *cost)
{
    const KernelCost *longest = NULL;
    FOR_EACH(i, &cost->kernels)
        if (!longest || cost->kernels.items[i].time > longest->time)
            longest = &cost->kernels.items[i];
    return longest ? cost_share_name(longest->bound) : "";
}

bool search_price(Search *search, const Program *program, int point, Tried *tried)
{
    Arena *scratch = arena_new();
    const SizePoint *at = &search->result->points.items[point];
    ProgramCost cost =
        cost_beside(scratch, search->nest->device, program->host, &at->sizes, candidate_costs(search->nest));
    search->walked += cost.walked;
    tried->time[point] = cost.time;
    tried->least = cost.least;
    if (point == 0) {
        tried->bound = bound_of(&cost);
        tried->kernels = cost.kernels.count;
        FOR_EACH(i, &cost.kernels)
            tried->launches += cost.kernels.items[i].launches;
    }
    bool known = !cost.unknown && cost.kernels.count;
    arena_release(scratch);
    return known;
}

// ---- states

static const char *source_text(const Candidate *source)
{
    Text text = {.arena = source->arena};
    print_tree(&text, source->nest, source->nest->body);
    return text_string(&text);
}

static bool is_among(const Sources *sources, const char *text)
{
    FOR_EACH(i, sources)
        if (strcmp(sources->items[i], text) == 0)
            return true;
    return false;
}

void search_add(Search *search, const Candidate *source, const Program *program, const Tried *tried)
{
    Arena *arena = search->nest->arena;
    State state = {.source = source, .program = program, .tried = search->result->tried.count};
    Tried kept = *tried;
    kept.schedule = arena_strndup(arena, tried->schedule, strlen(tried->schedule));
    bool faster = kept.time[0] * SEARCH_EQUAL < search->fastest;
    search->since = faster ? 0 : search->since + 1;
    search->fastest = faster ? kept.time[0] : search->fastest;
    VECTOR_PUSH(arena, &search->result->tried, kept);
    VECTOR_PUSH(search->first->arena, &search->states, state);
}

// Plans what the source makes possible, if that needs no more of the launcher than the planner's own candidate does.
static void try_source(Search *search, const Candidate *source)
{
    Variant variant = {.at_large = true};
    Built built = {0};
    const char *text = source_text(source);
    if (is_among(&search->seen, text))
        return;
    VECTOR_PUSH(search->first->arena, &search->seen, text);
    Program *program = finish_planned(source, &variant, &built, diag_collector(source->arena), NULL);
    Tried tried = {.schedule = schedule_text(source)};
    if (program && !launcher_obstacle(search->launched, program->facts, true) &&
        search_price(search, program, 0, &tried))
        search_add(search, source, program, &tried);
}

static long operations(const Search *search)
{
    long sum = search->first->analyses->refused;
    FOR_EACH(i, &search->first->analyses->facts)
        sum += facts_operations(search->first->analyses->facts.items[i]);
    return sum;
}

// Also if nothing is left to gain.
static bool is_over(const Search *search)
{
    return search->since >= search->bounds->patience || search->fastest < ENOUGH * search->result->least ||
           search->seen.count >= search->bounds->states || operations(search) >= search->bounds->operations ||
           search->walked >= search->bounds->walked;
}

// Parts of sums, the interior of a nest, classes of iterations and strips are other versions of the kernels, and the
// order of loops is decided with what runs where. Of a nest that is not slow, loops may become one, and nothing else is
// asked.
static bool is_asked(const Search *search, const Decision *decision)
{
    StepKind kind = decision->step.kind;
    if (kind == STEP_PERMUTE || kind == STEP_INTERIOR || kind == STEP_RESIDUES || kind == STEP_STRIP_MINE)
        return false;
    if (search->nest->effort == EFFORT_MORE)
        return true;
    return search->collapses ? kind == STEP_COLLAPSE : kind != STEP_RFACTOR;
}

// Those by powers of two are shifts.
static bool count_division(void *context, const Expr *expr)
{
    int *count = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM);
    const Expr *divisor = divides ? expr_strip_casts(expr->operands[1]) : NULL;
    *count += divides && !(divisor->kind == EX_INT && is_power_of_two(divisor->integer));
    return true;
}

static int count_divisions(const Candidate *candidate)
{
    int count = 0;
    stmt_walk_expressions(candidate->nest->body, count_division, &count);
    return count;
}

// Whether a parallel loop is all that the inner one of two loops does. Then that loop moves along memory, and parts of
// what becomes of the two are the same for a row.
static bool holds_parallel(const Candidate *source, const Step *step)
{
    const Stmt *inner = tree_loop(source->nest->body, step->other);
    const Stmt *next = inner ? only_loop(inner->body) : NULL;
    const LoopFact *fact = next ? facts_loop(source->facts, next->loop->origin) : NULL;
    return fact && fact->verdict == LOOP_PARALLEL;
}

// What may become of a source by one step on it, before it is analysed.
typedef struct Expansion {
    Search *search;
    const Candidate *source;
    const Step *step;
} Expansion;

// Steps in another order often make what was looked at before. After statements have loops of their own, values may
// follow them.
static bool is_new(void *context, const Candidate *changed)
{
    const Expansion *expansion = context;
    Search *search = expansion->search;
    bool distributes = expansion->step->kind == STEP_DISTRIBUTE_STATEMENTS;
    Sources *looked_at = distributes ? &search->distributed : &search->changed;
    if (expansion->step->kind == STEP_COLLAPSE && !holds_parallel(expansion->source, expansion->step) &&
        count_divisions(changed) > count_divisions(expansion->source))
        return false; // subscripts that need the parts are neither neighbours nor tiles
    const char *text = source_text(changed);
    if (is_among(looked_at, text) || (!distributes && is_among(&search->seen, text)))
        return false;
    VECTOR_PUSH(search->first->arena, looked_at, text);
    return true;
}

static void expand(Search *search, const Candidate *source)
{
    Decisions decisions = candidate_decisions(source, DECIDE_SOURCE);
    FOR_EACH(i, &decisions) {
        if (is_over(search))
            return;
        Expansion expansion = {search, source, &decisions.items[i].step};
        if (!is_asked(search, &decisions.items[i]))
            continue;
        const Candidate *made = candidate_step_if(source, expansion.step, is_new, &expansion).candidate;
        if (made && expansion.step->kind == STEP_DISTRIBUTE_STATEMENTS)
            made = plan_values(made);
        if (made && expansion.step->kind == STEP_RIGHT_LOOK) // its loops are parts of what was one loop
            made = plan_joins(made);
        if (made)
            try_source(search, made);
    }
}

static State *most_promising(Search *search)
{
    State *best = NULL;
    FOR_EACH(i, &search->states) {
        State *state = &search->states.items[i];
        const Tried *all = search->result->tried.items;
        if (!state->expanded && (!best || all[state->tried].time[0] < all[best->tried].time[0]))
            best = state;
    }
    return best;
}

// ---- a candidate once more

static const Schedule *steps_of(const Candidate *nest, const Tried *tried)
{
    Schedule *steps = schedule_parse(nest->arena, diag_collector(nest->arena), (Loc){0}, tried->schedule);
    FOR_EACH(i, &steps->steps)
        steps->steps.items[i].loc.file = NULL; // the planner's
    return steps;
}

const Candidate *search_source(const Candidate *nest, const Tried *tried)
{
    const Schedule *steps = steps_of(nest, tried);
    const Candidate *made = nest;
    FOR_EACH(i, &steps->steps) {
        made = candidate_step(made, &steps->steps.items[i]).candidate;
        if (!made)
            unreachable_bug("a candidate of the search cannot be made again");
    }
    return made;
}

Program *search_program(const Candidate *nest, const Tried *tried, const Candidate **source, Diag *diag,
                        const PlanObserver *observer)
{
    return finish_by_hand(nest, steps_of(nest, tried), 0, source, diag, observer);
}

// ---- the choice

static const State *state_of(const Search *search, int tried)
{
    FOR_EACH(i, &search->states)
        if (search->states.items[i].tried == tried)
            return &search->states.items[i];
    return NULL;
}

// The program of a complete candidate is made once more, of its source.
static bool price_again(Search *search, int tried, int point)
{
    Tried *at = &search->result->tried.items[tried];
    const State *state = state_of(search, tried);
    if (state->program)
        return search_price(search, state->program, point, at);
    Arena *arena = arena_new();
    const Candidate *source = candidate_in(state->source, arena);
    int first = candidate_step_count(source, search->first);
    Program *program = finish_by_hand(source, steps_of(source, at), first, &source, diag_collector(arena), NULL);
    bool known = program && search_price(search, program, point, at);
    arena_release(arena);
    return known;
}

// How many times as long as the other one takes at the sizes where that is most; what one more kernel takes at least, a
// launch and a load, counts for both.
static double worst_ratio(const SearchResult *result, const Tried *tried, const Tried *other, double slack)
{
    double worst = 1;
    for (int p = 0; p < result->points.count; p++) {
        double ratio = (tried->time[p] + slack) / (other->time[p] + slack);
        worst = ratio > worst ? ratio : worst;
    }
    return worst;
}

// Whether it takes no more time than the planner's own candidate at all other sizes, but for what one more kernel takes
// at least. Or it takes at no sizes more than BEARABLE times as long, while the planner's own one is worse by the gain
// at its own worst sizes than that: *bears.
static bool keeps_up(Search *search, int tried, bool *bears)
{
    static const double BEARABLE = 4;
    SearchResult *result = search->result;
    Tried *own = &result->tried.items[0], *other = &result->tried.items[tried];
    DeviceRates rates = device_rates(search->nest->device);
    double slack = rates.launch + rates.dram_latency;
    bool known = true, kept = true;
    for (int p = 1; p < result->points.count && known; p++) {
        known = (own->time[p] || price_again(search, 0, p)) && (other->time[p] || price_again(search, tried, p));
        kept = kept && known && other->time[p] <= SEARCH_LOSS * own->time[p] + slack;
    }
    double loss = known && !kept ? worst_ratio(result, other, own, slack) : INFINITY;
    *bears = loss <= BEARABLE && loss * SEARCH_GAIN <= worst_ratio(result, own, other, slack);
    return kept || *bears;
}

static int steps_in(const char *schedule)
{
    int steps = 0;
    for (const char *at = schedule; *at; at++)
        steps += *at == ';';
    return steps;
}

// The fastest one at the largest sizes, from number `first` on, that takes more than `below`, less than `limit` there;
// 0: there is none. Of equal ones the first; of those that differ from it by nothing that could be measured, the one
// with the fewest steps.
static int fastest_between(const SearchResult *result, int first, double below, double limit)
{
    static const double SAME = 1e-3;
    int best = 0;
    for (int i = first; i < result->tried.count; i++) {
        double time = result->tried.items[i].time[0];
        if (time < limit && time > below && (!best || time * SEARCH_EQUAL < result->tried.items[best].time[0]))
            best = i;
    }
    for (int i = first, fastest = best; best && i < result->tried.count; i++) {
        const Tried *tried = &result->tried.items[i];
        bool same = tried->time[0] < limit && tried->time[0] > below &&
                    fabs(tried->time[0] / result->tried.items[fastest].time[0] - 1) < SAME;
        best = same && steps_in(tried->schedule) < steps_in(result->tried.items[best].schedule) ? i : best;
    }
    return best;
}

// Of those from number `first` on, if one is faster than the one chosen so far by the factor.
static void choose(Search *search, int first, double gain)
{
    SearchResult *result = search->result;
    double limit = result->tried.items[result->chosen].time[0] / gain, below = 0;
    bool bears;
    int best;
    while ((best = fastest_between(result, first, below, limit)) && !keeps_up(search, best, &bears))
        below = result->tried.items[best].time[0];
    if (!best)
        return;
    result->chosen = best;
    result->bears = bears;
}

// ---- the entry

static void go_on(Search *search, const Candidate *base, const Program *program)
{
    const Candidate *first = search->first = candidate_tried(search->nest);
    const Candidate *replayed = first;
    const Schedule *steps = candidate_schedule(base, NULL);
    FOR_EACH(i, &steps->steps)
        replayed = replayed ? candidate_step(replayed, &steps->steps.items[i]).candidate : NULL;
    if (replayed) {
        State own = {.source = replayed, .program = program, .tried = 0};
        VECTOR_PUSH(first->arena, &search->states, own);
        VECTOR_PUSH(first->arena, &search->seen, source_text(replayed));
        if (!search->collapses)
            try_source(search, first);
    }
    for (State *next; !is_over(search) && (next = most_promising(search));) {
        next->expanded = true;
        expand(search, next->source);
    }
    choose(search, 1, search->result->gain);
    if (search->shares) {
        int first = search->result->tried.count;
        search_sharings(search, state_of(search, search->result->chosen)->source);
        choose(search, first, search->bounds->sharing_gain);
    }
    search->result->judged = search->seen.count + search->sharings;
}

static bool is_warned_about(const Program *program, Arena *arena)
{
    Diag *diag = diag_collector(arena);
    warn_sequential(program, true, diag);
    return diag_refusal(diag)->remarks.count;
}

// The least time at the first point: what has to move and to be computed, and one launch.
static double least_time(const Search *search, const Tried *own)
{
    DeviceRates rates = device_rates(search->nest->device);
    double moved = search->result->points.items[0].bytes / rates.read;
    return (moved > own->least ? moved : own->least) + rates.launch;
}

// How many times the least time the planner's own candidate is predicted to take; 0: that is not known. Of most nests
// nothing else is asked, so the points of sizes are not kept.
static double times_of_least(Search *search, const Program *program, Tried *own)
{
    Arena *scratch = arena_new();
    search->result->points = size_points(scratch, program->facts);
    bool known = search_price(search, program, 0, own);
    search->result->least = known ? least_time(search, own) : 0;
    search->result->points = (SizePoints){0};
    arena_release(scratch);
    return known ? own->time[0] / search->result->least : 0;
}

static bool find_band(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || (stmt->kind == ST_LOOP && only_loop(stmt->body));
    return !*found;
}

// Whether there are loops that may become one.
static bool has_band(const Candidate *candidate)
{
    bool found = false;
    stmt_walk(candidate->nest->body, find_band, &found);
    return found;
}

static void search_from(Search *search, const Candidate *base, const Program *program, const Program *versions)
{
    const Candidate *nest = search->nest;
    const Program *priced = versions ? versions : program;
    const Bounds *bounds = search->bounds;
    SearchResult *result = search->result;
    Tried own = {.schedule = schedule_text(base)};
    bool slow = !bounds->warned || is_warned_about(program, nest->arena);
    double times = times_of_least(search, priced, &own);
    search->collapses = !slow && times < (versions ? SHARED : FAR);
    search->shares = nest->effort == EFFORT_MORE || (search->collapses && times >= SHARED && !versions);
    if (search->collapses && (times < SEARCH_GAIN || !(has_band(base) || search->shares))) {
        result->end = SEARCH_SPARED;
        return;
    }
    if (times == 0) {
        result->end = SEARCH_UNKNOWN;
        return;
    }
    result->points = size_points(nest->arena, program->facts);
    VECTOR_PUSH(nest->arena, &result->tried, own);
    result->end = own.time[0] > bounds->worth * result->least ? SEARCH_DONE : SEARCH_NEAR;
    search->fastest = own.time[0];
    if (result->end == SEARCH_DONE)
        go_on(search, base, priced);
}

SearchResult *search_sources(const Candidate *nest, const Candidate *base, const Program *program,
                             const Program *versions)
{
    Search search = {.nest = nest,
                     .launched = program->facts,
                     .bounds = &bounds_of[nest->effort],
                     .result = ARENA_NEW(nest->arena, SearchResult)};
    search.result->gain = nest->effort == EFFORT_MORE ? 1 : SEARCH_GAIN;
    search_from(&search, base, program, versions);
    return search.result;
}
