// Copies of an array to shared memory at a loop.
#ifndef CURESTRUCT_TRANSFORM_MEMORY_STAGE_SHARED_H
#define CURESTRUCT_TRANSFORM_MEMORY_STAGE_SHARED_H

#include "transform/memory/stage.h"
#include "transform/tree/loops.h"

Stmt *stage_shared(Staging *staging, Stmt *root);
bool stage_find_chain(const Staging *staging, Chain *chain); // the bound loops around L, outermost first
// The body after a copy to the tile and a barrier. Copies of several arrays at one loop share its barriers: the new one
// goes before the first, unless it reads what others have copied.
Stmt *stage_with_copy(Arena *arena, Stmt *declaration, Stmt *copy, Stmt *body);
// The body with its accesses rewritten. Copies of the array to other tiles stay what they are.
Stmt *stage_rewrite_uses(Arena *arena, Stmt *body, ExprRewriter *rewriter, void *context);

#endif
