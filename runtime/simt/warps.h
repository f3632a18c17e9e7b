// Warp-level operations of a block's threads.
#pragma once

#include "block.h"

namespace simt
{

void warps_reset(Block &block);

// Called when a thread leaves the kernel: a lane that waits for it would wait for ever, which is reported.
void warp_thread_exits(Block &block, unsigned thread);

} // namespace simt
