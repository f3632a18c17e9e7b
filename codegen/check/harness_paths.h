// How the harness names memory.
#ifndef CURESTRUCT_CODEGEN_CHECK_HARNESS_PATHS_H
#define CURESTRUCT_CODEGEN_CHECK_HARNESS_PATHS_H

#include "ir/ir.h"

// "&G[0][0]" is "G", "(img.data)" is "img.data", and "((struct inner *)v->content)->data" is "v->content->data".
const char *harness_path(Arena *arena, const char *host);
// Of rows that are reached through pointers: "&p[0].list" is "p->list", and "p /*[]->own->x*/" is "p[]->own->x".
const char *harness_rows_path(Arena *arena, const Array *array);

#endif
