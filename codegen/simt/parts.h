// The parts of `curestruct simt`.
#ifndef CURESTRUCT_CODEGEN_SIMT_PARTS_H
#define CURESTRUCT_CODEGEN_SIMT_PARTS_H

#include "frontend/options/options.h"

typedef VECTOR(const char *) Names;

// folder/program of options->input, with its device part in folder/device.so. false: reported.
bool simt_build(Arena *arena, Diag *diag, const Options *options, const char *folder);

// The names of the `extern __shared__` arrays that the object of a device part refers to. false: not such an object.
bool dynamic_shared_names(Arena *arena, const char *object, Names *out);

// The text of a report, with FILE:LINE for each {MODULE+OFFSET ...}, and with the line itself after a place that begins
// a line. false: there is no symbolizer; the text has "unknown place" then.
bool places_resolve(Arena *arena, Diag *diag, const char *folder, const char *report, Text *out);

#endif
