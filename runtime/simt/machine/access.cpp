// Loads, stores, copies and atomics, and what they cost.
#include <stdio.h>
#include <stdlib.h>

#include "../requests.h"
#include "arithmetic.h"

namespace simt
{

enum class Space { global, shared, local };

static unsigned access_size(const Instruction &instruction)
{
    return instruction.has(Modifier::_128)                                    ? 16
           : instruction.has(Modifier::_64)                                   ? 8
           : instruction.has(Modifier::U8) || instruction.has(Modifier::S8)   ? 1
           : instruction.has(Modifier::U16) || instruction.has(Modifier::S16) ? 2
                                                                              : 4;
}

// ---- Addresses ----

static uint64_t address_of(const Warp32 &warp, const Operand &operand, unsigned lane)
{
    bool is_register = operand.index >= 0 && operand.index != zero_register;
    uint64_t address = is_register ? warp.reg(operand.index, lane) : 0;
    if (is_register && operand.wide)
        address |= (uint64_t)warp.reg(operand.index + 1, lane) << 32;
    if (operand.uniform_index >= 0 && operand.uniform_index != zero_uniform)
        address += warp.uniform(operand.uniform_index);
    return address + (uint64_t)operand.value;
}

static void stop(const char *what, uint64_t address)
{
    fprintf(stderr, "curestruct simt: machine code: %s %#llx\n", what, (unsigned long long)address);
    exit(3);
}

static uint8_t *place(Warp32 &warp, Space space, uint64_t address, unsigned lane, unsigned size)
{
    if (space == Space::global)
        return (uint8_t *)address;
    address &= 0xffffffffu;
    if (space == Space::shared) {
        if (address < shared_begin || address + size > warp.block.shared.size())
            stop("shared address", address);
        return &warp.block.shared[address];
    }
    if (warp.local.empty())
        warp.local.resize((size_t)local_bytes * lanes_per_warp);
    if (address + size > local_bytes)
        stop("local address", address);
    return &warp.local[(size_t)lane * local_bytes + address];
}

static Request request_of(const Warp32 &warp, const Instruction &instruction, const Operand &operand, uint32_t mask)
{
    Request request = {};
    request.size = access_size(instruction);
    request.active = mask;
    each_lane(mask, [&](unsigned lane) { request.address[lane] = address_of(warp, operand, lane); });
    return request;
}

static void count(const Warp32 &warp, const Request &request, Space space)
{
    Tally &tally = *warp.block.launch->tally;
    if (!request.active || space == Space::local)
        return;
    tally.lanes += (unsigned)__builtin_popcount(request.active);
    if (space == Space::shared) {
        tally.shared++;
        tally.cycles += count_cycles(request);
    } else {
        tally.requests++;
        tally.sectors += count_sectors(request);
    }
}

// ---- Loads and stores ----

static uint32_t extended(const Instruction &instruction, uint32_t word)
{
    return instruction.has(Modifier::S8)    ? (uint32_t)(int32_t)(int8_t)word
           : instruction.has(Modifier::S16) ? (uint32_t)(int32_t)(int16_t)word
                                            : word;
}

// d, [address]
static void load(Warp32 &warp, const Instruction &instruction, uint32_t mask, Space space)
{
    Request request = request_of(warp, instruction, instruction.operands[1], mask);
    const Operand &to = instruction.operands[0];
    count(warp, request, space);
    if (to.type != Operand::reg || to.index == zero_register)
        return;
    each_lane(mask, [&](unsigned lane) {
        uint32_t words[4] = {0};
        memcpy(words, place(warp, space, request.address[lane], lane, request.size), request.size);
        words[0] = extended(instruction, words[0]);
        for (unsigned w = 0; w < (request.size + 3) / 4; w++)
            warp.reg(to.index + (int)w, lane) = words[w];
    });
}

static uint32_t word_of(const Warp32 &warp, const Operand &operand, unsigned word, unsigned lane)
{
    return operand.type != Operand::reg || operand.index == zero_register ? 0
                                                                          : warp.reg(operand.index + (int)word, lane);
}

// [address], value
static void store(Warp32 &warp, const Instruction &instruction, uint32_t mask, Space space)
{
    Request request = request_of(warp, instruction, instruction.operands[0], mask);
    request.store = true;
    count(warp, request, space);
    each_lane(mask, [&](unsigned lane) {
        uint32_t words[4];
        for (unsigned w = 0; w < 4; w++)
            words[w] = w < (request.size + 3) / 4 ? word_of(warp, instruction.operands[1], w, lane) : 0;
        memcpy(place(warp, space, request.address[lane], lane, request.size), words, request.size);
    });
}

// [shared], [global], [predicate: otherwise zeros]
static void copy(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Request to = request_of(warp, instruction, instruction.operands[0], mask);
    uint32_t loads = instruction.operands.size() > 2 ? warp.read_predicate(instruction.operands[2]) & mask : mask;
    Request from = request_of(warp, instruction, instruction.operands[1], loads);
    from.past_cache = from.size == 16;
    memcpy(from.written, to.address, sizeof to.address);
    count(warp, from, Space::global);
    each_lane(mask, [&](unsigned lane) {
        uint8_t *place_to = place(warp, Space::shared, to.address[lane], lane, to.size);
        if (loads >> lane & 1)
            memcpy(place_to, (const void *)from.address[lane], to.size);
        else
            memset(place_to, 0, to.size);
    });
}

// ---- Atomics ----

template <class T> static T updated(const Instruction &instruction, T before, T value)
{
    return instruction.has(Modifier::MIN)    ? (value < before ? value : before)
           : instruction.has(Modifier::MAX)  ? (before < value ? value : before)
           : instruction.has(Modifier::AND)  ? (T)((uint64_t)before & (uint64_t)value)
           : instruction.has(Modifier::OR)   ? (T)((uint64_t)before | (uint64_t)value)
           : instruction.has(Modifier::XOR)  ? (T)((uint64_t)before ^ (uint64_t)value)
           : instruction.has(Modifier::EXCH) ? value
                                             : (T)(before + value);
}

static uint64_t updated_bits(const Instruction &instruction, uint64_t before, uint64_t value)
{
    if (instruction.has(Modifier::F32)) {
        float sum = float_of((uint32_t)before) + float_of((uint32_t)value);
        uint32_t bits;
        memcpy(&bits, &sum, sizeof bits);
        return bits;
    }
    if (instruction.has(Modifier::F64)) {
        double sum = double_of(before) + double_of(value);
        memcpy(&before, &sum, sizeof before);
        return before;
    }
    if (instruction.has(Modifier::INC) && !instruction.has(Modifier::POPC))
        return before >= value ? 0 : before + 1;
    if (instruction.has(Modifier::S64))
        return (uint64_t)updated<int64_t>(instruction, (int64_t)before, (int64_t)value);
    if (instruction.has(Modifier::S32))
        return (uint32_t)updated<int32_t>(instruction, (int32_t)before, (int32_t)value);
    return updated<uint64_t>(instruction, before, value);
}

// [P,] [d,] [address], [compared,] value
static void update(Warp32 &warp, const Instruction &instruction, uint32_t mask, Space space)
{
    size_t at = 0;
    Operand done, to;
    if (instruction.operands[0].type == Operand::predicate)
        done = instruction.operands[at++];
    if (instruction.operands[at].type == Operand::reg)
        to = instruction.operands[at++];
    const Operand &address = instruction.operands[at++];
    bool compares = instruction.has(Modifier::CAS) || instruction.has(Modifier::CAST);
    Operand compared, value;
    if (compares)
        compared = instruction.operands[at++];
    if (at < instruction.operands.size())
        value = instruction.operands[at];
    bool wide = instruction.has(Modifier::_64) || instruction.has(Modifier::F64);
    unsigned size = wide ? 8 : 4;
    each_lane(mask, [&](unsigned lane) {
        auto both = [&](const Operand &of) {
            return word_of(warp, of, 0, lane) | (wide ? (uint64_t)word_of(warp, of, 1, lane) << 32 : 0);
        };
        uint8_t *at_place = place(warp, space, address_of(warp, address, lane), lane, size);
        uint64_t before = 0, operand = instruction.has(Modifier::POPC) ? 1 : both(value);
        memcpy(&before, at_place, size);
        bool equal = compares && before == both(compared);
        uint64_t after = compares ? (equal ? operand : before) : updated_bits(instruction, before, operand);
        memcpy(at_place, &after, size);
        uint64_t result = instruction.has(Modifier::CAST) ? equal : before;
        if (to.type != Operand::reg || to.index == zero_register)
            return;
        warp.reg(to.index, lane) = (uint32_t)result;
        if (wide && !instruction.has(Modifier::CAST))
            warp.reg(to.index + 1, lane) = (uint32_t)(result >> 32);
    });
    warp.write_predicate(done, all_lanes, mask);
}

void access_memory(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    switch (instruction.opcode) {
    case Opcode::LDG:
    case Opcode::LD: load(warp, instruction, mask, Space::global); break;
    case Opcode::STG:
    case Opcode::ST: store(warp, instruction, mask, Space::global); break;
    case Opcode::LDS: load(warp, instruction, mask, Space::shared); break;
    case Opcode::STS: store(warp, instruction, mask, Space::shared); break;
    case Opcode::LDL: load(warp, instruction, mask, Space::local); break;
    case Opcode::STL: store(warp, instruction, mask, Space::local); break;
    case Opcode::LDGSTS: copy(warp, instruction, mask); break;
    case Opcode::ATOMS: update(warp, instruction, mask, Space::shared); break;
    default: update(warp, instruction, mask, Space::global);
    }
}

} // namespace simt
