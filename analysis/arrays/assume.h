// Assumptions that the launcher tests at run time, before it replaces the serial loop.
#ifndef CURESTRUCT_ANALYSIS_ARRAYS_ASSUME_H
#define CURESTRUCT_ANALYSIS_ARRAYS_ASSUME_H

#include "analysis/analysis.h"

// Requires that `violation`, a part of `domain`, is empty. True: it is, or a run-time assumption ensures it that leaves
// something of the domain; false: nothing that the host can test excludes it.
bool assume_empty(Analysis *analysis, __isl_take isl_set *violation, __isl_keep isl_set *domain);

// In fewer words: calls in which the domain is empty may break the assumption, too.
bool assume_empty_plainly(Analysis *analysis, __isl_take isl_set *violation, __isl_keep isl_set *domain);

// One of several such sets of sizes must be empty if the nest runs at all. The sets leave room for work; false: the
// host cannot test them.
bool assume_one_empty(Analysis *analysis, isl_set *const *violations, int count, __isl_keep isl_set *runs);

// The same for constants of the program itself, such as the length of a row: loops may be that short.
bool assume_declared(Analysis *analysis, __isl_take isl_set *violation, __isl_keep isl_set *domain);
bool assume_in_type(Analysis *analysis, const Site *site, __isl_keep isl_pw_aff *value, const Type *type);
void assume_limit(Analysis *analysis, const ArrayFact *fact, int64_t limit); // its flat subscripts lie in 0..limit
// The host computes with 64-bit parameters that are no sizes: the data that a condition asks for may be so large that
// the sums overflow.
void assume_small_data(Analysis *analysis);
void assume_no_overlap(Analysis *analysis);
void assume_unless_equal(Facts *facts);     // of the arrays in Facts.equals
void assume_assertions(Analysis *analysis); // those of the nest that the launcher can test

// Whether a store to the one array may change a value that is read from the other, or from a scalar in memory; by C's
// rules on types.
bool may_change(const Facts *facts, const ArrayFact *read, const ArrayFact *written);
bool may_change_scalar(const ArrayFact *fact, const Symbol *symbol);

// The assumptions before a question, so that they can be restored if the answer is of no use.
typedef struct Attempt {
    int assumptions, divisors;
    isl_set *context, *room;
} Attempt;
Attempt begin_attempt(Analysis *analysis);
void end_attempt(Analysis *analysis, Attempt *attempt, bool take_back);
int count_doubts(const Analysis *analysis, const Attempt *since); // how many of these an ordinary call may break

#endif
