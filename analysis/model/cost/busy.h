// Which warps of a block have work: where a tile is larger than what there is to do, many of them end at once.
#ifndef CURESTRUCT_ANALYSIS_BUSY_H
#define CURESTRUCT_ANALYSIS_BUSY_H

#include "analysis/model/cost/count.h"

// Bit w: warp w of the block has work, for all that is known. Of at most 32 warps.
uint32_t busy_warps(Arena *arena, const Stmt *kernel, const KernelShape *shape, const MappingSizes *sizes,
                    const int64_t *block);

#endif
