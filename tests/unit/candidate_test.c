// Catches a step that writes to the candidate it starts from: tables of symbols and arrays that two candidates share, a
// refused step that leaves loops or names behind, and a candidate that does not know how it was made. Of the next
// decisions: one that is not legal, a tree that counts twice, steps that do not make the tree again, and a loop that is
// called idle though a loop around it is shared; a step on the source that is analysed again, or taken for the one of
// another source; and an analysis that asks the same for each of equal subscripts.
#include "transform/candidate.h"

#include "analysis/operations.h"
#include "frontend/reader.h"
#include "transform/schedule/schedule.h"
#include "transform/search/candidates.h"
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

static bool refuse_all(void *context, const Candidate *changed)
{
    ++*(int *)context;
    return changed->facts == NULL;
}

// The same step on the same source is analysed once, whoever takes it, unless other numbers of loops are free.
static void test_repetition(Candidate *first)
{
    const char *distribution = "distribute i {1} {2}";
    const Candidate *once = step(first, distribution).candidate, *again = step(first, distribution).candidate,
                    *tried = candidate_tried(first), *back = candidate_in(first, arena);
    int count = first->analyses->facts.count, shown = 0;
    EXPECT(again != once && again->facts == once->facts && again->before == first);
    EXPECT_TEXT(steps_of(step(again, "tile i 4").candidate), "distribute i {1} {2};\ntile i 4;\n");
    EXPECT(step(tried, distribution).candidate->facts == once->facts);
    EXPECT(step(back, distribution).candidate->facts == once->facts && first->analyses->facts.count == count);
    const Candidate *collapsed = step(tried, "collapse i j").candidate;
    EXPECT(collapsed->analyses != first->analyses && first->analyses->facts.count == count);
    EXPECT(step(first, "collapse i j").candidate->facts == collapsed->facts);
    EXPECT(step(candidate_beside(first, once->nest), distribution).candidate->facts != once->facts);
    Step other = {.kind = STEP_COLLAPSE, .loop = "i", .other = "j"};
    count = first->analyses->facts.count;
    EXPECT(!candidate_step_if(first, &other, refuse_all, &shown).candidate && shown == 1);
    EXPECT(first->analyses->facts.count == count);
}

static const Candidate *again(const Candidate *first, const Candidate *made)
{
    const Schedule *schedule = candidate_schedule(made, NULL);
    const Candidate *candidate = first;
    FOR_EACH(i, &schedule->steps)
        candidate = candidate ? candidate_step(candidate, &schedule->steps.items[i]).candidate : NULL;
    return candidate;
}

// Every successor is what its steps make of the nest, and no two are equal.
static void test_successors(const Candidate *first)
{
    const Candidate *private = candidate_privatize(first).candidate;
    Successors sources = candidate_successors(first, DECIDE_SOURCE),
               shares = candidate_successors(private, DECIDE_SHARE);
    EXPECT(sources.candidates.count == 3); // of distribute j {1} {2}, of i the same; of collapse i j
    EXPECT(candidate_successors(private, DECIDE_SOURCE).proposed == 0);
    EXPECT(candidate_successors(first, DECIDE_SHARE).proposed == 0);
    EXPECT(candidate_idle_loops(private) == 1);
    // Each loop: on the host, as blocks, and five numbers of threads in ten forms.
    EXPECT(shares.proposed == 104 && shares.candidates.count == shares.decisions.count);
    FOR_EACH(i, &shares.candidates) {
        const Candidate *made = shares.candidates.items[i], *repeated = again(first, made);
        EXPECT(repeated && strcmp(tree_of(repeated), tree_of(made)) == 0);
        EXPECT(candidate_idle_loops(made) == (shares.decisions.items[i].share.form == SHARE_HOST));
        for (int k = 0; k < i; k++)
            EXPECT(strcmp(tree_of(made), tree_of(shares.candidates.items[k])) != 0);
        EXPECT(candidate_is_complete(made));
    }
    const Candidate *there = step(private, "interchange i j").candidate,
                    *back = step(there, "interchange j i").candidate;
    EXPECT(back && candidate_repeats(back) && !candidate_repeats(there));
}

// An analysis asks the same of equal subscripts of a statement: 74,000 operations of isl, and 100,000 if it asks again.
static void test_analysis(Nest *often)
{
    Facts *facts = analyze_nest(arena, diag, often);
    EXPECT(facts_operations(facts) < 87000);
    facts_release(facts);
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
    test_repetition(&first);
    test_successors(&first);
    analyses_release(analyses.tried);
    arena_release(analyses.tried->arena);
    analyses_release(&analyses);
    facts_release(facts);
    test_analysis(unit->nests.items[1]);
    arena_release(arena);
    type_release();
    intern_release();
    return test_status();
}
