#include "machine.h"

#include <deque>
#include <map>
#include <stdio.h>
#include <stdlib.h>

#include "../profile.h"
#include "warp.h"

namespace simt
{

constexpr size_t most_static_shared = 48 * 1024;
constexpr uint64_t most_instructions = 20'000'000'000; // of a launch; more is a loop that waits for ever

// ---- Groups of lanes ----

static uint32_t &meeting(Warp32 &warp, const Operand &barrier, unsigned lane)
{
    return warp.convergence[barrier.index & 15][lane];
}

static const Operand &barrier_of(const Instruction &instruction)
{
    for (const Operand &operand : instruction.operands)
        if (operand.type == Operand::barrier)
            return operand;
    return instruction.operands.front();
}

// Lanes of the group that go elsewhere become a group of their own.
static void jump(Warp32 &warp, size_t group, uint32_t taken, int64_t to)
{
    uint32_t stays = warp.groups[group].mask & ~taken;
    if (!stays) {
        warp.groups[group].at = to;
        return;
    }
    if (taken)
        warp.groups.push_back({taken, to});
    warp.groups[group].mask = stays;
    warp.groups[group].at++;
}

static void wait(Group &group, Group::Wait wait, uint32_t wanted)
{
    group.wait = wait;
    group.wanted = wanted;
}

static void leave(Warp32 &warp, size_t group, uint32_t mask)
{
    warp.alive &= ~mask;
    warp.groups[group].mask &= ~mask;
    warp.groups[group].at++;
}

static void jump_to_registers(Warp32 &warp, size_t group, const Operand &operand)
{
    uint32_t rest = warp.groups[group].mask;
    warp.groups[group].mask = 0;
    while (rest) {
        uint32_t to = warp.reg(operand.index, (unsigned)__builtin_ctz(rest)), same = 0;
        each_lane(rest, [&](unsigned lane) { same |= (uint32_t)(warp.reg(operand.index, lane) == to) << lane; });
        warp.groups.push_back({same, (int64_t)(to / 16)});
        rest &= ~same;
    }
}

// What a jump also asks for: BRA P1, `(label)
static uint32_t asked(const Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    for (const Operand &operand : instruction.operands)
        if (operand.type == Operand::predicate || operand.type == Operand::uniform_predicate)
            mask &= warp.read_predicate(operand);
    return mask;
}

static uint32_t lanes_wanted(const Warp32 &warp, const Instruction &instruction, const Group &group)
{
    Values value;
    if (instruction.has(Modifier::ALL) || instruction.operands.empty())
        return warp.alive;
    warp.read_bits(instruction.operands[0], value);
    return value[__builtin_ctz(group.mask)] & warp.alive;
}

// Executes an instruction of control for the lanes of the mask, a part of the group; every case moves the group on.
static void control(Warp32 &warp, size_t index, const Instruction &instruction, uint32_t mask)
{
    Group &group = warp.groups[index];
    switch (instruction.opcode) {
    case Opcode::BRA: {
        int64_t to = instruction.operands.back().value;
        uint32_t taken = asked(warp, instruction, mask);
        if (instruction.has(Modifier::DIV)) {
            Values all;
            warp.read_bits(instruction.operands[0], all);
            taken = (all[0] & warp.alive) == group.mask ? 0 : mask;
        }
        jump(warp, index, taken, to);
        return;
    }
    case Opcode::CALL: jump(warp, index, mask, instruction.operands.back().value); return;
    case Opcode::RET: jump_to_registers(warp, index, instruction.operands.front()); return;
    case Opcode::EXIT: leave(warp, index, asked(warp, instruction, mask)); return;
    case Opcode::BSSY:
        each_lane(group.mask, [&](unsigned lane) { meeting(warp, barrier_of(instruction), lane) = group.mask; });
        group.at++;
        return;
    case Opcode::BREAK: {
        uint32_t leaves = asked(warp, instruction, mask);
        for (uint32_t &meets : warp.convergence[barrier_of(instruction).index & 15])
            meets &= ~leaves;
        group.at++;
        return;
    }
    case Opcode::BSYNC: wait(group, Group::convergence, 0); return;
    case Opcode::WARPSYNC: wait(group, Group::lanes, lanes_wanted(warp, instruction, group)); return;
    case Opcode::BAR: wait(group, Group::whole_block, 0); return;
    default: group.at++;
    }
}

// ---- Meeting ----

// The lanes that wait where this group does, and for what it waits for.
static uint32_t gathered(const Warp32 &warp, const Group &group)
{
    uint32_t here = 0;
    for (const Group &other : warp.groups)
        if (other.mask && other.wait == group.wait && (other.at == group.at || group.wait == Group::lanes))
            here |= other.mask;
    return here;
}

static bool can_go_on(const Warp32 &warp, const Group &group)
{
    uint32_t here = gathered(warp, group);
    if (group.wait == Group::lanes)
        return (group.wanted & warp.alive & ~here) == 0;
    const Instruction &instruction = warp.block.launch->code->instructions[(size_t)group.at];
    uint32_t wanted = warp.convergence[barrier_of(instruction).index & 15][__builtin_ctz(group.mask)];
    return (wanted & warp.alive & ~here) == 0;
}

// Groups that wait at one place become one.
static void merge(Warp32 &warp, size_t first)
{
    Group &group = warp.groups[first];
    uint32_t wanted = group.wait == Group::convergence
                          ? warp.convergence[barrier_of(warp.block.launch->code->instructions[(size_t)group.at]).index &
                                             15][__builtin_ctz(group.mask)]
                          : all_lanes;
    for (size_t i = 0; i < warp.groups.size(); i++) {
        Group &other = warp.groups[i];
        if (i == first || !other.mask || other.wait != group.wait || other.at != group.at || (other.mask & ~wanted))
            continue;
        group.mask |= other.mask;
        other.mask = 0;
    }
    group.wait = Group::nothing;
    group.at++;
}

// A group that can execute; -1: all wait for the rest of the block, or have left.
static int next_group(Warp32 &warp)
{
    for (size_t i = warp.groups.size(); i-- > 0;)
        if (!warp.groups[i].mask)
            warp.groups.erase(warp.groups.begin() + (long)i);
    for (size_t i = 0; i < warp.groups.size(); i++)
        if (warp.groups[i].wait == Group::nothing)
            return (int)i;
    for (size_t i = 0; i < warp.groups.size(); i++)
        if (warp.groups[i].wait != Group::whole_block && can_go_on(warp, warp.groups[i])) {
            merge(warp, i);
            return (int)i;
        }
    return -1;
}

// ---- A block ----

static void execute(Warp32 &warp, size_t index)
{
    const Launch &launch = *warp.block.launch;
    Group &group = warp.groups[index];
    const Instruction &instruction = launch.code->instructions[(size_t)group.at];
    launch.tally->executed[(size_t)group.at]++;
    uint32_t mask = group.mask;
    if (instruction.guard.type != Operand::none)
        mask &= warp.read_predicate(instruction.guard);
    bool controls = instruction.kind == Kind::control || instruction.opcode == Opcode::BAR;
    if (controls && mask) {
        control(warp, index, instruction, mask);
        return;
    }
    if (mask)
        switch (instruction.kind) {
        case Kind::global:
        case Kind::local: access_memory(warp, instruction, mask); break;
        case Kind::shared:
            instruction.opcode == Opcode::SHFL ? compute(warp, instruction, mask)
                                               : access_memory(warp, instruction, mask);
            break;
        case Kind::barrier: break;
        default: compute(warp, instruction, mask);
        }
    group.at++;
}

static void stop(const Launch &launch, const char *what)
{
    fprintf(stderr, "curestruct simt: machine code of %s: %s\n", launch.code->kernel.c_str(), what);
    exit(3);
}

// Until all lanes wait for the block, or have left.
static void run_warp(Warp32 &warp, uint64_t &left)
{
    for (int index; (index = next_group(warp)) >= 0;)
        while ((size_t)index < warp.groups.size() && warp.groups[(size_t)index].wait == Group::nothing &&
               warp.groups[(size_t)index].mask) {
            execute(warp, (size_t)index);
            if (--left == 0)
                stop(*warp.block.launch, "it does not end");
        }
}

static bool all_at_barrier(const std::deque<Warp32> &warps, bool &any)
{
    any = false;
    for (const Warp32 &warp : warps)
        for (const Group &group : warp.groups)
            if (group.mask && group.wait != Group::whole_block)
                return false;
            else
                any = any || group.mask;
    return true;
}

static void run_block(const Launch &launch, uint3 index, size_t shared_bytes, uint64_t &left)
{
    MachineBlock block = {&launch, index, std::vector<uint8_t>(shared_bytes, 0xff)};
    unsigned threads = launch.grid->block.x * launch.grid->block.y * launch.grid->block.z;
    std::deque<Warp32> warps;
    for (unsigned first = 0; first < threads; first += lanes_per_warp)
        warps.emplace_back(block, first, threads - first);
    for (bool any = true; any;) {
        for (Warp32 &warp : warps)
            run_warp(warp, left);
        if (!all_at_barrier(warps, any))
            stop(launch, "its lanes wait for one another");
        for (Warp32 &warp : warps)
            for (Group &group : warp.groups)
                if (group.mask) {
                    group.wait = Group::nothing;
                    group.at++;
                }
    }
}

// ---- A launch ----

static const char *code_file()
{
    static const char *const name = getenv("CURESTRUCT_SIMT_MACHINE");
    return name && *name ? name : nullptr;
}

static const Code *find_code(const char *kernel)
{
    static const std::vector<Code> *const all = new std::vector<Code>(read_code(code_file()));
    for (const Code &code : *all)
        if (code.kernel == kernel)
            return &code;
    return nullptr;
}

static std::string why_not(const Grid &grid, const Code *code)
{
    if (!code)
        return "there is no such kernel for an architecture that is known";
    if (!code->unknown.empty())
        return code->unknown;
    for (const Instruction &instruction : code->instructions)
        if (const char *why = not_executed(instruction))
            return std::string(opcode_name(instruction.opcode)) + ": " + why;
    return grid.cooperative ? "its blocks wait for one another" : !grid.call->pack ? "its parameters" : "";
}

static void put(std::vector<uint8_t> &bank, size_t offset, unsigned value)
{
    memcpy(&bank[offset], &value, sizeof value);
}

static std::vector<uint8_t> constants_of(const Grid &grid, const Code &code)
{
    std::vector<uint8_t> bank(code.parameters);
    const unsigned sizes[] = {grid.block.x, grid.block.y, grid.block.z, grid.grid.x, grid.grid.y, grid.grid.z};
    for (size_t i = 0; i < 6; i++)
        put(bank, 4 * i, sizes[i]);
    put(bank, 0x28, local_bytes); // the end of the stack
    std::vector<uint8_t> parameters(grid.call->pack(*grid.call, nullptr));
    grid.call->pack(*grid.call, parameters.data());
    bank.insert(bank.end(), parameters.begin(), parameters.end());
    return bank;
}

static void append(const std::string &text)
{
    const char *name = getenv("CURESTRUCT_SIMT_PROFILE");
    if (name && *name)
        append_text(name, text);
}

static std::string launch_line(const Grid &grid)
{
    char line[600];
    snprintf(line, sizeof line, "launch\t%.400s\t%u\t%u\t%u\t%u\t%u\t%u\n", grid.kernel_name, grid.grid.x, grid.grid.y,
             grid.grid.z, grid.block.x, grid.block.y, grid.block.z);
    return line;
}

static void report(const Grid &grid, const Code &code, const Tally &tally)
{
    std::string text = launch_line(grid) + "machine";
    for (uint64_t number : {tally.requests, tally.lanes, tally.sectors, tally.shared, tally.cycles})
        text += "\t" + std::to_string(number);
    uint64_t sums[opcode_count] = {0};
    Kind kinds[opcode_count] = {};
    for (size_t i = 0; i < code.instructions.size(); i++) {
        sums[(size_t)code.instructions[i].opcode] += tally.executed[i];
        kinds[(size_t)code.instructions[i].opcode] = code.instructions[i].kind;
    }
    text += "\n";
    for (size_t i = 0; i < opcode_count; i++)
        if (sums[i])
            text += std::string("executed\t") + opcode_name((Opcode)i) + "\t" + kind_name(kinds[i]) + "\t" +
                    std::to_string(sums[i]) + "\n";
    append(text);
}

bool machine_run(const Grid &grid)
{
    if (!code_file())
        return false;
    const Code *code = find_code(grid.kernel_name);
    std::string why = why_not(grid, code);
    if (!why.empty()) {
        append(launch_line(grid) + "unknown\t" + why + "\n");
        return false;
    }
    Tally tally;
    tally.executed.resize(code->instructions.size());
    Launch launch = {code, &grid, constants_of(grid, *code), &tally};
    uint64_t left = most_instructions;
    size_t bytes = shared_begin + most_static_shared + grid.dynamic_shared;
    for (unsigned z = 0; z < grid.grid.z; z++)
        for (unsigned y = 0; y < grid.grid.y; y++)
            for (unsigned x = 0; x < grid.grid.x; x++)
                run_block(launch, {x, y, z}, bytes, left);
    report(grid, *code, tally);
    return true;
}

} // namespace simt
