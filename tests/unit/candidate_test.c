// Catches a step that writes to the candidate it starts from: tables of symbols and arrays that two candidates share, a
// refused step that leaves loops or names behind, and a candidate that does not know how it was made.
#include "transform/candidate.h"

#include "frontend/reader.h"
#include "transform/schedule/schedule.h"
#include "test.h"

static Arena *arena;
static Diag *diag;

static StepResult step(const Candidate *candidate, const char *text)
{
    const Schedule *schedule = schedule_parse(arena, diag, (Loc){0}, text);
    return candidate_step(candidate, &schedule->steps.items[0]);
}

static const char *steps_of(const Candidate *candidate)
{
    Text text = {.arena = arena};
    schedule_print(&text, candidate_schedule(candidate, NULL));
    return text_string(&text);
}

static const char *tree_of(const Candidate *candidate)
{
    Text text = {.arena = arena};
    print_stmt(&text, candidate->tree, 0);
    return text_string(&text);
}

static const char *symbols_of(const Candidate *candidate)
{
    Text text = {.arena = arena};
    FOR_EACH(i, &candidate->nest->symbols)
        text_printf(&text, "%s ", candidate->nest->symbols.items[i]->name);
    return text_string(&text);
}

static void test_siblings(const Candidate *first)
{
    const Candidate *private = candidate_privatize(first).candidate;
    EXPECT(private != NULL);
    const char *tree = tree_of(private), *symbols = symbols_of(private);
    const Candidate *four = step(private, "tile i 4").candidate;
    EXPECT(four != NULL);
    const char *tree_of_four = tree_of(four), *symbols_of_four = symbols_of(four);
    const Symbol *made = four->nest->symbols.items[four->nest->symbols.count - 1];
    const Candidate *eight = step(private, "tile j 8").candidate;
    EXPECT(eight != NULL);
    EXPECT_TEXT(tree_of(private), tree);
    EXPECT_TEXT(symbols_of(private), symbols);
    EXPECT_TEXT(tree_of(four), tree_of_four);
    EXPECT_TEXT(symbols_of(four), symbols_of_four);
    EXPECT(four->nest->symbols.items[four->nest->symbols.count - 1] == made);
    EXPECT(eight->nest->symbols.count == four->nest->symbols.count && eight->nest->next_loop == four->nest->next_loop);
    EXPECT_TEXT(steps_of(step(four, "unroll i.elem").candidate), "tile i 4;\nunroll i.elem;\n");
}

static void test_refusals(const Candidate *first)
{
    const Candidate *tiled = step(first, "tile i 4").candidate;
    EXPECT(tiled != NULL);
    const char *tree = tree_of(tiled), *symbols = symbols_of(tiled);
    int loops = tiled->nest->next_loop;
    StepResult refused = step(tiled, "tile i.elem 2 as i.tile k"); // the outer loop is made before the name is asked
    EXPECT(!refused.candidate && refused.refusal->remarks.count > 0);
    refused = step(tiled, "interchange i.elem k");
    EXPECT(!refused.candidate && refused.refusal->remarks.items[0].warning == WARN_REFUSED);
    EXPECT_TEXT(tree_of(tiled), tree);
    EXPECT_TEXT(symbols_of(tiled), symbols);
    EXPECT(tiled->nest->next_loop == loops);
}

// A step on the source is analysed anew; the source before it stands.
static void test_source(Candidate *first)
{
    const char *tree = tree_of(first);
    const Candidate *changed = step(first, "distribute j {1} {2}").candidate;
    EXPECT(changed != NULL);
    EXPECT(changed->facts != first->facts && changed->nest->body != first->nest->body);
    EXPECT(first->facts->nest == first->nest && changed->facts->nest == changed->nest);
    EXPECT_TEXT(tree_of(first), tree);
    EXPECT_TEXT(steps_of(step(changed, "tile i 4").candidate), "distribute j {1} {2};\ntile i 4;\n");
}

int main(void)
{
    arena = arena_new();
    diag = diag_new(arena, (DiagOptions){0});
    Unit *unit = read_unit(arena, diag, CANDIDATE_INPUT, NULL, 0);
    EXPECT(unit != NULL);
    Nest *nest = unit->nests.items[0];
    Facts *facts = analyze_nest(arena, diag, nest);
    AnalysisList analyses = {0};
    Candidate first = {.arena = arena,
                       .nest = nest,
                       .facts = facts,
                       .device = device_default(),
                       .analyses = &analyses,
                       .tree = nest->body};
    test_siblings(&first);
    test_refusals(&first);
    test_source(&first);
    FOR_EACH(i, &analyses.facts) {
        analyses.facts.items[i]->original = NULL;
        facts_release(analyses.facts.items[i]);
    }
    facts_release(facts);
    arena_release(arena);
    type_release();
    intern_release();
    return test_status();
}
