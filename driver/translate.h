// A translation: the input, and what the passes make of each nest.
#ifndef CURESTRUCT_DRIVER_TRANSLATE_H
#define CURESTRUCT_DRIVER_TRANSLATE_H

#include "codegen/codegen.h"
#include "codegen/report/explain.h"

typedef struct Translation {
    Arena *arena;
    Diag *diag;
    const Options *options;
    const Device *device; // to plan for, where no clause names another
    Unit *unit;
    Facts **facts;
    Facts **read; // the same before any step, where a nest was analysed
    Program **programs;
    int only;                     // 0: all nests; otherwise nest only - 1 and no other one
    int tried;                    // nests that the passes ran over
    const ScheduleFile *schedule; // --schedule=FILE, or NULL
    const Schedule **schedules;   // what it says of each nest, or NULL
    bool tuned;                   // the schedules are those of --tuned: one that does not fit is ignored
    Explanation *explaining;      // of the current nest, for `explain`; otherwise NULL
    Explanation *explanations;    // per nest
    DiagRecord messages;          // for `explain` and --diagnostics-format
    Text dump;                    // what --emit=ir|schedule|tiled and --dump-after print
} Translation;

// Reads the input, with functions of the files of --whole and --helpers. NULL: errors were reported.
Unit *read_input_unit(Translation *translation);
// Reads the input and runs the passes over every nest. false: errors were reported.
bool translate(Translation *translation);
// The same without what concerns all of a program, for a device that is known. NULL in `programs`: nothing was read.
bool translate_file(Translation *translation);
// Whether each name of --dump-after is one of a pass; false: reported.
bool translate_knows_dump(const Translation *translation);
// Whether the input defines the function of --function; false: reported.
bool translate_knows_function(const Translation *translation);
// Reads --schedule, and says of each nest what the file has for it (schedules.c). false: reported.
bool schedules_read(Translation *translation);
bool schedules_assign(Translation *translation);

#endif
