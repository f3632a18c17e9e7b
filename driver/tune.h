// curestruct tune: measures the candidates of the search, and writes the schedule of the fastest one beside the input.
#ifndef CURESTRUCT_DRIVER_TUNE_H
#define CURESTRUCT_DRIVER_TUNE_H

#include "driver/translate.h"

// For each nest of the input: the candidates with the least predicted time (-O2) are built, several at a time, run one
// after the other, and compared with the serial code, until --time is over. What was measured is kept in --keep
// (INPUT.tune), so that the same command goes on where it was interrupted. Returns the exit status.
int tune(Translation *translation);

// Where the tuned schedules of an input for a device are: INPUT.DEVICE.schedule.
const char *tuned_path(Arena *arena, const char *input, const Device *device);

#endif
