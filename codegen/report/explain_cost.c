// The predicted time of each kernel at the sizes of --size, and what bounds it; what the device could do at most.
#include "analysis/model/cost/cost.h"
#include "analysis/model/granule.h"
#include "codegen/report/explain.h"

// ---- the roofline

// How often a statement runs; 0: it is not known.
static double instances_of(const Facts *facts, const Stmt *stmt, const MappingSizes *sizes)
{
    double instances = 1;
    FOR_EACH(i, &facts->loops) {
        const Stmt *loop = stmt_find_loop(facts->nest->body, facts->loops.items[i].id);
        if (!loop || !stmt_contains(loop, stmt))
            continue;
        int64_t trip = mapping_trip(facts, facts->loops.items[i].id, sizes);
        instances *= trip > 0 ? (double)trip : 0;
    }
    return instances;
}

double explain_operations(const Explanation *explanation, const MappingSizes *sizes)
{
    double operations = 0;
    Granules granules = granules_of(explanation->facts);
    FOR_EACH(i, &granules) {
        double instances = instances_of(explanation->facts, granules.items[i].stmt, sizes);
        if (granules.items[i].operations && instances == 0)
            return 0;
        operations += instances * granules.items[i].operations;
    }
    return operations;
}

static bool uses_doubles(const Facts *facts)
{
    FOR_EACH(i, &facts->accesses)
        if (facts->accesses.items[i].expr->type->kind == TY_F64)
            return true;
    return false;
}

Roofline explain_roofline(const Explanation *explanation)
{
    const Device *device = explanation->device;
    DeviceRates rates = device_rates(device);
    bool doubles = uses_doubles(explanation->facts);
    bool tensor = explanation->program && explanation->program->fuses && rates.tensor64 > rates.fp64;
    double lanes = tensor ? rates.tensor64 : rates.fp64; // doubles of an SM at a time
    double peak = doubles ? 2 * lanes * rates.clock * device->sms : device->fp32_tflops * 1e3;
    return (Roofline){.bandwidth = device->bandwidth, .peak = peak, .doubles = doubles};
}

// ---- the predicted time

static void add_shares(Report *report, const KernelCost *cost)
{
    static const ReportColumn columns[] = {{"share", "share", false}, {"microseconds", "us", true}};
    report_table(report, "shares", columns, 2);
    for (int s = 0; s < COST_SHARES; s++) {
        if (cost->share[s] < 0.01 * cost->share[cost->bound])
            report_row_for_programs(report);
        else
            report_row(report, s == (int)cost->bound);
        report_cell(report, cost_share_name((CostShare)s));
        report_cell_real(report, cost->share[s] * 1e-3, 1);
    }
}

static void add_kernel(Report *report, Arena *arena, const KernelCost *cost)
{
    report_open_item(report, "kernels", cost->kernel->name);
    report_fact(report, "kernel", cost->kernel->name);
    report_fact(report, "bound", cost_share_name(cost->bound));
    report_fact_integer(report, "nanoseconds", (int64_t)cost->time);
    const char *launches =
        cost->launches == 1 ? "1 launch takes" : arena_printf(arena, "%.0f launches take", cost->launches);
    report_sentence(report, "predicted", "%s %.1f us, bound by %s.", launches, cost->time * 1e-3,
                    cost_share_name(cost->bound));
    report_sentence(report, "moved",
                    "A launch reads %.1f MB and writes %.1f MB, and moves %.1f MB between L2 and the multiprocessors.",
                    cost->read * 1e-6, cost->written * 1e-6, cost->l2 * 1e-6);
    report_sentence(report, "resident", "Resident blocks on a multiprocessor: %d, with %d registers a thread.",
                    cost->occupancy.active_blocks, cost->counts.registers);
    add_shares(report, cost);
    report_close(report);
}

void explain_cost(Report *report, const Explanation *explanation)
{
    MappingSizes sizes = {0};
    explain_sizes(explanation, &sizes);
    if (!sizes.values.count)
        return;
    ProgramCost cost = cost_of(explanation->arena, explanation->device, explanation->program->host, &sizes);
    report_open(report, "cost", "Predicted time");
    if (cost.unknown)
        report_sentence(report, "unknown", "The time is not predicted without --size %s=N.", cost.unknown);
    else
        report_fact_integer(report, "nanoseconds", (int64_t)cost.time);
    if (!cost.unknown)
        report_sentence(report, "sum", "All kernels together: %.1f us on one %s, by the rates of a %s.",
                        cost.time * 1e-3, explanation->device->title, device_rates(explanation->device).source);
    if (!cost.unknown && cost.time < cost.host)
        report_sentence(report, "host", "The launches in loops of the host take longer: %.1f us.", cost.host * 1e-3);
    FOR_EACH(i, &cost.kernels)
        add_kernel(report, explanation->arena, &cost.kernels.items[i]);
    report_close(report);
}
