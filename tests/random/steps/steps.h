// Random schedules: what main.c (nests, failures), walk.c (one schedule) and draw.c (one step) share.
#ifndef CURESTRUCT_TESTS_RANDOM_STEPS_H
#define CURESTRUCT_TESTS_RANDOM_STEPS_H

#include <stdio.h>

#include "transform/candidate.h"
#include "transform/schedule/schedule.h"

// ---- draw.c

typedef struct Random {
    uint64_t state;
} Random;

uint64_t random_next(Random *random);
int random_below(Random *random, int count); // from 0 on; count > 0
bool random_is(Random *random, int percent);

typedef VECTOR(const char *) Words;

// A step for the candidate, as text: the verb from the table, arguments mostly of what is there, sometimes nonsense.
// on_source: a step that changes the source.
const char *draw_step(Random *random, const Candidate *candidate, bool on_source);
// A step that is likely to give a loop of the candidate to blocks or threads.
const char *draw_bind(Random *random, const Candidate *candidate);
// The step with one number changed.
const char *draw_changed(Random *random, Arena *arena, const char *step);

// ---- walk.c

enum { MOST_STEPS = 160, STEP_LENGTH = 256 };

// What the process that tries steps tells the one that watches.
typedef struct Progress {
    double slowest; // seconds of a step
    char slowest_words[STEP_LENGTH], slowest_nest[STEP_LENGTH];
    int walk; // the current one
    long steps, accepted, finished, walks;
    long tried[STEP_KINDS], done[STEP_KINDS];
    int count;                           // of the steps of the current walk, refused ones included
    char words[MOST_STEPS][STEP_LENGTH]; // as drawn
} Progress;

typedef struct Walk {
    const char *name; // of the nest, as reports name it
    const SourceFile *source;
    int index;            // of the nest in its file
    const Words *planned; // the steps of the planned schedule
    Progress *progress;
    const Words *given; // these steps are tried, no random ones; NULL: random ones
    FILE *finished;     // gets each finished schedule; or NULL
    bool talks;         // says what becomes of each step
} Walk;

// Tries steps on the nest, random ones by `seed`; a refused one is left out. After each accepted step: the tree keeps
// the rules of ir/check.c, and reads back from its text. At the end the same steps are applied as a schedule, and
// lowered. What goes wrong ends the process with a status other than 0.
void walk(const Walk *walk, uint64_t seed);

// The nest as the first step finds it, read again and analyzed. false: it is refused.
bool walk_begin(const Walk *walk, Arena *arena, Diag *diag, Candidate *first);

#endif
