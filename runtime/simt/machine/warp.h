// The state of one warp that executes machine code, and what its launch has in common.
#pragma once

#include <memory>
#include <stdint.h>
#include <string.h>
#include <vector>

#include "../block.h"
#include "code.h"

namespace simt
{

using Values = uint32_t[lanes_per_warp];
using Values64 = uint64_t[lanes_per_warp];

constexpr unsigned shared_begin = 0x400; // the driver keeps what is before
constexpr unsigned local_bytes = 16384;  // of a thread
constexpr uint32_t all_lanes = ~0u;

// Sums over a launch. Requests are of loads and stores, and of asynchronous copies from global memory; not of atomics.
struct Tally {
    std::vector<uint64_t> executed; // by instruction of the code
    uint64_t requests = 0, lanes = 0, sectors = 0, shared = 0, cycles = 0;
};

struct Launch {
    const Code *code;
    const Grid *grid;
    std::vector<uint8_t> constants; // bank 0
    Tally *tally;
};

struct MachineBlock {
    const Launch *launch;
    uint3 index;
    std::vector<uint8_t> shared;
};

// Lanes that are at the same instruction, and what they wait for.
struct Group {
    enum Wait { nothing, convergence, whole_block, lanes };
    uint32_t mask;
    int64_t at;
    Wait wait = nothing;
    uint32_t wanted = 0; // lanes: those that have to come
};

class Warp32
{
  public:
    Warp32(MachineBlock &block, unsigned first_thread, unsigned count);

    // ---- values of an operand, for all lanes
    void read(const Operand &operand, Values out) const;        // with its sign, as an integer
    void read_bits(const Operand &operand, Values out) const;   // without any modifier
    void read_float(const Operand &operand, Values out) const;  // bits of a float
    void read_wide(const Operand &operand, Values64 out) const; // of two registers, as an integer
    void read_double(const Operand &operand, Values64 out) const;
    uint32_t read_predicate(const Operand &operand) const; // a bit for each lane
    void write(const Operand &operand, const Values in, uint32_t mask);
    void write_wide(const Operand &operand, const Values64 in, uint32_t mask);
    void write_predicate(const Operand &operand, uint32_t in, uint32_t mask);
    uint32_t &reg(int index, unsigned lane) { return registers_[(size_t)index][lane]; }
    uint32_t reg(int index, unsigned lane) const { return registers_[(size_t)index][lane]; }
    uint32_t uniform(int index) const { return index == zero_uniform ? 0 : uniform_[index]; }

    MachineBlock &block;
    unsigned first_thread;
    uint32_t alive;
    std::vector<Group> groups;
    uint32_t convergence[16][lanes_per_warp] = {}; // for each lane: who meets at this barrier
    std::vector<uint8_t> local;                    // of all lanes, when any is used

  private:
    Values registers_[zero_register + 1] = {};
    uint32_t uniform_[zero_uniform + 2] = {};
    uint32_t predicates_[true_predicate + 1] = {}, uniform_predicates_[true_predicate + 1] = {};
};

template <class Visit> void each_lane(uint32_t mask, Visit visit)
{
    for (; mask; mask &= mask - 1)
        visit((unsigned)__builtin_ctz(mask));
}

// Executes for the lanes of the mask. An instruction of registers; of memory.
void compute(Warp32 &warp, const Instruction &instruction, uint32_t mask);
void access_memory(Warp32 &warp, const Instruction &instruction, uint32_t mask);

// Why it cannot be executed although its words are known; NULL: it can.
const char *not_executed(const Instruction &instruction);

} // namespace simt
