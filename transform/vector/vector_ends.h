// The ends of a row as vectors, of which the elements in the row are stored.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ENDS_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ENDS_H

#include "transform/vector/vector_kernel.h"

// Whether the ends of the row may be vectors: nothing but the stores of these elements has an effect.
bool ends_fit(const VectorLoop *vector, const LoopsAround *around);
// Declares VectorLoop.rows; `definition` is what the loop defines at place 0.
void ends_declare_rows(VectorLoop *vector, Expr *definition, StmtList *items);
// The element of the leading group so many places further than place 0. NULL: it has another number than the windows.
Expr *ends_leader(const VectorLoop *vector, int64_t place);
// Adds the condition that all vectors of the windows are aligned if those at the place `shift` of the first iteration
// are, and these are; false: the leading group may not be.
bool ends_also_alike(const VectorLoop *vector, Conjunction *conjunction);
void ends_also_small(const VectorLoop *vector, Conjunction *conjunction); // that numbers of windows fit into an int
// Adds the condition that all that is loaded for vectors which begin at the places shift to end - 1 lies between two
// elements of its array that the nest touches.
void ends_also_exist(const VectorLoop *vector, Conjunction *conjunction);
VectorLoop ends_guarded(const VectorLoop *vector); // the same loop where that does not hold: each load tests it

#endif
