// Rows: the vector elements of threads together.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ROW_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_ROW_H

#include "transform/vector/vector_kernel.h"

// The loop over threads whose inner part is the vector loop, if the threads may share a row in another way: all of them
// are at the same rows; how many elements precede; and the loop around the threads over the parts of the row. NULL:
// there is none.
const Loop *row_threads(const VectorLoop *vector, const LoopsAround *around, Expr **ahead);
const Loop *row_tiles(const VectorLoop *vector, const Varying *bound);
bool row_is_covered(const VectorLoop *vector); // by threads that all take part, in its last tile as well
// `ends`: those of the row may be vectors. `otherwise`: for unrolled iterations that do not begin alike (NULL: there
// are none).
Stmt *row_share(VectorLoop *vector, bool ends, Stmt *otherwise);

#endif
