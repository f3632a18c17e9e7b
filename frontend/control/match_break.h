// A loop that ends at the first match.
#ifndef CURESTRUCT_FRONTEND_MATCH_BREAK_H
#define CURESTRUCT_FRONTEND_MATCH_BREAK_H

#include "frontend/clang/state.h"

// The loop's body is `if (c) { v = e; ..; break; }` or `if (c) break;`: the pass first_match reads it as a reduction,
// or refuses the nest.
bool breaks_at_match(Reader *reader, CXCursor body);
// The body computes something, and then has `if (c) break;`.
bool breaks_before_work(Reader *reader, CXCursor body);

#endif
