// One case: the passes that a nest goes through after it was read, on a tree that was text.
#include "tests/tree/steps.h"
#include "analysis/dump.h"
#include "tests/tree/read.h"
#include "transform/plan/plan.h"

#include <string.h>

typedef enum Wanted { WANTED_TREE, WANTED_LOWERED, WANTED_FACTS } Wanted;

typedef struct Run {
    Arena *arena;
    Diag *diag;
    Nest *nest;
    const Nest *made; // with what the last step has declared
    const Stmt *last; // the tree after it
} Run;

static void observe(void *context, const Step *step, const Nest *nest, const Stmt *tree)
{
    (void)step;
    Run *run = context;
    run->made = nest;
    run->last = tree;
}

// The steps, and lowering, which every tree must pass. NULL: refused, reported.
static Program *restructured(Run *run, const Candidate *first, const Schedule *schedule)
{
    PlanObserver observer = {.step = observe, .context = run};
    return restructure(first, run->diag, schedule, &observer);
}

static Wanted take_word(const char **steps)
{
    static const struct {
        const char *word;
        Wanted wanted;
    } words[] = {{"lowered", WANTED_LOWERED}, {"facts", WANTED_FACTS}};
    *steps += strspn(*steps, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(*steps, words[i].word, length) != 0 || !strchr(":\n", (*steps)[length]))
            continue;
        *steps += length + ((*steps)[length] == ':');
        return words[i].wanted;
    }
    return WANTED_TREE;
}

static Program *print_outcome(Run *run, Wanted wanted, const Candidate *first, const char *steps, Loc at, Text *out)
{
    if (wanted == WANTED_FACTS) {
        print_facts(out, first->facts);
        return NULL;
    }
    bool planned = steps[strspn(steps, " \n")] == '\0';
    const Schedule *schedule = planned ? NULL : schedule_parse(run->arena, run->diag, at, steps);
    run->made = run->nest;
    run->last = run->nest->body;
    Program *program = schedule || planned ? restructured(run, first, schedule) : NULL;
    if (program && wanted == WANTED_LOWERED)
        print_tree(out, program->nest, program->host);
    else if (program)
        print_tree(out, run->made, run->last);
    return program;
}

// Each remark as one line, without what it quotes.
static const char *lines_of(Arena *arena, const Refusal *said)
{
    static const char *const voices[] = {
        [REMARK_ERROR] = "error", [REMARK_WARNING] = "warning", [REMARK_NOTE] = "note"};
    Text out = {.arena = arena};
    FOR_EACH(i, &said->remarks) {
        const Remark *remark = &said->remarks.items[i];
        bool warns = remark->kind == REMARK_WARNING;
        if (warns && (remark->warning == WARN_SEQUENTIAL || remark->warning == WARN_ASSUME))
            continue;
        if (remark->loc.file)
            text_printf(&out, "%s:%d:%d: ", remark->loc.file->path, remark->loc.line, remark->loc.column);
        text_printf(&out, "%s: %s", voices[remark->kind], remark->text);
        if (warns)
            text_printf(&out, " [-W%s]", warning_name(remark->warning));
        text_add(&out, "\n");
    }
    return text_string(&out);
}

Outcome tree_outcome(Arena *arena, const SourceFile *source, Loc at, const char *steps)
{
    Text head = {.arena = arena}, result = head;
    Run run = {.arena = arena, .diag = diag_collector(arena)};
    Unit *unit = read_trees(arena, run.diag, source);
    Outcome outcome = {"", "", ""};
    if (unit) {
        Wanted wanted = take_word(&steps);
        run.nest = unit->nests.items[0];
        print_nest(&head, run.nest);
        Candidate first;
        Facts *facts = analyze_tree(arena, run.diag, run.nest, &first);
        if (facts) {
            Program *program = print_outcome(&run, wanted, &first, steps, at, &result);
            facts_release(program ? (Facts *)program->facts : facts);
        }
    }
    outcome.head = text_string(&head);
    outcome.messages = lines_of(arena, diag_refusal(run.diag));
    outcome.result = text_string(&result);
    return outcome;
}
