// Reuse windows: elements that several lanes, or several turns, read (a stencil).
//
//   b[i][j] = a[i-1][j] + a[i][j-1] + a[i][j+1] + a[i+1][j], two turns of i, four lanes of j: rows i-1 to i+2 of a,
//   four or six elements of each. Every element is loaded once, in vectors where these fit, and held in a register.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_WINDOW_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_WINDOW_H

#include "transform/tree/monomial.h"
#include "transform/vector/vector_unrolled.h"

enum { WINDOW_DIMS = MAX_DIMS, WINDOW_CELLS = 1024 };

// A direction in which rows lie apart: a subscript, or a product of what does not change in the last one: n in a[i*n +
// j].
typedef struct WindowDim {
    int subscript;
    Monomial stride; // by how much the subscript grows with each step
} WindowDim;

// A run of elements along the last subscript, all of them read whenever all lanes of all turns run.
typedef struct WindowRow {
    int64_t offset[WINDOW_DIMS], begin, end;
} WindowRow;

typedef VECTOR(WindowRow) WindowRows;

typedef struct WindowUse {
    const Expr *access;                  // as it stands in the body
    int64_t offset[WINDOW_DIMS], column; // at the first lane of the first turn
} WindowUse;

typedef struct LaneWindow {
    const Array *array;
    const Expr *origin; // a use: offsets count from the element that it has at the first lane of the first turn
    WindowDim dims[WINDOW_DIMS];
    int ndim;
    int64_t turn[MAX_TURNS][WINDOW_DIMS],
        turn_column[MAX_TURNS]; // by how much all uses move from turn to turn of each loop
    int64_t low[WINDOW_DIMS], extent[WINDOW_DIMS], first, columns; // the box of all offsets
    int64_t phase; // columns that are a multiple of a vector from here are aligned as the leader is
    VECTOR(WindowUse) uses;
    WindowRows rows;
    // Of a window that needs many registers: what is loaded before all turns, and by each turn of the outermost loop:
    // where that lies in the first one. Registers of what no later turn reads are free then. No rows in `each`: all are
    // loaded before.
    WindowRows before, each;
} LaneWindow;

typedef struct LaneWindows {
    VECTOR(LaneWindow) list;
} LaneWindows;

// Of a vector loop and the turns around it: arrays that the body does not write and of which it reads some element more
// than once. `leader` is what is aligned; none where it does not move by the same number from turn to turn.
LaneWindows windows_find(Arena *arena, const Turns *turns, const Stmt *loop, int64_t lanes, const Expr *leader);
// Bytes that a thread holds in registers, for the vector loop with its turns that `stmt` is.
int64_t windows_bytes(Arena *arena, const Stmt *stmt);

// The elements of the use in one turn.
WindowRow window_row(const LaneWindow *window, const WindowUse *use, const Turns *turns, const int64_t *turn,
                     int64_t lanes);
int64_t window_lanes(const LaneWindow *window, int64_t lanes); // elements of one of its vectors

// The registers of a window; the one that a use has at `lane` of a turn.
Array *window_registers(Arena *arena, Nest *nest, const LaneWindow *window);
Expr *window_element(Arena *arena, const LaneWindow *window, Array *registers, const WindowUse *use, const Turns *turns,
                     Expr *lane);

// An element in memory, where `first` is the origin at the first lane and turn.
Expr *window_memory(Arena *arena, const LaneWindow *window, const Expr *first, const int64_t *offset, int64_t column);

// Loads `rows` of it, `moved` to a turn of the outermost loop (NULL: not) at which `first` is the origin then: vectors
// are known to be aligned, or `any`: each finds out.
Stmt *window_load(Arena *arena, const LaneWindow *window, const WindowRows *rows, Array *registers, const Expr *first,
                  const Turns *moved, int64_t lanes, bool any);

#endif
