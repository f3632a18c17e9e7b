// What the model predicts, beside what the CPU runtime counts and a GPU takes.
#include "analysis/model/cost/cost.h"
#include "codegen/report/explain.h"

// Of one launch of each kernel.
typedef struct PredictedCounts {
    double instructions, memory, cycles;
} PredictedCounts;

static PredictedCounts predicted_counts(const ProgramCost *cost)
{
    PredictedCounts sum = {0};
    FOR_EACH(i, &cost->kernels) {
        const KernelCost *kernel = &cost->kernels.items[i];
        const int64_t *grid = kernel->shape.grid, *block = kernel->shape.block;
        int64_t warps_of_block = (block[0] * block[1] * block[2] + WARP_SIZE - 1) / WARP_SIZE;
        double warps = (double)warps_of_block * (double)grid[0] * (double)grid[1] * (double)grid[2];
        sum.instructions += warps * count_instructions(&kernel->counts);
        sum.memory += warps * kernel->counts.memory;
        sum.cycles += warps * kernel->counts.shared_wavefronts;
    }
    return sum;
}

static void add_number(Report *report, bool known, double value, int decimals)
{
    if (known)
        report_cell_real(report, value, decimals);
    else
        report_cell(report, NULL);
}

// A count, and how many times as large it is as what was predicted.
static void add_count(Report *report, const char *what, double predicted, bool known, double counted)
{
    report_row(report, false);
    report_cell(report, what);
    report_cell_real(report, predicted, 0);
    add_number(report, known, counted, 0);
    report_cell(report, NULL);
    add_number(report, known && predicted > 0, counted / predicted, 2);
}

static void add_table(Report *report, const ExplainCounted *counted, const ProgramCost *cost)
{
    static const ReportColumn columns[] = {{"what", "what", false},
                                           {"predicted", "predicted", true},
                                           {"counted", "counted", true},
                                           {"measured", "measured", true},
                                           {"of_predicted", "of predicted", true}};
    const MachineCounts *machine = &counted->machine;
    PredictedCounts predicted = predicted_counts(cost);
    int64_t memory = machine->executed[MACHINE_GLOBAL] + machine->executed[MACHINE_SHARED];
    memory += machine->executed[MACHINE_LOCAL];
    report_table(report, "counts", columns, 5);
    add_count(report, "instructions of warps", predicted.instructions, !machine->why, (double)machine->instructions);
    add_count(report, "loads and stores of warps", predicted.memory, true,
              (double)(machine->why ? counted->requests : memory));
    add_count(report, "cycles of shared memory", predicted.cycles, true,
              (double)(machine->why ? counted->cycles : machine->cycles));
    double microseconds = cost->time * 1e-3;
    report_row(report, false);
    report_cell(report, "microseconds");
    report_cell_real(report, microseconds, 1);
    report_cell(report, NULL);
    add_number(report, !counted->unmeasured, counted->microseconds, 1);
    add_number(report, !counted->unmeasured && microseconds > 0, counted->microseconds / microseconds, 2);
}

void explain_counted(Report *report, const Explanation *explanation)
{
    const ExplainCounted *counted = explanation->counted;
    if (!counted)
        return;
    Explanation own = *explanation;
    MappingSizes sizes = {0};
    own.options = counted->options;
    explain_sizes(&own, &sizes);
    const char *words = explain_sizes_words(explanation->arena, &sizes);
    ProgramCost cost = cost_of(explanation->arena, explanation->device, explanation->program->host, &sizes);
    report_open(report, "counted", "Predicted, counted and measured");
    if (counted->status)
        report_sentence(report, "failed",
                        "Nothing is counted: 'curestruct check' of this function ends with status %d.",
                        counted->status);
    else if (cost.unknown)
        report_sentence(report, "unknown", "Nothing is predicted without --size %s=N.", cost.unknown);
    if (counted->status || cost.unknown) {
        report_close(report);
        return;
    }
    if (words)
        report_sentence(report, "sizes", "For %s.", words);
    report_sentence(report, "how", "Counts are of one launch of each kernel on the CPU runtime, by %s.",
                    counted->machine.why ? "the loads and stores of the text" : "nvcc's code for sm_90");
    if (counted->machine.why)
        report_sentence(report, "uncounted", "Instructions are not counted: %s.", counted->machine.why);
    if (counted->unmeasured)
        report_sentence(report, "unmeasured", "Nothing is measured: %s.", counted->unmeasured);
    add_table(report, counted, &cost);
    report_close(report);
}
