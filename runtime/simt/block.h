// One block of a grid, run by one host thread: its CUDA threads, their states, and which runs next.
//
// A CUDA thread starts on the stack of the thread that has just finished, if there is one; only a thread that waits
// keeps a stack of its own. A kernel without barriers therefore runs as a plain loop on a single stack.
#pragma once

#include <stdint.h>

#include "cuda_runtime.h"
#include "fiber.h"
#include "options.h"

namespace simt
{

constexpr unsigned max_block_threads = 1024;
constexpr unsigned lanes_per_warp = 32;
constexpr unsigned no_thread = ~0u;

enum class State : unsigned char { unstarted, running, at_barrier, at_warp, exited }; // running: or able to run

struct Thread {
    const WarpRequest *request; // at_warp: what it waits for; on its own stack
    unsigned mask;              // at_warp: the existing lanes that it waits for
    unsigned stack;             // while started and not exited
};

struct Warp {
    unsigned existing; // lanes that the block has; the last warp may be short
    unsigned exited;
    unsigned waiting; // lanes at a warp operation
};

// A launch in progress, shared by all host threads that work on it.
struct Grid {
    const KernelCall *call;
    const char *kernel_name;
    dim3 grid, block;
    size_t dynamic_shared;
    unsigned launch_number;
    bool cooperative; // its blocks may wait for one another
    bool in_order;    // they may wait for blocks with smaller numbers
};

struct Block {
    const Grid *grid;
    uint3 index; // blockIdx
    unsigned thread_count;
    volatile unsigned current; // the thread that runs; the watchdog reads it from another host thread
    unsigned alive;            // threads that have not exited
    unsigned waiting_at_barrier;
    bool barrier_divergent; // threads wait at different barriers
    Site barrier_site;      // of the first to arrive
    unsigned position;      // of the current thread in the order
    // Not 0: a sweep, which is what most barriers are. The threads run in order. Those before `position` wait at
    // barrier_site, or with `leaving` have left the kernel; those from there on to this number have left the last
    // barrier, if there was one, and not come to another one. `alive`, `waiting_at_barrier`, `barrier_divergent`,
    // `states`, `ready` and `warps` do not say so yet.
    unsigned sweep_end;
    bool leaving;
    unsigned predicate_count; // true predicates so far, at a barrier that counts
    unsigned predicate_result;
    unsigned stayed;   // so often in a row, a lane of the same warp ran next
    bool grid_barrier; // the barrier is one of the grid
    bool suspended;    // all threads wait for the other blocks
    bool any_copies;   // a thread has asked for asynchronous ones
    unsigned next;     // the thread that begins, or goes on after that

    State states[max_block_threads];
    Thread threads[max_block_threads];
    // What a switch needs of the threads, close together: it is read and written once for each thread at each barrier.
    Context contexts[max_block_threads + 2]; // what follows the last one may be looked at, and is not used
    uint3 indices[max_block_threads];        // threadIdx
    Warp warps[max_block_threads / lanes_per_warp];

    Site sites[max_block_threads]; // where threads wait, at a barrier that is divergent

    // The order in which threads run: a permutation and its inverse; and by position, who can run.
    uint16_t thread_at[max_block_threads];
    uint16_t position_of[max_block_threads];
    uint64_t ready[max_block_threads / 64 + 1];
    uint64_t random_state;

    StackPool stacks;
    uint16_t free_stacks[max_block_threads];
    unsigned free_stack_count;
    Context host; // the host thread's own context

    Thread &running() { return threads[current]; }
};

// The block that this host thread is running; NULL outside of kernels.
Block *current_block();

bool same_site(const Site &a, const Site &b);

// What a thread does.
State block_state(const Block &block, unsigned thread);
// Where a thread waits, when it waits.
const Site &block_site(const Block &block, unsigned thread);

// Gives the block what it needs for blocks of this grid's size, then runs one block of it.
void block_prepare(Block &block, const Grid &grid);
void block_run(Block &block, uint3 index);

// The same in parts, for blocks that wait for one another: block_resume returns at each barrier of the grid, and true
// at the end of the block.
void block_begin(Block &block, uint3 index);
bool block_resume(Block &block);

// What the numbers and sets of a block do not say yet, in a sweep. From here on, until the next barrier is complete,
// they do.
void block_end_sweep(Block &block);

// Used by the primitives: marks lanes of the warp that begins with thread `first` as able to run; and lets the others
// run until the current thread is, and returns the result in its context.
void block_make_ready(Block &block, unsigned first, unsigned lanes);
unsigned long long block_wait_for_warp(Block &block);

// What an instrumentation is told: when a block begins and ends, and when a barrier completes.
struct Hooks {
    void (*block_begin)(const Block &block);
    void (*barrier)(const Block &block);                     // of the whole block
    void (*warp_barrier)(const Block &block, unsigned warp); // __syncwarp of lanes of a warp; NULL: not wanted
    void (*block_end)(const Block &block);
    void (*grid_barrier)();                                 // all blocks have arrived; NULL: not wanted
    void (*block_switch)(const Block &block, bool resumes); // at a barrier of the grid; NULL: not wanted
    bool takes_turns; // when a thread runs again, all others that can have run in between, not those of its warp alone
};
extern const Hooks *hooks; // NULL: none

} // namespace simt
