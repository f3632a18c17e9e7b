// The settings in the environment; read once, at the first use.
#pragma once

namespace simt
{

enum class Order { forward, reverse, random };

struct Options {
    unsigned devices;         // CURESTRUCT_SIMT_DEVICES: 0 or 1
    unsigned host_threads;    // CURESTRUCT_SIMT_THREADS
    unsigned timeout_seconds; // CURESTRUCT_SIMT_TIMEOUT: for one block; 0: none
    unsigned resident;        // CURESTRUCT_SIMT_RESIDENT: blocks of a cooperative launch of generated code
    unsigned stack_kilobytes; // CURESTRUCT_SIMT_STACK: of each CUDA thread
    Order order;              // CURESTRUCT_SIMT_ORDER: of blocks, and of threads between barriers
    unsigned seed;
    unsigned long memory; // CURESTRUCT_SIMT_MEMORY: bytes that the device has; 0: as many as the host
    bool strict;          // CURESTRUCT_SIMT_STRICT: host code cannot touch device memory
    bool report_leaks;    // CURESTRUCT_SIMT_LEAKS
    bool check;           // CURESTRUCT_SIMT_CHECK: what `curestruct simt` looks for; see check.h
    bool host_pointers;   // CURESTRUCT_SIMT_HOST_POINTERS: kernels may be given pointers to plain host memory
};

const Options &options();

// CURESTRUCT_SIMT_REPORT: the file that reports are added to, instead of stderr; NULL: none.
const char *report_file();

// The calls that CURESTRUCT_SIMT_FAIL can make fail: `malloc:2,launch:1` fails the second allocation and the first
// launch.
enum class Failure { malloc, launch, memcpy, sync };

// Counts one call of that kind; true when this is the one that has to fail.
bool failure_due(Failure kind);

} // namespace simt
