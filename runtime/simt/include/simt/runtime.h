// The functions of the runtime (../../*.cpp) that the header's inline functions call. Not for programs.
#pragma once

namespace simt
{

// Where in the source a thread waits, and at which primitive. Two threads are at the same place when all four agree.
struct Site {
    const char *operation;
    const char *file;
    unsigned line;
    unsigned column; // 0 where the compiler cannot tell
};

#if defined(__has_builtin)
#if __has_builtin(__builtin_COLUMN)
#define SIMT_COLUMN __builtin_COLUMN()
#endif
#endif
#ifndef SIMT_COLUMN
#define SIMT_COLUMN 0
#endif

// As last parameters of a device function: the place of its call.
#define SIMT_CALLER const char *file = __builtin_FILE(), unsigned line = __builtin_LINE(), unsigned column = SIMT_COLUMN
#define SIMT_SITE(operation) (simt::Site{operation, file, line, column})
#define SIMT_PLACE(operation) operation, file, line, column

// A barrier of the whole block, at a Site whose members are in registers. The second one returns for how many threads
// the predicate held.
void block_barrier(const char *operation, const char *file, unsigned line, unsigned column);
unsigned block_count(bool predicate, const char *operation, const char *file, unsigned line, unsigned column);

// A barrier of all blocks of a cooperative launch.
void grid_barrier(const Site &site);

// Blocks that generated code may start of a cooperative launch: fewer than a GPU has room for, as each has its stacks.
unsigned resident_blocks();

enum class WarpOperation {
    sync,       // result unspecified
    shuffle,    // the value of lane `source`
    ballot,     // the mask of lanes whose value is not 0
    match,      // the mask of lanes with the same value
    products,   // the value is the address of a Products, whose results are set
    add_signed, // the rest: the reduction of all lanes' values, as 32-bit integers
    min_signed,
    max_signed,
    min_unsigned,
    max_unsigned,
    bit_and,
    bit_or,
    bit_xor,
};

struct WarpRequest {
    WarpOperation operation;
    unsigned mask;   // the lanes that take part; the caller's own lane is one of them
    unsigned source; // shuffle: the lane to read; a lane that does not take part gives poison
    unsigned long long value;
    Site site;
};

// What a lane of a warp has of 16 x 4 doubles times 4 x 8, added to 16 x 8 results: lane 4 * y + x has columns 2 * x
// and 2 * x + 1 of rows y and y + 8, term x of both rows, and term x of column y.
struct Products {
    double *results[2][2]; // by row and column
    double rows[2], column;
};

// Waits until all lanes of the mask have arrived, then gives each its own result.
unsigned long long warp_collective(const WarpRequest &request);

// Asynchronous copies of the current thread: done when all but the `newest` groups of them are waited for, and not
// before.
#ifdef __clang__ // a profile counts each of the text's copies by itself
__attribute__((nomerge))
#endif
void copy_later(void *to, const void *from, size_t size);
void close_copies(); // those since the last one are a group
void wait_copies(unsigned newest);

__attribute__((const)) unsigned lane_index(); // to a thread it is a constant
void yield_thread();                          // lets the other threads of the block run
[[noreturn]] void trap_thread(const Site &site);
long long nanoseconds(); // of a steady clock

struct KernelCall {
    const void *kernel;                 // the function's address, its identity for attributes and reports
    void (*invoke)(const KernelCall &); // runs it for the current thread, on a fresh copy of the arguments
    const void *arguments;
    const void *const *pointers; // each argument that is a pointer to an object, otherwise NULL
    unsigned argument_count;
    // Lays the arguments out as a kernel's parameters, and returns how many bytes they have; `to` may be NULL.
    // NULL: not known.
    size_t (*pack)(const KernelCall &, unsigned char *to);
    const uint64_t *words; // not NULL: a kernel of cuda_abi.cpp, which is called with these four words
};

// Work of a stream that is being captured into a graph.
using Captured = std::function<cudaError_t()>;
bool is_captured(cudaStream_t stream);
cudaError_t capture(const Captured &work);

// Runs the whole grid and returns when it has finished, or says why it cannot start.
cudaError_t launch(const cudaLaunchConfig_t &configuration, const KernelCall &call);

} // namespace simt
