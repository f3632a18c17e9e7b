// The times of a ladder's rungs: measured where there is a GPU, and predicted.
#ifndef CURESTRUCT_DRIVER_LADDER_TIME_H
#define CURESTRUCT_DRIVER_LADDER_TIME_H

#include "driver/translate.h"

typedef struct TimedRung {
    int number;       // in its ladder
    const char *file; // of the schedule, which is then in plain style; NULL: the planner's own
    ExplainRung made;
} TimedRung;

// Prints a table of them, at the sizes of `options`. Without a GPU (or --measure) the times are predicted only. Files
// go into `folder`.
void ladder_time(const Translation *translation, const Options *options, const Nest *nest, const char *folder,
                 const TimedRung *rungs, int count);

#endif
