// The sizes to try: combinations of values for the integers that a function depends on.
#ifndef CRS_HARNESS_SIZES_H
#define CRS_HARNESS_SIZES_H

#include "spec.h"

#include <stdbool.h>

enum { MAX_SIZES = 32 };

typedef enum CandidateKind {
    CANDIDATE_EQUAL, // all sizes the same value
    CANDIDATE_LARGE, // the same, for many blocks
    CANDIDATE_HUGE,  // the same, with one set of data
    CANDIDATE_MIXED, // drawn: take as many as are wanted
    CANDIDATE_REST,  // of one size, for a function of which few others ran on the device
    CANDIDATE_GOAL,  // looked for, to reach something in the kernels
    CANDIDATE_GIVEN, // every one was given by --size
} CandidateKind;

typedef struct Candidate {
    CandidateKind kind;
    const char *version;    // CANDIDATE_GOAL: of the kernels, or NULL
    long drawn_extent;      // Notes.drawn_extent
    bool pointless;         // nothing to mix: one size only
    long values[MAX_SIZES]; // of function->sizes
} Candidate;

// Candidate number `number`, from 0, the most informative first; false after the last one.
bool sizes_candidate(const CrsSpec *spec, const CrsFunction *function, unsigned long seed, int number,
                     Candidate *candidate);
// Candidate number `number` of a sweep: little work, and each size takes small values and all orders of magnitude.
enum { SWEPT_SPANS = 24 }; // after so many, each size takes a value of the same magnitude again
bool sizes_swept(const CrsSpec *spec, const CrsFunction *function, unsigned long seed, int number,
                 Candidate *candidate);
// Makes it less work: one size, each in turn, keeps its value, and the largest of the others shrinks. false: none can.
bool sizes_shrink(const CrsSpec *spec, const CrsFunction *function, int number, Candidate *candidate);
bool sizes_given(const CrsSpec *spec, const char *name);                       // by --size
long sizes_given_value(const CrsSpec *spec, const char *name, long otherwise); // the first one
// Whether each size is at least that of the other candidate; those that are compared with constants are equal.
bool sizes_exceed(const CrsFunction *function, const Candidate *larger, const Candidate *smaller);
// A --size that names nothing in any function, or NULL.
const char *sizes_unknown(const CrsSpec *spec);

#endif
