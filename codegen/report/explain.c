// curestruct explain: the verdict of each loop with its proof or its witness, the granule, the schedule.
#include "analysis/model/granule.h"
#include "analysis/reason.h"
#include "analysis/words.h"
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/cuda.h"
#include "codegen/report/explain.h"

#include <string.h>

static void add_line(Report *report, Loc loc)
{
    if (loc.file)
        report_cell_integer(report, loc.line);
    else
        report_cell(report, NULL);
}

// ---- verdicts

static void add_loops(Report *report, const Explanation *explanation)
{
    static const ReportColumn columns[] = {
        {"loop", "loop", false}, {"line", "line", true}, {"verdict", "verdict", false}, {"because", "because", false}};
    const Facts *facts = explanation->facts;
    report_table(report, "loops", columns, 4);
    FOR_EACH(i, &facts->loops) {
        const LoopFact *loop = &facts->loops.items[i];
        const Stmt *stmt = stmt_find_loop(facts->nest->body, loop->id);
        report_row(report, false);
        report_cell(report, loop->loop->name);
        add_line(report, stmt ? stmt->loc : (Loc){0});
        report_cell(report, verdict_word(loop->verdict));
        report_cell(report, verdict_reason(facts, loop));
    }
}

static void add_access(Report *report, const Explanation *explanation, const Access *access)
{
    report_cell(report, access_words(explanation->arena, access));
    add_line(report, access->expr->loc.file ? access->expr->loc : access->stmt->loc);
}

static void add_dependences(Report *report, const Explanation *explanation)
{
    static const ReportColumn columns[] = {{"kind", "dependence", false},      {"from", "from", false},
                                           {"from_line", "line", true},        {"to", "to", false},
                                           {"to_line", "line", true},          {"vector", "vector", false},
                                           {"removed_by", "removed by", false}};
    const Facts *facts = explanation->facts;
    if (!facts->dependences.count)
        return;
    report_table(report, "dependences", columns, 7);
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        report_row(report, false);
        report_cell(report, dependence_kind(dependence));
        add_access(report, explanation, dependence->source);
        add_access(report, explanation, dependence->sink);
        report_cell(report, dependence_vector(facts, dependence));
        report_cell(report, dependence->privatized       ? "a private copy"
                            : dependence->reduction >= 0 ? "a reduction"
                                                         : NULL);
    }
}

static void add_assumptions(Report *report, const Explanation *explanation)
{
    static const ReportColumn columns[] = {{"assumption", "tested by the launcher on every call", false},
                                           {"may_fail", "by an ordinary call", false}};
    const Facts *facts = explanation->facts;
    int limits = explanation->program ? explanation->program->limits.count : 0;
    if (!facts->assumptions.count && !limits)
        return;
    bool any = false;
    FOR_EACH(i, &facts->assumptions)
        any = any || facts->assumptions.items[i].may_fail;
    report_table(report, "assumptions", columns, any ? 2 : 1);
    FOR_EACH(i, &facts->assumptions) {
        report_row(report, false);
        report_cell(report, facts->assumptions.items[i].words);
        if (any)
            report_cell(report, facts->assumptions.items[i].may_fail ? "may fail" : NULL);
    }
    for (int i = 0; i < limits; i++) {
        report_row(report, false);
        report_cell(report, explanation->program->limits.items[i].words);
        if (any)
            report_cell(report, NULL);
    }
}

// Verdicts, dependences, reductions, assumptions.
static void explain_loops(Report *report, const Explanation *explanation)
{
    report_open(report, "dependence", "Which loops may run in parallel");
    add_loops(report, explanation);
    add_dependences(report, explanation);
    add_assumptions(report, explanation);
    report_close(report);
}

// ---- granule

static const char *statement_text(const Explanation *explanation, const Stmt *stmt)
{
    Text text = {.arena = explanation->arena};
    Emitter emitter = {.out = &text, .root = stmt, .source = true};
    switch (stmt->kind) {
    case ST_ASSIGN:
    case ST_EVALUATE: emit_body(&emitter, stmt, 0); break;
    case ST_DECLARE:
        text_printf(&text, "%s = %s", stmt->symbol ? stmt->symbol->name : stmt->array->name,
                    stmt->value ? expr_string(&emitter, stmt->value) : "");
        break;
    case ST_IF:
    case ST_WHILE:
        text_printf(&text, "%s (%s)", stmt->kind == ST_IF ? "if" : "while", expr_string(&emitter, stmt->condition));
        break;
    default: text_printf(&text, "the bounds of loop %s", stmt->loop ? stmt->loop->name : ""); break;
    }
    enum { LONGEST = 72 };
    const char *line = text_string(&text);
    size_t length = strcspn(line, "\n");
    return length <= LONGEST ? arena_strndup(explanation->arena, line, length)
                             : arena_printf(explanation->arena, "%.*s ...", LONGEST, line);
}

// "A along j; B along i": operands that stay the same along a loop around them.
static const char *reuse_text(const Explanation *explanation, const StatementGranule *granule)
{
    Text text = {.arena = explanation->arena};
    FOR_EACH(i, &granule->operands) {
        const OperandReuse *operand = &granule->operands.items[i];
        bool seen = false;
        for (int before = 0; before < i; before++)
            seen = seen || expr_equal(granule->operands.items[before].access->expr, operand->access->expr);
        if (seen || !operand->loops.count)
            continue;
        text_printf(&text, "%s%s along", text.length ? "; " : "", access_words(explanation->arena, operand->access));
        FOR_EACH(l, &operand->loops)
            text_printf(&text, "%s %s", l ? "," : "",
                        facts_loop(explanation->facts, operand->loops.items[l])->loop->name);
    }
    return text.length ? text_string(&text) : NULL;
}

// Loops side by side: which of them do too little alone.
static void add_fusions(Report *report, const Explanation *explanation)
{
    static const ReportColumn columns[] = {{"first", "loop", false},   {"first_line", "line", true},
                                           {"second", "and", false},   {"second_line", "line", true},
                                           {"fused", "become", false}, {"because", "because", false}};
    const Program *program = explanation->program;
    if (!program || !program->fusions.count)
        return;
    report_table(report, "fusions", columns, 6);
    FOR_EACH(i, &program->fusions) {
        const FusionChoice *choice = &program->fusions.items[i];
        report_row(report, choice->fused);
        report_cell(report, choice->first);
        report_cell_integer(report, choice->first_line);
        report_cell(report, choice->second);
        report_cell_integer(report, choice->second_line);
        report_cell(report, choice->fused ? "one" : "two");
        report_cell(report, choice->reason);
    }
}

// Step 1 of the paper.
static void explain_granule(Report *report, const Explanation *explanation)
{
    static const ReportColumn columns[] = {{"statement", "statement", false}, {"line", "line", true},
                                           {"loads", "loads", true},          {"stores", "stores", true},
                                           {"bytes", "bytes", true},          {"operations", "operations", true},
                                           {"calls", "calls", true},          {"reuse", "same element", false}};
    Granules granules = granules_of(explanation->facts);
    report_open(report, "granule", "Step 1, granule: what one iteration of each statement does");
    report_table(report, "statements", columns, 8);
    FOR_EACH(i, &granules) {
        const StatementGranule *granule = &granules.items[i];
        report_row(report, false);
        report_cell(report, statement_text(explanation, granule->stmt));
        add_line(report, granule->stmt->loc);
        report_cell_integer(report, granule->loads);
        report_cell_integer(report, granule->stores);
        report_cell_integer(report, granule->bytes_loaded + granule->bytes_stored);
        report_cell_integer(report, granule->operations);
        report_cell_integer(report, granule->calls);
        report_cell(report, reuse_text(explanation, granule));
    }
    add_fusions(report, explanation);
    report_close(report);
}

// ---- the whole

static void explain_refusal(Report *report, const Explanation *explanation)
{
    const char *messages = explanation->messages;
    if (explanation->program || !messages || !*messages)
        return;
    report_open(report, "refused", "Not restructured");
    report_code(report, "messages", "", messages);
    report_close(report);
}

static void explain_schedule(Report *report, const Explanation *explanation)
{
    report_open(report, "plan", "The schedule");
    report_code(report, "schedule", "", explanation->program->schedule);
    report_close(report);
}

// The parts of a report, by their words for --section.
typedef struct Section {
    const char *word;
    void (*add)(Report *report, const Explanation *explanation);
    enum { OF_ANY, OF_ANALYZED, OF_RESTRUCTURED } nests;
} Section;

static const Section sections[] = {
    {"short", explain_short, OF_RESTRUCTURED},
    {"loops", explain_loops, OF_ANALYZED},
    {"refusal", explain_refusal, OF_ANY},
    {"granule", explain_granule, OF_ANALYZED},
    {"mapping", explain_mapping, OF_RESTRUCTURED},
    {"sizes", explain_resources, OF_RESTRUCTURED},
    {"versions", explain_versions, OF_RESTRUCTURED},
    {"kernels", explain_kernels, OF_RESTRUCTURED},
    {"search", explain_search, OF_RESTRUCTURED},
    {"cost", explain_cost, OF_RESTRUCTURED},
    {"counted", explain_counted, OF_RESTRUCTURED},
    {"schedule", explain_schedule, OF_RESTRUCTURED},
};

bool explain_wants(const Explanation *explanation, const char *section)
{
    return !explanation->options->sections || options_list_names(explanation->options->sections, section);
}

const char *explain_unknown_section(Arena *arena, const char *list)
{
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const char *word = arena_strndup(arena, at, strcspn(at, ","));
        bool known = false;
        for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
            known = known || strcmp(sections[i].word, word) == 0;
        if (!known)
            return word;
    }
    return NULL;
}

bool explain_nest(Report *report, Explanation *explanation)
{
    const Nest *nest = explanation->nest;
    report_open_item(report, "nests", nest_place(explanation->arena, nest));
    report_fact(report, "function", nest->function_name);
    report_fact_integer(report, "line", nest->loc.line);
    report_fact(report, "device", explanation->device ? explanation->device->name : NULL);
    bool fine = true;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        bool has = sections[i].nests == OF_ANY || (sections[i].nests == OF_ANALYZED && explanation->facts) ||
                   explanation->program;
        if (has && explain_wants(explanation, sections[i].word))
            sections[i].add(report, explanation);
    }
    if (explanation->program)
        fine = explain_steps(report, explanation);
    report_close(report);
    return fine;
}
