// Subscripts as sums of iterators times products of parameters.
#ifndef CURESTRUCT_FRONTEND_LINEAR_SUBSCRIPT_H
#define CURESTRUCT_FRONTEND_LINEAR_SUBSCRIPT_H

#include "ir/ir.h"

enum { MAX_LINEAR_TERMS = 24, MAX_LINEAR_FACTORS = 6 };

// factor * a * b * ...
typedef struct Product {
    int64_t factor;
    int count;
    const Expr *factors[MAX_LINEAR_FACTORS]; // parameters, and sums of them such as (n - 1) * s + k
} Product;

typedef struct LinearTerm {
    const Symbol *iterator; // NULL: no iterator is a factor
    Product product;
} LinearTerm;

typedef struct LinearSubscript {
    int count;
    LinearTerm terms[MAX_LINEAR_TERMS]; // in the order of the text
} LinearSubscript;

// Variables that `body` declares with a value and never assigns are looked through. false: it has another form.
bool linear_subscript_of(const Stmt *body, const Expr *expr, LinearSubscript *sum);
// The same of parameters alone, where factors that are sums are multiplied out.
bool linear_value_of(const Expr *expr, LinearSubscript *sum);
bool product_equal(const Product *left, const Product *right);
bool product_divides(const Product *divisor, const Product *product, Product *quotient);
Expr *product_value(Arena *arena, const Product *product); // of type I64

#endif
