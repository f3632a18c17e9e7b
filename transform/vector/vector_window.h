// Reuse windows: elements that several lanes, or several turns, read (a stencil).
//
//   b[i][j] = a[i-1][j] + a[i][j-1] + a[i][j+1] + a[i+1][j], two turns of i, four lanes of j: rows i-1 to i+2 of a,
//   four or six elements of each. Every element is loaded once, in vectors if these fit, and held in a register.
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_WINDOW_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_WINDOW_H

#include "transform/tree/monomial.h"
#include "transform/vector/vector_unrolled.h"

enum { WINDOW_DIMS = MAX_DIMS, WINDOW_CELLS = 1024 };

// A direction of rows: a subscript, or an invariant product in the last one: n in a[i*n + j].
typedef struct WindowDim {
    int subscript;
    Monomial stride; // by how much the subscript grows with each step
} WindowDim;

// A contiguous run of elements along the last subscript, all of which are read whenever all lanes of all turns run.
typedef struct WindowRow {
    int64_t offset[WINDOW_DIMS], begin, end;
} WindowRow;

typedef VECTOR(WindowRow) WindowRows;

typedef struct WindowUse {
    const Expr *access;                  // in the form of the body
    int64_t offset[WINDOW_DIMS], column; // at the first lane of the first turn
} WindowUse;

typedef struct LaneWindow {
    const Array *array;
    const Expr *origin; // a use: offsets count from its element at the first lane of the first turn
    WindowDim dims[WINDOW_DIMS];
    int ndim;
    int64_t turn[MAX_TURNS][WINDOW_DIMS],
        turn_column[MAX_TURNS]; // the distance that all uses move from turn to turn of each loop
    int64_t low[WINDOW_DIMS], extent[WINDOW_DIMS], first, columns; // the box of all offsets
    int64_t phase; // columns at a multiple of a vector from here have the leader's alignment
    VECTOR(WindowUse) uses;
    WindowRows rows;
    // For a window that needs many registers: the loads before all turns, and those of each turn of the outermost loop,
    // with their positions in the first turn. Registers of elements that no later turn reads are then free. No rows in
    // `each`: all are loaded before.
    WindowRows before, each;
} LaneWindow;

typedef struct LaneWindows {
    VECTOR(LaneWindow) list;
} LaneWindows;

// For a vector loop and the turns around it: arrays that the body does not write and of which it reads some element
// more than once. `leader` is the aligned access; there is none if it does not move by the same number from turn to
// turn.
LaneWindows windows_find(Arena *arena, const Turns *turns, const Stmt *loop, int64_t lanes, const Expr *leader);
// Registers of a thread, in bytes, for the vector loop `stmt` with its turns.
int64_t windows_bytes(Arena *arena, const Stmt *stmt);

// The elements of the use in one turn.
WindowRow window_row(const LaneWindow *window, const WindowUse *use, const Turns *turns, const int64_t *turn,
                     int64_t lanes);
int64_t window_lanes(const LaneWindow *window, int64_t lanes); // elements of one of its vectors

// The registers of a window; the one that a use has at `lane` of a turn.
Array *window_registers(Arena *arena, Nest *nest, const LaneWindow *window);
Expr *window_element(Arena *arena, const LaneWindow *window, Array *registers, const WindowUse *use, const Turns *turns,
                     Expr *lane);

// An element in memory; `first` is the origin at the first lane and turn.
Expr *window_memory(Arena *arena, const LaneWindow *window, const Expr *first, const int64_t *offset, int64_t column);

// Loads `rows` of it, `moved` to a turn of the outermost loop (NULL: not) at which `first` is the origin then. Vectors
// are known to be aligned, or `any`: each tests it.
Stmt *window_load(Arena *arena, const LaneWindow *window, const WindowRows *rows, Array *registers, const Expr *first,
                  const Turns *moved, int64_t lanes, bool any);

#endif
