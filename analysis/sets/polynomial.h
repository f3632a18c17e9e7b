// Parameters, polynomials in them with affine factors, and the allowance of isl operations.
#ifndef CURESTRUCT_ANALYSIS_SETS_POLYNOMIAL_H
#define CURESTRUCT_ANALYSIS_SETS_POLYNOMIAL_H

#include "analysis/analysis.h"

void query_begin(Analysis *analysis);
void query_limit(Analysis *analysis, long operations); // the question that has begun has no more than these
long query_operations(const Analysis *analysis);       // so far in this query
isl_set *own_set(Analysis *analysis, isl_set *take);
isl_pw_aff *own_aff(Analysis *analysis, isl_pw_aff *take);

Parameter *parameter_of(Analysis *analysis, Expr *value, Expr *words);
int parameter_index(Analysis *analysis, Expr *value, Expr *words);
__isl_give isl_pw_aff *affine_parameter(Analysis *analysis, int depth, const Parameter *parameter);
__isl_give isl_pw_aff *affine_monomial(Analysis *analysis, int depth, const Monomial *monomial);
__isl_give isl_pw_aff *affine_constant(Analysis *analysis, int depth, int64_t value);
__isl_give isl_pw_aff *affine_iterator(Analysis *analysis, int depth, int dim);
bool is_constant_aff(__isl_keep isl_pw_aff *aff);
int64_t term_constant(const Term *term); // of its coefficient

// false: too many terms, or isl gave up. The result may then only be passed to polynomial_free.
bool polynomial_add_term(Polynomial *polynomial, const Monomial *monomial, __isl_take isl_pw_aff *coefficient);
bool polynomial_add_affine(Polynomial *polynomial, __isl_take isl_pw_aff *value);
bool polynomial_add(Polynomial *result, Polynomial *source, int sign); // result += sign * source; empties the source
bool polynomial_multiply(const Polynomial *left, const Polynomial *right,
                         Polynomial *result); // adds the product to the result

// As one quasi-affine expression: products of parameters become parameters. NULL: it is not one. Keeps the polynomial.
__isl_give isl_pw_aff *polynomial_affine(Analysis *analysis, int depth, const Polynomial *polynomial);
void polynomial_free(Polynomial *polynomial);
bool type_limits(const Type *type, int64_t *smallest, int64_t *largest); // u64: the largest is INT64_MAX

#endif
