// Index arithmetic of a kernel, as its compiler makes it.
#ifndef CURESTRUCT_ANALYSIS_COUNT_INDEX_H
#define CURESTRUCT_ANALYSIS_COUNT_INDEX_H

#include "analysis/model/cost/counter.h"

// Index arithmetic: an operation, and the address of an access, if the compiler has not computed them yet; the next
// iteration of the innermost loop begins, which stands for that many of the warp; a loop of the thread has ended.
void counter_index(Counter *counter, const Expr *expr, const Form *left, const Form *right);
void counter_index_address(Counter *counter, const Expr *access, const Form *subscripts, const int64_t *extents);
uint64_t counter_key(uint64_t hash, const Form *form); // the same for the same values
void counter_next_iteration(Counter *counter, double weight);
void counter_forget_computed(Counter *counter);
// A branch that may be skipped has ended: what was computed there, after so many values, is not there for what follows,
// unless loops do not move with it, which are begun after it.
void counter_forget_side(Counter *counter, int64_t before);
int counter_level(const Counter *counter, const Form *left, const Form *right); // loops around that both move with

#endif
