// Bytes that a launch moves between the levels of memory, from the footprints of its accesses.
#ifndef CURESTRUCT_ANALYSIS_TRAFFIC_OF_KERNEL_H
#define CURESTRUCT_ANALYSIS_TRAFFIC_OF_KERNEL_H

#include "analysis/model/cost/count.h"
#include "analysis/model/cost/rates.h"

// Of what a group asks for: the part that L1 misses, and the part that L2 misses, too.
typedef struct GroupMisses {
    double l1, l2;
} GroupMisses;

typedef struct KernelTraffic {
    double l2_read, l2_written, dram_read, dram_written; // bytes
    double waiting;        // lines that loads ask for and wait for, of requests for more than L1 finds at a time
    double shared_read;    // of those of l2_read: that other blocks ask for at nearly the same time, too
    GroupMisses *misses;   // of each group
    GroupMisses scattered; // of loads whose addresses depend on data, all together
} KernelTraffic;

typedef struct Residency {
    double blocks, warps;    // of the grid; of a block
    double on_sm, on_device; // blocks at a time
    double l1;               // bytes of a multiprocessor that are left for L1
} Residency;

KernelTraffic traffic_of_kernel(Arena *arena, const Device *device, const DeviceRates *rates, const WarpCounts *counts,
                                const Variables *variables, const KernelShape *shape, const Residency *residency);

#endif
