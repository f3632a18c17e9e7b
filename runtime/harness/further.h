// Further calls at sizes that were tried: each after a run that passed, of the same trial. They add to the summary.
#ifndef CRS_HARNESS_FURTHER_H
#define CRS_HARNESS_FURTHER_H

#include "summary.h"

// Whether the run is counted (check --profile): each function is called equally often then, as its caller would.
bool is_counted(void);
// Whether the sizes are some work, but little, so that several sets of data can be tried.
bool is_little(const Trial *trial);
// Of one more run, in iterations: those of the function, and what a run and each of its launches take besides.
long cost_of_run(const Trial *trial);
// Whether one more run costs little, launches included.
bool is_cheap(const Trial *trial);

// Once more, on device pointers.
void try_device_memory(Check *check, Trial *trial, Summary *summary);
// A second call in the same process, after a call on other data: the first call must not influence it.
bool wants_again(const Summary *summary, const Trial *trial);
void try_again(Check *check, Trial *trial, Summary *summary);
// Where one element decides about the result, one set of data shows few mistakes.
void try_scattered(Check *check, Trial *trial, Summary *summary);
// With pointers that overlap: a launcher may then leave its loop to the serial original.
void try_overlaps(Check *check, Trial *trial, Summary *summary);

#endif
