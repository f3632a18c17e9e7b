// Static and dynamic shared memory: its address, the poison before a block, the check after it.
#include "shared.h"

#include <dlfcn.h>
#include <string.h>

#include "report.h"

// All `extern __shared__` arrays of a program are this one array. It goes by the names below; for a program that uses
// another one, this file is compiled with -DCURESTRUCT_SIMT_DYNAMIC_SHARED=name. Names without the prefix crs_ are not
// taken unasked: a variable of the program that is called so would not link.
#ifndef CURESTRUCT_SIMT_DYNAMIC_SHARED
#define CURESTRUCT_SIMT_DYNAMIC_SHARED crs_extern_shared
#endif

static constexpr size_t watched_size = 256; // after the launch's dynamic shared memory
static constexpr size_t array_size = simt::opt_in_shared_limit + watched_size;

extern "C" {
alignas(1024) thread_local unsigned char curestruct_simt_dynamic_shared[array_size];
#define SIMT_ALIAS(name) \
    extern thread_local unsigned char name[array_size] __attribute__((weak, alias("curestruct_simt_dynamic_shared")));
SIMT_ALIAS(crs_shared)
SIMT_ALIAS(crs_smem)
SIMT_ALIAS(crs_dynamic_shared)
SIMT_ALIAS(crs_shared_memory)
SIMT_ALIAS(CURESTRUCT_SIMT_DYNAMIC_SHARED)
#undef SIMT_ALIAS
}

namespace simt
{

static thread_local const KernelSymbols *prepared;
static thread_local char *module_storage;
static thread_local unsigned char *dynamic_shared;

// In clang's CUDA mode the device's module has the array.
static unsigned char *find_dynamic_shared()
{
    void *own = dlsym(RTLD_DEFAULT, "curestruct_device_shared");
    return own ? (unsigned char *)own : curestruct_simt_dynamic_shared;
}

static void poison(const SharedRange *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        memset(module_storage + ranges[i].offset, poison_byte, ranges[i].size);
}

void shared_prepare(const KernelSymbols &symbols)
{
    prepared = &symbols;
    if (!dynamic_shared)
        dynamic_shared = find_dynamic_shared();
    if (symbols.module == 0)
        return;
    module_storage = thread_local_storage(symbols.module);
    poison(symbols.others, symbols.other_count);
}

void shared_poison(const Grid &grid)
{
    poison(prepared->own, prepared->own_count);
    memset(dynamic_shared, poison_byte, grid.dynamic_shared + watched_size);
}

// Calls visit(memory, size) for each part of shared memory.
template <class Visit> static void each_part(const Grid &grid, Visit visit)
{
    for (size_t i = 0; i < prepared->own_count; i++)
        visit(module_storage + prepared->own[i].offset, prepared->own[i].size);
    for (size_t i = 0; i < prepared->other_count; i++)
        visit(module_storage + prepared->others[i].offset, prepared->others[i].size);
    visit((char *)dynamic_shared, grid.dynamic_shared + watched_size);
}

void shared_save(const Grid &grid, std::vector<unsigned char> &image)
{
    image.clear();
    each_part(grid, [&](const char *part, size_t size) { image.insert(image.end(), part, part + size); });
}

void shared_restore(const Grid &grid, const std::vector<unsigned char> &image)
{
    size_t at = 0;
    each_part(grid, [&](char *part, size_t size) {
        memcpy(part, image.data() + at, size);
        at += size;
    });
}

static SharedArray find(const SharedRange *ranges, size_t count, const char *address)
{
    for (size_t i = 0; i < count; i++) {
        const char *begin = module_storage + ranges[i].offset;
        if (address >= begin && address < begin + ranges[i].size)
            return {begin, ranges[i].size, ranges[i].name};
    }
    return {nullptr, 0, nullptr};
}

SharedArray shared_array(const void *address)
{
    const char *byte = (const char *)address, *dynamic = (const char *)dynamic_shared;
    if (byte >= dynamic && byte < dynamic + opt_in_shared_limit)
        return {dynamic, opt_in_shared_limit, nullptr};
    SharedArray own = find(prepared->own, prepared->own_count, byte);
    return own.size ? own : find(prepared->others, prepared->other_count, byte);
}

bool shared_contains(const void *address) { return shared_array(address).size > 0; }

void shared_check(const Block &block)
{
    const unsigned char *after = dynamic_shared + block.grid->dynamic_shared;
    for (size_t i = 0; i < watched_size; i++)
        if (after[i] != poison_byte) {
            char detail[120];
            snprintf(detail, sizeof detail, "the launch asked for %zu bytes of it, byte %zu was written",
                     block.grid->dynamic_shared, block.grid->dynamic_shared + i);
            report_fault(block, "write past the end of dynamic shared memory", detail);
        }
}

} // namespace simt
