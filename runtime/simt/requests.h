// What one request of a warp costs: sectors of global memory, cycles of the banks of shared memory.
//
// Two rules follow from measurements, not from documents: a copy of 16 bytes takes a sector again for each sector of
// shared memory that it goes to; two quarters of a warp take one cycle where each lane loads the same 16 bytes as the
// next, or as the next but one.
#pragma once

#include <stdint.h>

#include "block.h"

namespace simt
{

struct Request {
    unsigned size; // bytes of one lane
    bool store;
    bool past_cache; // an asynchronous copy of 16 bytes: its lanes also write to `written`
    uint32_t active; // a bit for each lane that takes part
    uintptr_t address[lanes_per_warp], written[lanes_per_warp];
};

// Distinct sectors of 32 bytes.
uint64_t count_sectors(const Request &request);
uint64_t count_cycles(const Request &request);

} // namespace simt
