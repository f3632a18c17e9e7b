#include "goals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The sizes that are asked about: all combinations where they are few, otherwise drawn ones.
enum { MAX_ASKED = 1600, MAX_CRASHES = 100 };
static const long values[] = {0,      1,      2,      3,      5,       8,       17,      33,      40,      64,
                              65,     100,    129,    200,    257,     300,     513,     700,     1025,    1500,
                              2049,   3000,   4099,   8193,   10007,   20011,   40009,   70001,   100003,  140009,
                              200003, 300007, 500009, 811009, 1200007, 2200013, 4400023, 9000011, 17000023};
enum { VALUES = sizeof values / sizeof *values };
static const double most_elements = 4e7; // the product of all sizes
static const double most_work = 1.2e8;   // statements of all threads
static const double most_chosen_work = 2e7;

void goals_note(Goals *goals, const CrsFunction *function, const Notes *notes, const Trace *trace, const char *version,
                bool settles)
{
    for (int i = 0; i < function->goal_count && i < MAX_FUNCTION_GOALS; i++) {
        const CrsGoal *goal = &function->goals[i];
        bool holds = goal->number < MAX_GOALS && notes->goals[goal->number];
        bool own = !goal->version || !strcmp(version, goal->version);
        if (trace->launched[i] && notes->steps > goals->work[i]) {
            goals->work[i] = notes->steps;
            goals->extent[i] = notes->drawn_extent;
        }
        goals->launched[i] |= trace->launched[i];
        bool reached = trace->launched[i] && (!*goal->words || holds) && !(goal->chosen && *version);
        goals->reached[i] |= reached;
        goals->settled[i] |= reached && settles;
        goals->missed[i] |= holds && own && !trace->launched[i] && goal->certain && !*goal->words;
    }
}

// ---- which sizes

static int compare_asked(const void *left, const void *right)
{
    double a = ((const Asked *)left)->product, b = ((const Asked *)right)->product;
    return a < b ? -1 : a > b;
}

static const char *given_value(const CrsSpec *spec, const char *name)
{
    for (int i = 0; i < spec->size_count; i++)
        if (strcmp(spec->sizes[i].name, name) == 0)
            return spec->sizes[i].value;
    return NULL;
}

// Number `number` of the combinations; `all`: of all there are.
static Asked combination(const CrsSpec *spec, const CrsFunction *function, uint64_t seed, int number, bool all)
{
    Asked asked = {.product = 1};
    int rest = number;
    for (int i = 0; i < function->size_count; i++) {
        const char *given = given_value(spec, function->sizes[i]);
        uint64_t which = (uint64_t)number * MAX_SIZES + (uint64_t)i;
        int drawn = all ? rest % VALUES : (int)draw_number(seed, which, VALUES);
        asked.values[i] = given ? strtol(given, NULL, 0) : values[drawn];
        asked.product *= (double)(asked.values[i] > 1 ? asked.values[i] : 1);
        rest /= given ? 1 : VALUES;
    }
    return asked;
}

static int combinations(const CrsSpec *spec, const CrsFunction *function, uint64_t seed, Asked *asked)
{
    double all = 1;
    for (int i = 0; i < function->size_count; i++)
        all *= given_value(spec, function->sizes[i]) ? 1 : VALUES;
    int count = 0, total = all <= MAX_ASKED ? (int)all : 4 * MAX_ASKED;
    for (int i = 0; i < total && count < MAX_ASKED; i++) {
        asked[count] = combination(spec, function, seed, i, all <= MAX_ASKED);
        count += asked[count].product <= most_elements;
    }
    qsort(asked, (size_t)count, sizeof *asked, compare_asked);
    return count;
}

// ---- asking

// Outside of its nests, too, the function may touch memory that nothing is known of: each time there is more of it.
static RunStatus ask_growing(Sides *sides, Layout *layout)
{
    enum { MAX_GROWTH = 16 };
    RunStatus status = RUN_CRASHED;
    for (int i = 0; i < MAX_GROWTH && status == RUN_CRASHED; i++) {
        layout_build(layout);
        if (layout->too_large)
            return RUN_ENDED;
        status = worker_run(&sides->reference);
        if (status != RUN_CRASHED || !layout_grow(layout, layout->shared->fault))
            break;
    }
    return status;
}

// Whether the reference could be asked; its notes say for which goals. `crashed` counts its crashes.
static bool ask(Sides *sides, Layout *layout, const Asked *asked, int *crashed)
{
    Notes *notes = &layout->shared->notes;
    layout_begin(layout, layout->function);
    layout->sizes = asked->values;
    layout->draw = (Draw){.set = DATA_EXACT};
    notes->probing = 0;
    notes->perturbation = 0;
    notes->step_limit = 1 << 20;
    notes->goals_only = 1;
    RunStatus status = ask_growing(sides, layout);
    notes->goals_only = 0;
    *crashed += status == RUN_CRASHED;
    return status == RUN_DONE && !notes->assumption_failed;
}

static int goal_count(const CrsFunction *function)
{
    return function->goal_count < MAX_FUNCTION_GOALS ? function->goal_count : MAX_FUNCTION_GOALS;
}

static bool has_open(const CrsFunction *function, const Goals *goals)
{
    for (int g = 0; g < goal_count(function); g++)
        if (function->goals[g].conditional && !goals->settled[g])
            return true;
    return false;
}

// The version's number in the function, or -1. Versions of one name are of several nests; they are tried together.
static int version_number(const CrsFunction *function, const char *version)
{
    for (int v = 0; version && v < function->version_count && v < MAX_FUNCTION_VERSIONS; v++)
        if (strcmp(function->versions[v].name, version) == 0)
            return v;
    return -1;
}

static void note_answer(const CrsFunction *function, const Notes *notes, Asked *asked)
{
    for (int g = 0; g < goal_count(function); g++) {
        const CrsGoal *goal = &function->goals[g];
        bool holds = goal->number < MAX_GOALS && notes->goals[goal->number];
        int version = version_number(function, goal->version);
        asked->holds[g / 64] |= (uint64_t)holds << g % 64;
        if (holds && !*goal->words)
            *(version < 0 ? &asked->work : &asked->version_work[version]) += notes->work[goal->number];
    }
}

void goals_ask(const CrsSpec *spec, Sides *sides, Layout *layout, uint64_t seed, const Goals *goals, Plans *plans)
{
    const CrsFunction *function = layout->function;
    const Notes *notes = &layout->shared->notes;
    *plans = (Plans){0};
    if (!has_open(function, goals))
        return;
    plans->items = calloc(MAX_ASKED, sizeof *plans->items);
    int count = combinations(spec, function, seed, plans->items), crashed = 0;
    for (int i = 0; i < count && crashed < MAX_CRASHES; i++) {
        Asked asked = plans->items[i];
        if (!ask(sides, layout, &asked, &crashed))
            continue;
        note_answer(function, notes, &asked);
        plans->items[plans->count++] = asked;
    }
}

// ---- choosing

enum { MAX_TRIES = 3 };

static bool same_version(const char *left, const char *right)
{
    return left == right || (left && right && strcmp(left, right) == 0);
}

// What one trial may reach together with another goal: of the same version, by the same data.
static bool is_open(const CrsFunction *function, const Goals *goals, const Plans *plans, int goal, int like)
{
    const CrsGoal *its = &function->goals[goal];
    bool together = same_version(its->version, function->goals[like].version) &&
                    its->chosen == function->goals[like].chosen && goals->extent[goal] == goals->extent[like];
    return its->conditional && !goals->settled[goal] && plans->tries[goal] < MAX_TRIES && together;
}

static bool holds(const Asked *asked, int goal) { return asked->holds[goal / 64] >> goal % 64 & 1; }

// What a trial takes besides its iterations, in iterations.
static const double trial_cost = 300000;

bool goals_next(const CrsFunction *function, const Goals *goals, Plans *plans, Candidate *candidate)
{
    Asked *best = NULL;
    int best_goal = 0;
    double best_cost = 0;
    for (int g = 0; g < goal_count(function); g++) {
        int version = version_number(function, function->goals[g].version);
        if (!is_open(function, goals, plans, g, g))
            continue;
        for (int i = 0; i < plans->count; i++) {
            Asked *asked = &plans->items[i];
            int gained = 0;
            for (int other = g; holds(asked, g) && other < goal_count(function); other++)
                gained += holds(asked, other) && is_open(function, goals, plans, other, g);
            double work = asked->work + (version < 0 ? 0 : asked->version_work[version]);
            double cost = gained ? (work + trial_cost) / gained : 0;
            bool short_enough = work <= (function->goals[g].chosen ? most_chosen_work : most_work);
            if (gained && short_enough && (!best || cost < best_cost)) {
                best = asked;
                best_goal = g;
                best_cost = cost;
            }
        }
    }
    if (!best)
        return false;
    *candidate = (Candidate){.kind = CANDIDATE_GOAL,
                             .version = function->goals[best_goal].chosen ? NULL : function->goals[best_goal].version,
                             .drawn_extent = goals->extent[best_goal]};
    memcpy(candidate->values, best->values, sizeof candidate->values);
    for (int g = 0; g < goal_count(function); g++)
        if (holds(best, g) && is_open(function, goals, plans, g, best_goal)) {
            plans->tries[g]++;
            best->holds[g / 64] &= ~(UINT64_C(1) << g % 64); // once
        }
    return true;
}

double goals_work(const CrsFunction *function, const Notes *notes, const char *version)
{
    double work = 0;
    for (int g = 0; g < goal_count(function); g++) {
        const CrsGoal *goal = &function->goals[g];
        bool holds = goal->number < MAX_GOALS && notes->goals[goal->number];
        if (holds && !*goal->words && same_version(goal->version, version))
            work += notes->work[goal->number];
    }
    return work;
}

void goals_release(Plans *plans) { free(plans->items); }

bool goals_hang_on_data(const CrsFunction *function)
{
    for (int g = 0; g < goal_count(function); g++)
        if (!*function->goals[g].words && !function->goals[g].conditional)
            return true;
    return false;
}

// ---- what is said

int goals_kernels(const CrsFunction *function, const Goals *goals, int *ran)
{
    int count = 0;
    *ran = 0;
    for (int g = 0; g < goal_count(function); g++) {
        bool kernel = !*function->goals[g].words;
        count += kernel;
        *ran += kernel && goals->reached[g];
    }
    return count;
}

static const char *reason(const CrsGoal *goal, const Goals *goals, const Plans *plans, int number)
{
    if (goals->missed[number])
        return "although the sizes ask for it";
    if (!goal->conditional)
        return "data decides whether it does";
    if (plans->tries[number])
        return "the sizes that lead there could not be tried";
    return plans->count ? "no sizes that lead there were found" : "the sizes do not lead there";
}

bool goals_report(FILE *out, const CrsFunction *function, const Goals *goals, const Plans *plans, bool verbose)
{
    bool missed = false;
    for (int g = 0; g < goal_count(function); g++) {
        const CrsGoal *goal = &function->goals[g];
        if (goals->reached[g])
            continue;
        missed |= goals->missed[g];
        if (!*goal->words)
            fprintf(out, "  note: kernel %s did not run: %s\n", goal->kernel, reason(goal, goals, plans, g));
        else if (verbose && plans->tries[g] > 0)
            fprintf(out, "  note: kernel %s did not reach %s: %s\n", goal->kernel, goal->words,
                    reason(goal, goals, plans, g));
    }
    return missed;
}
