// Of the reference's subscripts from index arrays: calls that tell the harness which values may be drawn.
#ifndef CURESTRUCT_CODEGEN_REFERENCE_INDEX_H
#define CURESTRUCT_CODEGEN_REFERENCE_INDEX_H

#include "codegen/codegen.h"

// A scalar of the nest that is written once: `int k = index[i];`
typedef struct Definition {
    const Symbol *symbol;
    Expr *value; // NULL: unknown
    int writes;
} Definition;

typedef struct IndexSearch {
    Arena *arena;
    const Facts *facts;
    VECTOR(Definition) definitions;
} IndexSearch;

IndexSearch index_search(Arena *arena, const Facts *facts, const Stmt *body);
// The access with subscripts that note what their indices may be, and stay inside while that is asked.
Expr *index_bounded_access(IndexSearch *search, Expr *access);
// The same for values that the launcher wants within their rows.
void index_emit_rows(IndexSearch *search, Text *out);

#endif
