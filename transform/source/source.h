// Changes of the serial source, before anything else: the steps at the head of a schedule.
//
// These are the rows of steps.def whose part is SOURCE, such as distribute L {1 3} {2}.
//
// The result is a nest that a person might have written, in which more loops are parallel. It replaces the user's nest
// and is analysed anew, so that every later question is about these loops.
#ifndef CURESTRUCT_TRANSFORM_SOURCE_H
#define CURESTRUCT_TRANSFORM_SOURCE_H

#include "transform/schedule/schedule.h"

// Does the step on state->nest->body. false: refused, and said to state->diag.
bool source_apply(Candidate *state, const Step *step);
// Then analyses the nest again: state->facts are the new ones, which hold what was assumed before as well. false:
// refused, and said to state->diag.
bool source_analyze(Candidate *state);

// A copy for another position in the source: loops, statements, iterators and inner declarations are new ones.
Stmt *source_copy(Candidate *state, Stmt *stmt);

// What a step has made, as a person might have written it. Until its order was asked, it names the loops and statements
// of the source that it was made from: copies have the same ids, or the same origin, and the second of two fused loops
// is in the first one, with one iteration. Copies become loops and statements of their own, and the two loops become
// one (plain.c).
Stmt *source_plain(Candidate *state, Stmt *root);

// The statement, new in the source: it gets a number, and the place of the statement that it comes from.
Stmt *source_statement(Candidate *state, Stmt *stmt, Loc loc);
// A new loop over 0, 1, .. until `count`, by a new iterator.
Loop source_parts(Candidate *state, const char *name, const char *iterator, Expr *count, Loc loc);

// Why the iterations of a loop with it cannot be computed in another order, or twice: it is a call for its effect, a
// jump or a `while`. NULL: it is not.
const char *source_jump(const Stmt *stmt);
const char *source_call(const Expr *expr);
const char *source_jump_or_call(const Stmt *root); // in the statement, or in its expressions

// Why the iterations of the loop cannot be told apart: it does not count up one by one, or it is left early. NULL: they
// can.
const char *source_indivisible(const Stmt *stmt);

// The block that has both statements as items, the second one after the first one; NULL: there is none.
const Stmt *source_block_of(const Stmt *root, const Stmt *first, const Stmt *second);
int source_item_of(const Stmt *block, const Stmt *item); // its position in the block; -1: it is no item

// Whether something below `root` writes or declares what `expr` reads.
bool source_changes(const Stmt *root, const Expr *expr);

// ---- definitions in front of a loop (sink_definitions.c)

// The tree with the definitions in the loop (sink); NULL: there are none that may be there.
Stmt *sink_definitions(Candidate *state, Stmt *root, const Stmt *loop);
// Whether the loop is then all that the loop around it does.
bool sink_moves_all(const Candidate *state, const Stmt *loop);

// ---- names of places

// Whether it is a short integer expression of iterators and parameters alone, the same wherever it stands. `choices`:
// it may choose, or call what does, and be longer. (forward.c)
bool source_is_place(const Expr *expr, bool choices);
// The tree without scalars that are computed once, from iterators and parameters alone: their values replace them.
// (forward.c)
Stmt *source_forward_places(Candidate *state, Stmt *root);
// Also those whose values are choices, or calls that are. (forward.c)
Stmt *source_forward_values(Candidate *state, Stmt *root);
// The same, after what is computed in several steps has become one choice. (choices.c)
Stmt *source_forward_choices(Candidate *state, Stmt *root);

// ---- separation: the body of a loop in pieces (distribute_statements.c)

enum { MAX_PIECES = 64 };

// Statements that can run in loops of their own, in textual order; sets of them are bits. A branch or loop whose header
// depends on values of the loop is one piece with all that it holds.
typedef struct Pieces {
    const Stmt *loop;
    const Stmt *items[MAX_PIECES];
    int count;
    uint64_t dependents[MAX_PIECES]; // those that depend on it: they must not come earlier
    uint64_t carried[MAX_PIECES];    // of these, by way of another iteration of the loop
    uint64_t with[MAX_PIECES];       // a local passes between them that cannot have an element for each iteration
    uint64_t copied;                 // definitions of locals that any loop can compute again for itself
} Pieces;

// NULL, or why the loop's body cannot be divided.
const char *pieces_of(const Candidate *state, const Stmt *loop, Pieces *pieces);
// The remaining dependences between the pieces after `split_node` has copied the values that it can.
void pieces_split_node(const Facts *facts, Pieces *pieces);
// The scalar that the statement declares or sets without regard to its value; NULL: none.
const Symbol *source_defined_by(const Stmt *stmt);
// Whether a scalar that is local to the loop, or to one inside it, can have an element for each iteration.
bool source_can_expand(const Candidate *state, const Stmt *loop, const Symbol *symbol);
// The innermost of the loops at and below `loop` in which the symbol is declared; 0: none.
LoopId source_declared_in(const Stmt *loop, const Symbol *symbol);

#endif
