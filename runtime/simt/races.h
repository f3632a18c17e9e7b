// Finding data races: CURESTRUCT_SIMT_RACES=1.
//
// It works only for programs whose loads and stores call the runtime: compile with `-fsanitize=thread` (g++ or
// clang++), and link without it. Two accesses to the same bytes race if different threads make them, at least one of
// them stores, at least one is not atomic, and nothing orders them. What orders two accesses:
//   in one block: a barrier of the block; in one warp: also __syncwarp;
//   in two blocks: an atomic operation after __threadfence in the first one, and a later such operation in the second.
// Neither the order in which the threads run nor the values matter. The blocks run on one host thread. Each launch
// starts with an empty record. Allocations of more than 64 MB are not watched. Accesses that leave an allocation by
// less than a page are found as well.
#pragma once

#include "block.h"

namespace simt
{

// Around each launch; the first asks the environment, which may change between launches.
void races_begin();
void races_end();
// Whether the launch is watched.
bool races_wanted();
// An access by the current thread that the program does not make itself: of an asynchronous copy.
void races_note(const void *address, size_t size, bool store);

} // namespace simt
