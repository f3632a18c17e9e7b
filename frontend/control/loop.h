// What header.c, loop.c and while.c share. header.c understands the head of a for statement, loop.c reads counted
// loops, and while.c reads the others.
#ifndef CURESTRUCT_FRONTEND_CLANG_LOOP_H
#define CURESTRUCT_FRONTEND_CLANG_LOOP_H

#include "frontend/clang/state.h"

typedef struct ForParts { // null cursors where absent
    CXCursor init, condition, increment, body;
} ForParts;

// A pointer that the head sets to `base` and moves by `step` elements together with the iterator.
typedef struct Follower {
    CXCursor decl;
    Reference base;
    int64_t step;
} Follower;

enum { MOST_PARTS = 12 }; // between commas of a head

// for (iterator = first; iterator comparison bound; iterator += step)
typedef struct Counting {
    CXCursor decl; // of the iterator
    DeclFacts *facts;
    const char *name;
    const Type *type;
    bool is_pointer; // the iterator is a pointer; the loop counts its subscript in the array of
    Reference base;  // its first value
    Follower followers[MOST_PARTS];
    int nfollower;
    bool declares;               // the iterator is declared in the head
    CXCursor others[MOST_PARTS]; // other variables that the first part declares or assigns
    int nother;
    CXCursor chained[3]; // a and b of `a = b = iterator = 0`, which get the first value, a small number
    int nchained;
    CXCursor first; // null: it starts at the value that it has
    CXCursor compared, bound;
    CXCursor further[3]; // more comparisons, joined by &&
    int nfurther;
    CXCursor moved; // the condition is `iterator moved_by moved comparison bound`; null: the iterator alone
    enum CXBinaryOperatorKind moved_by; // +, - or *
    CXCursor further_moved[3];          // with `moved_by` + or -: `iterator + moved - further_moved[0] ..`
    bool further_subtracts[3];
    int nfurther_moved;
    bool opposite;                        // the condition is `bound - iterator`, compared with `moved`
    const Type *bound_type;               // in which C compares
    enum CXBinaryOperatorKind comparison; // with the iterator on the left
    int unit;                             // 1, -1: a step of that; 0: see
    CXCursor step;
    bool subtracts;
    CXCursor beside[MOST_PARTS]; // further increments, which do not mention the iterator: the body ends with them
    int nbeside;
    int64_t meets;    // > 0: the bound is a variable that comes nearer by this much in each iteration, while the
    int64_t own_step; // iterator moves by this
    int64_t factor;   // iterator *= factor, or /= with `divides`; 0: it is none of these
    bool divides;
    bool counts_down;   // for (i = n; i-- > 0;)
    const char *reason; // why it does not count
    CXCursor place;
} Counting;

bool split_for(Reader *reader, CXCursor stmt, ForParts *header);
bool read_counting(Reader *reader, const ForParts *header, const SiteDetail *detail, Counting *counting);
bool read_comparison(Reader *reader, CXCursor condition,
                     Counting *counting); // takes it in place of the one that is there
CXCursor write_of(Reader *reader, CXCursor inside,
                  DeclFacts *facts); // the first assignment to it; `inside` when none is found

// ---- pointer_loop.c

bool is_stepped_pointer(CXType type);
Expr *pointer_first(Reader *reader, Counting *counting,
                    CXCursor at); // its first subscript, and counting->base; NULL: refused
Expr *pointer_bound(Reader *reader, Counting *counting,
                    CXCursor bound); // the subscript that the bound points to; NULL: refused
void point_at(Reader *reader, Variable *variable, const Reference *base, Expr *last); // the last subscript is that
// Whether the pointer's value after the loop may be read: by the nest or after it.
bool leaves_pointer(Reader *reader, const Counting *counting, const SiteDetail *detail);
// Whether others[other] sets a pointer that the head moves together with the iterator; it is removed from `beside`.
bool take_follower(Reader *reader, Counting *counting, const SiteDetail *detail, int other);
bool place_followers(Reader *reader, const Counting *counting, const Loop *loop); // once the loop has its iterator
int64_t step_of(Reader *reader, CXCursor increment,
                CXCursor decl); // a constant by which it changes the variable; 0: it does not

const char *loop_name(Reader *reader, const char *name); // numbered where it is not the first
// Whether the loop with this body contains a break of its own, or (`continues`) a continue.
bool jumps_out(CXCursor body, bool continues);
bool is_not_negative(const Reader *reader, const Expr *expr);
bool changes_bound(const Stmt *body, const Expr *bound); // whether the statements assign to what the expression reads
// Adds the loop of a while statement with `condition` and `body`, if it counts (counted.c); false: nothing has changed.
bool read_counted_while(Reader *reader, CXCursor stmt, const Expr *condition, const Stmt *body);
// A loop that does not count, or that a jump leaves while its iterator is used later. `runs`: when it has an iteration;
// NULL: that is not known.
bool read_free_for(Reader *reader, CXCursor stmt, const ForParts *header, Expr *runs);
// The condition under which the loop has an iteration; NULL: its first test is more than that, or its first value may
// change.
Expr *loop_has_iteration(Reader *reader, const Loop *loop);
// Whether a bound is more than parameters and iterators say.
bool loop_bound_is_data(const Expr *bound);

bool read_for(Reader *reader, CXCursor stmt);

#endif
