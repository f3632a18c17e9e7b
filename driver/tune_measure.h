// Measuring schedules of a nest, some of which are built at a time (curestruct tune).
#ifndef CURESTRUCT_DRIVER_TUNE_MEASURE_H
#define CURESTRUCT_DRIVER_TUNE_MEASURE_H

#include "driver/translate.h"

typedef enum MeasureOutcome { MEASURE_TIMED, MEASURE_REFUSED, MEASURE_WRONG, MEASURE_NO_DEVICE } MeasureOutcome;

typedef struct Measured {
    const char *file; // of the schedules; NULL: as planned
    MeasureOutcome outcome;
    double seconds; // of one call, for all sizes together
} Measured;

// With --measure, the command is run with the file as its argument ("" : as planned), and prints microseconds;
// otherwise the folder that `bench --export` makes is built and run. Files go into `folder`.
void measure_all(Arena *arena, Diag *diag, const Options *options, const char *function, const char *folder,
                 Measured *measured, int count);

#endif
