#include "codegen/bench/bench_parts.h"

#include <string.h>

// ---- facts of the function's nests

const ArrayFact *bench_fact_of(const Bench *bench, int nest, const HostParam *param)
{
    const Facts *facts = bench->harness.programs[bench->nests.items[nest]]->facts;
    FOR_EACH(i, &facts->arrays) {
        const char *host = facts->arrays.items[i].array->host;
        if (host && bench_is_place_of(host, param->name))
            return &facts->arrays.items[i];
    }
    return NULL;
}

// Of the nest as it was written.
static const Facts *source_facts(const Bench *bench, int nest)
{
    const Facts *facts = bench->harness.programs[bench->nests.items[nest]]->facts;
    return facts->original ? facts->original : facts;
}

// ---- matrices of equations

typedef struct Divisors {
    const Expr *element;
    bool found;
} Divisors;

static bool look_for_element(void *context, const Expr *expr)
{
    Divisors *divisors = context;
    divisors->found |= expr == divisors->element;
    return true;
}

static bool look_for_divisor(void *context, const Expr *expr)
{
    if (expr->kind == EX_BINARY && expr->op == OP_DIV)
        expr_walk(expr->operands[1], look_for_element, context);
    return true;
}

static bool divides(const Access *access)
{
    Divisors divisors = {.element = access->expr};
    if (!access->stmt->value)
        return false;
    expr_walk(access->stmt->value, access->stmt->op == OP_DIV ? look_for_element : look_for_divisor, &divisors);
    return divisors.found;
}

// The length of a row of a matrix whose elements on the diagonal are divisors. NULL: it is not such a matrix.
static const Expr *row_of_equations(const Facts *facts, const HostParam *param)
{
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->array && access->array->host && bench_is_place_of(access->array->host, param->name) &&
            !access->is_write && access->affine && access->ndim == 2 && access->extents[1] &&
            expr_equal(access->dims[0], access->dims[1]) && divides(access))
            return access->extents[1];
    }
    return NULL;
}

// ---- what the timing program fills and compares arrays with

bool bench_reorders_sums(const Bench *bench)
{
    FOR_EACH(i, &bench->nests)
        if (bench->harness.programs[bench->nests.items[i]]->reassociates)
            return true;
    return false;
}

const char *bench_values_of(const Bench *bench, const HostParam *param, const char **limit)
{
    *limit = "8";
    FOR_EACH(i, &bench->nests) {
        const ArrayFact *fact = bench_fact_of(bench, i, param);
        const Expr *row = type_is_float(param->type) ? row_of_equations(source_facts(bench, i), param) : NULL;
        if (row && bench_knows(bench, row)) {
            *limit = bench_value(bench, row);
            return "dominant";
        }
        if (!fact || !fact->indexes_array)
            continue;
        if (fact->index_limit && bench_knows(bench, fact->index_limit))
            *limit = bench_value(bench, fact->index_limit);
        return fact->monotone ? "offsets" : "index";
    }
    return !type_is_float(param->type) ? "integer" : bench_reorders_sums(bench) ? "positive" : "real";
}

const char *bench_tolerance_of(const HostParam *param)
{
    return param->type->kind == TY_F32 ? "2e-5" : param->type->kind == TY_F64 ? "1e-12" : "0";
}
