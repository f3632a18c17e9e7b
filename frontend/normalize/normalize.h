// The passes from what the reader made of a nest to what analysis takes, in order.
#ifndef CURESTRUCT_FRONTEND_NORMALIZE_H
#define CURESTRUCT_FRONTEND_NORMALIZE_H

#include "ir/ir.h"

// Takes the body of the nest and returns another one; NULL: refused, reported. Until canonical_nest the body is a block
// of the statements that the directive names.
typedef struct Normalization {
    const char *name;
    Stmt *(*run)(Nest *nest, Stmt *body);
} Normalization;

int normalization_count(void);
const Normalization *normalization_at(int index);

// One of them: replaces nest->body and checks the tree; false: refused, nest->refused is set.
bool normalize(Nest *nest, const Normalization *pass);
bool normalize_nest(Nest *nest); // all of them

#endif
