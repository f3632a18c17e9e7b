// Chunks of a nest that does not fit on the device: calls of its own launcher (analysis/arrays/chunks.c).
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/launch.h"
#include "frontend/host.h"

static bool is_bound(const Expr *expr, const Chunks *chunks)
{
    expr = expr_strip_casts(expr);
    return expr->kind == EX_SYMBOL && expr->symbol == chunks->bound;
}

// bound <= x, and 0 <= bound if the bound of a chunk is the number of its iterations.
static bool holds_for_less(const Expr *condition, const Chunks *chunks)
{
    if (!expr_mentions(condition, chunks->bound))
        return true;
    if (condition->kind != EX_BINARY || !is_bound(condition->operands[0], chunks) ||
        expr_mentions(condition->operands[1], chunks->bound))
        return false;
    bool not_negative = condition->op == OP_GE && expr_is_int(condition->operands[1], 0);
    return condition->op == OP_LE || condition->op == OP_LT || (not_negative && is_bound(chunks->trips, chunks));
}

// Whether both arrays move alike, at least where they may be equal.
static bool move_alike(Arena *arena, const Assumption *assumption)
{
    const Expr *when = assumption->equal_when;
    Expr *left = assumption->a->advance, *right = assumption->b->advance;
    if (!when || when->op != OP_EQ || !left || !right)
        return expr_equal(left, right);
    const Expr *one = expr_strip_casts(when->operands[0]), *other = expr_strip_casts(when->operands[1]);
    if (one->kind != EX_SYMBOL || other->kind != EX_SYMBOL || one->type != other->type)
        return expr_equal(left, right);
    left = expr_substitute(arena, expr_copy(arena, left), one->symbol, expr_copy(arena, other));
    right = expr_substitute(arena, expr_copy(arena, right), one->symbol, expr_copy(arena, other));
    return expr_equal(left, right);
}

// Whether the chunks keep all that is tested before the nest, and pointers that are equal stay so.
static bool assumptions_hold(const Program *program)
{
    const Chunks *chunks = &program->facts->chunks;
    FOR_EACH(i, &program->facts->assumptions) {
        const Assumption *assumption = &program->facts->assumptions.items[i];
        bool equal = assumption->unless_equal && assumption->a && assumption->b;
        if ((assumption->condition && !holds_for_less(assumption->condition, chunks)) || assumption->scalar ||
            (equal && !move_alike(program->facts->arena, assumption)))
            return false;
    }
    FOR_EACH(i, &program->limits)
        if (!holds_for_less(program->limits.items[i].condition, chunks))
            return false;
    return true;
}

// Whether the arguments of a chunk follow from those of all. A kernel that reads a scalar of the nest as it was before
// it needs the value after the chunk before.
static bool params_move(const Program *program, const LaunchParams *params)
{
    const Symbol *bound = program->facts->chunks.bound;
    bool passed = false;
    FOR_EACH(i, params) {
        const LaunchParam *param = &params->items[i];
        passed |= param->kind == PARAM_SCALAR && param->symbol == bound;
        if (param->kind == PARAM_ARRAY ? !param->array->advance
                                       : param->kind != PARAM_SCALAR || param->symbol->role == SYM_LIVE)
            return false;
    }
    return passed;
}

bool has_chunks(Arena *arena, const Program *program)
{
    if (!program->facts->chunks.bound || program->cells.count || nest_left(program->nest) || !assumptions_hold(program))
        return false;
    LaunchParams params = launch_params(arena, program);
    return params_move(program, &params);
}

static const char *argument(Emitter *emitter, const LaunchParam *param, const Symbol *bound)
{
    const char *name = launch_param_name(param);
    if (param->kind == PARAM_ARRAY && expr_is_int(param->array->advance, 0))
        return name;
    if (param->kind == PARAM_ARRAY && expr_is_int(param->array->advance, 1))
        return intern_printf("%s + crs_from", name);
    if (param->kind == PARAM_ARRAY)
        return intern_printf("%s + crs_from * (%s)", name, expr_string(emitter, param->array->advance));
    if (param->symbol == bound)
        return intern_printf("(%s)(%s - crs_fewer)", emit_type(bound->type, LANGUAGE_CUDA), name);
    return name;
}

void emit_give_up(Emitter *emitter, const Program *program)
{
    if (!has_chunks(emitter->out->arena, program)) {
        emit_line(emitter->out, 2, "return crs_serial(crs_now);");
        return;
    }
    LaunchParams params = launch_params(emitter->out->arena, program);
    const Chunks *chunks = &program->facts->chunks;
    emit_line(emitter->out, 2, "return crs_in_chunks(crs_now, %s, [&](long crs_from, long crs_fewer) {",
              expr_string(emitter, chunks->trips));
    size_t start = emitter->out->length;
    text_printf(emitter->out, "            return %s(", program->nest->kernel_name);
    ParameterList list = {
        .out = emitter->out, .column = emitter->out->length - start, .at = emitter->out->length - start};
    FOR_EACH(i, &params)
        parameter_list_add(&list, argument(emitter, &params.items[i], chunks->bound));
    text_add(emitter->out, ");\n");
    emit_line(emitter->out, 2, "});");
}
