#include "tests/random/steps/steps.h"

#include "ir/parse.h"
#include "tests/tree/read.h"
#include "transform/plan/plan.h"
#include "transform/tree/loops.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// One walk: the candidate so far, and what it was made from.
typedef struct State {
    const Walk *walk;
    Arena *arena;
    AnalysisList analyses;
    const Candidate *candidate;
    Random random;
} State;

static _Noreturn void wrong(const State *state, const char *what, const char *left, const char *right)
{
    size_t same = 0, line = 0;
    while (left[same] && left[same] == right[same]) {
        line = left[same] == '\n' ? same + 1 : line;
        same++;
    }
    fprintf(stderr, "%s\n< %.*s\n> %.*s\n", what, (int)strcspn(left + line, "\n"), left + line,
            (int)strcspn(right + line, "\n"), right + line);
    if (state->walk->talks)
        fprintf(stderr, "---- one\n%s\n---- the other\n%s\n", left, right);
    exit(71);
}

// ---- after each accepted step

static const char *tree_text(Arena *arena, const Nest *nest, const Stmt *tree)
{
    Text text = {.arena = arena};
    print_tree(&text, nest, tree);
    return text_string(&text);
}

static void check_reread(const State *state)
{
    Arena *arena = arena_new();
    const char *once = tree_text(arena, state->candidate->nest, state->candidate->tree);
    SourceFile *source = ARENA_NEW(arena, SourceFile);
    *source = (SourceFile){.path = "tree", .text = once, .length = strlen(once)};
    Unit *unit = parse_trees(arena, diag_new(arena, (DiagOptions){0}), source, NULL, NULL);
    Text twice = {.arena = arena};
    FOR_EACH(i, &unit->nests)
        print_nest(&twice, unit->nests.items[i]);
    if (strcmp(once, text_string(&twice)) != 0)
        wrong(state, "the tree prints otherwise when it was read back", once, text_string(&twice));
    arena_release(arena);
}

static void check_step_text(const State *state, const Step *step)
{
    Schedule schedule = {0};
    VECTOR_PUSH(state->arena, &schedule.steps, *step);
    Text once = {.arena = state->arena}, twice = once;
    schedule_print(&once, &schedule);
    Diag *diag = diag_new(state->arena, (DiagOptions){0});
    Schedule *again = schedule_parse(state->arena, diag, (Loc){.line = 1, .column = 1}, text_string(&once));
    if (again)
        schedule_print(&twice, again);
    if (!again || strcmp(text_string(&once), text_string(&twice)) != 0)
        wrong(state, "the step prints otherwise when it was read back", text_string(&once), text_string(&twice));
}

// ---- one step

static void note(const Walk *walk, const char *words)
{
    Progress *progress = walk->progress;
    if (progress->count < MOST_STEPS)
        snprintf(progress->words[progress->count++], STEP_LENGTH, "%s", words);
    progress->steps++;
}

static void say(const State *state, const char *words, const Refusal *refusal)
{
    if (!state->walk->talks)
        return;
    printf("%-50s %s\n", words, refusal ? "refused" : "done");
    for (int i = 0; refusal && i < refusal->remarks.count; i++)
        printf("    %s\n", refusal->remarks.items[i].text);
    if (!refusal)
        printf("%s", tree_text(state->arena, state->candidate->nest, state->candidate->tree));
}

static const Step *parsed(State *state, const char *words)
{
    SourceFile *file = ARENA_NEW(state->arena, SourceFile);
    *file = (SourceFile){.path = "steps", .text = words, .length = strlen(words)};
    Diag *diag = diag_collector(state->arena);
    Schedule *schedule = schedule_parse(state->arena, diag, (Loc){.file = file, .line = 1, .column = 1}, words);
    if (!schedule || schedule->steps.count != 1)
        say(state, words, diag_refusal(diag));
    return schedule && schedule->steps.count == 1 ? &schedule->steps.items[0] : NULL;
}

// As finish_by_hand does before the first step that does not change the source.
static bool make_private(State *state)
{
    Facts *facts = (Facts *)state->candidate->facts;
    if (facts->no_parallel_loop && !facts_complete(facts))
        return false;
    StepResult result = candidate_privatize(state->candidate);
    if (result.candidate)
        state->candidate = result.candidate;
    return result.candidate;
}

static StepResult timed_step(const State *state, const Step *step, const char *words)
{
    Progress *progress = state->walk->progress;
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    StepResult result = candidate_step(state->candidate, step);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    double seconds = (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9;
    if (seconds > progress->slowest) {
        progress->slowest = seconds;
        snprintf(progress->slowest_words, STEP_LENGTH, "%s", words);
        snprintf(progress->slowest_nest, STEP_LENGTH, "%s", state->walk->name);
    }
    return result;
}

static bool step(State *state, const char *words)
{
    note(state->walk, words);
    const Step *step = parsed(state, words);
    if (!step)
        return false;
    Progress *progress = state->walk->progress;
    progress->tried[step->kind]++;
    if (!step_changes_source(step->kind) && !state->candidate->serial && !make_private(state))
        return false;
    StepResult result = timed_step(state, step, words);
    if (!result.candidate && (!result.refusal || !result.refusal->remarks.count))
        wrong(state, "the step is refused without a word", words, "");
    if (result.candidate)
        state->candidate = result.candidate;
    say(state, words, result.refusal);
    if (!result.candidate)
        return false;
    check_nest(state->candidate->nest, state->candidate->tree, words);
    check_reread(state);
    check_step_text(state, step);
    progress->accepted++;
    progress->done[step->kind]++;
    return true;
}

// ---- many steps

// Random steps: the first ones may change the source.
static void wander(State *state, int count)
{
    bool on_source = random_is(&state->random, 40);
    for (int i = 0; i < count; i++) {
        bool now = on_source ? random_is(&state->random, 80) : random_is(&state->random, 2);
        step(state, draw_step(&state->random, state->candidate, now));
        on_source = on_source && i < 2;
    }
}

// The planned schedule, with steps left out, changed and added.
static void follow_plan(State *state, int count)
{
    const Words *planned = state->walk->planned;
    int left = count;
    for (int i = 0; i < planned->count; i++) {
        if (left > 0 && random_is(&state->random, 15)) {
            step(state, draw_step(&state->random, state->candidate, random_is(&state->random, 5)));
            left--;
        }
        if (random_is(&state->random, 8))
            continue;
        const char *words = planned->items[i];
        step(state, random_is(&state->random, 15) ? draw_changed(&state->random, state->arena, words) : words);
    }
    while (left-- > 4)
        step(state, draw_step(&state->random, state->candidate, random_is(&state->random, 5)));
}

static void bind_rest(State *state)
{
    for (int i = 0; i < 8; i++)
        step(state, draw_bind(&state->random, state->candidate));
}

static void take_steps(State *state)
{
    const Words *given = state->walk->given;
    if (given) {
        FOR_EACH(i, given)
            step(state, given->items[i]);
        return;
    }
    int count = 1 + random_below(&state->random, 12);
    if (state->walk->planned->count && random_is(&state->random, 45)) {
        follow_plan(state, count);
    } else {
        wander(state, count);
        if (random_is(&state->random, 70))
            bind_rest(state);
    }
}

// ---- the accepted steps as one schedule

typedef struct Seen {
    Nest *nest;
    const Stmt *tree;
} Seen;

static void see(void *context, const Step *step, const Nest *nest, const Stmt *tree)
{
    (void)step;
    *(Seen *)context = (Seen){(Nest *)nest, tree};
}

// Prints the schedule on one line: those of the sample are run (schedules.py).
static void record(const State *state, const char *schedule)
{
    state->walk->progress->finished++;
    if (!state->walk->finished)
        return;
    fprintf(state->walk->finished, "%s\t", state->walk->name);
    for (const char *at = schedule; *at; at++)
        fputc(*at == '\n' ? ' ' : *at, state->walk->finished);
    fputc('\n', state->walk->finished);
    fflush(state->walk->finished);
}

bool walk_begin(const Walk *walk, Arena *arena, Diag *diag, Candidate *first)
{
    Unit *unit = read_trees(arena, diag, walk->source);
    Nest *nest = unit && walk->index < unit->nests.count ? unit->nests.items[walk->index] : NULL;
    return nest && analyze_tree(arena, diag, nest, first);
}

// The facts and those that they were made from.
static void release(Facts *facts)
{
    while (facts) {
        Facts *original = facts->original;
        facts->original = NULL;
        facts_release(facts);
        facts = original;
    }
}

// Applied at once, the accepted steps give the same tree; lowering takes it or refuses it with a reason.
static void finish(const State *state)
{
    const Schedule *schedule = candidate_schedule(state->candidate, NULL);
    if (!schedule->steps.count)
        return;
    Text text = {.arena = state->arena};
    schedule_print(&text, schedule);
    Diag *diag = diag_collector(state->arena);
    Schedule *again = schedule_parse(state->arena, diag, (Loc){.line = 1, .column = 1}, text_string(&text));
    Seen seen = {0};
    PlanObserver observer = {.step = see, .context = &seen};
    Candidate first;
    if (!walk_begin(state->walk, state->arena, diag, &first))
        return;
    Program *program = again ? restructure(&first, diag, again, &observer) : NULL;
    const Refusal *refusal = diag_refusal(diag);
    if (!program && !refusal->remarks.count)
        wrong(state, "the schedule is refused without a word", text_string(&text), "");
    bool planned = step_changes_source(schedule->steps.items[schedule->steps.count - 1].kind);
    const char *once = tree_text(state->arena, state->candidate->nest, state->candidate->tree);
    const char *twice = seen.tree ? tree_text(state->arena, seen.nest, seen.tree) : "";
    if (!planned && strcmp(once, twice) != 0)
        wrong(state, "the same steps give another tree", once, twice);
    if (state->walk->talks)
        printf("%s%s\n", text_string(&text), program ? "finished" : "refused");
    for (int i = 0; state->walk->talks && i < refusal->remarks.count; i++)
        printf("    %s\n", refusal->remarks.items[i].text);
    if (program && (planned || tree_has_concurrent(state->candidate->tree)))
        record(state, text_string(&text));
    release(program ? (Facts *)program->facts : (Facts *)first.facts);
}

void walk(const Walk *walk, uint64_t seed)
{
    State state = {.walk = walk, .arena = arena_new(), .random = {seed}};
    Candidate first;
    walk->progress->count = 0;
    if (!walk_begin(walk, state.arena, diag_collector(state.arena), &first))
        return;
    first.analyses = &state.analyses;
    first.by_hand = true;
    first.tree = first.nest->body;
    state.candidate = &first;
    take_steps(&state);
    finish(&state);
    walk->progress->walks++;
    FOR_EACH(i, &state.analyses.facts) {
        state.analyses.facts.items[i]->original = NULL;
        facts_release(state.analyses.facts.items[i]);
    }
    facts_release((Facts *)first.facts);
    arena_release(state.arena);
}
