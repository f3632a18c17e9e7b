// What the files of stage share (stage_shared.h and stage_view.h have what few of them use): stage.c (the entry),
// stage_register.c and stage_buffer.c (registers), stage_row.c (registers for loops in a row) and stage_row_shared.c
// (these and shared memory), stage_shared.c (tiles in shared memory), stage_records.c (records of iterations),
// stage_uses.c (the uses of a tile), stage_tile.c (its layout), stage_view.c (accesses with quotients), stage_copy.c
// and stage_copy_guarded.c (the copies into it).
#ifndef CURESTRUCT_TRANSFORM_STAGE_H
#define CURESTRUCT_TRANSFORM_STAGE_H

#include "transform/tree/box.h"
#include "transform/tree/loops.h"
#include "transform/tree/tree.h"

typedef struct Staging {
    Candidate *state;
    const Array *array;
    const Array *original; // of the nest, where `array` is a view of it; or NULL
    Space space;
    const Expr *only; // of the accesses that equal this one; NULL: of all
    bool transpose, wide;
    int pad, pack;
    bool of_iteration;      // registers are filled at the beginning of each iteration of L (load_fragments)
    int64_t kept;           // iterations of a row's loop whose elements are in shared memory
    bool has_gaps;          // it was refused because elements between those that it uses may not exist
    int64_t unit[MAX_DIMS]; // more than 1: neighbours in such groups have quotients in common, which a thread shares
    const Stmt *stmt;       // the loop L
    const Stmt *uses;       // its body without what other transformations made all threads of the block do
    Path path;              // to it
    Varying around;         // its loops, L included
    Varying moving;         // along which the box extends
    Box box;
} Staging;

Stmt *stage_refused(const Staging *staging, const char *reason); // reports; NULL
// Whether some access of the array below L moves along one of `loops`; `all`: the loops whose definitions matter.
bool stage_array_moves(const Staging *staging, const Varying *all, const Varying *loops);
// Whether the condition depends only on data, so that all elements of the array below it exist in either case: the
// launcher has the range of the loops around it on the device.
bool stage_asks_data(const Staging *staging, const Expr *condition);
// Whether clauses of a directive say what is copied.
bool stage_has_data_clause(const Staging *staging);
Stmt *stage_register(Staging *staging, Stmt *root);
// What an iteration of L uses of an array in global memory is loaded to registers at its beginning, and what it stores
// of it goes to both.
Stmt *stage_iteration(Candidate *state, Stmt *root, const Array *array, LoopId at);
void stage_find_loop(Staging *staging, const Stmt *root, LoopId at); // L, and what is around it
const char *stage_obstacle(const Staging *staging); // why no element may be elsewhere than in memory below L, or NULL
bool stage_is_ambiguous(const Staging *staging);    // loops at, below or around L use one iterator differently

// Whether all threads of the block copy to shared memory below L, and the copies mention the array.
bool stage_copies_inside(const Staging *staging);

bool stage_means(const Staging *staging,
                 const Expr *expr); // whether it is an access of the array that is to become an access of the tile

// ---- stage_uses.c

// The loops of the source around the accesses, for what the whole nest touches.
Varying stage_source_loops(const Staging *staging);

// The accesses that are meant, below L.
typedef struct StageUses {
    const Expr *first;
    VECTOR(const Expr *) different; // one of each kind
    bool conditional;               // it may be that an iteration comes to none
    bool bounded;                   // loops of the tree have iterations there that the source does not have: those that
                                    // `isolate` has tests for, and blocks beyond the shorter rows of a triangle
    bool sure;                      // some access is come to whenever L is
    Expr *runs; // otherwise: the condition that one is, over values that are the same for the whole block
} StageUses;
StageUses stage_uses(const Staging *staging);

// Whether accesses that are not equal may share a tile: all are sure to happen, and each is dense.
bool stage_is_window(const Staging *staging, const StageUses *uses);

// Whether some iteration of the nest uses each element of the tile up to the last one: other elements may not exist.
bool stage_is_dense(const Staging *staging, const Expr *access, const Varying *sources);

// ---- stage_tile.c: it has no dimension where the box does not extend; the last two change places (transpose), the
// last but one is divided (pack)

Expr *stage_tile_element(const Staging *staging, const Array *tile, Expr *const *offsets);
Array *stage_declare_tile(Staging *staging);
bool stage_tile_fits(const Staging *staging, const Stmt *root); // together with the other tiles below `root`
bool stage_is_packable(const Staging *staging);                 // its rows are a multiple of what is packed

// ---- stage_copy_guarded.c

// Copies the elements of the box that the nest uses, which are those of a window with a halo, too; other elements
// become 0. `bounded`: also those between the first and the last that it uses, which lie in memory. NULL: refused,
// reported.
Stmt *stage_copy_tested(const Staging *staging, const Array *tile, const StageUses *uses, const int64_t *threads);

// The largest and the smallest that the nest uses; NULL: not known exactly, or only for one iteration of the loops that
// move it.
Expr *stage_last_subscript(const Staging *staging, const Varying *sources, Expr *subscript);
Expr *stage_first_subscript(const Staging *staging, const Varying *sources, Expr *subscript);
Expr *stage_thread_number(Arena *arena, const int64_t *threads); // of a thread in its block; I32

// ---- stage_copy.c

// Copies the box in iterations in which all threads have an element, without a test. Subscripts after the array's end,
// whose elements are not used, become the last one's. `wide`: 16 bytes at once if the launcher's arguments allow it.
// NULL (silently): the size of the box is not a multiple of the number of threads, or it is not certain that there is
// an element.
Stmt *stage_copy_whole(const Staging *staging, const Array *tile, const Expr *access, const Varying *sources,
                       const int64_t *threads);

// Whether an iteration uses each element of the box along that dimension: no loop that moves the subscript has a
// partial tile.
bool stage_is_full(const Staging *staging, Expr *subscript);

#endif
