// Sums of parameters as multiples of a parameter that stands for a sum.
#ifndef CURESTRUCT_ANALYSIS_SETS_FACTOR_H
#define CURESTRUCT_ANALYSIS_SETS_FACTOR_H

#include "analysis/analysis.h"

// A polynomial at `site` in powers of the parameter with that index, without another one that its sum mentions: with
// p = n + 2, n*n + 3*n + 2 is p*p - p. In the analysis' arena; the caller calls polynomial_free. NULL: the parameter
// stands for itself, no constant part of the polynomial mentions its sum, or the result has too many terms.
Polynomial *factor_by_parameter(Analysis *analysis, const Site *site, const Polynomial *polynomial, int parameter);

#endif
