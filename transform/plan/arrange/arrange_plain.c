// Tiles in shared memory as a textbook has them: squares, one result for each thread.
#include "transform/plan/arrange/arrange_plain.h"
#include "transform/plan/arrange/arrange_transposed.h"
#include "transform/plan/arrange/granule.h"
#include "transform/plan/clauses.h"
#include "transform/plan/resources/resources.h"

enum { SHARED_SIDE = 16, TRANSPOSED_SIDE = 32, TRANSPOSED_TILE = TRANSPOSED_SIDE * TRANSPOSED_SIDE };

bool arrange_plain(Plan *plan, const Stmt *root, const Loop *const *loops, int count, const int *dimension)
{
    static const PlainTile shared = {SHARED_SIDE, SHARED_SIDE, 1, 1, SHARED_SIDE};
    static const ResourceSize transposed = {.threads = TRANSPOSED_TILE, .tile = TRANSPOSED_TILE};
    if (count != 2 || has_tile_clause(plan) || has_block_clause(plan->directive))
        return false;
    const Loop *x = loops[dimension[1] == 0], *y = loops[dimension[1] != 0];
    return arrange_plain_tile(plan, root, y, x, NULL, &shared) ||
           arrange_transposed_by(plan, root, loops[0], loops[1], x, NULL, &transposed);
}
