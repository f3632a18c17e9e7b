// Measuring schedules of a nest, some of which are built at a time (curestruct tune, ladder).
#ifndef CURESTRUCT_DRIVER_TUNE_MEASURE_H
#define CURESTRUCT_DRIVER_TUNE_MEASURE_H

#include "driver/translate.h"

typedef enum MeasureOutcome {
    MEASURE_TIMED,
    MEASURE_REFUSED,
    MEASURE_WRONG,
    MEASURE_NO_DEVICE,
    MEASURE_LATE // it was not built in time
} MeasureOutcome;

typedef struct Measured {
    const char *file; // of the schedules; NULL: as planned
    bool plain;       // by --style=plain
    MeasureOutcome outcome;
    double seconds;               // of one call, for all sizes together
    double bandwidth, operations; // bytes and operations in a second, for the last size; 0: not known
} Measured;

// With --measure, the command is run with the file as its argument ("" : as planned), and prints microseconds,
// or the table of `bench --format=csv`; otherwise the folder that `bench --export` makes is built and run. Files go
// into `folder`.
typedef struct Measuring {
    Arena *arena;
    const Options *options;
    const char *function, *folder;
    Measured *measured;
    int count;
    double until; // seconds of process_now()
} Measuring;

// Builds all of them at a time, until then; nothing with --measure.
void measure_build(const Measuring *measuring);
// Times one that was built, and removes what was built.
void measure_time(const Measuring *measuring, int index);
// Builds and times all, however long that takes.
void measure_all(Arena *arena, const Options *options, const char *function, const char *folder, Measured *measured,
                 int count);

#endif
