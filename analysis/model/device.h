// The table of GPUs that schedules are planned for: the paper's four (its Table 1) and at least one board of every
// architecture that today's compiler knows. Limits are those of the vendor's programming guides.
#ifndef CURESTRUCT_ANALYSIS_DEVICE_H
#define CURESTRUCT_ANALYSIS_DEVICE_H

#include "ir/base.h"

enum { WARP_SIZE = 32, MAX_CARVEOUTS = 10 };

typedef enum RegisterUnit {
    REGISTERS_BY_WARP,  // each warp gets its registers, rounded up to the granule; since compute capability 2.0
    REGISTERS_BY_BLOCK, // the block gets them at once, for its warps rounded up to a multiple of `partitions`; 1.x
} RegisterUnit;

typedef struct Device {
    const char *name;  // "h200", as --device= and device() take it
    const char *title; // "H200 SXM"
    int compute_major, compute_minor;
    int sms, sps_per_sm; // streaming multiprocessors; streaming processors (fp32 lanes) of each
    int max_threads_per_block, max_threads_per_sm, max_blocks_per_sm, max_warps_per_sm;
    int registers_per_sm, registers_per_block, max_registers_per_thread;
    RegisterUnit register_unit;
    int register_granule; // registers: what a RegisterUnit gets is a multiple of it
    int partitions;       // parts of an SM that have registers of their own, and warps do not straddle them
    // Shared memory, bytes. A block may have shared_per_block by default, and up to shared_per_block_optin if the
    // function's attribute is set. shared_reserved is added to the request of a block, and the sum is rounded up to
    // shared_granule.
    int shared_per_sm, shared_per_block, shared_per_block_optin, shared_granule, shared_reserved;
    int carveouts[MAX_CARVEOUTS]; // bytes of shared memory to which an SM can be set, ascending; the last is
                                  // shared_per_sm
    int ncarveouts;
    int max_grid[3];  // blocks along x, y, z
    int l2;           // bytes, 0: none
    double clock;     // GHz, boost
    double bandwidth; // GB/s by the data sheet
    double fp32_tflops;
} Device;

// "native" asks the driver of this machine. NULL: not known, or no GPU; `why` then explains it in one line without a
// full stop ("unknown device 'x'; 'curestruct devices' lists them"). Case does not matter. Values that the driver does
// not report (granules) are those of the compute capability; a native device lives in `arena`.
const Device *device_named(Arena *arena, const char *name, const char **why);
// The device of --device (NULL: not given), otherwise one of the architecture of --arch ("sm_NN", "sm_NNa", "native";
// NULL: not given), otherwise the default. Of one architecture the default device comes first. NULL: there is none, or
// the two contradict each other; `why` says which.
const Device *device_chosen(Arena *arena, const char *name, const char *architecture, const char **why);
const Device *device_native(Arena *arena, const char **why);
const Device *device_find(const char *name); // of the table alone; NULL: not in it
const Device *device_default(void);          // the H200
int device_count(void);
const Device *device_at(int index); // in order of compute capability, the paper's four first

#endif
