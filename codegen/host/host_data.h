// `enter`, `exit` and `update` in the user's text.
#ifndef CURESTRUCT_CODEGEN_HOST_DATA_H
#define CURESTRUCT_CODEGEN_HOST_DATA_H

#include "codegen/host/rewrite.h"

bool edit_data(Edits *edits, ByteRange range);     // the directive at this place, if it is one of these
void edit_residency(Edits *edits);                 // what keeps arrays on the device between nests
bool uses_data(const Unit *unit);                  // whether there are such directives, or the installed header
void emit_data_names(Text *out, const Unit *unit); // of the functions of the prelude that these need
void emit_data_prototypes(Text *out, const Unit *unit, Language language);

#endif
