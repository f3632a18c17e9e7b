// Runs the threads of one block as fibers: which thread runs next, block-wide barriers, the end of a thread.
#include "block.h"

#include <chrono>
#include <string.h>

#include "copies.h"
#include "cuda_abi.h"
#include "report.h"
#include "shared.h"
#include "warps.h"

// Each begins with values other than zero, so that the linker puts all four next to one another (own_memory in
// races.h).
thread_local uint3 threadIdx = {~0u, ~0u, ~0u};
thread_local uint3 blockIdx = {~0u, ~0u, ~0u};
thread_local dim3 blockDim;
thread_local dim3 gridDim;

// Their members by name, for programs that clang compiles in its CUDA mode (threads.h).
#define SIMT_MEMBER(name, member, offset)                       \
    __asm__(".globl simt_" #name "_" #member "\n\t"             \
            ".type simt_" #name "_" #member ", @tls_object\n\t" \
            ".set simt_" #name "_" #member ", " #name "+" #offset)
#define SIMT_MEMBERS(name)   \
    SIMT_MEMBER(name, x, 0); \
    SIMT_MEMBER(name, y, 4); \
    SIMT_MEMBER(name, z, 8)
SIMT_MEMBERS(threadIdx);
SIMT_MEMBERS(blockIdx);
SIMT_MEMBERS(blockDim);
SIMT_MEMBERS(gridDim);

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
    block.ready[full] = ((uint64_t)1 << rest) - 1; // 0 after the last one
}

static void note_exit(Block &block, unsigned thread)
{
    block.states[thread] = State::exited;
    block.alive--;
    warp_thread_exits(block, thread);
}

void block_end_sweep(Block &block)
{
    for (unsigned position = 0; position < block.position; position++) {
        if (block.leaving)
            note_exit(block, block.thread_at[position]);
        else
            block.states[block.thread_at[position]] = State::at_barrier;
        block.ready[position / 64] &= ~((uint64_t)1 << position % 64);
    }
    block.waiting_at_barrier = block.leaving ? 0 : block.position;
    block.barrier_divergent = false;
    block.leaving = false;
    block.sweep_end = 0;
}

State block_state(const Block &block, unsigned thread)
{
    if (!block.sweep_end || block.position_of[thread] >= block.position)
        return block.states[thread];
    return block.leaving ? State::exited : State::at_barrier;
}

void block_make_ready(Block &block, unsigned first, unsigned lanes)
{
    if (block.sweep_end)
        block_end_sweep(block);
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        unsigned thread = first + (unsigned)__builtin_ctz(rest), position = block.position_of[thread];
        block.ready[position / 64] |= (uint64_t)1 << position % 64;
        block.states[thread] = State::running;
    }
}

static inline void make_current_unready(Block &block)
{
    block.ready[block.position / 64] &= ~((uint64_t)1 << block.position % 64);
}

// The position of the first thread that can run, in order, after those of the word that are left; then around.
static unsigned next_position(const Block &block, unsigned word, uint64_t left)
{
    unsigned words = (block.thread_count + 63) / 64;
    for (unsigned i = 0; i <= words; i++) {
        if (left)
            return word * 64 + (unsigned)__builtin_ctzll(left);
        word = word + 1 < words ? word + 1 : 0;
        left = block.ready[word];
    }
    return no_thread;
}

// That of the first thread after the current one. The processor guesses that it is the next one, and goes on at once.
[[gnu::always_inline]] static inline unsigned next_ready(const Block &block)
{
    unsigned position = block.position, next = position + 1;
    if (__builtin_expect(block.ready[next / 64] >> next % 64 & 1, 1))
        return next;
    return next_position(block, position / 64, block.ready[position / 64] & ~(uint64_t)1 << position % 64);
}

// The same for a thread that waits for its warp: the other lanes first, whose stacks are in the cache. Not for ever:
// they may poll for what another warp does.
static unsigned next_near(Block &block)
{
    const unsigned most = 64 * lanes_per_warp;
    unsigned word = block.position / 64, bit = block.position % 64;
    uint64_t near = block.ready[word] & (uint64_t)UINT32_MAX << bit / 32 * 32, after = near & ~(uint64_t)1 << bit;
    if (!near || (hooks && hooks->takes_turns) || block.stayed++ == most) {
        block.stayed = 0;
        return next_ready(block);
    }
    return word * 64 + (unsigned)__builtin_ctzll(after ? after : near);
}

// ---- Barriers of the whole block ----

// All threads have arrived: lets them go and returns the position of the one that runs first.
static unsigned complete_barrier(Block &block)
{
    if (!block.sweep_end && block.barrier_divergent)
        report_block(block, "divergent barrier: the threads of a block wait at different places");
    if (block.alive != block.thread_count)
        report_block(block, "barrier after exit: threads wait for others that have left the kernel");
    block.predicate_result = block.predicate_count;
    block.predicate_count = 0;
    block.waiting_at_barrier = 0;
    if (!block.sweep_end) {
        memset(block.states, (int)State::running, block.thread_count);
        make_all_ready(block);
        block.sweep_end = block.thread_count;
    }
    if (options().order == Order::random)
        shuffle_order(block);
    block.position = block.position_of[block.current];
    if (hooks)
        hooks->barrier(block);
    block.suspended = block.grid_barrier;
    block.grid_barrier = false;
    return 0;
}

void grid_barrier(const Site &site)
{
    Block &block = *running_block;
    if (!block.grid->cooperative)
        report_thread(block, site, "barrier of the grid in a launch that is not cooperative");
    block.grid_barrier = true;
    block_barrier(site.operation, site.file, site.line, site.column);
}

// Nobody can run: either a barrier is complete, or the block is stuck. Returns whose position runs next.
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

static inline unsigned enter(Block &block, unsigned position)
{
    unsigned thread = block.thread_at[position];
    block.position = position;
    block.current = thread;
    threadIdx = block.indices[thread];
    return thread;
}

// On a stack of its own.
[[gnu::noinline]] static void prepare_thread(Block &block, unsigned thread)
{
    Thread &to = block.threads[thread];
    start_thread(block, thread, block.free_stacks[--block.free_stack_count]);
    context_prepare(block.contexts[thread], block.stacks.low(to.stack), block.stacks.size(),
                    StackPool::colour(to.stack), thread_main);
}

// Most often it is next.
[[gnu::always_inline]] static inline void expect(const Context *context)
{
#ifndef SIMT_UCONTEXT
    const char *stack = (const char *)context->stack_pointer;
    __builtin_prefetch(stack);
    __builtin_prefetch(stack + 64);
#endif
}

// The thread at that position becomes the current one.
[[gnu::always_inline]] static inline Context &enter_context(Block &block, unsigned position)
{
    unsigned thread = enter(block, position);
    if (block.states[thread] == State::unstarted)
        prepare_thread(block, thread);
    expect(&block.contexts[thread] + 2);
    return block.contexts[thread];
}

// Continues at the thread at that position, which may be the current one.
[[gnu::always_inline]] static inline void continue_at(Block &block, unsigned position, bool last)
{
    if (position == block.position)
        return;
    Context &from = block.contexts[block.current];
    context_switch(from, enter_context(block, position), last);
}

// The current thread waits for the other blocks.
[[gnu::noinline]] static void suspend(Block &block, unsigned position)
{
    block.next = block.thread_at[position];
    context_switch(block.contexts[block.current], block.host);
}

[[gnu::always_inline]] static inline void go_on(Block &block, unsigned position)
{
    if (__builtin_expect(block.suspended, 0))
        suspend(block, position);
    else
        continue_at(block, position, false);
}

static inline void stop_running(Block &block, State reason)
{
    if (block.sweep_end)
        block_end_sweep(block);
    block.states[block.thread_at[block.position]] = reason;
    make_current_unready(block);
}

unsigned long long block_wait_for_warp(Block &block)
{
    stop_running(block, State::at_warp);
    unsigned position = next_near(block);
    if (position == no_thread)
        report_stuck_block(block);
    Context &from = block.contexts[block.current];
    return context_switch_and_return(from, enter_context(block, position));
}

static bool same_text(const char *a, const char *b) { return a == b || !strcmp(a, b); }

bool same_site(const Site &a, const Site &b)
{
    return a.line == b.line && a.column == b.column && same_text(a.file, b.file) && same_text(a.operation, b.operation);
}

// The first thread of the block has come to a barrier, or one to another barrier than the first: from then on, each has
// its own site.
[[gnu::noinline]] static void note_site(Block &block, const char *operation, const char *file, unsigned line,
                                        unsigned column)
{
    const Site &first = block.barrier_site, site = {operation, file, line, column};
    if (block.waiting_at_barrier == 1) {
        block.barrier_site = site;
        block.barrier_divergent = false;
        return;
    }
    if (!block.barrier_divergent && same_site(first, site))
        return;
    for (unsigned i = 0; !block.barrier_divergent && i < block.thread_count; i++)
        block.sites[i] = first;
    block.barrier_divergent = true;
    block.sites[block.current] = site;
}

const Site &block_site(const Block &block, unsigned thread)
{
    if (block_state(block, thread) == State::at_warp)
        return block.threads[thread].request->site;
    return block.barrier_divergent && !block.sweep_end ? block.sites[thread] : block.barrier_site;
}

// Whether the current thread is the first of the block that waits or leaves, and the others have not begun.
static bool is_first(const Block &block)
{
    return block.position == 0 && !block.sweep_end && block.alive == block.thread_count &&
           block.free_stack_count + 1 == block.thread_count;
}

// From the block's first barrier on, each thread has a stack of its own.
static void begin_sweep(Block &block)
{
    for (unsigned position = 1; position < block.thread_count; position++)
        prepare_thread(block, block.thread_at[position]);
    block.sweep_end = block.thread_count;
}

// The first thread of a sweep, its last one, one that is elsewhere, or no sweep.
[[gnu::noinline]] static void arrive_slowly(Block &block, const char *operation, const char *file, unsigned line,
                                            unsigned column)
{
    if (is_first(block))
        begin_sweep(block);
    const Site site = {operation, file, line, column};
    if (block.sweep_end && block.position == 0)
        block.barrier_site = site;
    bool same = same_site(block.barrier_site, site);
    if (block.sweep_end && same) {
        if (block.position + 1 < block.sweep_end)
            continue_at(block, block.position + 1, false);
        else
            go_on(block, complete_barrier(block));
        return;
    }
    if (block.sweep_end)
        block_end_sweep(block);
    if (block.waiting_at_barrier++ == 0 || block.barrier_divergent || !same)
        note_site(block, operation, file, line, column);
    stop_running(block, State::at_barrier);
    unsigned position = next_ready(block);
    go_on(block, position == no_thread ? unblock(block) : position);
}

[[gnu::always_inline]] static inline void arrive(Block &block, const char *operation, const char *file, unsigned line,
                                                 unsigned column)
{
    const Site &first = block.barrier_site;
    bool same = first.line == line && first.column == column && first.file == file && first.operation == operation;
    if (__builtin_expect(!same || block.position + 1 >= block.sweep_end, 0)) {
        arrive_slowly(block, operation, file, line, column);
        return;
    }
    Context *from = &block.contexts[block.current], *to = &block.contexts[enter(block, block.position + 1)];
    expect(to + 2);
    context_switch_and_return(*from, *to);
}

void block_barrier(const char *operation, const char *file, unsigned line, unsigned column)
{
    arrive(*running_block, operation, file, line, column);
}

unsigned block_count(bool predicate, const char *operation, const char *file, unsigned line, unsigned column)
{
    running_block->predicate_count += predicate;
    arrive(*running_block, operation, file, line, column);
    return running_block->predicate_result;
}

void yield_thread()
{
    Block *block = running_block;
    if (block && block->sweep_end)
        block_end_sweep(*block);
    if (block)
        continue_at(*block, next_ready(*block), false);
}

long long nanoseconds() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
unsigned lane_index() { return running_block->current % lanes_per_warp; }

// The first thread leaves the kernel. Until one waits, all that can be seen of it is the position of the current one.
static void begin_leaving(Block &block)
{
    block.sweep_end = block.thread_count;
    block.leaving = true;
    block.barrier_site = {}; // a thread that comes to a barrier is elsewhere
}

// The current thread has left the kernel. Returns whose position runs next, no_thread at the end of the block.
[[gnu::always_inline]] static inline unsigned finish_thread(Block &block)
{
    if (__builtin_expect(block.any_copies, 0))
        copies_drop(block.current);
    if (block.position == 0 && (block.sweep_end || is_first(block)))
        begin_leaving(block);
    if (block.leaving && block.position + 1 < block.sweep_end)
        return block.position + 1;
    if (block.sweep_end)
        block_end_sweep(block);
    make_current_unready(block);
    note_exit(block, block.current);
    if (block.alive == 0)
        return no_thread;
    unsigned next = next_ready(block);
    return next != no_thread ? next : unblock(block);
}

// Without a call between the two where that is possible: a processor foresees a few returns, and this is one of them.
[[gnu::always_inline]] static inline void call_kernel(const KernelCall &call)
{
#if defined(__x86_64__)
    if (call.words) {
        double words[4];
        memcpy(words, call.words, sizeof words);
        ((DeviceKernel)call.kernel)(words[0], words[1], words[2], words[3]);
        return;
    }
#endif
    call.invoke(call);
}

// Runs one thread after another on this stack, until the next one in order has a stack of its own.
static void thread_main()
{
    context_entered();
    Block &block = *running_block;
    for (;;) {
        call_kernel(*block.grid->call);
        unsigned stack = block.running().stack;
        unsigned next = finish_thread(block);
        if (next != no_thread && block.states[block.thread_at[next]] == State::unstarted) {
            start_thread(block, enter(block, next), stack);
            continue;
        }
        block.free_stacks[block.free_stack_count++] = (uint16_t)stack;
        if (next == no_thread)
            context_switch(block.contexts[block.current], block.host, true);
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
        block.indices[i] = {i % grid.block.x, i / grid.block.x % grid.block.y, i / grid.block.x / grid.block.y};
    blockDim = grid.block;
    gridDim = grid.grid;
}

static void reset(Block &block)
{
    block.alive = block.thread_count;
    block.waiting_at_barrier = 0;
    block.sweep_end = 0;
    block.predicate_count = block.stayed = 0;
    block.grid_barrier = block.suspended = block.any_copies = block.leaving = false;
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
    context_prepare(block.contexts[block.next], block.stacks.low(thread.stack), block.stacks.size(),
                    StackPool::colour(thread.stack), thread_main);
}

bool block_resume(Block &block)
{
    blockIdx = block.index;
    block.suspended = false;
    enter(block, block.position_of[block.next]);
    running_block = &block;
    context_switch(block.host, block.contexts[block.next]);
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
