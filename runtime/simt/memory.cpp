// Device memory between guard pages.
#include "memory.h"

#include <deque>
#include <map>
#include <mutex>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "options.h"
#include "profile.h"
#include "report.h"
#include "shared.h"

namespace simt
{

// ---- State ----

// Reserved addresses. The first one handed out has some distance from the beginning: kernels get the address of an
// array's element 0, which may be far before the allocation.
struct Region {
    uintptr_t begin, end;
};

struct Memory {
    std::map<uintptr_t, Allocation> allocations; // by base, the freed ones that reports may name included
    std::deque<uintptr_t> freed;
    Region regions[64];
    unsigned region_count = 0;
    uintptr_t next = 0;        // in the last region
    size_t used = 0, live = 0; // bytes of the device; allocations
};

constexpr size_t guard_size = 1 << 20; // between allocations; it costs addresses only
constexpr size_t freed_remembered = 1024;

static void finish(Memory &state);

// Never destroyed: destructors of the program may still free what they hold.
static Memory &memory()
{
    struct AtExit {
        Memory *state = new Memory();
        ~AtExit() { finish(*state); }
    };
    static AtExit owner;
    return *owner.state;
}

static std::recursive_mutex &api_mutex()
{
    static std::recursive_mutex mutex;
    return mutex;
}

ApiLock::ApiLock()
{
    if (current_block())
        report_block(*current_block(), "a kernel calls a function of the host");
    api_mutex().lock();
}
ApiLock::~ApiLock() { api_mutex().unlock(); }

static const char *kind_name(MemoryKind kind)
{
    return kind == MemoryKind::device ? "device" : kind == MemoryKind::managed ? "managed" : "pinned host";
}

static void report_leaks(const Memory &state)
{
    unsigned leaks = 0;
    for (const auto &entry : state.allocations) {
        const Allocation &allocation = entry.second;
        if (!allocation.live || leaks++ >= 6)
            continue;
        if (options().check)
            report_later(&allocation.site, "leak: the %s memory of %zu bytes that is allocated here is never freed",
                         kind_name(allocation.kind), allocation.size);
        else
            fprintf(stderr, "curestruct simt: leak: %s allocation of %zu bytes at %p\n", kind_name(allocation.kind),
                    allocation.size, (void *)allocation.base);
    }
    if (!leaks || options().check)
        return;
    fprintf(stderr, "curestruct simt: error: %u allocations were not freed\n", leaks);
    fflush(nullptr);
    _exit(report_status);
}

// At the end of the process, or when the runtime's module is unloaded. What is still in use stays mapped.
static void finish(Memory &state)
{
    check_finish();
    if (options().report_leaks)
        report_leaks(state);
    if (reported_later()) {
        fflush(nullptr);
        _exit(report_status);
    }
    if (state.live > 0)
        return;
    for (unsigned i = 0; i < state.region_count; i++)
        munmap((void *)state.regions[i].begin, state.regions[i].end - state.regions[i].begin);
    state.region_count = 0;
}

// ---- Addresses ----

static size_t page_size()
{
    static const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    return size;
}

// A new region with room for `size` bytes; large ones may be refused where the address space is limited.
static bool add_region(Memory &state, size_t size)
{
    if (state.region_count == sizeof state.regions / sizeof *state.regions)
        return false;
    for (size_t wanted = (size_t)1 << 40; wanted >= size + guard_size; wanted /= 4) {
        void *begin = mmap(nullptr, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (begin == MAP_FAILED)
            continue;
        state.regions[state.region_count++] = {(uintptr_t)begin, (uintptr_t)begin + wanted};
        state.next = (uintptr_t)begin + (wanted - size) / 4 / page_size() * page_size();
        return true;
    }
    return false;
}

bool memory_reserved(const void *address)
{
    const Memory &state = memory();
    for (unsigned i = 0; i < state.region_count; i++)
        if ((uintptr_t)address >= state.regions[i].begin && (uintptr_t)address < state.regions[i].end)
            return true;
    return false;
}

static size_t host_memory()
{
    static const size_t total = (size_t)sysconf(_SC_PHYS_PAGES) * page_size();
    return total;
}

size_t memory_total() { return options().memory ? options().memory : host_memory(); }

size_t memory_used() { return memory().used; }

// ---- Allocations ----

static bool kept_closed(const Allocation &allocation)
{
    return allocation.kind == MemoryKind::device && options().strict;
}

static void protect(const Allocation &allocation, int protection)
{
    if (mprotect((void *)allocation.pages, allocation.pages_size, protection) != 0)
        report_host("mprotect failed: too many allocations? (sysctl vm.max_map_count)");
}

void *memory_allocate(size_t size, MemoryKind kind)
{
    Memory &state = memory();
    size_t page = page_size();
    bool is_hosts = kind == MemoryKind::pinned;
    if (size > (is_hosts ? host_memory() : memory_total() - state.used))
        return nullptr;
    // Sectors are counted as on a GPU, where every allocation begins with one.
    size_t alignment = profile_wanted() ? 256 : 16;
    size_t rounded = (size + alignment - 1) & ~(alignment - 1);
    size_t pages_size = (rounded + page - 1) & ~(page - 1);
    size_t reserved = pages_size + 2 * guard_size;
    bool room = state.region_count && state.regions[state.region_count - 1].end - state.next >= reserved;
    if (!room && !add_region(state, reserved))
        return nullptr;
    uintptr_t pages = state.next + guard_size;
    if (mprotect((void *)pages, pages_size, PROT_READ | PROT_WRITE) != 0)
        return nullptr;
    state.next = pages + pages_size; // the guard after this allocation is the next one's guard before it
    state.used += is_hosts ? 0 : size;
    state.live++;
    memset((void *)pages, poison_byte, pages_size);
    uintptr_t base = pages + pages_size - rounded;
    Allocation &allocation = state.allocations[base] = {base, size, pages, pages_size, kind, true, 0, nullptr, {}};
    if (options().check) {
        allocation.written = kind == MemoryKind::device ? (unsigned char *)calloc((size + 3) / 4, 1) : nullptr;
        allocation.site = host_call_site();
    }
    if (kept_closed(allocation))
        protect(allocation, PROT_NONE);
    return (void *)base;
}

bool memory_free(void *base)
{
    Memory &state = memory();
    auto found = state.allocations.find((uintptr_t)base);
    if (found == state.allocations.end() || !found->second.live)
        return false;
    Allocation &allocation = found->second;
    allocation.live = false;
    free(allocation.written);
    allocation.written = nullptr;
    state.used -= allocation.kind == MemoryKind::pinned ? 0 : allocation.size;
    state.live--;
    // A new mapping in its place gives the pages back and keeps the addresses.
    mmap((void *)allocation.pages, allocation.pages_size, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    state.freed.push_back(allocation.base);
    if (state.freed.size() > freed_remembered) {
        state.allocations.erase(state.freed.front());
        state.freed.pop_front();
    }
    return true;
}

Allocation *memory_find(const void *address)
{
    Memory &state = memory();
    auto after = state.allocations.upper_bound((uintptr_t)address);
    if (after == state.allocations.begin())
        return nullptr;
    Allocation &allocation = (--after)->second;
    bool inside = (uintptr_t)address - allocation.base < allocation.size;
    return allocation.live && inside ? &allocation : nullptr;
}

// ---- What has been written ----

void memory_mark_written(Allocation &allocation, size_t offset, size_t size)
{
    if (!allocation.written)
        return;
    for (; size && offset % 4; offset++, size--)
        allocation.written[offset / 4] |= (unsigned char)(1 << offset % 4);
    memset(allocation.written + offset / 4, 15, size / 4);
    for (size_t i = size / 4 * 4; i < size; i++)
        allocation.written[(offset + i) / 4] |= (unsigned char)(1 << (offset + i) % 4);
}

bool memory_any_written(const Allocation &allocation, size_t offset, size_t size)
{
    if (!allocation.written || allocation.written[offset / 4] == 15)
        return true;
    for (size_t i = offset; i < offset + size; i++)
        if (allocation.written[i / 4] >> i % 4 & 1)
            return true;
    return false;
}

void memory_copy_written(void *to, const void *from, size_t size)
{
    Allocation *target = memory_find(to), *source = memory_find(from);
    if (!target || !target->written)
        return;
    size_t target_offset = (uintptr_t)to - target->base;
    if (!source || !source->written) {
        memory_mark_written(*target, target_offset, size);
        return;
    }
    for (size_t i = 0; i < size; i++)
        if (memory_any_written(*source, (uintptr_t)from - source->base + i, 1))
            memory_mark_written(*target, target_offset + i, 1);
}

void memory_require(const void *address, size_t size, bool store, const void *instruction)
{
    if (!memory_reserved(address))
        return;
    const Allocation *allocation = memory_find(address);
    if (allocation && (uintptr_t)address - allocation->base + size <= allocation->size)
        return;
    char place[200], detail[250];
    memory_describe(allocation ? (const char *)allocation->base + allocation->size : address, place, sizeof place);
    snprintf(detail, sizeof detail, "%s address %s", store ? "write to" : "read of", place);
    report_fault(*current_block(), "invalid memory access", detail, instruction);
}

// ---- Access ----

static void open_allocation(Allocation &allocation)
{
    if (allocation.live && kept_closed(allocation) && allocation.users++ == 0)
        protect(allocation, PROT_READ | PROT_WRITE);
}

static void close_allocation(Allocation &allocation)
{
    if (allocation.live && kept_closed(allocation) && --allocation.users == 0)
        protect(allocation, PROT_NONE);
}

MemoryAccess::MemoryAccess() : all_(true)
{
    for (auto &entry : memory().allocations)
        open_allocation(entry.second);
}

MemoryAccess::MemoryAccess(const void *first, const void *second) : all_(false)
{
    named_[0] = memory_find(first);
    named_[1] = memory_find(second);
    for (Allocation *allocation : named_)
        if (allocation)
            open_allocation(*allocation);
}

MemoryAccess::~MemoryAccess()
{
    for (Allocation *allocation : named_)
        if (allocation)
            close_allocation(*allocation);
    if (all_)
        for (auto &entry : memory().allocations)
            close_allocation(entry.second);
}

// ---- Checks and reports ----

// The first byte of [begin, end) that no longer holds poison, or `end`.
static const unsigned char *overwritten(uintptr_t begin, uintptr_t end)
{
    const unsigned char *byte = (const unsigned char *)begin;
    while (byte < (const unsigned char *)end && *byte == poison_byte)
        byte++;
    return byte;
}

void memory_check(const char *kernel_name)
{
    for (const auto &entry : memory().allocations) {
        const Allocation &allocation = entry.second;
        if (!allocation.live)
            continue;
        uintptr_t end = allocation.base + allocation.size, pages_end = allocation.pages + allocation.pages_size;
        const unsigned char *before = overwritten(allocation.pages, allocation.base);
        const unsigned char *after = overwritten(end, pages_end);
        const unsigned char *wrong = (uintptr_t)before < allocation.base ? before : after;
        if ((uintptr_t)wrong == pages_end)
            continue;
        char text[200];
        memory_describe(wrong, text, sizeof text);
        report_host("write outside of an allocation\n  in kernel %s\n  address %s", kernel_name, text);
    }
}

// The allocation nearest to the address, live or freed.
static const Allocation *nearest(uintptr_t address)
{
    const Allocation *best = nullptr;
    uintptr_t best_distance = 0;
    auto consider = [&](const Allocation &allocation) {
        uintptr_t end = allocation.base + allocation.size;
        uintptr_t distance = address < allocation.base ? allocation.base - address
                             : address >= end          ? address - end + 1
                                                       : 0;
        if (!best || distance < best_distance) {
            best = &allocation;
            best_distance = distance;
        }
    };
    auto after = memory().allocations.lower_bound(address);
    if (after != memory().allocations.end())
        consider(after->second);
    if (after != memory().allocations.begin())
        consider((--after)->second);
    return best;
}

void memory_describe(const void *address, char *text, size_t size)
{
    uintptr_t at = (uintptr_t)address;
    const Allocation *near = memory_reserved(address) ? nearest(at) : nullptr;
    if (!near) {
        snprintf(text, size, "%p is in no allocation", address);
        return;
    }
    uintptr_t end = near->base + near->size;
    const char *freed = near->live ? "" : "freed ";
    char place[60];
    if (at < near->base)
        snprintf(place, sizeof place, "%zu bytes before the beginning of", (size_t)(near->base - at));
    else if (at >= end)
        snprintf(place, sizeof place, "%zu bytes past the end of", (size_t)(at - end));
    else
        snprintf(place, sizeof place, "byte %zu of", (size_t)(at - near->base));
    snprintf(text, size, "%p is %s the %s%s allocation of %zu bytes at %p", address, place, freed,
             kind_name(near->kind), near->size, (void *)near->base);
}

} // namespace simt
