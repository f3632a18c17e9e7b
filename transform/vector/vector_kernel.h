// What the files that expand a vector loop in a kernel share: vector.c (each thread), vector_row.c (threads of a row
// together, vector_row.h), vector_ends.c (the ends of a row, vector_ends.h).
#ifndef CURESTRUCT_TRANSFORM_VECTOR_VECTOR_KERNEL_H
#define CURESTRUCT_TRANSFORM_VECTOR_VECTOR_KERNEL_H

#include "transform/transform.h"
#include "transform/vector/vector.h"
#include "transform/vector/vector_find.h"
#include "transform/vector/vector_window.h"

typedef struct VectorLoop {
    Candidate *state;
    Arena *arena;
    UnrolledLoops unrolled;
    const Stmt *loop;
    int64_t count;
    VectorGroups groups;
    VECTOR(Array *) registers; // of each group
    ReuseWindows windows;
    VECTOR(Array *) near;     // registers of each window
    VECTOR(Symbol *) numbers; // of the origin of each window that slides in its array, in the present iteration
    bool any;                 // each vector of a window finds out whether it is aligned
    Expr *definition;         // of what the loop defines, where vectors are
    // The loop over threads whose vector elements make a row, which begins where the first group is aligned; NULL:
    // every thread is separate.
    const Loop *threads;
    // The loop over threads that share a row in single unrolled iterations, which all of them run if one does; NULL:
    // every thread is separate.
    const Loop *single;
    const Loop *tiles; // the loop around the threads over parts of the row; NULL: it has one
    Expr *ahead;       // how many elements the row has at most; NULL: all
    // The loop around, in each iteration of which the vectors of the next one are also loaded, and whether they have
    // been. NULL: there is none.
    const Loop *ahead_of;
    Symbol *loaded;
    bool early;            // blocks may end the outermost unrolled loop, whose windows slide, after fewer iterations
    StmtList before;       // declarations before that loop
    Symbol *shift, *whole; // elements of the row before the first aligned one; elements in whole vectors
    // The ends of the row are vectors, too, of which the elements in begin..end are stored; `at` is the thread's first
    // one, and `shift` is not positive. begin, NULL: they are not.
    Symbol *begin, *end, *at;
    VECTOR(Symbol *) rows; // then: the number of each window's origin in its array, at place 0 of the row
} VectorLoop;

// ---- vector.c

int64_t vector_access_bytes(const VectorLoop *vector, const VectorGroup *group); // of one access
bool vector_keeps_alignment(const VectorLoop *vector,
                            const Loop *outer); // all groups are as aligned in one iteration as in another
Expr *vector_at_first_iteration(const VectorLoop *vector, Expr *expr);
Expr *vector_at_first(const VectorLoop *vector, Expr *access); // at the first element
Expr *vector_first_element(const VectorLoop *vector, const VectorGroup *group);
void vector_also_multiple(const VectorLoop *vector, Conjunction *conjunction, Expr *access,
                          int64_t bytes); // its address is one of that
Stmt *vector_move(const VectorLoop *vector, int index,
                  Intrinsic direction); // a vector of the group, between registers and memory
void vector_also_aligned(const VectorLoop *vector, Conjunction *conjunction); // all vectors of the first iteration are
void vector_also_full(const VectorLoop *vector, Conjunction *conjunction);    // all elements of all iterations run
bool vector_find_loop(Candidate *state, const Stmt *stmt,
                      VectorLoop *vector);       // of `stmt`, which may be unrolled loops around it
Expr *vector_is_whole(const VectorLoop *vector); // the condition that all elements of all unrolled iterations run, and
                                                 // all vectors are aligned
Stmt *vector_serially(const VectorLoop *vector); // without vectors
Stmt *vector_with_vectors(VectorLoop *vector);
Stmt *vector_whole_part(const VectorLoop *vector, int64_t first, int64_t count,
                        Stmt *body); // so many elements from the first on: unrolled, without tests
Stmt *vector_whole_iterations(const VectorLoop *vector, int outermost,
                              Stmt *body); // of loops from that number on: unrolled, without tests
Stmt *vector_defined(const VectorLoop *vector, Stmt *body,
                     Expr *value); // the body after the declaration of the iterator that the loop defines
Stmt *vector_together(const VectorLoop *vector, const StmtList *items);
bool vector_in_window(const ReuseWindows *windows, const Expr *access);

// ---- vector_ahead.c

// int loaded = 0;
// for r { if (loaded || whole) { if (!loaded) loads of all iterations; loaded = whole at the next r; for iterations {
// S; if (loaded) loads at the next r } } else serially }
Stmt *ahead_expand(VectorLoop *vector, const Stmt *stmt);
Stmt *ahead_first(const VectorLoop *vector, Stmt *loads); // the replacement for the loads of all unrolled iterations
Stmt *ahead_next(const VectorLoop *vector);               // the loads after an unrolled iteration

// ---- vector_held.c

// if (all elements of all iterations run, aligned) for iterations S with registers else if (iterations have whole
// vectors) for iterations { if (the first element runs) S with registers } else for iterations S. NULL: which one holds
// differs between iterations, so each tests for itself.
Stmt *held_expand(VectorLoop *vector, const LoopsAround *around);

// ---- vector_updates.c

// All iterations of the body, if it updates a private copy at a data-dependent place: several are loaded at once, and
// take over, in their order, the results of equal places. NULL: it does not.
Stmt *vector_updates(const VectorLoop *vector, Stmt *body);

#endif
