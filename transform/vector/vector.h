// Vector loops on their way into a kernel: which accesses of the body become vectors, and the paths that come of it.
#ifndef CURESTRUCT_TRANSFORM_LANES_H
#define CURESTRUCT_TRANSFORM_LANES_H

#include "transform/tree/monomial.h"
#include "transform/tree/tree.h"

enum { ACCESS_BYTES = 16 };

// Neighbouring elements that the lanes of a vector loop access, one each, in every run of the body.
typedef struct LaneGroup {
    const Expr *access; // as it stands in the body; all such accesses are meant
    bool read, written; // read: before any write
} LaneGroup;

typedef struct LaneGroups {
    VECTOR(LaneGroup) list;
} LaneGroups;

// What a statement accesses, as it is evaluated.
typedef struct LaneUse {
    const Expr *access;
    bool write, conditional;
} LaneUse;

typedef struct LaneUses {
    Arena *arena;
    VECTOR(LaneUse) list;
    VECTOR(const Array *) withheld; // their elements are passed on by address
} LaneUses;

LaneUses lanes_uses(Arena *arena, const Stmt *body);
bool lanes_writes(const LaneUses *uses, const Array *array); // or withholds
// Whether the access moves by one element from lane to lane in memory, of a type that vectors have.
bool lanes_fits(Arena *arena, const Stmt *loop, const Expr *access, int64_t lanes);

// Those of the loop (its body without loops), for `lanes` of them, as far as they can be aligned together: with the
// first one, which is one that is written if there is one. A group that is written is all that the body has of its
// array.
LaneGroups lanes_find(Arena *arena, const Stmt *loop, int64_t lanes);

// ---- bounds

// Several conditions, all of which have to hold.
typedef struct Conjunction {
    Arena *arena;
    Expr *all; // NULL: none so far
} Conjunction;

void also(Conjunction *conjunction, Expr *term);
void also_below(Conjunction *conjunction, Expr *index, int64_t limit,
                Expr *upper);           // index < upper, where index < limit
int64_t bound_limit(const Expr *upper); // the constant part of min(4, N - 4*t); -1: none
// Whether the bound, or each of those that it is the least of, grows or falls evenly with the iterator of a loop
// outside.
bool bound_is_linear(Arena *arena, const Expr *upper, const Symbol *iterator);
// That a loop outside has its last turn makes the rest shorter at most.
bool bound_shortens(Arena *arena, const Expr *upper, const Symbol *iterator);

// The expression in terms of the loop's own iterator.
Expr *lanes_definition(Arena *arena, const Loop *loop, Expr *expr);

// ---- turns: iterations of the unrolled loops directly around a vector loop, with the vector of which one thread does
// them

enum { MAX_TURNS = 4 };

typedef struct Turns {
    const Stmt *loops[MAX_TURNS]; // outermost first
    int64_t extent[MAX_TURNS];    // of each at most
    int count;                    // 0: the vector loop stands alone
} Turns;

// Those of `stmt` and their vector loop, which is returned; NULL: it is none, nor unrolled loops that hold nothing but
// one.
const Stmt *turns_around(const Stmt *stmt, Turns *turns);
int64_t turns_number(const Turns *turns); // of all turns together
// Goes on to the next turn of all; false: behind the last one, it is the first again.
bool turns_next(const Turns *turns, int64_t *turn);
bool turns_mention(const Turns *turns, const Expr *expr); // an iterator of theirs, or what they define
// Their definitions in `expr`, and then their iterators as the numbers.
Expr *turns_definition(Arena *arena, const Turns *turns, Expr *expr);
Expr *turns_at(Arena *arena, const Turns *turns, Expr *expr, const int64_t *turn);
Expr *turns_at_inner(Arena *arena, const Turns *turns, Expr *expr); // the first turn of all but the outermost loop
void also_full_turns(Conjunction *conjunction, const Turns *turns); // that all of them run
// Whether they are a box: each counts 0, 1, 2, .. as far as it does in any turn of the others, and no other loop is
// made of their iterators.
bool turns_are_box(const Turns *turns, const Varying *around);

// ---- windows: elements that several lanes, or several turns, read (a stencil)
//
//   b[i][j] = a[i-1][j] + a[i][j-1] + a[i][j+1] + a[i+1][j], two turns of i, four lanes of j: rows i-1 to i+2 of a,
//   four or six elements of each. Every element is loaded once, in vectors where these fit, and held in a register.

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
int64_t
windows_bytes(Arena *arena,
              const Stmt *stmt); // that a thread holds in registers, of the vector loop with its turns that `stmt` is
// The elements of the use in one turn; fills before and each (vector_rolling.c).
WindowRow window_row(const LaneWindow *window, const WindowUse *use, const Turns *turns, const int64_t *turn,
                     int64_t lanes);
void window_roll(Arena *arena, LaneWindow *window, const Turns *turns, int64_t lanes);
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

// What stands for a vector loop, or for unrolled loops that hold nothing but one, inside of the loops `around` of a
// kernel, of which `bound` are bound; NULL: `stmt` is no such loop, or the outermost of several that have nothing in
// common. Where its lanes and those of the threads around make a row, and may run in any order, the row's vectors begin
// at its first aligned element, and the rest is shared out:
//
//   if (4*t < whole) { load groups; for lane [unroll] S with registers; store groups }
//   for k in t..end - whole step threads S with lane k < shift ? k : k + whole
//
// The first lanes of all tiles of a row but the first are those of the tile before. Turns around, of a stencil, share
// their windows where their rows begin alike; elsewhere each of them has its own.
//
// Elsewhere: if (all lanes run and all groups are aligned) { the same } else for lane S. Of an unrolled loop around it
// the groups that are only read are loaded all at once, before its first turn, where all its turns are whole. One lane
// has windows alone:
//
//   if (all turns run) { load windows; for turns [unroll] S with registers } else for turns S
Stmt *lanes_expand(Restructuring *state, const Varying *bound, const Varying *around, const Stmt *stmt);

#endif
