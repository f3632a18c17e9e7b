// Shared memory of the block that a host thread runs.
#pragma once

#include <vector>

#include "block.h"
#include "symbols.h"

namespace simt
{

constexpr size_t default_shared_limit = 48 * 1024; // static and dynamic, without opting in
constexpr size_t opt_in_shared_limit = 227 * 1024;
constexpr unsigned char poison_byte = 0xff; // NaN as float or double, -1 as an integer

// Once per launch and host thread.
void shared_prepare(const KernelSymbols &symbols);

// Before each block: nothing that an earlier block left can be read.
void shared_poison(const Grid &grid);

struct SharedArray {
    const char *begin;
    size_t size;
    const char *name; // NULL: the dynamic ones
};

// The array that holds the address, in shared memory of the block that this host thread runs; its size is 0 elsewhere.
// All dynamic arrays are one.
SharedArray shared_array(const void *address);
// Blocks of a cooperative launch take turns on one host thread: what one has in shared memory meanwhile.
void shared_save(const Grid &grid, std::vector<unsigned char> &image);
void shared_restore(const Grid &grid, const std::vector<unsigned char> &image);

bool shared_contains(const void *address);

// After each block: reports a write past the dynamic shared memory that the launch asked for.
void shared_check(const Block &block);

} // namespace simt
