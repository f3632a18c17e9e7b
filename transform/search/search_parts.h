// What the files of the search share: search.c (sources) and search_sharings.c (sharings of the chosen one).
#ifndef CURESTRUCT_TRANSFORM_SEARCH_SEARCH_PARTS_H
#define CURESTRUCT_TRANSFORM_SEARCH_SEARCH_PARTS_H

#include "analysis/model/cost/cost.h"
#include "transform/search/search.h"

// How far a search goes, by the nest's effort.
typedef struct Bounds {
    bool warned; // only of a nest that the planner would warn about (loops on the host, or in too few threads), or far
                 // from the least time
    int states, patience; // all, and in a row that are not faster than the fastest one
    int sharings;         // of the source that was chosen, if sharings follow
    double sharing_gain;  // that one of them must have: it has no versions by size
    long operations;      // of integer sets, when sources are analysed
    int64_t walked;       // statements, when work is counted
    double worth;         // the search is left out if no schedule can be faster by this factor
} Bounds;

typedef struct State {
    const Candidate *source;
    const Program *program;
    bool expanded;
    int tried; // number in the result
} State;

// Times that differ by less count as equal.
#define SEARCH_EQUAL 1.02

typedef VECTOR(const char *) Sources; // as text

typedef struct Search {
    const Candidate *nest;
    const Candidate *first; // the nest in the arena of the search
    const Facts *launched;  // of the planner's own candidate: no other may assume more
    const Bounds *bounds;
    SearchResult *result;
    VECTOR(State) states;
    Sources seen;                 // what states were made of
    Sources changed, distributed; // what one step has made of one of them: any other, or loops for statements
    bool collapses;               // EFFORT_USUAL, of a nest that is not slow: no other step on the source is asked
    bool shares;                  // sharings follow
    int sharings, since;          // sharings that were judged; states after the fastest one
    int64_t walked;
    double fastest;
} Search;

// Adds the time at that point; false: it is not known.
bool search_price(Search *search, const Program *program, int point, Tried *tried);

// Counts the candidate as tried.
void search_add(Search *search, const Candidate *source, const Program *program, const Tried *tried);

// Sharings of the nests of a source, best first: the first of each nest, then those that differ in one choice from the
// fastest one so far. One nest after the other; of all others the sharing stays as it is. Each is planned as a whole.
void search_sharings(Search *search, const Candidate *source);

#endif
