// The table of GPUs: the paper's four, as its Table 1 and the programming guides of their time give them, and one of
// each kind that is in use today.
#include "analysis/device.h"

#include <strings.h>

// Limits that all devices of one compute capability share (CUDA programming guide, "Technical Specifications per
// Compute Capability", and the occupancy calculator's allocation granules).
#define LIMITS_1_3 .max_threads_per_block = 512, .max_threads_per_sm = 1024, .max_blocks_per_sm = 8, .max_warps_per_sm = 32, \
    .registers_per_sm = 16384, .max_registers_per_thread = 124, .register_granule = 512,                                 \
    .shared_per_sm = 16384, .shared_per_block = 16384, .shared_per_block_optin = 16384, .shared_granule = 512, .shared_reserved = 32
#define LIMITS_2_0 .max_threads_per_block = 1024, .max_threads_per_sm = 1536, .max_blocks_per_sm = 8, .max_warps_per_sm = 48, \
    .registers_per_sm = 32768, .max_registers_per_thread = 63, .register_granule = 64,                                    \
    .shared_per_sm = 49152, .shared_per_block = 49152, .shared_per_block_optin = 49152, .shared_granule = 128, .shared_reserved = 0
#define MODERN .max_threads_per_block = 1024, .registers_per_sm = 65536, .max_registers_per_thread = 255, .register_granule = 256, \
    .shared_per_block = 49152
#define LIMITS_7_0 MODERN, .max_threads_per_sm = 2048, .max_blocks_per_sm = 32, .max_warps_per_sm = 64,                    \
    .shared_per_sm = 98304, .shared_per_block_optin = 98304, .shared_granule = 256, .shared_reserved = 0
#define LIMITS_7_5 MODERN, .max_threads_per_sm = 1024, .max_blocks_per_sm = 16, .max_warps_per_sm = 32,                    \
    .shared_per_sm = 65536, .shared_per_block_optin = 65536, .shared_granule = 256, .shared_reserved = 0
#define LIMITS_8_0 MODERN, .max_threads_per_sm = 2048, .max_blocks_per_sm = 32, .max_warps_per_sm = 64,                    \
    .shared_per_sm = 167936, .shared_per_block_optin = 166912, .shared_granule = 128, .shared_reserved = 1024
#define LIMITS_8_6 MODERN, .max_threads_per_sm = 1536, .max_blocks_per_sm = 16, .max_warps_per_sm = 48,                    \
    .shared_per_sm = 102400, .shared_per_block_optin = 101376, .shared_granule = 128, .shared_reserved = 1024
#define LIMITS_8_9 MODERN, .max_threads_per_sm = 1536, .max_blocks_per_sm = 24, .max_warps_per_sm = 48,                    \
    .shared_per_sm = 102400, .shared_per_block_optin = 101376, .shared_granule = 128, .shared_reserved = 1024
#define LIMITS_9_0 MODERN, .max_threads_per_sm = 2048, .max_blocks_per_sm = 32, .max_warps_per_sm = 64,                    \
    .shared_per_sm = 233472, .shared_per_block_optin = 232448, .shared_granule = 128, .shared_reserved = 1024
#define LIMITS_10_0 LIMITS_9_0
#define LIMITS_12_0 MODERN, .max_threads_per_sm = 1536, .max_blocks_per_sm = 24, .max_warps_per_sm = 48,                   \
    .shared_per_sm = 102400, .shared_per_block_optin = 101376, .shared_granule = 128, .shared_reserved = 1024

static const Device devices[] = {
    {"fx5800", "Quadro FX 5800", 1, 3, .sms = 30, .sps_per_sm = 8, LIMITS_1_3, .bandwidth = 102, .fp32_tflops = 0.622},
    {"fx7000", "Quadro FX 7000", 2, 0, .sms = 16, .sps_per_sm = 32, LIMITS_2_0, .bandwidth = 192, .fp32_tflops = 1.33},
    {"c2070", "Tesla C2070", 2, 0, .sms = 14, .sps_per_sm = 32, LIMITS_2_0, .bandwidth = 144, .fp32_tflops = 1.03},
    {"c2075", "Tesla C2075", 2, 0, .sms = 14, .sps_per_sm = 32, LIMITS_2_0, .bandwidth = 144, .fp32_tflops = 1.03},
    {"v100", "Tesla V100 SXM2", 7, 0, .sms = 80, .sps_per_sm = 64, LIMITS_7_0, .bandwidth = 900, .fp32_tflops = 15.7},
    {"t4", "Tesla T4", 7, 5, .sms = 40, .sps_per_sm = 64, LIMITS_7_5, .bandwidth = 320, .fp32_tflops = 8.1},
    {"rtx2080ti", "GeForce RTX 2080 Ti", 7, 5, .sms = 68, .sps_per_sm = 64, LIMITS_7_5, .bandwidth = 616, .fp32_tflops = 13.4},
    {"a100", "A100 SXM4 80GB", 8, 0, .sms = 108, .sps_per_sm = 64, LIMITS_8_0, .bandwidth = 2039, .fp32_tflops = 19.5},
    {"a10", "A10", 8, 6, .sms = 72, .sps_per_sm = 128, LIMITS_8_6, .bandwidth = 600, .fp32_tflops = 31.2},
    {"rtx3090", "GeForce RTX 3090", 8, 6, .sms = 82, .sps_per_sm = 128, LIMITS_8_6, .bandwidth = 936, .fp32_tflops = 35.6},
    {"l4", "L4", 8, 9, .sms = 58, .sps_per_sm = 128, LIMITS_8_9, .bandwidth = 300, .fp32_tflops = 30.3},
    {"l40s", "L40S", 8, 9, .sms = 142, .sps_per_sm = 128, LIMITS_8_9, .bandwidth = 864, .fp32_tflops = 91.6},
    {"rtx4090", "GeForce RTX 4090", 8, 9, .sms = 128, .sps_per_sm = 128, LIMITS_8_9, .bandwidth = 1008, .fp32_tflops = 82.6},
    {"h100", "H100 SXM5", 9, 0, .sms = 132, .sps_per_sm = 128, LIMITS_9_0, .bandwidth = 3350, .fp32_tflops = 66.9},
    {"h200", "H200 SXM", 9, 0, .sms = 132, .sps_per_sm = 128, LIMITS_9_0, .bandwidth = 4800, .fp32_tflops = 66.9},
    {"b200", "B200 SXM", 10, 0, .sms = 148, .sps_per_sm = 128, LIMITS_10_0, .bandwidth = 8000, .fp32_tflops = 75},
    {"rtx5090", "GeForce RTX 5090", 12, 0, .sms = 170, .sps_per_sm = 128, LIMITS_12_0, .bandwidth = 1792, .fp32_tflops = 104.8},
    {"rtxpro6000", "RTX PRO 6000 Blackwell", 12, 0, .sms = 188, .sps_per_sm = 128, LIMITS_12_0, .bandwidth = 1792, .fp32_tflops = 125},
};

int device_count(void)
{
    return (int)(sizeof devices / sizeof *devices);
}

const Device *device_at(int index)
{
    return &devices[index];
}

const Device *device_find(const char *name)
{
    for (int i = 0; i < device_count(); i++)
        if (strcasecmp(devices[i].name, name) == 0)
            return &devices[i];
    return NULL;
}

const Device *device_default(void)
{
    return device_find("h200");
}
