// The dimensions of a flat array, as the products of parameters in its subscripts suggest them: A[i*n + j] has the
// strides n and 1, and so have the rows of p[c][i*n + j]. Nothing here is proved: delinearize.c asks whether the
// subscripts stay within the extents that follow.
#ifndef CURESTRUCT_ANALYSIS_SHAPE_H
#define CURESTRUCT_ANALYSIS_SHAPE_H

#include "analysis/analysis.h"

typedef struct Stride {
    int64_t factor;
    Monomial monomial;
} Stride;

typedef struct Shape {
    int count;                // dimensions
    Stride strides[MAX_DIMS]; // of dimension d, in elements, largest first; the last is 1; each divides the one before
    Polynomial *offset;       // a term of all accesses: base + i*n + j. NULL: no term is taken out
    // The least last subscript, over parameters, which is taken out: i*n + j for j from 1 to n. NULL: 0. Not beside an
    // offset.
    isl_pw_aff *first;
    Expr *first_value; // the same in C
    bool loose;        // the array is only read: subscripts may pass the end of a row
    bool rigid;        // no subscript is seen in another row than that of its terms
    bool carries;      // a subscript may be assumed to lie in the row next to the one of its terms
} Shape;

// From all accesses of the array. false: one dimension, as declared.
bool shape_find(const Analysis *analysis, const Array *array, Shape *shape);
// With rows that no iterator chooses: u[i*n*n + (n - 1)*n + k] is [i][n - 1][k]. `shape` has those without. false:
// there are no others.
bool shape_find_fixed_rows(const Analysis *analysis, const Array *array, Shape *shape);
// All products of parameters that multiply iterators, and 1, even if they do not divide each other (spread.c). false:
// too many.
bool shape_find_strides(const Analysis *analysis, const Array *array, Shape *shape);
// The constant terms that only stride 1 divides, if all accesses have the same. Otherwise NULL.
Polynomial *shape_find_offset(Analysis *analysis, const Shape *shape, const Array *array);
// Takes the least last subscript of all accesses out, if it is the least one of some access. false: it is 0, or not
// known.
bool shape_find_first(Analysis *analysis, Shape *shape, const Array *array);
__isl_give isl_pw_aff *shape_first_at(const Shape *shape, int depth); // inside of loops
// The subscript of each dimension, which the caller frees: every term belongs to the largest stride that divides it;
// the shape's offset is left out, and so is its first subscript in a row.
void shape_distribute(Analysis *analysis, const Shape *shape, const Polynomial *raw, int depth, isl_pw_aff **dims);

// The subscript that is divided: the first one; of a table of rows the last one, which counts elements of a row.
int flat_dimension(const Array *array);
const Polynomial *flat_subscript(const Analysis *analysis, int index,
                                 const Array *array);                    // NULL: not of this array, or none
bool is_viewed(const Analysis *analysis, int index, const Array *array); // of the array and of the view looked at
bool monomials_equal(const Monomial *left, const Monomial *right);
bool stride_divides(const Stride *dividend, const Stride *divisor, Stride *quotient);
Expr *product_expr(Analysis *analysis, const Monomial *monomial, int64_t factor);
bool array_is_written(const Analysis *analysis, const Array *array, bool updates_too);

#endif
