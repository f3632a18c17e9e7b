// The order in which a tree runs the instances of the source's statements: order.c reads it off the loops
// (order_path.c), and order_exact.c makes an integer set of it.
#ifndef CURESTRUCT_ANALYSIS_ORDER_H
#define CURESTRUCT_ANALYSIS_ORDER_H

#include "analysis/facts.h"

enum { MAX_PATH = 2 * MAX_DEPTH };

typedef struct Path Path;

// A statement of the tree, and its position.
typedef struct Place Place;
struct Place {
    const Place *parent; // NULL: the root
    const Stmt *stmt;
    int index;         // among the items of its block; of a branch: 0 of the body, 1 of the `else` branch
    int depth;         // places around it
    const Place *loop; // the innermost loop around it, or itself; NULL: none
    Path *path;        // (loops) of the loops down to it
};

// A loop around a statement.
typedef struct PathLoop {
    const Place *place;
    const Loop *loop;
    int group;       // of the loops that are parts of one loop of the source; -1: none
    bool last;       // the innermost part
    bool backward;   // a later iteration is an earlier one of the source's loop
    bool scrambled;  // it alternates: its iterations run in an order that outer loops decide
    bool concurrent; // its iterations run at the same time, or nothing waits between them
} PathLoop;

// The parts of one loop of the source: how its iterator follows from theirs.
typedef struct PathGroup {
    LoopId origin;
    bool carried;             // a loop of another origin runs its iterations, one of them in each of its own
    bool mixed;               // the parts, outermost first, do not run through the iterator's values in order
    LoopId varies[MAX_DEPTH]; // loops of the source whose iterators also change it: it is skewed along them
    int nvaries;
} PathGroup;

struct Path {
    PathLoop loops[MAX_PATH]; // outermost first
    int count;
    PathGroup groups[MAX_PATH];
    int ngroups;
    bool too_deep; // not all loops are here
};

// Two statements of the tree that are instances of a dependence's source and sink.
typedef struct OrderPair {
    const Dependence *dependence;
    const Place *source, *sink;
    const Path *paths[2];   // of the loops around them; NULL: there are none
    int common;             // the number of common loops
    int sequence[MAX_PATH]; // these, as they decide: around the kernel, concurrent, inside of a thread
    int ndecided;           // how many of them decide
    bool backward;          // within one iteration of these the sink runs before the source
} OrderPair;

// The loops down to this one (order_path.c).
Path *order_path(Arena *arena, const Facts *facts, const Place *innermost);
bool order_is_concurrent(Binding binding); // the loop's iterations run at the same time
int order_kernel(const Path *path);        // the first one of these; the number of loops if there is none
// The innermost loop in a kernel after whose iterations the threads of a block wait; -1: there is none.
int order_waits(const Path *path);
// Of two loops in one body, at this index of their paths: whether the second one continues where the first one ends.
bool order_continues(Arena *arena, const Path *first, const Path *second, int index);

// Whether the common loop at this index runs iterations of one loop of the source for the pair's source, and of another
// one for its sink: they are fused.
bool order_is_fused(const OrderPair *pair, int index);

// What the questions about one tree have in common.
typedef struct OrderRelations OrderRelations;
OrderRelations *order_relations_new(Arena *arena);
void order_relations_release(OrderRelations *relations);

// Whether all dependent instances run in the right order and at different times, by integer sets; false also if that is
// not known or takes too long. *reversed: the dependence as it is between the iterations of a fused loop, if that loop
// does not keep it.
bool order_is_kept(const Facts *facts, OrderRelations *relations, const OrderPair *pair, const Dependence **reversed);

// Whether the source's and the sink's statement, in two copies of a loop's body, access variables of their own
// (order_variables.c). What the sink reads is then written in its own copy, by one of `sources`: all places of the
// source's statement.
bool are_two_variables(const Facts *facts, const Dependence *dependence, const Place *const *sources, int nsources,
                       const Place *source, const Place *sink);

#endif
