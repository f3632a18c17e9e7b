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

void explain_versions(Report *report, const Explanation *explanation)
{
    static const ReportColumn columns[] = {{"version", "version", false},
                                           {"condition", "taken when no earlier one is and", false},
                                           {"with_sizes", "with these sizes", false}};
    const Program *program = explanation->program;
    if (!program->versions.count)
        return;
    MappingSizes sizes = {0};
    explain_sizes(explanation, &sizes);
    int columns_shown = sizes.values.count ? 3 : 2, before = NO;
    report_open(report, "versions", "Versions of the kernels");
    report_table(report, "versions", columns, columns_shown);
    FOR_EACH(i, &program->versions) {
        const Version *version = &program->versions.items[i];
        int own = version->condition ? holds(explanation->arena, version->condition, &sizes) : YES;
        int taken = before == YES || own == NO ? NO : before == UNKNOWN || own == UNKNOWN ? UNKNOWN : YES;
        report_row(report, taken == YES && sizes.values.count);
        report_cell(report, version->name);
        report_cell(report, version->words);
        if (columns_shown == 3)
            report_cell(report, taken == YES       ? "taken"
                                : taken == UNKNOWN ? "depends on other sizes"
                                : own == NO        ? "does not hold"
                                                   : "an earlier one is taken");
        before = before == YES || own == YES ? YES : before == UNKNOWN || own == UNKNOWN ? UNKNOWN : NO;
    }
    report_close(report);
}
