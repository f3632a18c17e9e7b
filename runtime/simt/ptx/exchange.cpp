// Operations of the lanes of a warp.
#include "thread.h"

namespace simt::ptx
{

// The lane that a lane's value comes from, and whether it is one of its part of the warp.
static unsigned source_lane(const ThreadState &thread, const Instruction &instruction, bool &inside)
{
    size_t first = instruction.first;
    unsigned lane = thread.lane(), by = thread.read(instruction.operands[first + 1]) & 31;
    uint64_t limits = thread.read(instruction.operands[first + 2]);
    unsigned segment = limits >> 8 & 31, bound = limits & 31;
    unsigned least = lane & segment, most = least | (bound & ~segment & 31);
    int from = (int)(instruction.has(Word::up)     ? lane - by
                     : instruction.has(Word::down) ? lane + by
                     : instruction.has(Word::bfly) ? lane ^ by
                                                   : least | (by & ~segment & 31));
    inside = instruction.has(Word::up) ? from >= (int)most : from <= (int)most;
    return inside ? (unsigned)from : lane;
}

static void shuffle(const std::vector<ThreadState *> &lanes)
{
    std::vector<uint64_t> values(lanes_per_warp, 0);
    for (const ThreadState *lane : lanes)
        values[lane->lane()] = lane->read(lane->instruction().operands[lane->instruction().first]);
    for (ThreadState *lane : lanes) {
        const Instruction &instruction = lane->instruction();
        bool inside;
        unsigned from = source_lane(*lane, instruction, inside);
        lane->write(instruction.operands[0], values[from & 31]);
        if (instruction.first == 2)
            lane->write(instruction.operands[1], inside);
    }
}

static void vote(const std::vector<ThreadState *> &lanes)
{
    uint64_t ballot = 0, present = 0;
    for (const ThreadState *lane : lanes) {
        present |= (uint64_t)1 << lane->lane();
        ballot |= (uint64_t)(lane->read(lane->instruction().operands[1]) != 0) << lane->lane();
    }
    for (ThreadState *lane : lanes) {
        const Instruction &instruction = lane->instruction();
        lane->write(instruction.operands[0], instruction.has(Word::ballot) ? ballot
                                             : instruction.has(Word::any)  ? ballot != 0
                                             : instruction.has(Word::all)  ? ballot == present
                                                                           : ballot == present || ballot == 0);
    }
}

static void reduce(const std::vector<ThreadState *> &lanes)
{
    uint64_t result = lanes[0]->read(lanes[0]->instruction().operands[1]);
    for (size_t i = 1; i < lanes.size(); i++)
        result = updated(lanes[0]->instruction(), result, lanes[i]->read(lanes[i]->instruction().operands[1]), 0);
    for (ThreadState *lane : lanes)
        lane->write(lane->instruction().operands[0], result);
}

void exchange(const std::vector<ThreadState *> &lanes)
{
    switch (lanes[0]->instruction().opcode) {
    case Opcode::shfl: shuffle(lanes); break;
    case Opcode::vote: vote(lanes); break;
    case Opcode::redux: reduce(lanes); break;
    default: break;
    }
    for (ThreadState *lane : lanes) {
        lane->wait = ThreadState::nothing;
        lane->at++;
    }
}

} // namespace simt::ptx
