// Pragmas of others: which of them are a misspelt `#pragma curestruct`.
#ifndef CURESTRUCT_FRONTEND_PRAGMA_H
#define CURESTRUCT_FRONTEND_PRAGMA_H

// The likely meaning of a pragma with this name: "curestruct", "curestruct begin" or "curestruct end"; NULL: it belongs
// to another compiler.
const char *pragma_meant(const char *name);

// "OpenMP" for omp, "OpenACC" for acc, otherwise NULL: directives of loops that are not read here.
const char *pragma_language(const char *name);

#endif
