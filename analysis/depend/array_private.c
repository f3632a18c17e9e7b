// What the analysis of private arrays answers about one loop, for steps and plans.
#include "analysis/depend/array_private.h"
#include "analysis/depend/private.h"
#include "analysis/sets/domain.h"

bool array_is_private(const Facts *facts, const Array *array, LoopId loop)
{
    const LoopNode *node = find_loop(facts->internal, loop);
    return node && private_covers_reads(facts->internal, array, node);
}
