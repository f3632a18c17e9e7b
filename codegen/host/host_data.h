// `enter`, `exit` and `update` in the user's text.
#ifndef CURESTRUCT_CODEGEN_HOST_DATA_H
#define CURESTRUCT_CODEGEN_HOST_DATA_H

#include "codegen/host/rewrite.h"

bool edit_data(Edits *edits, ByteRange range);        // the directive at this place, if it is one of these
void edit_moves(Edits *edits, MovesPlace place);      // of the data of blocks
void edit_residency(Edits *edits);                    // what keeps arrays on the device between nests
bool uses_data(const Unit *unit);                     // whether there are such directives, or the installed header
void emit_data_names(Text *out, const Unit *unit);    // of the functions of the prelude that these need
bool is_inserted(const Unit *unit, const char *name); // a text of residency has the word
// Sets HostFile.insertions where the host runs what OpenMP or OpenACC gives to the device.
void plan_devices(Arena *arena, Unit *unit, Program *const *programs);
void emit_data_prototypes(Text *out, const Unit *unit, Language language);

#endif
