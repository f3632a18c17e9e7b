// The report of `explain` as one HTML file that needs no network: the parts of the text, pictures, and the code after
// each step of the schedule.
#ifndef CURESTRUCT_CODEGEN_HTML_H
#define CURESTRUCT_CODEGEN_HTML_H

#include "codegen/report/explain.h"

// `explanations`: one for each item "nests" of the report, in its order. `input`: the file's name, for the title.
void html_page(Text *out, const Report *report, const Explanation *explanations, int count, const char *input);

#endif
