// Runs the threads of one block as fibers: which thread runs next, block-wide barriers, the end of a thread.
#include "block.h"

#include <chrono>
#include <string.h>

#include "copies.h"
#include "report.h"
#include "shared.h"
#include "warps.h"

thread_local uint3 threadIdx;
thread_local uint3 blockIdx;
thread_local dim3 blockDim;
thread_local dim3 gridDim;

namespace simt
{

static thread_local Block *running_block;
const Hooks *hooks;

Block *current_block() { return running_block; }

// ---- The order of threads ----

static uint64_t next_random(Block &block)
{
    uint64_t x = block.random_state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return block.random_state = x;
}

static void shuffle_order(Block &block)
{
    for (unsigned i = block.thread_count - 1; i > 0; i--) {
        unsigned j = (unsigned)((next_random(block) >> 32) * (i + 1) >> 32);
        uint16_t moved = block.thread_at[i];
        block.thread_at[i] = block.thread_at[j];
        block.thread_at[j] = moved;
    }
    for (unsigned i = 0; i < block.thread_count; i++)
        block.position_of[block.thread_at[i]] = (uint16_t)i;
}

static void set_order(Block &block)
{
    bool reverse = options().order == Order::reverse;
    for (unsigned i = 0; i < block.thread_count; i++) {
        unsigned position = reverse ? block.thread_count - 1 - i : i;
        block.thread_at[position] = (uint16_t)i;
        block.position_of[i] = (uint16_t)position;
    }
}

static void make_all_ready(Block &block)
{
    unsigned full = block.thread_count / 64, rest = block.thread_count % 64;
    for (unsigned i = 0; i < full; i++)
        block.ready[i] = ~(uint64_t)0;
    if (rest)
        block.ready[full] = ((uint64_t)1 << rest) - 1;
}

void block_make_ready(Block &block, unsigned thread)
{
    unsigned position = block.position_of[thread];
    block.ready[position / 64] |= (uint64_t)1 << position % 64;
    block.states[thread] = State::running;
}

static void make_unready(Block &block, unsigned thread)
{
    unsigned position = block.position_of[thread];
    block.ready[position / 64] &= ~((uint64_t)1 << position % 64);
}

// The first thread that can run, in order, from the position after the current thread's and around.
static unsigned next_ready(const Block &block)
{
    unsigned words = (block.thread_count + 63) / 64;
    unsigned position = block.position_of[block.current];
    uint64_t later = block.ready[position / 64] & ~(uint64_t)1 << position % 64;
    for (unsigned i = 0, word = position / 64; i <= words; i++) {
        if (later)
            return block.thread_at[word * 64 + (unsigned)__builtin_ctzll(later)];
        word = word + 1 < words ? word + 1 : 0;
        later = block.ready[word];
    }
    return no_thread;
}

// ---- Barriers of the whole block ----

static bool same_site(const Site &a, const Site &b)
{
    return a.line == b.line && a.column == b.column && (a.file == b.file || !strcmp(a.file, b.file)) &&
           (a.operation == b.operation || !strcmp(a.operation, b.operation));
}

// All threads have arrived: lets them go and returns the one that runs first.
static unsigned complete_barrier(Block &block)
{
    if (block.barrier_divergent)
        report_block(block, "divergent barrier: the threads of a block wait at different places");
    if (block.alive != block.thread_count)
        report_block(block, "barrier after exit: threads wait for others that have left the kernel");
    block.predicate_result = block.predicate_count;
    block.predicate_count = 0;
    block.waiting_at_barrier = 0;
    memset(block.states, (int)State::running, block.thread_count);
    if (options().order == Order::random)
        shuffle_order(block);
    make_all_ready(block);
    if (hooks)
        hooks->barrier(block);
    block.suspended = block.grid_barrier;
    block.grid_barrier = false;
    return block.thread_at[0];
}

unsigned block_barrier(bool predicate, const Site &site)
{
    Block &block = *running_block;
    block.running().site = &site;
    if (block.waiting_at_barrier++ == 0) {
        block.barrier_site = &site;
        block.barrier_divergent = false;
    } else if (!same_site(site, *block.barrier_site)) {
        block.barrier_divergent = true;
    }
    block.predicate_count += predicate;
    block_wait(block, State::at_barrier);
    return block.predicate_result;
}

void grid_barrier(const Site &site)
{
    Block &block = *running_block;
    if (!block.grid->cooperative)
        report_thread(block, site, "barrier of the grid in a launch that is not cooperative");
    block.grid_barrier = true;
    block_barrier(false, site);
}

// Nobody can run: either a barrier is complete, or the block is stuck. Returns who runs next.
static unsigned unblock(Block &block)
{
    if (block.waiting_at_barrier == block.alive)
        return complete_barrier(block);
    report_stuck_block(block);
}

// ---- Passing control ----

static void thread_main();

static void start_thread(Block &block, unsigned thread, unsigned stack)
{
    block.threads[thread].stack = stack;
    block.states[thread] = State::running;
}

static void enter(Block &block, unsigned thread)
{
    block.current = thread;
    threadIdx = block.threads[thread].index;
}

// Continues at `thread`, which may be the current one.
static void continue_at(Block &block, unsigned thread, bool last)
{
    Thread &from = block.running();
    Thread &to = block.threads[thread];
    if (&from == &to)
        return;
    if (block.states[thread] == State::unstarted) {
        start_thread(block, thread, block.free_stacks[--block.free_stack_count]);
        context_prepare(to.context, block.stacks.low(to.stack), block.stacks.size(), StackPool::colour(to.stack),
                        thread_main);
    }
    enter(block, thread);
    context_switch(from.context, to.context, last);
}

void block_wait(Block &block, State reason)
{
    block.states[block.current] = reason;
    make_unready(block, block.current);
    unsigned next = next_ready(block);
    next = next != no_thread ? next : unblock(block);
    if (!block.suspended) {
        continue_at(block, next, false);
        return;
    }
    block.next = next;
    context_switch(block.running().context, block.host);
}

void yield_thread()
{
    Block *block = running_block;
    if (block)
        continue_at(*block, next_ready(*block), false);
}

long long nanoseconds() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
unsigned lane_index() { return running_block->current % lanes_per_warp; }

// The current thread has left the kernel. Returns who runs next, no_thread at the end of the block.
static unsigned finish_thread(Block &block)
{
    block.states[block.current] = State::exited;
    copies_drop(block.current);
    make_unready(block, block.current);
    block.alive--;
    warp_thread_exits(block, block.current);
    if (block.alive == 0)
        return no_thread;
    unsigned next = next_ready(block);
    return next != no_thread ? next : unblock(block);
}

// Runs one thread after another on this stack, until the next one in order has a stack of its own.
static void thread_main()
{
    context_entered();
    Block &block = *running_block;
    for (;;) {
        block.grid->call->invoke(*block.grid->call);
        unsigned stack = block.running().stack;
        unsigned next = finish_thread(block);
        if (next != no_thread && block.states[next] == State::unstarted) {
            start_thread(block, next, stack);
            enter(block, next);
            continue;
        }
        block.free_stacks[block.free_stack_count++] = (uint16_t)stack;
        if (next == no_thread)
            context_switch(block.running().context, block.host, true);
        continue_at(block, next, true);
    }
}

// ---- A block ----

void block_prepare(Block &block, const Grid &grid)
{
    block.grid = &grid;
    block.thread_count = grid.block.x * grid.block.y * grid.block.z;
    block.stacks.reserve(block.thread_count, options().stack_kilobytes * 1024ul);
    block.random_state = (options().seed + 1) * 0x9e3779b97f4a7c15u ^ grid.launch_number;
    set_order(block);
    for (unsigned i = 0; i < block.thread_count; i++)
        block.threads[i].index = {i % grid.block.x, i / grid.block.x % grid.block.y, i / grid.block.x / grid.block.y};
    blockDim = grid.block;
    gridDim = grid.grid;
}

static void reset(Block &block)
{
    block.alive = block.thread_count;
    block.waiting_at_barrier = 0;
    block.predicate_count = 0;
    block.grid_barrier = block.suspended = false;
    memset(block.states, (int)State::unstarted, block.thread_count);
    make_all_ready(block);
    warps_reset(block);
    block.free_stack_count = 0;
    for (unsigned i = block.thread_count; i-- > 0;)
        block.free_stacks[block.free_stack_count++] = (uint16_t)i;
    if (options().order == Order::random)
        shuffle_order(block);
}

void block_begin(Block &block, uint3 index)
{
    block.index = index;
    reset(block);
    shared_poison(*block.grid);
    if (hooks)
        hooks->block_begin(block);
    block.next = block.thread_at[0];
    Thread &thread = block.threads[block.next];
    start_thread(block, block.next, block.free_stacks[--block.free_stack_count]);
    context_prepare(thread.context, block.stacks.low(thread.stack), block.stacks.size(),
                    StackPool::colour(thread.stack), thread_main);
}

bool block_resume(Block &block)
{
    blockIdx = block.index;
    block.suspended = false;
    enter(block, block.next);
    running_block = &block;
    context_switch(block.host, block.threads[block.next].context);
    running_block = nullptr;
    if (block.suspended)
        return false;
    block.current = no_thread;
    shared_check(block);
    if (hooks)
        hooks->block_end(block);
    return true;
}

void block_run(Block &block, uint3 index)
{
    block_begin(block, index);
    block_resume(block);
}

} // namespace simt
