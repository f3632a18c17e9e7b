// The table of GPUs: the paper's four, by its Table 1 and the vendor's calculator sheet of their time, and one or more
// boards of every architecture in use today.
#include "analysis/model/device.h"

#include "frontend/options/suggest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define KB 1024
#define MB (1024 * 1024)

// Limits that all devices of one compute capability share (CUDA programming guide, "Technical Specifications per
// Compute Capability"; granules: the toolkit's cuda_occupancy.h).
#define LIMITS_1_3                                                                                                \
    .max_threads_per_block = 512, .max_threads_per_sm = 1024, .max_blocks_per_sm = 8, .max_warps_per_sm = 32,     \
    .registers_per_sm = 16384, .registers_per_block = 16384, .max_registers_per_thread = 124,                     \
    .register_unit = REGISTERS_BY_BLOCK, .register_granule = 512, .partitions = 2, .shared_per_sm = 16 * KB,      \
    .shared_per_block = 16 * KB, .shared_per_block_optin = 16 * KB, .shared_granule = 512, .shared_reserved = 32, \
    .carveouts = {16 * KB}, .ncarveouts = 1, .max_grid = {65535, 65535, 1}
#define LIMITS_2_0                                                                                               \
    .max_threads_per_block = 1024, .max_threads_per_sm = 1536, .max_blocks_per_sm = 8, .max_warps_per_sm = 48,   \
    .registers_per_sm = 32768, .registers_per_block = 32768, .max_registers_per_thread = 63,                     \
    .register_unit = REGISTERS_BY_WARP, .register_granule = 64, .partitions = 2, .shared_per_sm = 48 * KB,       \
    .shared_per_block = 48 * KB, .shared_per_block_optin = 48 * KB, .shared_granule = 128, .shared_reserved = 0, \
    .carveouts = {16 * KB, 48 * KB}, .ncarveouts = 2, .max_grid = {65535, 65535, 65535}
#define MODERN                                                                                                     \
    .max_threads_per_block = 1024, .registers_per_sm = 65536, .registers_per_block = 65536,                        \
    .max_registers_per_thread = 255, .register_unit = REGISTERS_BY_WARP, .register_granule = 256, .partitions = 4, \
    .shared_per_block = 48 * KB, .max_grid = {2147483647, 65535, 65535}
#define WARPS(warps, blocks) \
    .max_warps_per_sm = (warps), .max_threads_per_sm = (warps) * WARP_SIZE, .max_blocks_per_sm = (blocks)
#define SHARED_SINCE_8 .shared_granule = 128, .shared_reserved = 1 * KB
#define SHARED_100                                                                \
    SHARED_SINCE_8, .shared_per_sm = 100 * KB, .shared_per_block_optin = 99 * KB, \
        .carveouts = {0, 8 * KB, 16 * KB, 32 * KB, 64 * KB, 100 * KB}, .ncarveouts = 6
#define SHARED_164                                                                 \
    SHARED_SINCE_8, .shared_per_sm = 164 * KB, .shared_per_block_optin = 163 * KB, \
        .carveouts = {0, 8 * KB, 16 * KB, 32 * KB, 64 * KB, 100 * KB, 132 * KB, 164 * KB}, .ncarveouts = 8
#define SHARED_228                                                                                             \
    SHARED_SINCE_8, .shared_per_sm = 228 * KB, .shared_per_block_optin = 227 * KB,                             \
        .carveouts = {0, 8 * KB, 16 * KB, 32 * KB, 64 * KB, 100 * KB, 132 * KB, 164 * KB, 196 * KB, 228 * KB}, \
        .ncarveouts = 10
#define LIMITS_7_0                                                                                       \
    MODERN, WARPS(64, 32), .shared_granule = 256, .shared_reserved = 0, .shared_per_sm = 96 * KB,        \
        .shared_per_block_optin = 96 * KB, .carveouts = {0, 8 * KB, 16 * KB, 32 * KB, 64 * KB, 96 * KB}, \
        .ncarveouts = 6
#define LIMITS_7_5                                                                                \
    MODERN, WARPS(32, 16), .shared_granule = 256, .shared_reserved = 0, .shared_per_sm = 64 * KB, \
        .shared_per_block_optin = 64 * KB, .carveouts = {32 * KB, 64 * KB}, .ncarveouts = 2
#define LIMITS_8_0 MODERN, WARPS(64, 32), SHARED_164
#define LIMITS_8_6 MODERN, WARPS(48, 16), SHARED_100
#define LIMITS_8_7 MODERN, WARPS(48, 16), SHARED_164
#define LIMITS_8_9 MODERN, WARPS(48, 24), SHARED_100
#define LIMITS_9_0 MODERN, WARPS(64, 32), SHARED_228
#define LIMITS_10_X MODERN, WARPS(64, 32), SHARED_228
#define LIMITS_11_0 MODERN, WARPS(48, 24), SHARED_228
#define LIMITS_12_X MODERN, WARPS(48, 24), SHARED_100

#define SMS(count, each, ghz, tflops) .sms = (count), .sps_per_sm = (each), .clock = (ghz), .fp32_tflops = (tflops)
#define MEMORY(gigabytes_per_second, cache) .bandwidth = (gigabytes_per_second), .l2 = (cache)

enum { OLDEST = 75 }; // compute capability, times 10, that emitted text compiles for

static const Device devices[] = {
    {"fx5800", "Quadro FX 5800", 1, 3, SMS(30, 8, 1.3, 0.622), LIMITS_1_3, MEMORY(102, 0)},
    {"fx7000", "Quadro FX 7000", 2, 0, SMS(16, 32, 1.3, 1.33), LIMITS_2_0, MEMORY(192, 768 * KB)},
    {"c2070", "Tesla C2070", 2, 0, SMS(14, 32, 1.15, 1.03), LIMITS_2_0, MEMORY(144, 768 * KB)},
    {"c2075", "Tesla C2075", 2, 0, SMS(14, 32, 1.15, 1.03), LIMITS_2_0, MEMORY(144, 768 * KB)},
    {"v100", "Tesla V100 SXM2", 7, 0, SMS(80, 64, 1.53, 15.7), LIMITS_7_0, MEMORY(900, 6 * MB)},
    {"t4", "Tesla T4", 7, 5, SMS(40, 64, 1.59, 8.1), LIMITS_7_5, MEMORY(320, 4 * MB)},
    {"rtx2080ti", "GeForce RTX 2080 Ti", 7, 5, SMS(68, 64, 1.545, 13.4), LIMITS_7_5, MEMORY(616, 5632 * KB)},
    {"a100", "A100 SXM4 80GB", 8, 0, SMS(108, 64, 1.41, 19.5), LIMITS_8_0, MEMORY(2039, 40 * MB)},
    {"a10", "A10", 8, 6, SMS(72, 128, 1.695, 31.2), LIMITS_8_6, MEMORY(600, 6 * MB)},
    {"rtx3090", "GeForce RTX 3090", 8, 6, SMS(82, 128, 1.695, 35.6), LIMITS_8_6, MEMORY(936, 6 * MB)},
    {"orin", "Jetson AGX Orin 64GB", 8, 7, SMS(16, 128, 1.3, 5.3), LIMITS_8_7, MEMORY(204.8, 4 * MB)},
    {"l4", "L4", 8, 9, SMS(58, 128, 2.04, 30.3), LIMITS_8_9, MEMORY(300, 48 * MB)},
    {"l40s", "L40S", 8, 9, SMS(142, 128, 2.52, 91.6), LIMITS_8_9, MEMORY(864, 96 * MB)},
    {"rtx4090", "GeForce RTX 4090", 8, 9, SMS(128, 128, 2.52, 82.6), LIMITS_8_9, MEMORY(1008, 72 * MB)},
    {"h100", "H100 SXM5", 9, 0, SMS(132, 128, 1.98, 66.9), LIMITS_9_0, MEMORY(3350, 50 * MB)},
    {"h200", "H200 SXM", 9, 0, SMS(132, 128, 1.98, 66.9), LIMITS_9_0, MEMORY(4800, 60 * MB)},
    {"b200", "B200 SXM", 10, 0, SMS(148, 128, 1.965, 75), LIMITS_10_X, MEMORY(8000, 126 * MB)},
    {"b300", "B300 SXM", 10, 3, SMS(148, 128, 2.032, 77), LIMITS_10_X, MEMORY(8000, 126 * MB)},
    {"thor", "Jetson AGX Thor T5000", 11, 0, SMS(20, 128, 1.575, 8.1), LIMITS_11_0, MEMORY(273, 32 * MB)},
    {"rtx5090", "GeForce RTX 5090", 12, 0, SMS(170, 128, 2.407, 104.8), LIMITS_12_X, MEMORY(1792, 96 * MB)},
    {"rtxpro6000", "RTX PRO 6000 Blackwell", 12, 0, SMS(188, 128, 2.617, 125), LIMITS_12_X, MEMORY(1792, 128 * MB)},
    {"gb10", "DGX Spark GB10", 12, 1, SMS(48, 128, 2.418, 29.7), LIMITS_12_X, MEMORY(273, 24 * MB)},
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

static const char *unknown_device(Arena *arena, const char *name)
{
    const char *names[sizeof devices / sizeof *devices + 1] = {0};
    for (int i = 0; i < device_count(); i++)
        names[i] = devices[i].name;
    const char *near = suggest(name, names);
    if (near)
        return arena_printf(arena, "unknown device '%s'; did you mean '%s'?", name, near);
    return arena_printf(arena, "unknown device '%s'; 'curestruct devices' lists them", name);
}

const Device *device_named(Arena *arena, const char *name, const char **why)
{
    if (strcasecmp(name, "native") == 0)
        return device_native(arena, why);
    const Device *device = device_find(name);
    if (!device)
        *why = unknown_device(arena, name);
    return device;
}

static int capability(const Device *device)
{
    return 10 * device->compute_major + device->compute_minor;
}

// "sm_75, sm_80, .."; the table is in their order.
static const char *architectures(Arena *arena)
{
    Text text = {.arena = arena};
    int before = OLDEST - 1;
    for (int i = 0; i < device_count(); i++) {
        if (capability(&devices[i]) <= before)
            continue;
        before = capability(&devices[i]);
        text_printf(&text, "%ssm_%d", text.length ? ", " : "", before);
    }
    return text_string(&text);
}

// The default device if it has that compute capability, otherwise the first of the table that has it.
static const Device *of_architecture(Arena *arena, const char *name, const char **why)
{
    if (strcmp(name, "native") == 0)
        return device_native(arena, why);
    int number = atoi(name + strlen("sm_"));
    if (capability(device_default()) == number)
        return device_default();
    for (int i = 0; i < device_count(); i++)
        if (capability(&devices[i]) == number)
            return &devices[i];
    *why = arena_printf(arena, "unknown architecture '%s'; known are %s", name, architectures(arena));
    return NULL;
}

const Device *device_chosen(Arena *arena, const char *name, const char *architecture, const char **why)
{
    const Device *of_arch = architecture ? of_architecture(arena, architecture, why) : device_default();
    const Device *device = name && of_arch ? device_named(arena, name, why) : of_arch;
    if (!device || !architecture || capability(device) == capability(of_arch))
        return device;
    *why = arena_printf(arena, "'--arch=%s' does not go with '--device=%s', which is sm_%d", architecture, name,
                        capability(device));
    return NULL;
}
