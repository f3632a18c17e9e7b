// "did you mean ...?" for options and clauses.
#ifndef CURESTRUCT_FRONTEND_SUGGEST_H
#define CURESTRUCT_FRONTEND_SUGGEST_H

// The candidate that `word` most likely means (few letters wrong, missing, doubled or exchanged; the first on ties), or
// NULL if none is near. `candidates` ends with NULL.
const char *suggest(const char *word, const char *const *candidates);

#endif
