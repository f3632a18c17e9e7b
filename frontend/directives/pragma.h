// Pragmas of others: which of them are a misspelt `#pragma curestruct`.
#ifndef CURESTRUCT_FRONTEND_PRAGMA_H
#define CURESTRUCT_FRONTEND_PRAGMA_H

// The likely meaning of a pragma with this name: "curestruct", "curestruct begin" or "curestruct end"; NULL: it belongs
// to another compiler.
const char *pragma_meant(const char *name);

#endif
