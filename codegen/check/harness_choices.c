// What the data of a nest decide: integers that are compared with elements, and reductions that keep one element of
// many.
#include "codegen/check/harness.h"

#include <string.h>

typedef struct Search {
    const Symbol *symbol;
    bool found;           // the symbol
    bool data;            // an element of an array
    bool compared, fixed; // the symbol: with data; used for something else than data
} Search;

static bool look(void *context, const Expr *expr)
{
    Search *search = context;
    search->found |= expr->kind == EX_SYMBOL && expr->symbol == search->symbol;
    search->data |= expr->kind == EX_ACCESS;
    return true;
}

static Search search_in(const Symbol *symbol, const Expr *expr)
{
    Search search = {.symbol = symbol};
    if (expr)
        expr_walk(expr, look, &search);
    return search;
}

static bool has(const Symbol *symbol, const Expr *expr)
{
    return search_in(symbol, expr).found;
}

static bool decides_alone(const Symbol *symbol, const Expr *condition)
{
    Search search = search_in(symbol, condition);
    return search.found && !search.data;
}

// In a subscript, as a divisor, or in a condition without data, the symbol decides what is done.
static bool classify_expression(void *context, const Expr *expr)
{
    Search *search = context;
    for (int i = 0; i < expr->noperands; i++) {
        const Expr *operand = expr->operands[i];
        bool divides = i == 1 && expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM);
        if (expr->kind == EX_ACCESS || divides)
            search->fixed |= has(search->symbol, operand);
        if (i == 0 && expr->kind == EX_SELECT)
            search->fixed |= decides_alone(search->symbol, operand);
        if (expr->kind == EX_BINARY && op_is_comparison(expr->op))
            search->compared |= has(search->symbol, operand) && search_in(search->symbol, expr->operands[1 - i]).data;
    }
    return true;
}

static bool classify_statement(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->kind == ST_LOOP)
        search->fixed |= has(search->symbol, stmt->loop->lower) || has(search->symbol, stmt->loop->upper) ||
                         has(search->symbol, stmt->loop->step);
    if (stmt->kind == ST_IF || stmt->kind == ST_WHILE)
        search->fixed |= decides_alone(search->symbol, stmt->condition);
    return true;
}

static void classify(const Nest *nest, Search *search)
{
    stmt_walk(nest->body, classify_statement, search);
    stmt_walk_expressions(nest->body, classify_expression, search);
    FOR_EACH(i, &nest->arrays)
        for (int d = 0; d < nest->arrays.items[i]->ndim; d++)
            search->fixed |= has(search->symbol, nest->arrays.items[i]->extent[d]);
}

bool harness_is_compared(const Harness *harness, const HostFunction *function, const char *name)
{
    NestList nests = harness_nests(harness, function);
    Search search = {0};
    bool parameter = false;
    for (int i = 0; i < function->nparams; i++)
        parameter |= strcmp(function->params[i].name, name) == 0;
    if (!parameter || harness_host_mentions(harness, function, name))
        return false;
    FOR_EACH(i, &nests) {
        const Nest *nest = harness->unit->nests.items[nests.items[i]];
        FOR_EACH(k, &nest->symbols) {
            search.symbol = nest->symbols.items[k];
            if (search.symbol->host && strcmp(search.symbol->host, name) == 0)
                classify(nest, &search);
        }
    }
    return search.compared && !search.fixed;
}

bool harness_selects(const Harness *harness, const HostFunction *function)
{
    NestList nests = harness_nests(harness, function);
    FOR_EACH(i, &nests) {
        const Facts *facts = harness->programs[nests.items[i]]->facts;
        FOR_EACH(r, &facts->reductions) {
            Operator op = facts->reductions.items[r].op;
            if (op != OP_ADD && op != OP_MUL && op != OP_XOR)
                return true;
        }
    }
    return false;
}
