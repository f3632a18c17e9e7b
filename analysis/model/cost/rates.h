// The rates of a device that the cost of a kernel is computed with: a row for each device whose rates were measured,
// and for the others what their data sheets and the programming guide say.
#ifndef CURESTRUCT_ANALYSIS_RATES_H
#define CURESTRUCT_ANALYSIS_RATES_H

#include "analysis/model/device.h"

typedef struct DeviceRates {
    const char *source;                          // "device that was measured", "data sheet"
    double read, copy;                           // GB/s of DRAM: reading alone; reading and writing as much
    double l2;                                   // GB/s between L2 and all multiprocessors
    double atomics;                              // a ns, of L2 on random places
    double l2_share;                             // of L2's bytes, what stays there while other data streams through
    double l1_bytes;                             // of a multiprocessor, L1 and shared memory together
    double dram_latency, l2_latency, l1_latency; // ns
    double launch;                               // ns from one launch to the next one
    double host_launch;                 // ns that the host takes for a launch; of many, the device waits for it
    double block_barrier, grid_barrier; // ns from one step of a kernel to the next one, after a barrier of a
                                        // full block, and of all blocks
    double ticket;                      // ns until all blocks see what a block has stored, and that it has
    double block_start;                 // ns from the start of one block to the next one, of the whole device
    // Of a multiprocessor for each clock: warp instructions that are issued; lanes (threads) by pipe; wavefronts of
    // shared memory and of L1 (128 bytes each).
    double issue, fma, alu, special, fp64, tensor64, convert, memory, wavefronts;
    double clock; // GHz while it computes
} DeviceRates;

DeviceRates device_rates(const Device *device);

#endif
