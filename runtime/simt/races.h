// Finding data races: CURESTRUCT_SIMT_RACES=1.
//
// It works only for programs whose loads and stores call the runtime: compile with `-fsanitize=thread` (g++ or
// clang++), and link without it. Two accesses to the same bytes race if different threads make them, at least one of
// them stores, at least one is not atomic, and nothing orders them. What orders two accesses:
//   in one block: a barrier of the block; in one warp: also __syncwarp;
//   in two blocks: an atomic operation after __threadfence in the first one, and a later such operation in the second,
//   or an atomic operation followed by __threadfence, as in a lock.
// Neither the order in which the threads run nor the values matter. The blocks run on one host thread. What an earlier
// launch did precedes everything. Allocations of more than 64 MB are not watched. Accesses that leave an allocation by
// less than a page are found as well.
//
// CURESTRUCT_SIMT_CHECK=1 asks for more, of programs that clang has compiled in its CUDA mode (check.h).
#pragma once

#include "block.h"

namespace simt
{

// Around each launch; the first asks the environment, which may change between launches.
void races_begin();
void races_end();
// Whether the launch is watched.
bool races_wanted();
// What most accesses are to: the variables of threads, and their indices. It is empty if nothing is watched.
struct OwnMemory {
    uintptr_t stacks, indices;
    size_t stacks_size, indices_size;
};
extern OwnMemory own_memory;
inline bool is_own(const void *address)
{
    return (uintptr_t)address - own_memory.stacks < own_memory.stacks_size ||
           (uintptr_t)address - own_memory.indices < own_memory.indices_size;
}
// An access by the current thread. `instruction`: where it is made, as a return address.
void races_load(const void *address, size_t size, const void *instruction);
void races_store(const void *address, size_t size, const void *instruction);
// The same for four bytes, which most accesses have.
void races_load_word(const void *address, const void *instruction);
void races_store_word(const void *address, const void *instruction);
// An atomic operation; `reads`: what was there before matters to it.
void races_atomic(const void *address, size_t size, bool reads, const void *instruction);
void races_fence();

} // namespace simt
