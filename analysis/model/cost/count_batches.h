// Loads that are in flight together, in the order of the code.
#ifndef CURESTRUCT_ANALYSIS_COUNT_BATCHES_H
#define CURESTRUCT_ANALYSIS_COUNT_BATCHES_H

#include "analysis/model/cost/counter.h"

// The present batch ends; loads of so many iterations are in it.
void counter_end_round(Counter *counter, double unrolled);
// The same; of loads whose addresses are loaded, so many iterations are in one batch, which comes after that of the
// others.
void counter_end_iteration(Counter *counter, double unrolled, double indirect_unrolled);
// A load or a store of global memory, of that group (Batch). A load ends the batch if a store of the present iteration
// waits for the batch, and the compiler cannot tell that they touch different elements.
void counter_touch(Counter *counter, const Array *array, const Form *form, int64_t width, bool writes);
// What the last touch, a load, has asked for.
void counter_touched(Counter *counter, int group, double sectors, double units, double lines);
// An iteration of the loop (its variable) has ended, of which `merged` are one piece of code, which runs for that part
// of all: what one of these loads or stores is in a register for the later ones, whose loads are taken back. Returns
// whether a store is among that.
bool counter_forward(Counter *counter, int variable, int merged, double part);
void counter_pend(Counter *counter, int group); // somebody waits for the load
void counter_pend_indirect(Counter *counter);   // for one whose address is loaded before it
// A part of the code ends that may be skipped: nothing moves into it, or out of it, so that its loads and those of the
// batch before it are apart.
void counter_leave(Counter *counter, const Pending *before);
// Whether the next iterations of the loop (its variable; as many as the compiler would unroll) have to wait for this
// one: their loads follow its stores, and the compiler cannot tell that they touch different elements. `indirect`:
// loads whose addresses are loaded, or the others.
bool counter_is_chained(const Counter *counter, const Stmt *loop, int variable, double unrolled, bool indirect);

#endif
