// One histogram reduction, about to be parallelized: what privatize_keys.c, histogram.c and histogram_shared.c share.
#ifndef CURESTRUCT_TRANSFORM_REDUCE_KEY_H
#define CURESTRUCT_TRANSFORM_REDUCE_KEY_H

#include "transform/reduction/partials.h"
#include "transform/tree/linear.h"

typedef struct ByKey {
    const char *step; // its word, for messages
    Candidate *state;
    Arena *arena;
    const Reduction *reduction;
    const Stmt *loop; // the outermost loop that carries it
    const Stmt
        *inner; // if `cyclic` made that loop for the lanes of a warp: the loop inside, distributed, too; otherwise NULL
    Varying around; // the loops of the host around it
    const Array *array;
    Expr *first, *count;  // of the places, as flat offsets: first .. first + count - 1
    Expr *workers, *rows; // the number of copies in scratch memory: as the code computes it, and over parameters alone
    Expr *beyond;         // when scratch memory holds the copies, over parameters; NULL: always
    Stmt *declaration;    // of the number of workers on the host, or NULL
    int64_t most_workers, threads;  // COPIES_GLOBAL, of loops that are not bound yet
    Parts parts;                    // of one place, while the copies are combined
    Choice choice;                  // FORM_CHOICE: in the form of the tree
    const Array *copies[MAX_PARTS]; // in scratch memory, [workers][count] of each part
} ByKey;

// Where a worker's copies lie.
typedef struct Copies {
    const Array *arrays[MAX_PARTS]; // one for each part
    Expr *worker;
    bool keys_first; // [key][worker], otherwise [worker][key]
    int in_flight;   // so many are loaded at a time when they are added up; 0: as the compiler likes
    Expr *first;     // the place of the first element that they are of; NULL: 0
} Copies;

// Blocks of `threads` threads with `columns` copies of `most` places; right for at most `limit` places. With several
// ranges, each block has the places of one range of the whole.
typedef struct KeyLayout {
    int64_t threads, columns, blocks, limit, most, ranges;
    bool atomic, rotated;
    bool wide;   // blocks store their sums next to each other: many places
    bool fixed;  // sums of floats in fixed point
    bool global; // the copies are in scratch memory, for all blocks together
    bool all;    // there are never more places
} KeyLayout;

// How the copies of all workers become one value for each place: first in a loop of one thread.
typedef struct KeySums {
    ByKey by_key;           // when the copies were made
    Copies copies;          // in scratch memory
    Loop key, worker;       // the loop over the places, and the one inside
    const Array *exponents; // of sums in fixed point, with
    Expr *bits;
} KeySums;

Loop by_key_loop(ByKey *by_key, const char *name, Expr *lower, Expr *upper, Expr *step); // one of the kernels' own
// Every `workers`-th iteration of one of the loops that are dealt out.
Loop by_key_turns(ByKey *by_key, const Loop *loop, Expr *worker, Expr *workers);
// The loop's body for `turn`, which by_key_turns has made: a made loop's own iterator may be in bounds inside of it.
Stmt *by_key_turn_body(const ByKey *by_key, const Loop *loop, const Loop *turn, Stmt *body);
Expr *by_key_iterations(const ByKey *by_key); // that are dealt out, at least where `inner` runs longer for some lanes
const Stmt *by_key_body(const ByKey *by_key); // of the innermost of them
void by_key_parts(const ByKey *by_key, const Copies *copies, Expr *key,
                  Expr **parts); // the elements of one place, counted from the first
// `tree` accumulating into copies. NULL: refused.
Stmt *by_key_use_copies(ByKey *by_key, const Copies *copies, Stmt *tree);
Stmt *by_key_finish(ByKey *by_key, Expr *key);                    // place = place op by_key->parts
Expr *by_key_known(ByKey *by_key, const Stmt *root, Expr *value); // over parameters alone; NULL: the nest computes it

bool by_key_open(ByKey *by_key, const Stmt *root);  // finds what it needs; false: refused
void by_key_make_parts(ByKey *by_key, bool shared); // shared: threads update one copy, if they can
bool by_key_is_alone(const ByKey *by_key);          // its loop carries no other reduction
bool by_key_can_be_atomic(const ByKey *by_key);     // threads may share copies
bool by_key_can_be_fixed(ByKey *by_key,
                         const Stmt *root); // two passes over its loop may add up its terms in fixed point
// How many bits of a term stand below the largest exponent then, so that the sum of all terms is less than 2^63.
Expr *by_key_fixed_bits(ByKey *by_key, const Stmt *root);
bool by_key_has_workers(const ByKey *by_key);           // its loop is bound: each thread is a worker
int64_t by_key_bound_threads(const ByKey *by_key);      // of a block, then
Stmt *by_key_refuse(ByKey *by_key, const char *reason); // NULL
extern const char by_key_unknown[], by_key_uncounted[], by_key_not_atomic[], by_key_not_fixed[];

// for key { sum = identity; for worker { sum op= copies[key][worker] } place[key] op= sum }
Stmt *by_key_add_up(ByKey *by_key, const Copies *copies, const char *worker, Expr *workers, const KeySums **sums);
// The kernel that does the same with blocks of so many threads.
Stmt *by_key_combine_global(KeySums *sums, int64_t threads);
Stmt *by_key_combine_shared(KeySums *sums, int64_t threads);

// Before the loop: copies[worker][place] = value, for each of the arrays and values.
Stmt *by_key_set_up(ByKey *by_key, const Array *const *arrays, Expr *const *values, int count);
// The loop with copies in global memory, and by_key_add_up. NULL: refused.
// `layout`: blocks share its copies; NULL: each thread has one.
Stmt *by_key_in_global(ByKey *by_key, const Stmt *root, const KeyLayout *layout, const KeySums **sums);

// Whether a histogram update waits for the previous one, which may have had the same place, and the loop contains
// nothing else: vectorize then makes several of them at a time. Not for atomic operations.
bool reduce_waits(Arena *arena, const Stmt *loop, const Reduction *reduction);

#endif
