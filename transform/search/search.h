// The search: candidates of a nest, each with the time that it is predicted to take (analysis/model/cost).
//
// Best first. A state is the nest's source after some steps on it. It is judged by the kernels that the arrangements
// (transform/plan) make of it: their time is predicted at the sizes of sizes.h, without versions, but for what the
// planner takes without a search: then it is the time of the version that those sizes choose. The state that takes
// least time at the first of these sizes, and was not expanded yet, is expanded next: its legal successors
// (candidates.h) become states. With EFFORT_MORE, complete schedules of the fastest source follow
// (search_sharings.c). With EFFORT_USUAL, nests are searched that are warned about or far from the least time; of any
// other one, loops may become one (`collapse`), and some complete schedules follow if it takes about twice the least
// time and has no versions by size. The search of sources ends after a number of states, of operations of
// integer sets or of counted statements, if many states in a row are not faster than the fastest one, and if that one
// is near the least time that any schedule takes. No clock decides, so two runs find the same on any machine. The first
// state is what the planner takes without a search.
#ifndef CURESTRUCT_TRANSFORM_SEARCH_SEARCH_H
#define CURESTRUCT_TRANSFORM_SEARCH_SEARCH_H

#include "transform/lower/program.h"
#include "transform/plan/planner.h"
#include "transform/search/sizes.h"

// Another candidate must be predicted to take less than 1 / GAIN of the first one's time at the largest sizes, and at
// none more than LOSS of it: the model's error is known (docs/explain.md). Or more than that at some sizes, if the
// first one is worse by GAIN at its own worst sizes (search.c).
#define SEARCH_GAIN 1.5
#define SEARCH_LOSS 1.05

typedef struct Tried {
    const char *schedule; // its steps as text; "" : none
    bool complete;        // false: the steps are on the source, and arrangements plan the rest
    int64_t kernels;      // at the largest sizes
    double launches;
    double time[MOST_POINTS]; // ns, by the points of sizes.h; 0: nobody asked
    double least;             // ns: the arithmetic alone
    const char *bound;        // what bounds the kernel that takes most of it
} Tried;

typedef enum SearchEnd {
    SEARCH_DONE,
    SEARCH_SPARED,  // EFFORT_USUAL, no loop stays on the host around small kernels or runs in too few threads, and the
                    // planner's own candidate is near `least`, or not far from it without loops to become one
    SEARCH_NEAR,    // the planner's own candidate is near `least`
    SEARCH_UNKNOWN, // its time is not known
} SearchEnd;

typedef struct SearchResult {
    SearchEnd end;
    double gain; // that was asked for
    SizePoints points;
    VECTOR(Tried) tried; // the planner's own first, then in the order in which they were found
    double least;        // ns at the largest sizes: no schedule takes less
    int chosen;          // of `tried`
    bool bears;          // the chosen one is slower than the planner's own at some sizes
    int judged;          // sources, `tried` and those of which no kernels could be made
} SearchResult;

// `base`: the source that the planner takes without a search, `program` what it makes of it, and `versions` the same
// with versions by size, as no complete schedule has them (NULL: it has none). The result is in the arena of `nest`,
// the nest as it was read.
SearchResult *search_sources(const Candidate *nest, const Candidate *base, const Program *program,
                             const Program *versions);

// A candidate that is not complete, made once more from the nest.
const Candidate *search_source(const Candidate *nest, const Tried *tried);
// The program of a complete one. *source: after its steps on the source. NULL: refused, reported.
Program *search_program(const Candidate *nest, const Tried *tried, const Candidate **source, Diag *diag,
                        const PlanObserver *observer);

#endif
