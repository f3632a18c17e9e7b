// Facts as text.
#ifndef CURESTRUCT_ANALYSIS_DUMP_H
#define CURESTRUCT_ANALYSIS_DUMP_H

#include "analysis/facts.h"

// A stable text of all facts, for tests and --dump-after=analyze.
void print_facts(Text *out, const Facts *facts);

#endif
