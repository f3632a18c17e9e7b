// The legal next decisions of a candidate, from the facts of its nest alone.
//
// A decision is a few steps of the schedule language that are taken together. candidate_decisions proposes; names and
// verdicts are looked at, nothing is built. decision_take does the steps, each of which is asked whether it is legal.
// So a candidate of the search is a value that a user's schedule could have made, and its schedule can be printed and
// read back. candidate_successors judges all proposals and counts equal trees once.
//
// Kinds come in the order of DecisionKind: the source is changed first, orders and stages need shared loops, and
// `reduce` needs all loops of its sum bound. A candidate may be complete after any decision: decisions_complete.
#ifndef CURESTRUCT_TRANSFORM_SEARCH_CANDIDATES_H
#define CURESTRUCT_TRANSFORM_SEARCH_CANDIDATES_H

#include "transform/schedule/schedule.h"

typedef enum DecisionKind {
    DECIDE_SOURCE,  // collapse, distribute, fuse, join, rfactor, split_node, sink, ..: one step on the source
    DECIDE_SHARE,   // who runs the iterations of a loop (Share)
    DECIDE_ORDER,   // interchange of a serial loop with the only loop in it
    DECIDE_REDUCE,  // a reduction whose updates run concurrently is taken apart
    DECIDE_STAGE,   // an array in registers or shared memory inside of a loop
    DECIDE_WORK,    // a serial loop is unrolled, or its iterations become vector elements
    DECIDE_PERSIST, // a loop of the host around kernels runs in one kernel
    DECISION_KINDS,
} DecisionKind;

typedef enum ShareForm {
    SHARE_BLOCKS,     // L is blocks
    SHARE_TILES,      // L.tile blocks, L.thread threads
    SHARE_NEIGHBOURS, // L.tile blocks, L.thread threads, L.reg: `each` neighbouring iterations of a thread
    SHARE_STRIDED,    // the same, with the iterations of a thread `threads` apart
    SHARE_THREADS,    // L.thread threads of a block take turns: L.turn
    SHARE_TURNS,      // threads of so many `blocks` take turns: L.block, L.thread, L.turn
    SHARE_HOST,       // L stays on the host, around kernels
} ShareForm;

// Blocks and threads are those of the next free direction: x before y before z.
typedef struct Share {
    const char *loop; // L, undivided
    ShareForm form;
    int64_t threads, each, blocks; // 0: the form has none
} Share;

typedef struct Decision {
    DecisionKind kind;
    Share share; // DECIDE_SHARE
    Step step;   // all others
} Decision;

typedef VECTOR(Decision) Decisions;

// Proposals of the kind. DECIDE_SOURCE: of a candidate without a private tree; all others: of one with it. Sizes are
// powers of two: threads of a block from 16 to 256 in the first direction and from 2 to 16 in others, 2 to 8
// iterations of a thread, one and four blocks for each multiprocessor.
Decisions candidate_decisions(const Candidate *candidate, DecisionKind kind);

// NULL: some step is refused.
const Candidate *decision_take(const Candidate *candidate, const Decision *decision);

// All legal candidates that one decision of the kind makes, in the order of the proposals, equal trees once.
typedef struct Successors {
    VECTOR(const Candidate *) candidates;
    Decisions decisions; // that made them
    int proposed;
} Successors;
Successors candidate_successors(const Candidate *candidate, DecisionKind kind);

// Whether its tree is that of a candidate that it was made from.
bool candidate_repeats(const Candidate *candidate);

// Whether the candidate can be lowered as it is.
bool candidate_is_complete(const Candidate *candidate);

// Loops that could run in parallel by their verdict, but neither do nor hold a loop that does, nor are inside of one.
int candidate_idle_loops(const Candidate *candidate);

const char *decision_kind_name(DecisionKind kind); // "share"

#endif
