// Warp-level operations of a block's threads.
#pragma once

#include "block.h"

namespace simt
{

void warps_reset(Block &block);

// A lane of the warp waits, and the thread has left the kernel: if it waits for the thread, that is reported.
void warp_check_waiting(Block &block, unsigned thread);

// Called when a thread leaves the kernel.
inline void warp_thread_exits(Block &block, unsigned thread)
{
    Warp &warp = block.warps[thread / lanes_per_warp];
    warp.exited |= 1u << thread % lanes_per_warp;
    if (__builtin_expect(warp.waiting != 0, 0))
        warp_check_waiting(block, thread);
}

} // namespace simt
