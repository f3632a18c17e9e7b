// Memory that the harness shares with the processes in which the three builds run.
#ifndef CRS_HARNESS_SHARED_H
#define CRS_HARNESS_SHARED_H

#include <stdint.h>

enum {
    MAX_LOOPS = 4096,
    MAX_ARGUMENTS = 64,
    MAX_GLOBALS = 1024,
    MAX_RECORDS = 2048,
    MAX_RANGES = 1 << 16,
    MAX_EXTENTS = 8,
    MAX_PRESENT = 64,
    MAX_VERSION_NAME = 40,
    MAX_GOALS = 1 << 12
};

typedef enum RecordKind { RECORD_RANGE, RECORD_ROWS, RECORD_INDEX, RECORD_DECLARED } RecordKind;

// One call of a crs_touch function.
typedef struct Record {
    RecordKind kind;
    char *base;
    long low, high;               // bytes from `base`; RECORD_INDEX: values in [low, high)
    long column_low, column_high; // RECORD_ROWS: bytes from each row's pointer
    int monotone;
    int exact;        // RECORD_INDEX: from the subscript as a whole, not from the array that it indexes
    int extent_count; // RECORD_DECLARED
    long extents[MAX_EXTENTS];
} Record;

// What became of a loop in a run.
enum { LOOP_REACHED = 1, LOOP_ITERATED = 2 };

// What the reference is told before a run and has said after it.
typedef struct Notes {
    int probing;       // keep records
    long drawn_extent; // crs_drawn_extent, other than as usual; or 0
    int perturbation;  // 0: results are rounded and not moved; otherwise each is moved by its bound, up or down at
                       // random
    int perturb_math;  // the results of math functions too
    long step_limit;
    long steps;
    int too_long; // the run ended at step_limit
    int inexact;  // some bound was not 0
    int assumption_failed;
    char assumption[120];
    int goals_only;                 // the nests say whether the conditions of their goals hold, and do nothing
    unsigned char goals[MAX_GOALS]; // by number: the condition held
    double work[MAX_GOALS];         // and then, how much work the kernel is
    unsigned char loops[MAX_LOOPS]; // of those that no condition of a nest guards
    int record_count;
    Record records[MAX_RECORDS];
} Notes;

typedef struct Range {
    char *begin, *end;
} Range;

// Memory that the caller has on the device: the pointer at `place` leads to the middle of [begin, end).
typedef struct Present {
    char **place;
    char *begin, *end;
} Present;

typedef struct Shared {
    int function;
    char version[MAX_VERSION_NAME]; // CURESTRUCT_VERSION for the next run; "": the sizes choose
    int again;                      // the next run finds the state that the one before left
    int most_blocks;                // along y and z of a grid, or 0: as many as there may be; CURESTRUCT_SIMT_GRID
    int races;                      // and looks for data races: CURESTRUCT_SIMT_RACES
    void *arguments[MAX_ARGUMENTS]; // where the parameters' values are
    void *globals[MAX_GLOBALS];     // and those of the variables at file scope
    void *result;
    int range_count;
    Range ranges[MAX_RANGES]; // the accessible parts of the arena
    int present_count;
    Present present[MAX_PRESENT];
    int signal;  // that ended the process, or 0
    char *fault; // the address of the bad access
    Notes notes;
} Shared;

#endif
