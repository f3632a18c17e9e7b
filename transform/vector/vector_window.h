// Reuse windows: elements that several iterations of a vector loop, or of the unrolled loops around it, read (a
// stencil).
//
//   b[i][j] = a[i-1][j] + a[i][j-1] + a[i][j+1] + a[i+1][j], two iterations of i, four of j: rows i-1 to i+2
//   of a, four or six elements of each. Every element is loaded once, in vectors if these fit, and held in a register.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_WINDOW_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_WINDOW_H

#include "transform/transform.h"
#include "transform/tree/monomial.h"
#include "transform/vector/vector_unrolled.h"

enum { WINDOW_DIMS = MAX_DIMS, WINDOW_CELLS = 1024 };

// A direction of rows: a subscript, or an invariant product in the last one: n in a[i*n + j].
typedef struct WindowDim {
    int subscript;
    Monomial stride; // by how much the subscript grows with each step
} WindowDim;

// A contiguous run of elements along the last subscript, all of which are read whenever all elements of all iterations
// run.
typedef struct WindowRow {
    int64_t offset[WINDOW_DIMS], begin, end;
} WindowRow;

typedef VECTOR(WindowRow) WindowRows;

typedef struct WindowUse {
    const Expr *access;                  // in the form of the body
    int number;                          // VectorUse.first
    int64_t offset[WINDOW_DIMS], column; // at the first element of the first iteration
} WindowUse;

typedef struct ReuseWindow {
    const Array *array;
    const Expr *origin; // a use: offsets count from its element at the first element of the first iteration
    WindowDim dims[WINDOW_DIMS];
    int ndim;
    int64_t iteration[MAX_UNROLLED_LOOPS][WINDOW_DIMS],
        step_column[MAX_UNROLLED_LOOPS]; // the distance that all uses move from iteration to iteration of each loop
    int64_t low[WINDOW_DIMS], extent[WINDOW_DIMS], first, columns; // the box of all offsets
    int64_t phase; // columns at a multiple of a vector from here have the leader's alignment
    VECTOR(WindowUse) uses;
    WindowRows rows;
    // For a window that needs many registers: the loads before all iterations, and those of each iteration of the
    // outermost loop, with their positions in the first iteration. Registers of elements that no later iteration reads
    // are then free. No rows in `each`: all are loaded before.
    WindowRows before, each;
    // The outermost loop stays a loop (Loop.slides): the box is that of its first iteration. After each iteration the
    // rows `kept` become what lies `iteration[0]` further. `next`: what an iteration loads for the next one, at its
    // position in that one.
    // `gaps`: the first iteration does not read all that is loaded before it.
    bool slides, gaps;
    WindowRows kept, next;
    // Each load tests whether its elements lie between these two of the array; NULL: they do.
    Expr *inside_first, *inside_last;
} ReuseWindow;

typedef struct ReuseWindows {
    VECTOR(ReuseWindow) list;
} ReuseWindows;

// For a vector loop and the iterations around it: arrays that the body does not write and of which it reads some
// element more than once. `leader` is the aligned access; there is none if it does not move by the same number from
// iteration to iteration.
ReuseWindows windows_find(Arena *arena, const UnrolledLoops *unrolled, const Stmt *loop, int64_t width,
                          const Expr *leader);
// Registers of a thread, in bytes, for the vector loop `stmt` with its iterations.
int64_t windows_bytes(Arena *arena, const Stmt *stmt);
// The same, if each unrolled loop had two iterations: what two neighbours need at a time.
int64_t windows_bytes_of_two(Arena *arena, const Stmt *stmt);
// Loads of a thread for it, if all elements of all iterations run. 0: none are vectors.
int64_t windows_loads(Arena *arena, const Stmt *stmt);

// The elements of the use in one iteration.
WindowRow window_row(const ReuseWindow *window, const WindowUse *use, const UnrolledLoops *unrolled,
                     const int64_t *iteration, int64_t width);
int64_t window_width(const ReuseWindow *window, int64_t width); // elements of one of its vectors

// The registers of a window; the one that a use has at `element` of an iteration.
Array *window_registers(Arena *arena, Nest *nest, const ReuseWindow *window);
Expr *window_element(Arena *arena, const ReuseWindow *window, Array *registers, const WindowUse *use,
                     const UnrolledLoops *unrolled, Expr *element);

// An element in memory; `first` is the origin at the first element and iteration.
Expr *window_memory(Arena *arena, const ReuseWindow *window, const Expr *first, const int64_t *offset, int64_t column);

// What a window that slides does after an iteration.
Stmt *window_slide(Candidate *state, const ReuseWindow *window, Array *registers);

// Loads `rows` of it, `moved` to an iteration of the outermost loop (NULL: not) at which `first` is the origin then.
// Vectors are known to be aligned, or `any`: each tests it. `number`: of `first` in the array, from which others are a
// distance that stays the same; NULL: elements are computed by their subscripts.
Stmt *window_load(Arena *arena, const ReuseWindow *window, const WindowRows *rows, Array *registers, const Expr *first,
                  const UnrolledLoops *moved, const Symbol *number, int64_t width, bool any);

#endif
