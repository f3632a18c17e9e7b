// Elements by their number in an array, row by row.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_NUMBER_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_NUMBER_H

#include "transform/vector/vector_window.h"

// The access by `number`, which is that of `origin`, if it is a constant distance from it; otherwise NULL.
Expr *window_same_number(Arena *arena, const Expr *origin, Expr *number, const Expr *access);
Expr *window_number(Arena *arena, const Expr *access);                   // of its element in the array, row by row
Expr *window_element_at(Arena *arena, const Array *array, Expr *number); // the access by its number
Expr *window_in_type(Arena *arena, const Type *type, Expr *number);      // its sums and products, too
// The number, moved by so many steps along each dimension of the window.
Expr *window_moved_number(Arena *arena, const ReuseWindow *window, Expr *number, const int64_t *offset);
// By which an iteration of the outermost loop moves it.
Expr *window_advance(Arena *arena, const ReuseWindow *window, const Type *type);
// The element of the window's array that is so far from that number, that of the origin.
Expr *window_numbered(Arena *arena, const ReuseWindow *window, const Symbol *number, const int64_t *offset,
                      int64_t column);

#endif
