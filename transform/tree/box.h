// The box of elements that accesses of one array touch while some loops move: what stage copies.
#ifndef CURESTRUCT_TRANSFORM_BOX_H
#define CURESTRUCT_TRANSFORM_BOX_H

#include "transform/transform.h"
#include "transform/tree/linear.h"

typedef struct Box {
    const Array *array;
    int ndim;                 // as analysis sees the array: A[i*n + j] has two
    Expr *base[MAX_DIMS];     // smallest subscript, free of the moving loops
    int64_t extent[MAX_DIMS]; // constant, in steps of `scale`: elements base, base + scale, ...
    int64_t scale[MAX_DIMS];
    Expr *array_extent[MAX_DIMS]; // of a delinearized array; [0] unused
    Expr *pitch[MAX_DIMS];        // instead of them: Access.pitches
    bool shifted[MAX_DIMS]; // the beginning of rows in memory moves the subscripts: some elements of the box may be
                            // beyond both ends
    bool flat;              // delinearized: the array itself has one subscript
    const char *reason;     // why there is no box
} Box;

// The box of all accesses of `array` below `body`, which is at the end of `around` (loops outside, outermost first).
// `moving` are the loops that move; `only`: the accesses that equal this one, NULL: all. false: `reason` is set.
bool box_of(Candidate *state, const Stmt *body, const Array *array, const Expr *only, const Varying *around,
            const Varying *moving, Box *box);

// Subscripts inside the box of an access that box_of has seen: ndim of them, I64, over the moving loops.
void box_subscripts(Candidate *state, const Box *box, const Expr *access, const Varying *around, const Varying *moving,
                    Expr **subscripts);

// Whether different iterations of the moving loops are different elements, with the loops' own numbers as subscripts:
// they count 0, 1, 2, .. `counts` gets the largest number of values of each.
bool box_tells_apart(Candidate *state, const Expr *access, const Varying *around, const Varying *moving,
                     int64_t *counts);

// The element of the array itself at base + scale * offset.
Expr *box_element(Arena *arena, const Box *box, Expr *const *offsets);
// The element at the subscripts themselves.
Expr *box_array_element(Arena *arena, const Box *box, Expr *const *subscripts);

// The subscripts of an access as analysis sees them (delinearized), or its own; their number.
int access_subscripts(const Candidate *state, const Expr *access, Expr **subscripts, Expr **extents);

#endif
