// The sizes at which the rungs of a ladder are counted and timed.
#ifndef CURESTRUCT_DRIVER_LADDER_SIZES_H
#define CURESTRUCT_DRIVER_LADDER_SIZES_H

#include "analysis/facts.h"
#include "frontend/options/options.h"

// A value for all integer parameters of a nest: by the loops, one inside of the other, whose lengths depend on them, or
// by the number of parameters if that is larger.
typedef struct LadderSizes {
    int one, two, more;
} LadderSizes;

// Gives options->sizes these values; not if --size did. `read`: the facts of the nest before any step.
void ladder_sizes(Arena *arena, Options *options, const Nest *nest, const Facts *read, const LadderSizes *values);
// Whether the nest has an integer parameter of this name. Otherwise `names` gets those that it has.
bool ladder_sizes_has(const Nest *nest, const char *name, Text *names);
// "rows=512,columns=512"; "" without any.
const char *ladder_sizes_words(Arena *arena, const Options *options);

#endif
