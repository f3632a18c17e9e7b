// `curestruct ladder`: the rungs of each nest as plain code, checked and counted on the CPU.
#ifndef CURESTRUCT_DRIVER_LADDER_H
#define CURESTRUCT_DRIVER_LADDER_H

#include "driver/translate.h"

// Prints them for each nest of the input, or of --function. Status: 0; 1 for errors in the input; 2 if it has no
// such function or rung; 77 if no nest has a ladder; 3 if a rung computes something else than the serial loop.
int ladder_print(Translation *translation);

// Translates the nest by each rung of its ladder, for the chart of `explain --format=html`; nothing is run.
void ladder_explain(const Translation *translation, int index, Explanation *explanation);

#endif
