#include "frontend/normalize/linear_subscript.h"

// ---- products

static bool multiply(Product *product, const Product *by)
{
    for (int i = 0; i < by->count; i++) {
        if (product->count == MAX_LINEAR_FACTORS)
            return false;
        product->factors[product->count++] = by->factors[i];
    }
    return !__builtin_mul_overflow(product->factor, by->factor, &product->factor);
}

bool product_divides(const Product *divisor, const Product *product, Product *quotient)
{
    if (divisor->factor == 0 || product->factor % divisor->factor != 0)
        return false;
    *quotient = *product;
    quotient->factor /= divisor->factor;
    for (int i = 0; i < divisor->count; i++) {
        int at = 0;
        while (at < quotient->count && !expr_equal(quotient->factors[at], divisor->factors[i]))
            at++;
        if (at == quotient->count)
            return false;
        quotient->factors[at] = quotient->factors[--quotient->count];
    }
    return true;
}

bool product_equal(const Product *left, const Product *right)
{
    Product quotient;
    return left->count == right->count && product_divides(left, right, &quotient) && quotient.factor == 1;
}

Expr *product_value(Arena *arena, const Product *product)
{
    Expr *value = expr_index(arena, product->factor);
    for (int i = 0; i < product->count; i++)
        value = index_mul(arena, value, index_cast(arena, (Expr *)product->factors[i]));
    return value;
}

// ---- sums

static bool add_term(LinearSubscript *sum, const LinearTerm *term)
{
    for (int i = 0; i < sum->count; i++) {
        Product *product = &sum->terms[i].product, unit = *product;
        unit.factor = term->product.factor;
        if (sum->terms[i].iterator == term->iterator && product_equal(&unit, &term->product))
            return !__builtin_add_overflow(product->factor, term->product.factor, &product->factor);
    }
    if (sum->count == MAX_LINEAR_TERMS)
        return false;
    sum->terms[sum->count++] = *term;
    return true;
}

static bool add_sum(LinearSubscript *sum, const LinearSubscript *more, int64_t sign)
{
    for (int i = 0; i < more->count; i++) {
        LinearTerm term = more->terms[i];
        term.product.factor *= sign;
        if (!add_term(sum, &term))
            return false;
    }
    return true;
}

static bool has_iterators(const LinearSubscript *sum)
{
    for (int i = 0; i < sum->count; i++)
        if (sum->terms[i].iterator)
            return true;
    return false;
}

// A sum of parameters as one factor.
static void keep_together(const Expr *expr, LinearSubscript *sum)
{
    if (sum->count > 1 && !has_iterators(sum)) {
        sum->count = 1;
        sum->terms[0].product = (Product){.factor = 1, .count = 1, .factors = {expr_strip_casts(expr)}};
    }
}

static bool multiply_sums(LinearSubscript *sum, const LinearSubscript *left, const LinearSubscript *right)
{
    for (int i = 0; i < left->count; i++)
        for (int k = 0; k < right->count; k++) {
            LinearTerm term = left->terms[i];
            if (term.iterator && right->terms[k].iterator)
                return false;
            term.iterator = term.iterator ? term.iterator : right->terms[k].iterator;
            if (!multiply(&term.product, &right->terms[k].product) || !add_term(sum, &term))
                return false;
        }
    return true;
}

// ---- variables

typedef struct Definition {
    const Symbol *symbol;
    const Expr *value;
    int writes;
} Definition;

static bool find_definition(void *context, const Stmt *stmt)
{
    Definition *definition = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol == definition->symbol) {
        definition->value = stmt->value;
        definition->writes++;
    } else if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == definition->symbol) {
        definition->writes++;
    }
    return true;
}

static bool symbol_sum(const Stmt *body, const Expr *expr, LinearSubscript *sum)
{
    const Symbol *symbol = expr->symbol;
    if (symbol->role == SYM_PARAM) {
        LinearTerm term = {.product = {.factor = 1, .count = 1, .factors = {expr}}};
        return add_term(sum, &term);
    }
    if (symbol->role == SYM_ITERATOR) {
        LinearTerm term = {.iterator = symbol, .product = {.factor = 1}};
        return add_term(sum, &term);
    }
    if (!body)
        return false;
    Definition definition = {.symbol = symbol};
    stmt_walk(body, find_definition, &definition);
    return definition.writes == 1 && definition.value && linear_subscript_of(body, definition.value, sum);
}

static bool binary_sum(const Stmt *body, const Expr *expr, LinearSubscript *sum)
{
    LinearSubscript left = {0}, right = {0};
    if (!linear_subscript_of(body, expr->operands[0], &left) || !linear_subscript_of(body, expr->operands[1], &right))
        return false;
    if (body && expr->op == OP_MUL) {
        keep_together(expr->operands[0], &left);
        keep_together(expr->operands[1], &right);
    }
    switch (expr->op) {
    case OP_ADD: return add_sum(sum, &left, 1) && add_sum(sum, &right, 1);
    case OP_SUB: return add_sum(sum, &left, 1) && add_sum(sum, &right, -1);
    case OP_MUL: return multiply_sums(sum, &left, &right);
    default: return false;
    }
}

bool linear_subscript_of(const Stmt *body, const Expr *expr, LinearSubscript *sum)
{
    expr = expr_strip_casts(expr);
    if (!type_is_integer(expr->type))
        return false;
    if (expr->kind == EX_INT) {
        LinearTerm term = {.product = {.factor = expr->integer}};
        return expr->integer == 0 || add_term(sum, &term);
    }
    if (expr->kind == EX_SYMBOL)
        return symbol_sum(body, expr, sum);
    return expr->kind == EX_BINARY && binary_sum(body, expr, sum);
}

bool linear_value_of(const Expr *expr, LinearSubscript *sum)
{
    return linear_subscript_of(NULL, expr, sum);
}
