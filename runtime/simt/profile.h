// Counting the memory requests of warps: CURESTRUCT_SIMT_PROFILE=FILE.
//
// Only for programs compiled by clang++ with
//   -g -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
//   -fsanitize-coverage=bb,no-prune,trace-pc,trace-loads,trace-stores
// whose blocks, loads and stores call the runtime. Diverged lanes of a warp reconverge where the first ones wait for
// the others. What they execute together is one request, as on a GPU. Atomics and accesses to local memory are not
// counted. Device allocations are aligned to 256 bytes. After each launch FILE grows by one line for the launch and one
// for each load or store, with tabs between the fields:
//
//   launch  KERNEL  GRID.x  .y  .z  BLOCK.x  .y  .z
//   access  PROGRAM  OFFSET(hex)  load|store  global|shared  BYTES  REQUESTS  LANES  SECTORS  CYCLES
//
// BYTES: of one lane's access; REQUESTS: warps that executed it; LANES: active in all requests; SECTORS: of 32 bytes,
// distinct within each request, 0 for shared memory; CYCLES: that the 32 banks of shared memory need, 0 for global.
#pragma once

#include <string>

namespace simt
{

struct Grid;

bool profile_wanted();
// Asks for the hooks of block.h when the environment does; once, before the first launch.
void profile_install();
// An asynchronous copy from global to shared memory, which counts as a load and a store where it begins.
void profile_copy(const void *to, const void *from, unsigned size, const void *instruction);
// When a launch is over: writes and forgets what was counted.
void profile_launch_end(const Grid &grid);
// At the end of the file, in one write: several processes may append to one file. Ends the process if that fails.
void append_text(const char *file, const std::string &text);

} // namespace simt
