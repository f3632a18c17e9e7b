// Step 3 of the paper: threads per block and tile size, in the form of its table 3, together with today's rules.
#include "codegen/report/explain.h"
#include "transform/plan/resources/assignment.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8 }; // of the best by each criterion

static int64_t assumed(const Explanation *explanation, const char *name, int64_t otherwise)
{
    FOR_EACH(i, &explanation->options->assumptions)
        if (strcmp(explanation->options->assumptions.items[i].name, name) == 0)
            otherwise = strtoll(explanation->options->assumptions.items[i].value, NULL, 0);
    return otherwise;
}

static ResourceQuery query_of(const Explanation *explanation, const Access *write, const LoopId *loops, int count)
{
    MappingSizes sizes = {0};
    explain_sizes(explanation, &sizes);
    ResourceQuery query =
        resource_query(explanation->facts, explanation->device, loops, count, (int)write->expr->type->size);
    query.results = assumed(explanation, "results", explain_result_count(explanation, &sizes));
    query.element_size = (int)assumed(explanation, "element", query.element_size);
    query.elements_per_result = (int)assumed(explanation, "elements", query.elements_per_result);
    query.shared_granule = (int)assumed(explanation, "granule", 0);
    query.shared_overhead = (int)assumed(explanation, "overhead", 0);
    query.shared_per_sm = (int)assumed(explanation, "shared", 0);
    return query;
}

// The threads of a block and the results that it computes, as scheduled. false: not known.
static bool chosen_size(const Explanation *explanation, const Access *write, const LoopId *loops, int count,
                        int *threads, int64_t *tile)
{
    Assignment assignment;
    if (!explanation->scheduled ||
        !assignment_of(explanation->arena, explanation->scheduled, write->stmt->id, &assignment))
        return false;
    *threads = (int)(assignment.block[0] * assignment.block[1] * assignment.block[2]);
    *tile = 1;
    for (int i = 0; i < assignment.count; i++)
        for (int r = 0; r < count; r++)
            for (int p = 1; assignment.loops[i].loop == loops[r] && p < assignment.loops[i].nparts; p++)
                *tile *= assignment.loops[i].part[p].extent;
    return *threads > 1;
}

static void add_positive(Report *report, int64_t value)
{
    if (value > 0)
        report_cell_integer(report, value);
    else
        report_cell(report, NULL);
}

static void add_row(Report *report, Arena *arena, const ResourceTable *table, const ResourceRow *row, bool shown,
                    bool chosen)
{
    if (shown)
        report_row(report, chosen);
    else
        report_row_for_programs(report);
    report_cell_integer(report, row->threads);
    report_cell_integer(report, row->tile);
    report_cell_integer(report, row->per_thread);
    report_cell_integer(report, row->paper.active_blocks);
    add_positive(report, row->paper.total_blocks);
    report_cell_real(report, row->paper.s_cycles, 2);
    if (row->paper.total_blocks)
        report_cell_real(report, row->paper.akbpsm, 2);
    else
        report_cell(report, NULL);
    add_positive(report, row->paper_rank);
    report_cell(report, resource_reason_by_paper(arena, table, row));
    report_cell_integer(report, row->today.occupancy.active_blocks);
    report_cell_real(report, row->today.efficiency, 2);
    add_positive(report, row->today_rank);
    report_cell(report, resource_reason_by_today(arena, table, row));
}

static bool is_shown(const ResourceRow *row, const ResourceRow *chosen)
{
    bool by_paper = row->paper_rank && row->paper_rank <= SHOWN, by_today = row->today_rank && row->today_rank <= SHOWN;
    return by_paper || by_today || row == chosen;
}

static void add_table(Report *report, Arena *arena, const ResourceTable *table, const ResourceRow *chosen)
{
    static const ReportColumn columns[] = {{"threads", "TPB", true},
                                           {"tile", "TS", true},
                                           {"per_thread", "a thread", true},
                                           {"active_blocks", "active blocks", true},
                                           {"blocks", "blocks", true},
                                           {"s_cycles", "S-cycles", true},
                                           {"akbpsm", "AKBPSM", true},
                                           {"paper_rank", "rank", true},
                                           {"paper_reason", "by the paper", false},
                                           {"resident_blocks", NULL, true},
                                           {"efficiency", NULL, true},
                                           {"today_rank", NULL, true},
                                           {"today_reason", NULL, false}};
    report_table(report, "candidates", columns, 13);
    for (int i = 0; i < table->count; i++)
        add_row(report, arena, table, &table->rows[i], is_shown(&table->rows[i], chosen), &table->rows[i] == chosen);
}

static void add_table_by_today(Report *report, Arena *arena, const ResourceTable *table, const ResourceRow *chosen)
{
    static const ReportColumn columns[] = {
        {"threads", "TPB", true},           {"tile", "TS", true},         {"resident_blocks", "resident", true},
        {"efficiency", "efficiency", true}, {"today_rank", "rank", true}, {"today_reason", "by today's rules", false}};
    report_table(report, NULL, columns, 6);
    for (int i = 0; i < table->count; i++) {
        const ResourceRow *row = &table->rows[i];
        if (!is_shown(row, chosen))
            continue;
        report_row(report, row == chosen);
        report_cell_integer(report, row->threads);
        report_cell_integer(report, row->tile);
        report_cell_integer(report, row->today.occupancy.active_blocks);
        report_cell_real(report, row->today.efficiency, 2);
        add_positive(report, row->today_rank);
        report_cell(report, resource_reason_by_today(arena, table, row));
    }
}

static void add_tables(Report *report, Arena *arena, const ResourceTable *table, const ResourceRow *chosen)
{
    add_table(report, arena, table, chosen);
    add_table_by_today(report, arena, table, chosen);
}

// The criterion by which the planner chose the scheduled size; NULL: it was not chosen by a table.
static const ResourceChoice *choice_of(const Explanation *explanation, const LoopId *loops, int count, int threads,
                                       int64_t tile)
{
    const ResourceChoice *found = NULL;
    FOR_EACH(i, &explanation->sizes.items) {
        const ResourceChoice *choice = &explanation->sizes.items.items[i];
        bool ours = choice->row->threads == threads && choice->row->tile == tile;
        for (int k = 0; ours && k < choice->count; k++) {
            ours = false;
            for (int l = 0; l < count; l++)
                ours = ours || loops[l] == choice->loops[k];
        }
        found = ours ? choice : found;
    }
    return found;
}

static void add_scheduled(Report *report, Arena *arena, const ResourceChoice *choice, int threads, int64_t tile)
{
    if (!choice) {
        report_sentence(report, "chosen", "Scheduled: %d threads, tile %lld%s.", threads, (long long)tile,
                        tile < threads ? ": several threads share a result, of which the table knows nothing" : "");
        return;
    }
    const ResourceScheme *scheme = choice->table->query.scheme;
    if (scheme && scheme->count == 1) {
        report_sentence(report, "chosen", "The one size of %s: %d threads, tile %lld (%s).", scheme->name, threads,
                        (long long)tile, resource_reason_by_today(arena, choice->table, choice->row));
        return;
    }
    report_sentence(report, "chosen", "Chosen by %s%s%s: %d threads, tile %lld (%s).",
                    choice->by_paper ? "the paper's criterion" : "today's rules", scheme ? " for " : "",
                    scheme ? scheme->name : "", threads, (long long)tile,
                    choice->by_paper ? resource_reason_by_paper(arena, choice->table, choice->row)
                                     : resource_reason_by_today(arena, choice->table, choice->row));
}

static void add_choices(Report *report, Arena *arena, const ResourceTable *table)
{
    if (table->by_paper)
        report_sentence(report, "by_paper", "By the paper's criterion: %d threads, tile %lld (%s).",
                        table->by_paper->threads, (long long)table->by_paper->tile,
                        resource_reason_by_paper(arena, table, table->by_paper));
    else
        report_sentence(report, "by_paper", "By the paper's criterion no size will do.");
    if (table->by_today)
        report_sentence(report, "by_today", "By today's rules: %d threads, tile %lld (%s).", table->by_today->threads,
                        (long long)table->by_today->tile, resource_reason_by_today(arena, table, table->by_today));
}

bool explain_size_table(const Explanation *explanation, SizeTable *sizes)
{
    LoopId loops[MAX_DEPTH];
    int count;
    *sizes = (SizeTable){0};
    const Access *write = explain_result(explanation, loops, &count);
    if (!write)
        return false;
    ResourceQuery query = query_of(explanation, write, loops, count);
    sizes->known = chosen_size(explanation, write, loops, count, &sizes->threads, &sizes->tile);
    sizes->choice = sizes->known ? choice_of(explanation, loops, count, sizes->threads, sizes->tile) : NULL;
    query.scheme = sizes->choice ? sizes->choice->table->query.scheme : NULL;
    sizes->table = resource_table(explanation->arena, &query);
    bool sized = sizes->choice && sizes->choice->row->size >= 0;
    sizes->chosen = sized          ? resource_row_of_size(sizes->table, sizes->choice->row->size)
                    : sizes->known ? resource_row(sizes->table, sizes->threads, sizes->tile)
                                   : NULL;
    return true;
}

void explain_resources(Report *report, const Explanation *explanation)
{
    SizeTable sizes;
    report_open(report, "resources", "Step 3, resources: threads per block (TPB) and tile size (TS)");
    if (!explain_size_table(explanation, &sizes)) {
        report_sentence(report, "none",
                        "The results do not move with a parallel loop: the paper's equations do not apply.");
    } else {
        const ResourceQuery *query = &sizes.table->query;
        add_choices(report, explanation->arena, sizes.table);
        if (sizes.known)
            add_scheduled(report, explanation->arena, sizes.choice, sizes.threads, sizes.tile);
        report_fact_integer(report, "results", query->results);
        report_fact_integer(report, "elements_per_result", query->elements_per_result);
        report_fact_integer(report, "element_size", query->element_size);
        add_tables(report, explanation->arena, sizes.table, sizes.chosen);
    }
    report_close(report);
}
