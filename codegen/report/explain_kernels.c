// The kernels: threads, shared memory, registers as estimated and as compiled, resident blocks.
#include "codegen/cuda/shared.h"
#include "codegen/report/compiled.h"
#include "codegen/report/explain.h"
#include "transform/lower/approximate.h"

typedef struct Kernels {
    const Explanation *explanation;
    VECTOR(const Stmt *) found;
} Kernels;

static bool look_for_kernel(void *context, const Stmt *stmt)
{
    Kernels *kernels = context;
    if (stmt->kind != ST_KERNEL)
        return true;
    VECTOR_PUSH(kernels->explanation->arena, &kernels->found, stmt);
    return false;
}

// Of a block; 0: not constant.
static int64_t threads_of(const Stmt *kernel)
{
    int64_t threads = 1;
    for (int d = 0; d < 3; d++) {
        const Expr *extent = kernel->block[d] ? expr_strip_casts(kernel->block[d]) : NULL;
        threads *= !extent ? 1 : extent->kind == EX_INT ? extent->integer : 0;
    }
    return threads;
}

// The registers that the planner reckoned with; 0: it did not.
static int estimated_registers(const Explanation *explanation, const Stmt *kernel, int64_t threads)
{
    int registers = 0;
    FOR_EACH(i, &explanation->sizes.items) {
        const ResourceChoice *choice = &explanation->sizes.items.items[i];
        bool ours = choice->row->threads == threads;
        for (int k = 0; ours && k < explanation->facts->accesses.count; k++) {
            const Access *access = &explanation->facts->accesses.items[k];
            int64_t distance;
            if (access->is_write && access->array &&
                access_stride(explanation->facts, access, choice->loops[choice->count - 1], &distance) != STRIDE_ZERO &&
                stmt_contains_id(kernel, access->stmt->id))
                registers = choice->row->today.resources.registers;
        }
    }
    return registers;
}

static void add_number(Report *report, int64_t value, bool known)
{
    if (known)
        report_cell_integer(report, value);
    else
        report_cell(report, NULL);
}

bool explain_occupancy(const Explanation *explanation, const Stmt *kernel, KernelResources *resources,
                       Occupancy *occupancy)
{
    const CompiledKernel *compiled = compiled_kernel(explanation->compiled, kernel->name);
    int64_t threads = threads_of(kernel), dynamic = shared_of_launch(kernel->body);
    *resources = (KernelResources){
        .threads = (int)threads,
        .registers = compiled ? compiled->registers : estimated_registers(explanation, kernel, threads),
        .shared_static = compiled && !dynamic ? compiled->shared : shared_bytes(kernel->body)};
    *occupancy = threads ? occupancy_of(explanation->device, resources) : (Occupancy){0};
    return threads && resources->registers;
}

static void add_kernel(Report *report, const Explanation *explanation, const Stmt *kernel)
{
    const CompiledKernel *compiled = compiled_kernel(explanation->compiled, kernel->name);
    KernelResources resources;
    Occupancy occupancy;
    bool known = explain_occupancy(explanation, kernel, &resources, &occupancy);
    int64_t threads = resources.threads;
    int estimated = estimated_registers(explanation, kernel, threads);
    report_row(report, false);
    report_cell(report, kernel->name);
    add_number(report, threads, threads > 0);
    add_number(report, resources.shared_static, true);
    add_number(report, estimated, estimated > 0);
    if (explanation->compiled) {
        add_number(report, compiled ? compiled->registers : 0, compiled);
        add_number(report, compiled ? compiled->spilled : 0, compiled);
    }
    add_number(report, occupancy.active_blocks, known);
    if (known)
        report_cell_real(report, occupancy.occupancy, 2);
    else
        report_cell(report, NULL);
    report_cell(report, known ? occupancy_limit_words(explanation->arena, occupancy.limits) : NULL);
}

void explain_kernels(Report *report, const Explanation *explanation)
{
    static const ReportColumn estimated[] = {{"kernel", "kernel", false},
                                             {"threads", "threads", true},
                                             {"shared", "bytes shared", true},
                                             {"registers_estimated", "registers, estimated", true},
                                             {"resident_blocks", "resident blocks", true},
                                             {"occupancy", "occupancy", true},
                                             {"limits", "limited by", false}};
    static const ReportColumn compiled[] = {{"kernel", "kernel", false},
                                            {"threads", "threads", true},
                                            {"shared", "bytes shared", true},
                                            {"registers_estimated", "registers, estimated", true},
                                            {"registers", "compiled", true},
                                            {"spilled", "bytes spilled", true},
                                            {"resident_blocks", "resident blocks", true},
                                            {"occupancy", "occupancy", true},
                                            {"limits", "limited by", false}};
    Kernels kernels = {.explanation = explanation};
    stmt_walk(explanation->program->host, look_for_kernel, &kernels);
    report_open(report, "launches", "The kernels");
    if (explanation->compiled && explanation->compiled->why)
        report_sentence(report, "not_compiled", "Not compiled: %s.", explanation->compiled->why);
    report_table(report, "kernels", explanation->compiled ? compiled : estimated, explanation->compiled ? 9 : 7);
    FOR_EACH(i, &kernels.found)
        add_kernel(report, explanation, kernels.found.items[i]);
    for (int i = 0; i < APPROXIMATIONS; i++)
        if (explanation->program->approximations & 1u << i)
            report_sentence(report, "approximation", "%s approximates %s.", approximation_rows[i].name,
                            approximation_rows[i].words);
    report_close(report);
}
