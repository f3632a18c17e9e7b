// Which candidates the planner has compared, and why it took the one that it took.
#include "codegen/report/explain.h"
#include "transform/search/search.h"

#include <string.h>

enum { MOST_SHOWN = 5 };

// "n = 4096, m = 4096", without parameters that are no sizes.
static const char *sizes_text(Arena *arena, const SizePoint *point)
{
    Text text = {.arena = arena};
    FOR_EACH(i, &point->sizes.values) {
        const SizeValue *value = &point->sizes.values.items[i];
        if (value->value > 1)
            text_printf(&text, "%s%s = %lld", text.length ? ", " : "", value->symbol->name, (long long)value->value);
    }
    return text.length ? text_string(&text) : "no parameters";
}

// The fastest one that is not shown yet; -1: all are.
static int fastest(const SearchResult *result, const bool *shown)
{
    int best = -1;
    FOR_EACH(i, &result->tried)
        if (!shown[i] && (best < 0 || result->tried.items[i].time[0] < result->tried.items[best].time[0]))
            best = i;
    return best;
}

static const char *words_of(Arena *arena, const Tried *tried)
{
    const char *steps = *tried->schedule ? tried->schedule : "none";
    char *words = arena_strndup(arena, steps, strlen(steps));
    for (char *at = words; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
    for (size_t end = strlen(words); end && (words[end - 1] == ' ' || words[end - 1] == ';'); end--)
        words[end - 1] = 0;
    return words;
}

static void add_row(Report *report, Arena *arena, const SearchResult *result, int number)
{
    const Tried *tried = &result->tried.items[number];
    report_row(report, number == result->chosen);
    report_cell(report, words_of(arena, tried));
    report_cell_integer(report, tried->kernels);
    report_cell_integer(report, (int64_t)tried->launches);
    report_cell_real(report, tried->time[0] * 1e-3, 1);
    report_cell(report, tried->bound);
}

// A few of the fastest, the planner's own, and the chosen one.
static void add_table(Report *report, Arena *arena, const SearchResult *result)
{
    static const ReportColumn columns[] = {{"steps", "steps", false},
                                           {"kernels", "kernels", true},
                                           {"launches", "launches", true},
                                           {"microseconds", "us", true},
                                           {"bound", "bound by", false}};
    bool *shown = ARENA_ARRAY(arena, bool, result->tried.count);
    report_table(report, "candidates", columns, sizeof columns / sizeof *columns);
    for (int rows = 0; rows < result->tried.count; rows++) {
        int next = rows < MOST_SHOWN ? fastest(result, shown) : !shown[result->chosen] ? result->chosen : 0;
        if (shown[next])
            break;
        shown[next] = true;
        add_row(report, arena, result, next);
    }
}

// At the sizes after the first.
static void add_other_sizes(Report *report, Arena *arena, const SearchResult *result)
{
    static const ReportColumn columns[] = {
        {"sizes", "sizes", false}, {"own", "planner's own, us", true}, {"chosen", "chosen, us", true}};
    const Tried *own = &result->tried.items[0], *chosen = &result->tried.items[result->chosen];
    report_table(report, "sizes", columns, 3);
    for (int p = 1; p < result->points.count; p++) {
        report_row(report, false);
        report_cell(report, sizes_text(arena, &result->points.items[p]));
        report_cell_real(report, own->time[p] * 1e-3, 1);
        report_cell_real(report, chosen->time[p] * 1e-3, 1);
    }
}

// How many times as long as the planner's own the chosen one takes at other sizes, where that is most.
static double most_of_own(const SearchResult *result)
{
    double most = 0;
    for (int p = 1; p < result->points.count; p++) {
        double ratio = result->tried.items[result->chosen].time[p] / result->tried.items[0].time[p];
        most = ratio > most ? ratio : most;
    }
    return most;
}

static void add_choice(Report *report, const SearchResult *result)
{
    const Tried *own = &result->tried.items[0], *chosen = &result->tried.items[result->chosen];
    if (result->end == SEARCH_NEAR)
        report_sentence(report, "why",
                        "There was no search: the planner's own choice is predicted to take %.1f us, and none can take "
                        "less than %.1f us.",
                        own->time[0] * 1e-3, result->least * 1e-3);
    else if (result->bears)
        report_sentence(report, "why",
                        "The chosen one is predicted to be %.1f times as fast as the planner's own, and to take at "
                        "most %.1f times as long at other sizes.",
                        own->time[0] / chosen->time[0], most_of_own(result));
    else if (result->chosen)
        report_sentence(report, "why",
                        "The chosen one is predicted to be %.1f times as fast as the planner's own, and not slower at "
                        "other sizes.",
                        own->time[0] / chosen->time[0]);
    else if (result->gain > 1)
        report_sentence(report, "why",
                        "The planner's own choice stays: no other one is predicted to be %.1f times as fast without a "
                        "loss at other sizes.",
                        result->gain);
    else
        report_sentence(report, "why",
                        "The planner's own choice stays: no other one is predicted to be faster without a loss at "
                        "other sizes.");
}

void explain_search(Report *report, const Explanation *explanation)
{
    const SearchResult *result = explanation->searched;
    if (!result || result->end == SEARCH_SPARED || result->end == SEARCH_UNKNOWN)
        return;
    report_open(report, "search", "Candidates");
    if (result->end == SEARCH_DONE)
        report_sentence(report, "compared", "Of %d candidates, %d make kernels. Times are predicted with %s.",
                        result->judged, result->tried.count, sizes_text(explanation->arena, &result->points.items[0]));
    else
        report_sentence(report, "compared", "Times are predicted with %s.",
                        sizes_text(explanation->arena, &result->points.items[0]));
    add_choice(report, result);
    add_table(report, explanation->arena, result);
    if (result->chosen && result->points.count > 1)
        add_other_sizes(report, explanation->arena, result);
    report_close(report);
}
