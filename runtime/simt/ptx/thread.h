// A thread that executes PTX, and what it has in common with others.
#pragma once

#include "../block.h"
#include "code.h"

#include <unordered_map>

namespace simt::ptx
{

// Bytes of global memory that the launch has changed, as they were before.
typedef std::unordered_map<uint64_t, uint8_t> Before;

struct BlockState {
    const Kernel *kernel;
    const Grid *grid;
    Before *before; // NULL: no load of the kernel takes memory for constant
    uint3 index;
    std::vector<uint8_t> shared;
    const std::vector<uint8_t> *parameters;
};

struct ThreadState {
    enum Wait : uint8_t { nothing, lanes, whole_block, left };
    BlockState *block;
    unsigned number; // in its block
    uint3 index;
    size_t at = 0;
    Wait wait = nothing;  // at the instruction `at`, for other lanes of the warp, or for the block
    uint32_t members = 0; // lanes: the lanes that have to come
    bool carry = false;
    std::vector<uint64_t> registers; // each holds no more bits than it has
    std::vector<uint8_t> local;

    unsigned lane() const { return number % lanes_per_warp; }
    const Instruction &instruction() const { return block->kernel->code[at]; }
    uint64_t read(const Operand &operand) const;
    void write(const Operand &operand, uint64_t value);
};

// Executes until the thread has to wait or has left. `left`: instructions that the launch may still execute; 0 when it
// returns: there were too many.
void run_thread(ThreadState &thread, uint64_t &left);

// What an atomic or a reduction makes of a value that was there, and one or two operands.
uint64_t updated(const Instruction &instruction, uint64_t before, uint64_t value, uint64_t other);

// For the lanes of a warp, all of which wait at the same kind of operation: executes it, and lets them go on.
void exchange(const std::vector<ThreadState *> &lanes);

// Why it cannot be executed although its words are known; NULL: it can.
const char *not_executed(const Instruction &instruction);

} // namespace simt::ptx
