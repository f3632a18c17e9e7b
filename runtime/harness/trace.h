// What the launchers of the generated code report: one line per call in the file that CURESTRUCT_TRACE names.
#ifndef CRS_HARNESS_TRACE_H
#define CRS_HARNESS_TRACE_H

#include "spec.h"

#include <stdbool.h>

enum { MAX_FUNCTION_GOALS = 512 };

typedef struct Trace {
    int device;                        // calls that ran on the device
    int launches;                      // of kernels
    int serial;                        // calls that left the nest to the serial original
    char reason[200];                  // of the first of those: "crs_sum_1: 'a' and 'b' overlap"
    unsigned long seen;                // bit i: launcher i of the function was called
    unsigned long versions;            // bit i: version i of the function's ran
    bool launched[MAX_FUNCTION_GOALS]; // by goal of the function's: its kernel was launched
} Trace;

void trace_open(void); // before any worker starts
void trace_clear(void);
Trace trace_read(const CrsFunction *function);

#endif
