// Many cheap calls after the trials of a function: every version of its kernels, at sizes that are drawn so that each
// size takes every order of magnitude and many remainders.
#ifndef CRS_HARNESS_SWEEP_H
#define CRS_HARNESS_SWEEP_H

#include "summary.h"

// Adds its failures to the summary; no other function of it.
void try_sweep(Check *check, Summary *summary);

#endif
