#include "ptx.h"

#include <stdio.h>
#include <stdlib.h>

#include "../profile.h"
#include "thread.h"

namespace simt::ptx
{

constexpr uint64_t most_instructions = 20'000'000'000; // of a launch; more is a loop that waits for ever

// ---- A block

static uint3 index_in(dim3 size, unsigned number)
{
    return {number % size.x, number / size.x % size.y, number / size.x / size.y};
}

static void stop(const Kernel &kernel, const char *what)
{
    fprintf(stderr, "curestruct simt: PTX of %s: %s\n", kernel.name.c_str(), what);
    exit(3);
}

// The lanes that wait with this one, if all have come that it waits for.
static std::vector<ThreadState *> meeting(std::vector<ThreadState> &threads, size_t begin, size_t end, size_t one)
{
    std::vector<ThreadState *> lanes;
    const ThreadState &first = threads[one];
    for (size_t i = begin; i < end; i++) {
        ThreadState &thread = threads[i];
        if (!(first.members >> thread.lane() & 1) || thread.wait == ThreadState::left)
            continue;
        if (thread.wait != ThreadState::lanes || thread.members != first.members ||
            thread.instruction().opcode != first.instruction().opcode)
            return {};
        lanes.push_back(&thread);
    }
    return lanes;
}

// Until all lanes wait for the block, or have left.
static void run_warp(std::vector<ThreadState> &threads, size_t begin, uint64_t &left)
{
    size_t end = begin + lanes_per_warp < threads.size() ? begin + lanes_per_warp : threads.size();
    for (bool moved = true; moved && left;) {
        moved = false;
        for (size_t i = begin; i < end; i++)
            run_thread(threads[i], left);
        for (size_t i = begin; i < end; i++) {
            if (threads[i].wait != ThreadState::lanes)
                continue;
            std::vector<ThreadState *> lanes = meeting(threads, begin, end, i);
            if (!lanes.empty())
                exchange(lanes);
            moved = moved || !lanes.empty();
        }
    }
}

static void begin_block(BlockState &block, std::vector<ThreadState> &threads)
{
    for (unsigned i = 0; i < threads.size(); i++) {
        ThreadState &thread = threads[i];
        thread.block = &block;
        thread.number = i;
        thread.index = index_in(block.grid->block, i);
        thread.at = 0;
        thread.wait = ThreadState::nothing;
        thread.registers.assign(block.kernel->widths.size(), 0);
        thread.local.assign(block.kernel->local_bytes, 0xff);
    }
}

static void run_block(BlockState &block, std::vector<ThreadState> &threads, uint64_t &left)
{
    begin_block(block, threads);
    for (bool any = true; any;) {
        for (size_t first = 0; first < threads.size(); first += lanes_per_warp)
            run_warp(threads, first, left);
        if (!left)
            stop(*block.kernel, "it does not end");
        any = false;
        for (ThreadState &thread : threads) {
            if (thread.wait == ThreadState::left)
                continue;
            if (thread.wait != ThreadState::whole_block)
                stop(*block.kernel, "its lanes wait for one another");
            any = true;
            thread.wait = ThreadState::nothing;
            thread.at++;
        }
    }
}

// ---- A launch

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : nullptr;
}

static const Kernel *find_kernel(const char *name)
{
    static const std::vector<Kernel> *const all =
        new std::vector<Kernel>(read_kernels(variable("CURESTRUCT_SIMT_PTX")));
    for (const Kernel &kernel : *all)
        if (kernel.name == name)
            return &kernel;
    return nullptr;
}

static std::string why_not(const Grid &grid, const Kernel *kernel)
{
    if (!kernel)
        return "there is no such kernel";
    if (!kernel->unknown.empty())
        return kernel->unknown;
    for (const Instruction &instruction : kernel->code)
        if (const char *why = not_executed(instruction))
            return why;
    return grid.cooperative ? "its blocks wait for one another" : !grid.call->pack ? "its parameters" : "";
}

static void report(const char *word, const Grid &grid, const std::string &rest)
{
    const char *name = variable("CURESTRUCT_SIMT_PTX_REPORT");
    if (name)
        append_text(name, std::string(word) + "\t" + grid.kernel_name + "\t" + rest + "\n");
}

static bool run(const Grid &grid)
{
    if (!variable("CURESTRUCT_SIMT_PTX"))
        return false;
    const Kernel *kernel = find_kernel(grid.kernel_name);
    std::string why = why_not(grid, kernel);
    if (!why.empty()) {
        report("skipped", grid, why);
        return false;
    }
    std::vector<uint8_t> parameters(grid.call->pack(*grid.call, nullptr));
    grid.call->pack(*grid.call, parameters.data());
    std::vector<ThreadState> threads((size_t)grid.block.x * grid.block.y * grid.block.z);
    uint64_t left = most_instructions;
    Before before;
    for (uint64_t i = 0; i < (uint64_t)grid.grid.x * grid.grid.y * grid.grid.z; i++) {
        BlockState block = {kernel, &grid, kernel->has_constant ? &before : nullptr, {}, {}, &parameters};
        block.index = {(unsigned)(i % grid.grid.x), (unsigned)(i / grid.grid.x % grid.grid.y),
                       (unsigned)(i / grid.grid.x / grid.grid.y)};
        block.shared.assign(kernel->shared_bytes + grid.dynamic_shared, 0xff);
        run_block(block, threads, left);
    }
    report("executed", grid, std::to_string(most_instructions - left));
    return true;
}

} // namespace simt::ptx

bool simt::ptx_run(const Grid &grid) { return ptx::run(grid); }
