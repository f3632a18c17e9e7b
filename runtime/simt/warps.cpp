// Warp-level operations. The last lane to arrive checks that all agree, and computes every lane's result.
#include "warps.h"

#include "report.h"

#include <cmath>

namespace simt
{

void warps_reset(Block &block)
{
    for (unsigned first = 0; first < block.thread_count; first += lanes_per_warp) {
        unsigned lanes = block.thread_count - first;
        Warp &warp = block.warps[first / lanes_per_warp];
        warp = {lanes < lanes_per_warp ? (1u << lanes) - 1 : ~0u, 0, 0};
    }
}

static unsigned combine(WarpOperation operation, unsigned a, unsigned b)
{
    switch (operation) {
    case WarpOperation::add_signed: return a + b;
    case WarpOperation::min_signed: return (int)b < (int)a ? b : a;
    case WarpOperation::max_signed: return (int)b > (int)a ? b : a;
    case WarpOperation::min_unsigned: return b < a ? b : a;
    case WarpOperation::max_unsigned: return b > a ? b : a;
    case WarpOperation::bit_and: return a & b;
    case WarpOperation::bit_or: return a | b;
    default: return a ^ b;
    }
}

// The lanes for which condition(lane) holds, among members.
template <class Condition> static unsigned lanes_where(unsigned members, Condition condition)
{
    unsigned result = 0;
    for (unsigned rest = members; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (condition(lane))
            result |= 1u << lane;
    }
    return result;
}

static unsigned long long reduce(const Thread *lanes, unsigned members)
{
    unsigned first = (unsigned)__builtin_ctz(members);
    unsigned result = (unsigned)lanes[first].request->value;
    for (unsigned rest = members & (members - 1); rest; rest &= rest - 1)
        result = combine(lanes[first].request->operation, result, (unsigned)lanes[__builtin_ctz(rest)].request->value);
    return result;
}

// Tensor cores round each product and sum once.
static void add_products(const Thread *lanes, unsigned members)
{
    const Products *all[lanes_per_warp];
    for (unsigned rest = members; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        all[lane] = (const Products *)lanes[lane].request->value;
    }
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        for (unsigned r = 0; r < 2; r++)
            for (unsigned c = 0; c < 2; c++)
                for (unsigned k = 0; k < 4; k++)
                    *all[lane]->results[r][c] =
                        std::fma(all[lane / 4 * 4 + k]->rows[r], all[(lane % 4 * 2 + c) * 4 + k]->column,
                                 *all[lane]->results[r][c]);
}

// A result that is one number for all lanes; shuffles and matches are per lane.
static unsigned long long common_result(const Thread *lanes, unsigned members)
{
    switch (lanes[__builtin_ctz(members)].request->operation) {
    case WarpOperation::sync:
    case WarpOperation::shuffle:
    case WarpOperation::match: return 0;
    case WarpOperation::products: add_products(lanes, members); return 0;
    case WarpOperation::ballot:
        return lanes_where(members, [&](unsigned lane) { return lanes[lane].request->value != 0; });
    default: return reduce(lanes, members);
    }
}

static unsigned long long lane_result(const Thread *lanes, unsigned members, unsigned lane, unsigned long long common)
{
    const WarpRequest &request = *lanes[lane].request;
    switch (request.operation) {
    case WarpOperation::shuffle: return members >> request.source & 1 ? lanes[request.source].request->value : ~0ull;
    case WarpOperation::match:
        return lanes_where(members, [&](unsigned other) { return lanes[other].request->value == request.value; });
    default: return common;
    }
}

// __syncwarp may be reached at different places of a program, the operations that exchange values may not.
static bool agree(const WarpRequest &a, const WarpRequest &b)
{
    if (a.operation != b.operation || a.mask != b.mask)
        return false;
    return a.operation == WarpOperation::sync || same_site(a.site, b.site);
}

static void check_lane(Block &block, const Warp &warp, unsigned lane, const WarpRequest &request)
{
    if (!(request.mask >> lane & 1))
        report_thread(block, request.site, "a lane is not in its own mask");
    if (request.mask & warp.exited)
        report_thread(block, request.site, "the mask names a lane that has left the kernel");
}

// All members have arrived with the same mask, the caller last. Returns its result; the others find theirs when they go
// on.
static unsigned long long complete(Block &block, Warp &warp, unsigned first, unsigned members)
{
    Thread *lanes = &block.threads[first];
    unsigned caller = block.current - first;
    for (unsigned rest = members; rest; rest &= rest - 1) {
        if (agree(*lanes[__builtin_ctz(rest)].request, *lanes[caller].request))
            continue;
        block.states[block.current] = State::at_warp;
        report_block(block, "warp mismatch: the lanes of a mask are at different operations");
    }
    if (lanes[caller].request->operation == WarpOperation::products && members != ~0u)
        report_block(block, "products of tensor cores need all lanes of a warp");
    unsigned long long common = common_result(lanes, members);
    unsigned others = members & ~(1u << caller);
    for (unsigned rest = others; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        context_result(block.contexts[first + lane]) = lane_result(lanes, members, lane, common);
    }
    block_make_ready(block, first, others);
    warp.waiting &= ~members;
    if (hooks && hooks->warp_barrier && lanes[caller].request->operation == WarpOperation::sync)
        hooks->warp_barrier(block, first / lanes_per_warp);
    return lane_result(lanes, members, caller, common);
}

unsigned long long warp_collective(const WarpRequest &request)
{
    Block &block = *current_block();
    if (block.leaving)
        block_end_sweep(block); // the warp says who has left
    unsigned lane = block.current % lanes_per_warp, first = block.current - lane;
    Warp &warp = block.warps[first / lanes_per_warp];
    Thread &thread = block.running();
    check_lane(block, warp, lane, request);
    thread.request = &request;
    thread.mask = request.mask & warp.existing;
    unsigned arrived = warp.waiting | 1u << lane;
    bool all_here = (arrived & thread.mask) == thread.mask;
    // Lanes that wait with another mask have an operation of their own to finish before they come to this one.
    if (all_here && lanes_where(thread.mask, [&](unsigned other) {
                        return block.threads[first + other].mask == thread.mask;
                    }) == thread.mask)
        return complete(block, warp, first, thread.mask);
    warp.waiting = arrived;
    return block_wait_for_warp(block);
}

void warp_check_waiting(Block &block, unsigned thread)
{
    unsigned lane = thread % lanes_per_warp, first = thread - lane;
    for (unsigned rest = block.warps[first / lanes_per_warp].waiting; rest; rest &= rest - 1)
        if (block.threads[first + (unsigned)__builtin_ctz(rest)].mask >> lane & 1)
            report_block(block, "warp operation after exit: lanes wait for one that has left the kernel");
}

} // namespace simt
