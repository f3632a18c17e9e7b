// How many blocks of a kernel an SM holds at a time: by the equations of the paper, and by the full rules of a device.
//
// "The paper" is M. A. Al-Mouhamed and A. H. Khan, "A Candidate Algorithm for CUDA", section III.C.
#ifndef CURESTRUCT_ANALYSIS_OCCUPANCY_H
#define CURESTRUCT_ANALYSIS_OCCUPANCY_H

#include "analysis/model/device.h"

// ---- the paper's model
//
//   (1)   active blocks = min( min(warps per SM / warps per block, blocks per SM),
//                              min(shared per SM / shared per block, blocks per SM) )
//   (1.1) warps per block = threads per block / 32
//   (1.2) shared per block = tile size * element size * elements loaded for one result
//   (2)   AKBPSM = total kernel blocks / SMs,   total kernel blocks = results / tile size
//   (3)   S-cycles = active blocks * threads per block / SPs per SM
//
// Divisions of (1) round down, warps per block and total kernel blocks round up; (2) and (3) are not rounded.

typedef struct PaperConfiguration {
    int threads;             // threads per block
    int64_t tile;            // tile size: results of a block
    int64_t results;         // application space size: results of the whole kernel; 0: not known, (2) is not computed
    int element_size;        // bytes
    int elements_per_result; // loaded to shared memory for one result; 0: none are, shared memory does not limit
    // Section V.C: shared memory is allocated in granules, with an overhead for each block (512 and 32 bytes there). 0,
    // 0: equation (1.2) unchanged.
    int shared_granule, shared_overhead; // bytes
    int shared_per_sm; // bytes; 0: the device's. 16384 for the other configuration of the paper's Fermi boards
} PaperConfiguration;

typedef struct PaperOccupancy {
    int warps_per_block;      // (1.1)
    int64_t shared_asked;     // (1.2) and the overhead, bytes
    int64_t shared_per_block; // rounded up to granules
    int blocks_by_warps;      // warps per SM / warps per block
    int64_t blocks_by_shared; // shared per SM / shared per block; INT64_MAX when none is used
    int active_blocks;        // (1); 0: does not fit
    int64_t total_blocks;     // 0: not known
    double akbpsm;            // (2)
    double s_cycles;          // (3)
    bool s_cycles_whole;      // (3) is an integer
} PaperOccupancy;

// Also checks the limits of Table 1 (threads per block, shared memory per block): active_blocks is 0 beyond them.
// threads, tile and element_size must be positive.
PaperOccupancy occupancy_by_paper(const Device *device, const PaperConfiguration *configuration);

// ---- the device's own rules
//
// Equal to cudaOccMaxActiveBlocksPerMultiprocessor of the toolkit's cuda_occupancy.h, and so to
// cudaOccupancyMaxActiveBlocksPerMultiprocessor of the driver, for a kernel with one barrier that has opted in to its
// dynamic shared memory. Compute capabilities 1.3 and 2.0, which that header has forgotten, follow the vendor's
// calculator sheet.

typedef enum OccupancyLimit { // bits
    LIMITED_BY_THREADS = 1,   // warps of an SM, threads of a block
    LIMITED_BY_REGISTERS = 2,
    LIMITED_BY_SHARED = 4,
    LIMITED_BY_BLOCKS = 8, // block slots of an SM
} OccupancyLimit;

typedef struct KernelResources {
    int threads;                           // of a block; positive
    int registers;                         // of a thread, as ptxas tells; 0: none, which never limits
    int64_t shared_static, shared_dynamic; // bytes of a block
    int64_t shared_carveout; // bytes of shared memory that the kernel prefers an SM to have; 0: as much as there is
} KernelResources;

typedef struct Occupancy {
    int active_blocks; // on an SM; 0: such a kernel cannot launch
    int active_warps;
    double occupancy;                                   // active warps / warps per SM
    unsigned limits;                                    // OccupancyLimit bits: whose number below is the smallest
    int by_threads, by_registers, by_shared, by_blocks; // blocks that each alone would allow; INT32_MAX: any number
    int registers_per_block;                            // as allocated
    int64_t shared_per_block;                           // as allocated, the reserved part included
} Occupancy;

Occupancy occupancy_of(const Device *device, const KernelResources *resources);

// "threads", "shared memory and registers": the limits as words for a message.
const char *occupancy_limit_words(Arena *arena, unsigned limits);

#endif
