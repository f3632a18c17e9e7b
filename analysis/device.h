// The table of GPUs that schedules are planned for. Numbers are those of the vendor's programming guides.
#ifndef CURESTRUCT_ANALYSIS_DEVICE_H
#define CURESTRUCT_ANALYSIS_DEVICE_H

#include "ir/base.h"

typedef struct Device {
    const char *name;    // "h200", as --device= and device() take it
    const char *title;   // "NVIDIA H200"
    int compute_major, compute_minor;
    int sms, sps_per_sm;
    int max_threads_per_block, max_threads_per_sm, max_blocks_per_sm, max_warps_per_sm;
    int registers_per_sm, max_registers_per_thread, register_granule;   // granule: registers per warp allocated at once
    int shared_per_sm, shared_per_block, shared_per_block_optin, shared_granule, shared_reserved; // bytes
    double bandwidth;    // GB/s by the data sheet
    double fp32_tflops;
} Device;

const Device *device_find(const char *name); // NULL: unknown; case does not matter
const Device *device_default(void);          // the H200
int device_count(void);
const Device *device_at(int index);

#endif
