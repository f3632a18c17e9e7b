// What steps.c (files of cases) asks of outcome.c (one case).
#ifndef CURESTRUCT_TESTS_TREE_STEPS_H
#define CURESTRUCT_TESTS_TREE_STEPS_H

#include "ir/parse.h"

typedef struct Outcome {
    const char *head;     // the nest as it was read, printed
    const char *messages; // all that was said
    const char *result;   // what the case asks for, printed; "" where the steps were refused
} Outcome;

// Reads the nest of `source`, does the steps that stand at `at`, and prints.
Outcome tree_outcome(Arena *arena, const SourceFile *source, Loc at, const char *steps);

#endif
