// Pointers in the elements of an array of structs.
#ifndef CURESTRUCT_FRONTEND_DATAFLOW_ELEMENT_ROWS_H
#define CURESTRUCT_FRONTEND_DATAFLOW_ELEMENT_ROWS_H

#include "frontend/clang/state.h"

// particles[i].list as a row of a table whose pointers are as far apart as the structs: where `base` is particles[i].
// False: it is another member, and refused.
bool read_element_row(Reader *reader, const Reference *base, CXCursor field, CXCursor at, Reference *row);

#endif
