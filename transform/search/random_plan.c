#include "transform/search/random_plan.h"

#include "analysis/operations.h"
#include "transform/lower/lower.h"
#include "transform/plan/clauses.h"
#include "transform/plan/resources/load_registers.h"
#include "transform/plan/prepare.h"
#include "transform/search/sharing_choices.h"
#include "transform/tree/loops.h"

#include <string.h>

// ---- numbers

// splitmix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
static uint64_t next_number(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int number_below(uint64_t *state, int count)
{
    return (int)(next_number(state) % (uint64_t)count);
}

static bool happens(uint64_t *state, int percent)
{
    return number_below(state, 100) < percent;
}

// ---- one draw

// Takes one proposal of the kind, if one of a few that are drawn is legal and makes a tree that was not there before;
// *left: how many were proposed.
static const Candidate *draw_one(const Candidate *candidate, DecisionKind kind, uint64_t *random, int *left)
{
    enum { ASKED = 4 };
    Decisions decisions = candidate_decisions(candidate, kind);
    *left = decisions.count;
    for (int i = 0; i < ASKED && decisions.count; i++) {
        const Decision *decision = &decisions.items[number_below(random, decisions.count)];
        const Candidate *made = decision_take(candidate, decision);
        if (made && (kind == DECIDE_SOURCE || !candidate_repeats(made)))
            return made;
    }
    return candidate;
}

static const Candidate *draw_some(const Candidate *candidate, DecisionKind kind, uint64_t *random, int most)
{
    int left = 1;
    for (int i = number_below(random, most + 1); i > 0 && left; i--)
        candidate = draw_one(candidate, kind, random, &left);
    return candidate;
}

// `planned`: the source that the planner takes, made when it is first drawn.
static const Candidate *draw_source(const Candidate *nest, const Candidate **planned, uint64_t *random)
{
    // Other steps than the planner's do not tell how much of an array a nest touches.
    if (nest->facts->unknown || happens(random, 40))
        return *planned = *planned ? *planned : plan_source(nest);
    return happens(random, 40) ? draw_some(nest, DECIDE_SOURCE, random, 3) : nest;
}

typedef struct Roots {
    Arena *arena;
    VECTOR(const char *) names;
} Roots;

static bool note_root(void *context, const Stmt *stmt)
{
    Roots *roots = context;
    if (stmt->kind == ST_LOOP)
        VECTOR_PUSH(roots->arena, &roots->names, stmt->loop->name);
    return true;
}

// A nest as the search of complete schedules would have it, some choices away from one that it begins with; the
// candidate itself, if what is drawn is not legal.
static const Candidate *draw_sharing(const Candidate *candidate, uint64_t *random)
{
    Roots roots = {.arena = candidate->arena};
    stmt_walk(candidate->tree, note_root, &roots);
    const char *root = roots.names.items[number_below(random, roots.names.count)];
    Sharings sharings = {0};
    sharing_begin(candidate, root, &sharings);
    if (!sharings.items.count)
        return candidate;
    Sharing sharing = sharings.items.items[number_below(random, sharings.items.count)];
    for (int i = number_below(random, 5); i > 0; i--) {
        sharings.items.count = 0;
        sharing_vary(candidate, &sharing, &sharings);
        sharing = sharings.items.count ? sharings.items.items[number_below(random, sharings.items.count)] : sharing;
    }
    const Candidate *made = sharing_take(candidate, &sharing);
    return made ? made : candidate;
}

// Shares loops until none is idle, and then perhaps some more.
static const Candidate *draw_shares(const Candidate *candidate, uint64_t *random)
{
    enum { MOST = 16 };
    int left = 1;
    for (int i = 0; i < MOST && left && candidate_idle_loops(candidate); i++)
        candidate = draw_one(candidate, DECIDE_SHARE, random, &left);
    return draw_some(candidate, DECIDE_SHARE, random, 3);
}

static const Candidate *draw_reductions(const Candidate *candidate, uint64_t *random)
{
    int left = 1, before = INT32_MAX;
    for (; left && left < before;) {
        before = left;
        candidate = draw_one(candidate, DECIDE_REDUCE, random, &left);
    }
    return candidate;
}

// Nearly all orders that direction vectors do not accept are wrong, and integer sets take long to say so: only few
// draws ask them.
enum { EXACT_PERCENT = 3 };

// With numbers of its own: the other draws stay what they are.
static const Candidate *draw_persistence(const Candidate *candidate, uint64_t random)
{
    int left;
    const Candidate *made = happens(&random, 70) ? draw_one(candidate, DECIDE_PERSIST, &random, &left) : candidate;
    return made == candidate || candidate_is_complete(made) ? made : candidate;
}

static const Candidate *draw(const Candidate *nest, const Candidate **planned, uint64_t *random)
{
    const Candidate *source = draw_source(nest, planned, random);
    if (source->facts->no_parallel_loop)
        return NULL;
    const Candidate *candidate = candidate_privatize(source).candidate;
    if (!candidate)
        return NULL;
    Candidate *first = candidate_copy(candidate);
    first->by_hand = happens(random, EXACT_PERCENT);
    candidate = first;
    candidate = happens(random, 30) ? draw_sharing(candidate, random) : candidate;
    candidate = draw_shares(candidate, random);
    candidate = draw_some(candidate, DECIDE_ORDER, random, 3);
    candidate = draw_reductions(candidate, random);
    candidate = draw_some(candidate, DECIDE_STAGE, random, 3);
    candidate = draw_some(candidate, DECIDE_WORK, random, 4);
    bool complete = tree_has_concurrent(candidate->tree) && candidate_is_complete(candidate);
    return complete ? draw_persistence(candidate, *random) : NULL;
}

// ---- the best of a few

// Other nests of a file draw other numbers.
static uint64_t seed_of(const Nest *nest, uint64_t seed)
{
    seed = seed * 1000003 + (uint64_t)nest->number;
    for (const char *at = nest->function_name; *at; at++)
        seed = seed * 131 + (unsigned char)*at;
    return seed;
}

static long operations(const Candidate *nest)
{
    long sum = nest->analyses->refused;
    FOR_EACH(i, &nest->analyses->facts)
        sum += facts_operations(nest->analyses->facts.items[i]);
    return sum;
}

static const Candidate *best_draw(const Candidate *nest, uint64_t seed)
{
    const Candidate *best = NULL, *planned = NULL;
    int fewest = 0;
    for (int i = 0; i < RANDOM_TRIES && (!best || fewest) && operations(nest) < RANDOM_OPERATIONS; i++) {
        const Candidate *drawn = draw(nest, &planned, &seed);
        int idle = drawn ? candidate_idle_loops(drawn) : 0;
        if (drawn && (!best || idle < fewest)) {
            best = drawn;
            fewest = idle;
        }
    }
    return best;
}

// As a plan has them.
static const Candidate *with_load_registers(const Candidate *drawn)
{
    const Program *program = lower_tried(drawn);
    return program ? load_registers(drawn, program) : drawn;
}

// Trials and what was analysed for them live as long as the drawing.
const Schedule *random_schedule(const Candidate *nest, uint64_t seed)
{
    if (clauses_decide(nest->nest))
        return NULL;
    Arena *scratch = arena_new();
    AnalysisList analyses = {0};
    Candidate *first = (Candidate *)candidate_in(nest, scratch);
    first->analyses = &analyses;
    first->observer = NULL;
    const Candidate *best = best_draw(first, seed_of(nest->nest, seed));
    Text text = {.arena = nest->arena};
    if (best)
        schedule_print(&text, candidate_schedule(with_load_registers(best), NULL));
    FOR_EACH(i, &analyses.facts)
        analyses.facts.items[i]->original = NULL;
    FOR_EACH(i, &analyses.facts)
        facts_release(analyses.facts.items[i]);
    arena_release(scratch);
    Diag *diag = diag_collector(nest->arena);
    return best ? schedule_parse(nest->arena, diag, (Loc){.line = 1, .column = 1}, text_string(&text)) : NULL;
}
