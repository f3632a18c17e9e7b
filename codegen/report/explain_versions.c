// The versions of the kernels, and the conditions under which the launcher takes them.
#include "codegen/report/explain.h"

enum { NO = 0, YES = 1, UNKNOWN = -1 };

// Whether the condition holds with the sizes that are known.
static int holds(Arena *arena, const Expr *condition, const MappingSizes *sizes)
{
    if (condition->kind == EX_BINARY && op_is_logical(condition->op)) {
        int decides = condition->op == OP_LOGICAL_OR, left = holds(arena, condition->operands[0], sizes),
            right = holds(arena, condition->operands[1], sizes);
        return left == decides || right == decides ? decides : left == UNKNOWN || right == UNKNOWN ? UNKNOWN : !decides;
    }
    Expr *value = (Expr *)condition;
    FOR_EACH(i, &sizes->values) {
        const SizeValue *size = &sizes->values.items[i];
        value = expr_substitute(arena, value, size->symbol, expr_int(arena, size->value, size->symbol->type));
    }
    return value->kind == EX_INT ? value->integer != 0 : UNKNOWN;
}

// Whether one of the versions before the end is taken, of those of the loop.
static int one_is_taken(Arena *arena, const Program *program, int end, const char *of, const MappingSizes *sizes)
{
    int before = NO;
    for (int i = 0; i < end; i++) {
        const Version *version = &program->versions.items[i];
        int own = version->of == of ? holds(arena, version->condition, sizes) : NO;
        before = before == YES || own == YES ? YES : before == UNKNOWN || own == UNKNOWN ? UNKNOWN : NO;
    }
    return before;
}

// Of versions of parts, the last one is taken for all loops that take none: with others, it is not in question.
static int earlier_is_taken(Arena *arena, const Program *program, int version, const MappingSizes *sizes)
{
    bool of_rest = program->versions.items[0].of && version == program->versions.count - 1;
    return of_rest ? NO : one_is_taken(arena, program, version, program->versions.items[version].of, sizes);
}

void explain_versions(Report *report, const Explanation *explanation)
{
    static const ReportColumn columns[] = {{"version", "version", false},
                                           {"condition", "taken when no earlier one is and", false},
                                           {"with_sizes", "with these sizes", false}},
                              of_parts[] = {{"version", "version", false},
                                            {"loop", "of loop", false},
                                            {"condition", "taken when no earlier one of the loop is and", false},
                                            {"with_sizes", "with these sizes", false}};
    const Program *program = explanation->program;
    if (!program->versions.count)
        return;
    MappingSizes sizes = {0};
    explain_sizes(explanation, &sizes);
    bool parts = program->versions.items[0].of;
    report_open(report, "versions", "Versions of the kernels");
    report_table(report, "versions", parts ? of_parts : columns, 2 + parts + (sizes.values.count > 0));
    FOR_EACH(i, &program->versions) {
        const Version *version = &program->versions.items[i];
        int before = earlier_is_taken(explanation->arena, program, i, &sizes);
        int own = version->condition ? holds(explanation->arena, version->condition, &sizes) : YES;
        int taken = before == YES || own == NO ? NO : before == UNKNOWN || own == UNKNOWN ? UNKNOWN : YES;
        report_row(report, taken == YES && sizes.values.count);
        report_cell(report, version->name);
        if (parts)
            report_cell(report, version->of ? version->of : "the others");
        report_cell(report, version->words);
        if (sizes.values.count)
            report_cell(report, taken == YES       ? "taken"
                                : taken == UNKNOWN ? "depends on other sizes"
                                : own == NO        ? "does not hold"
                                                   : "an earlier one is taken");
    }
    report_close(report);
}
