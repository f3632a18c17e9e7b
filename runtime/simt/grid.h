// Runs the blocks of a grid on several host threads.
#pragma once

#include "block.h"
#include "symbols.h"

namespace simt
{

// Returns when all blocks have run. One grid at a time (ApiLock).
void grid_run(const Grid &grid, const KernelSymbols &symbols);

} // namespace simt
