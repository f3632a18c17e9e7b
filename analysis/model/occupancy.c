// Active blocks per SM: equations (1) to (3) of the paper, and the allocation rules of devices.
#include "analysis/model/occupancy.h"

static int64_t round_up(int64_t value, int64_t granule)
{
    return granule > 1 ? (value + granule - 1) / granule * granule : value;
}

static int64_t divide_up(int64_t value, int64_t divisor)
{
    return value / divisor + (value % divisor != 0);
}

static int64_t least(int64_t left, int64_t right)
{
    return left < right ? left : right;
}

// ---- the paper's model

PaperOccupancy occupancy_by_paper(const Device *device, const PaperConfiguration *configuration)
{
    int64_t shared_per_sm = configuration->shared_per_sm ? configuration->shared_per_sm : device->shared_per_sm;
    PaperOccupancy result = {.warps_per_block = (int)divide_up(configuration->threads, WARP_SIZE),
                             .blocks_by_shared = INT64_MAX};
    result.shared_asked = configuration->tile * configuration->element_size * configuration->elements_per_result;
    if (result.shared_asked)
        result.shared_asked += configuration->shared_overhead;
    result.shared_per_block = round_up(result.shared_asked, configuration->shared_granule);
    result.blocks_by_warps = device->max_warps_per_sm / result.warps_per_block;
    if (result.shared_per_block)
        result.blocks_by_shared = shared_per_sm / result.shared_per_block;
    result.active_blocks =
        (int)least(least(result.blocks_by_warps, result.blocks_by_shared), device->max_blocks_per_sm);
    if (configuration->threads > device->max_threads_per_block || result.shared_per_block > device->shared_per_block)
        result.active_blocks = 0;
    if (configuration->results) {
        result.total_blocks = divide_up(configuration->results, configuration->tile);
        result.akbpsm = (double)result.total_blocks / device->sms;
    }
    int64_t threads = (int64_t)result.active_blocks * configuration->threads;
    result.s_cycles = (double)threads / device->sps_per_sm;
    result.s_cycles_whole = threads % device->sps_per_sm == 0;
    return result;
}

// ---- the device's own rules

static int32_t blocks_that_fit(int64_t available, int64_t each)
{
    return each ? (int32_t)least(available / each, INT32_MAX) : INT32_MAX;
}

static int limit_by_registers(const Device *device, const KernelResources *resources, int warps, int *allocated)
{
    int64_t asked = (int64_t)resources->registers * WARP_SIZE;
    // A launch is checked as if every partition held as many warps as the fullest one.
    int64_t even_warps = round_up(warps, device->partitions);
    bool by_block = device->register_unit == REGISTERS_BY_BLOCK;
    int64_t per_warp = round_up(asked, device->register_granule);
    int64_t checked = by_block ? round_up(asked * even_warps, device->register_granule) : per_warp * even_warps;
    *allocated = (int)least(by_block ? checked : per_warp * warps, INT32_MAX);
    if (resources->registers > device->max_registers_per_thread || checked > device->registers_per_block)
        return 0;
    if (by_block)
        return blocks_that_fit(device->registers_per_sm, checked);
    if (!per_warp)
        return INT32_MAX;
    int64_t warps_that_fit = device->registers_per_sm / device->partitions / per_warp * device->partitions;
    return (int)(warps_that_fit / warps);
}

// The smallest setting of the SM's shared memory that holds this much; the largest if none does.
static int64_t setting_for(const Device *device, int64_t bytes)
{
    for (int i = 0; i < device->ncarveouts; i++)
        if (device->carveouts[i] >= bytes)
            return device->carveouts[i];
    return device->shared_per_sm;
}

static int limit_by_shared(const Device *device, const KernelResources *resources, int64_t *allocated)
{
    int64_t asked = resources->shared_static + resources->shared_dynamic + device->shared_reserved;
    int64_t each = round_up(asked, device->shared_granule);
    int64_t preferred =
        resources->shared_carveout ? setting_for(device, resources->shared_carveout) : device->shared_per_sm;
    *allocated = each;
    // Reserved memory is added to a block's limit if the driver reserves it (the first devices include it).
    int64_t most =
        device->shared_per_block_optin + (device->register_unit == REGISTERS_BY_WARP ? device->shared_reserved : 0);
    if (each > most)
        return 0;
    return blocks_that_fit(preferred >= each ? preferred : setting_for(device, each), each);
}

Occupancy occupancy_of(const Device *device, const KernelResources *resources)
{
    Occupancy result = {.by_blocks = device->max_blocks_per_sm};
    int warps = (int)divide_up(resources->threads, WARP_SIZE);
    result.by_threads = resources->threads > device->max_threads_per_block ? 0 : device->max_warps_per_sm / warps;
    result.by_registers = limit_by_registers(device, resources, warps, &result.registers_per_block);
    result.by_shared = limit_by_shared(device, resources, &result.shared_per_block);
    int64_t blocks = least(least(result.by_threads, result.by_registers), least(result.by_shared, result.by_blocks));
    result.limits = (blocks == result.by_threads ? LIMITED_BY_THREADS : 0u) |
                    (blocks == result.by_registers ? LIMITED_BY_REGISTERS : 0u) |
                    (blocks == result.by_shared ? LIMITED_BY_SHARED : 0u) |
                    (blocks == result.by_blocks ? LIMITED_BY_BLOCKS : 0u);
    result.active_blocks = (int)blocks;
    result.active_warps = result.active_blocks * warps;
    result.occupancy = (double)result.active_warps / device->max_warps_per_sm;
    return result;
}

const char *occupancy_limit_words(Arena *arena, unsigned limits)
{
    static const char *const words[] = {"threads", "registers", "shared memory", "blocks"};
    Text text = {.arena = arena};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (!(limits & 1u << i))
            continue;
        text_printf(&text, "%s%s", text.length == 0 ? "" : limits >> (i + 1) ? ", " : " and ", words[i]);
    }
    return text_string(&text);
}
