// The record of accesses, and the data races that it shows.
#include "races.h"

#include <algorithm>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

#include "check.h"
#include "memory.h"
#include "report.h"
#include "shared.h"

namespace simt
{

constexpr size_t most_watched = (size_t)64 << 20;
constexpr size_t most_kept = (size_t)512 << 20; // bytes of cells that wait for the next launch

// The smallest unit that holds all threads with accesses that nothing orders yet.
enum class Spread : uint8_t { none, thread, warp, block, grid };

// The earlier accesses to a place that a later one may race with: the last of them, and the unit of all of them.
struct Seen {
    uint32_t block = 0;             // by number in the order of execution, from 1, over all launches
    uint32_t epoch = 0;             // barriers of the block before it
    uint32_t phase = 0;             // and of the grid
    uint32_t turn = 0;              // and __syncwarps of the warp
    uint32_t instruction = 0;       // distance from watch.code; 0: unknown
    uint32_t other_instruction = 0; // of the last one before it by another thread; meaningful where `spread` has two
    uint16_t thread = 0;
    uint16_t other_thread = 0;
    Spread spread = Spread::none;
    bool atomic = false;
};

// What was seen of an allocation or a shared array, in each `granule` bytes: a cell has two places. Those of stores to
// what is only loaded stay pages of zeros, which need no memory.
struct Shadow {
    uintptr_t begin = 0;
    size_t size = 0, granule = 4;
    size_t limit = 0;    // accesses end before it: the size, or what the launch asked for of dynamic shared memory
    size_t words = 0;    // those of four bytes, each with a cell, end before it
    bool shared = false; // each block has its own
    Allocation *allocation = nullptr;         // of global memory
    Seen *loads = nullptr, *stores = nullptr; // one after the other; NULL: not watched
};

// An atomic operation after a fence. It orders the thread's earlier accesses, and those of the block before its last
// barrier, before everything that follows a later operation of this kind.
struct Release {
    uint64_t number;
    uint32_t epoch;
    uint16_t thread;
};

// What is known of a block while others run.
struct Turn {
    uint32_t block, epoch;
    std::unordered_map<uintptr_t, std::vector<Seen>> shared; // of shared arrays, by their beginnings; two for a byte
};

struct Watch {
    bool on = false;
    bool check = false;             // CURESTRUCT_SIMT_CHECK
    const Block *running = nullptr; // the block; null outside of kernels. Other host threads run none
    const char *code = nullptr;     // an instruction of the program
    Seen now;                       // of an access, but for the thread, its warp's turn and the instruction
    uint32_t blocks = 0;            // so many have begun, in all launches
    uint32_t first = 1;             // block of the launch: what earlier ones did precedes it
    uint32_t turns[max_block_threads / lanes_per_warp];
    bool fenced[max_block_threads]; // the thread's next atomic operation is a release
    bool polled[max_block_threads]; // the thread's next fence is an acquire: it follows an atomic operation
    uint64_t releases = 0;          // so many so far
    uint64_t acquired = 0;          // those before this number precede what the block does now
    std::unordered_map<uint32_t, std::vector<Release>> released; // by block
    std::vector<Shadow> shadows;
    std::unordered_map<const Block *, Turn> waiting; // at a barrier of the grid
};

static Watch watch; // a watched launch runs on one host thread
OwnMemory own_memory;

// ---- The cells of an address ----

static size_t cell_count(const Shadow &shadow) { return (shadow.size + shadow.granule - 1) / shadow.granule; }

// New zeros come in large pages: otherwise a kernel's first launch spends a fifth of its time on page faults. Not for
// more than MOST bytes, of which few may be used.
static void use_large_pages(void *begin, size_t size)
{
    const size_t LEAST = (size_t)4 << 20, MOST = (size_t)256 << 20, page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)begin + page - 1) / page * page, last = ((uintptr_t)begin + size) / page * page;
    if (begin && size >= LEAST && size <= MOST)
        madvise((void *)first, last - first, MADV_HUGEPAGE);
}

static void add_cells(Shadow &shadow)
{
    shadow.loads = (Seen *)calloc(cell_count(shadow), 2 * sizeof(Seen));
    shadow.stores = shadow.loads ? shadow.loads + cell_count(shadow) : nullptr;
    use_large_pages(shadow.loads, cell_count(shadow) * 2 * sizeof(Seen));
}

static Shadow new_shadow(uintptr_t begin, size_t size, bool shared)
{
    Shadow shadow;
    shadow.shared = shared;
    shadow.begin = begin;
    shadow.size = shadow.limit = size;
    if (size <= most_watched)
        add_cells(shadow);
    return shadow;
}

// A cell for each byte.
static void refine(Shadow &shadow)
{
    Shadow fine = shadow;
    fine.granule = 1;
    add_cells(fine);
    for (size_t i = 0; fine.loads && i < fine.size; i++) {
        fine.loads[i] = shadow.loads[i / shadow.granule];
        fine.stores[i] = shadow.stores[i / shadow.granule];
    }
    free(shadow.loads);
    fine.words = 0;
    shadow = fine;
}

// Those that this host thread's block has used last, one of a shared array and two of global memory. They are `nothing`
// where nothing is watched, so that most accesses need not ask.
static const Shadow nothing;
static thread_local const Shadow *near_shared = &nothing, *near_global[2] = {&nothing, &nothing};

static void forget_near() { near_shared = near_global[0] = near_global[1] = &nothing; }

static void set_near(const Shadow *shadow)
{
    if (shadow->shared) {
        near_shared = shadow;
    } else if (shadow != near_global[0]) {
        near_global[1] = near_global[0];
        near_global[0] = shadow;
    }
}

static Shadow *known_shadow(uintptr_t address)
{
    for (Shadow &shadow : watch.shadows)
        if (address - shadow.begin < shadow.size)
            return &shadow;
    return nullptr;
}

static bool is_index(uintptr_t address)
{
    return address - (uintptr_t)&threadIdx < sizeof threadIdx || address - (uintptr_t)&blockIdx < sizeof blockIdx ||
           address - (uintptr_t)&blockDim < sizeof blockDim || address - (uintptr_t)&gridDim < sizeof gridDim;
}

static void set_own_memory(const Block &block)
{
    const uintptr_t begins[] = {(uintptr_t)&threadIdx, (uintptr_t)&blockIdx, (uintptr_t)&blockDim, (uintptr_t)&gridDim};
    uintptr_t first = *std::min_element(begins, begins + 4), last = *std::max_element(begins, begins + 4);
    own_memory.stacks = (uintptr_t)block.stacks.begin();
    own_memory.stacks_size = block.stacks.bytes();
    own_memory.indices = first;
    own_memory.indices_size = last - first < 64 ? last - first + sizeof(uint3) : 0; // the linker keeps them together
}

// NULL: the thread's own memory, or of the host.
static Shadow *find_shadow(uintptr_t address)
{
    if (Shadow *known = known_shadow(address))
        return known;
    forget_near(); // the vector may move
    SharedArray array = shared_array((void *)address);
    Allocation *allocation = !array.size && memory_reserved((void *)address) ? memory_find((void *)address) : nullptr;
    const Variable *variable = !array.size && !allocation ? check_variable(address) : nullptr;
    if (array.size)
        watch.shadows.push_back(new_shadow((uintptr_t)array.begin, array.size, true));
    else if (allocation)
        watch.shadows.push_back(new_shadow(allocation->base, allocation->size, false));
    else if (variable)
        watch.shadows.push_back(new_shadow((uintptr_t)variable->address, variable->size, false));
    else
        return nullptr;
    watch.shadows.back().allocation = allocation;
    if (array.size && !array.name && watch.check)
        watch.shadows.back().limit = watch.running->grid->dynamic_shared;
    watch.shadows.back().words = watch.shadows.back().loads ? watch.shadows.back().limit / 4 * 4 : 0;
    return &watch.shadows.back();
}

// ---- What is ordered ----

static bool released(const Seen &seen)
{
    auto found = watch.released.find(seen.block);
    if (found == watch.released.end())
        return false;
    for (const Release &release : found->second)
        if (release.number < watch.acquired && (seen.epoch < release.epoch || seen.thread == release.thread))
            return true;
    return false;
}

static bool same_warp(const Seen &a, const Seen &b) { return a.thread / lanes_per_warp == b.thread / lanes_per_warp; }

// Whether nothing orders what was seen before the access `now`.
static bool concurrent(const Seen &seen, const Seen &now)
{
    if (seen.spread == Spread::none || seen.phase != now.phase)
        return false;
    if (seen.block != now.block)
        return !released(seen);
    if (seen.spread == Spread::grid)
        return watch.acquired == 0;
    if (seen.epoch < now.epoch)
        return false;
    if (seen.spread == Spread::block || !same_warp(seen, now))
        return true;
    return seen.turn == now.turn && (seen.spread == Spread::warp || seen.thread != now.thread);
}

static Spread spread_of(const Seen &seen, const Seen &now)
{
    if (!concurrent(seen, now))
        return seen.spread == Spread::grid && seen.phase == now.phase ? Spread::grid : Spread::thread;
    if (seen.block != now.block)
        return Spread::grid;
    return std::max(seen.spread, same_warp(seen, now) ? Spread::warp : Spread::block);
}

// Whether no access by the current thread, and none that follows it, can race with what was seen: that is forgotten,
// precedes the block's last barrier, or is of the same thread. Most are. Of a shared array, other blocks are forgotten.
[[gnu::always_inline]] static inline bool is_over(const Seen &seen, bool shared, unsigned thread)
{
    if (seen.block != watch.now.block)
        return shared || seen.block < watch.first;
    return (shared || seen.spread != Spread::grid) &&
           (seen.epoch < watch.now.epoch || (seen.spread == Spread::thread && seen.thread == thread));
}

static void merge(Seen &seen, const Seen &now)
{
    Seen merged = now;
    merged.spread = spread_of(seen, now);
    merged.other_thread = seen.thread == now.thread ? seen.other_thread : seen.thread;
    merged.other_instruction = seen.thread == now.thread ? seen.other_instruction : seen.instruction;
    seen = merged;
}

// ---- Accesses ----

static const void *instruction_of(const Seen &seen)
{
    return seen.instruction ? watch.code + (int32_t)seen.instruction : nullptr;
}

[[noreturn]] static void report_race(Seen seen, bool was_store, uintptr_t address, size_t size, const Seen &now,
                                     bool is_store)
{
    char place[200], detail[1000], other[80], where[400] = "";
    check_describe((void *)address, place, sizeof place);
    const Block &block = *current_block();
    if (seen.thread == now.thread && seen.block == now.block) {
        seen.thread = seen.other_thread;
        seen.instruction = seen.other_instruction;
    }
    if (seen.block != watch.now.block)
        snprintf(other, sizeof other, "a thread of another block");
    else
        snprintf(other, sizeof other, "%s %u of the block",
                 seen.spread == Spread::thread ? "thread" : "several threads, one of them", seen.thread);
    if (report_file() && seen.instruction) {
        strcpy(where, " at ");
        place_text(instruction_of(seen), where + 4, sizeof where - 4);
    }
    snprintf(detail, sizeof detail, "%s of %zu bytes: %s\n  after %s%s by %s", is_store ? "store" : "load", size, place,
             was_store ? "a store" : "a load", where, other);
    report_fault(block, "data race: nothing orders two accesses to the same place", detail, instruction_of(now));
}

static void note_cell(Seen &loads, Seen &stores, const Seen &now, bool store, uintptr_t address, size_t size)
{
    if (!(now.atomic && stores.atomic) && concurrent(stores, now))
        report_race(stores, true, address, size, now, store);
    if (store && concurrent(loads, now))
        report_race(loads, false, address, size, now, true);
    if (store && now.atomic && stores.atomic)
        merge(stores, now);
    else if (store)
        stores = now;
    else
        merge(loads, now);
}

// Fills in what is seen of an access now, in place.
[[gnu::always_inline]] static inline void see(Seen &seen, unsigned thread, const void *instruction)
{
    seen = watch.now;
    seen.thread = (uint16_t)thread;
    seen.turn = watch.turns[thread / lanes_per_warp];
    seen.instruction = (uint32_t)((const char *)instruction - watch.code);
}

// Whether the block, or for global memory anyone, has written a byte of it.
static bool any_written(const Shadow &shadow, size_t offset, size_t end)
{
    if (shadow.allocation)
        return memory_any_written(*shadow.allocation, offset, end - offset);
    for (size_t i = offset / shadow.granule; shadow.shared && i * shadow.granule < end; i++)
        if (shadow.stores[i].block == watch.now.block)
            return true;
    return !shadow.shared;
}

// Of which the bytes from `offset` to `end` are accessed.
static void note_cells(Shadow &shadow, size_t offset, size_t end, bool store, const Seen &now)
{
    for (size_t i = offset / shadow.granule; i * shadow.granule < end; i++) {
        Seen &loads = shadow.loads[i], &stores = shadow.stores[i];
        uint32_t last = std::max(loads.block, stores.block);
        bool forgotten = shadow.shared ? last != now.block : last < watch.first;
        if (forgotten && loads.block)
            loads = Seen();
        if (forgotten && stores.block)
            stores = Seen();
        note_cell(loads, stores, now, store, shadow.begin + offset, end - offset);
    }
}

static bool is_watched() { return watch.running && watch.running == current_block(); }

// Whether the access may be noted; otherwise it is reported, or to memory that is not watched.
static bool is_watched(const Shadow *shadow, uintptr_t address, size_t size, Access access, const void *instruction)
{
    bool inside = shadow && address - shadow->begin + size <= shadow->limit;
    if (!inside && !(shadow && shadow->shared))
        memory_require((const void *)address, size, access.store, instruction);
    if (!inside && watch.check)
        check_access((const void *)address, size, access, shadow != nullptr, instruction);
    return shadow && shadow->loads;
}

static void note(uintptr_t address, size_t size, Access access, bool atomic, const void *instruction)
{
    Shadow *shadow = find_shadow(address);
    if (!is_watched(shadow, address, size, access, instruction))
        return;
    size_t offset = address - shadow->begin, end = std::min(offset + size, shadow->size);
    if (shadow->granule > 1 && (offset | size) % shadow->granule)
        refine(*shadow);
    if (!shadow->loads)
        return;
    if (watch.check && access.load && !any_written(*shadow, offset, end))
        check_unwritten((const void *)address, size, instruction);
    if (!watch.code)
        watch.code = (const char *)instruction - 1;
    Seen now;
    see(now, watch.running->current, instruction);
    now.atomic = atomic;
    note_cells(*shadow, offset, end, access.store, now);
    if (access.store && shadow->allocation)
        memory_mark_written(*shadow->allocation, offset, end - offset);
    set_near(shadow);
}

// The same for a word of an array of which something is noted already, and of which all earlier accesses are over.
// false: nothing is noted.
template <bool shared, bool store>
[[gnu::always_inline]] static inline bool note_word(const Shadow &shadow, uintptr_t address, const void *instruction)
{
    size_t offset = address - shadow.begin;
    if (offset >= shadow.words || offset % 4)
        return false;
    Seen &loads = shadow.loads[offset / 4], &stores = shadow.stores[offset / 4];
    unsigned char *written = !shared && shadow.allocation ? shadow.allocation->written : nullptr;
    if (!store && watch.check && (shared ? stores.block != watch.now.block : written && written[offset / 4] != 15))
        return false; // what is read may be unwritten
    unsigned thread = watch.running->current;
    if (!is_over(stores, shared, thread) || !is_over(loads, shared, thread))
        return false;
    Seen &noted = store ? stores : loads, &other = store ? loads : stores;
    see(noted, thread, instruction);
    if (other.block && (shared ? other.block != watch.now.block : other.block < watch.first))
        other = Seen();
    if (store && written)
        written[offset / 4] = 15;
    return true;
}

template <bool store> [[gnu::always_inline]] static inline bool note_near(uintptr_t address, const void *instruction)
{
    return note_word<true, store>(*near_shared, address, instruction) ||
           note_word<false, store>(*near_global[0], address, instruction) ||
           note_word<false, store>(*near_global[1], address, instruction);
}

// The same for some words, of any array that is known.
template <bool store> static bool note_words(uintptr_t address, size_t size, const void *instruction)
{
    const size_t most = 16;
    const Shadow *known = size <= most && size % 4 == 0 && watch.code ? known_shadow(address) : nullptr;
    if (!known)
        return false;
    set_near(known);
    bool all = true;
    for (size_t i = 0; i < size && all; i += 4)
        all = known->shared ? note_word<true, store>(*known, address + i, instruction)
                            : note_word<false, store>(*known, address + i, instruction);
    return all;
}

template <bool store> [[gnu::noinline]] static void note_any(uintptr_t address, size_t size, const void *instruction)
{
    if (!is_watched() || is_own((void *)address))
        return;
    if (note_words<store>(address, size, instruction))
        return;
    if (!is_index(address))
        note(address, size, {!store, store}, false, instruction);
}

void races_load(const void *address, size_t size, const void *instruction)
{
    note_any<false>((uintptr_t)address, size, instruction);
}

void races_store(const void *address, size_t size, const void *instruction)
{
    note_any<true>((uintptr_t)address, size, instruction);
}

void races_load_word(const void *address, const void *instruction)
{
    if (!note_near<false>((uintptr_t)address, instruction) && !is_own(address))
        note_any<false>((uintptr_t)address, 4, instruction);
}

void races_store_word(const void *address, const void *instruction)
{
    if (!note_near<true>((uintptr_t)address, instruction) && !is_own(address))
        note_any<true>((uintptr_t)address, 4, instruction);
}

// ---- What orders ----

void races_fence()
{
    if (!is_watched())
        return;
    unsigned thread = watch.running->current;
    if (watch.polled[thread])
        watch.acquired = watch.releases;
    watch.fenced[thread] = true;
}

void races_atomic(const void *address, size_t size, bool reads, const void *instruction)
{
    if (!is_watched())
        return;
    unsigned thread = watch.running->current;
    if (watch.fenced[thread]) {
        watch.acquired = ++watch.releases; // all others so far
        watch.released[watch.now.block].push_back({watch.releases - 1, watch.now.epoch, (uint16_t)thread});
        watch.fenced[thread] = false;
    }
    watch.polled[thread] = true;
    note((uintptr_t)address, size, {reads, true}, true, instruction);
}

static void clear_turn()
{
    watch.acquired = 0;
    memset(watch.turns, 0, sizeof watch.turns);
    memset(watch.fenced, 0, sizeof watch.fenced);
    memset(watch.polled, 0, sizeof watch.polled);
}

static void begin_block(const Block &block)
{
    watch.running = &block;
    set_own_memory(block);
    watch.now.block = ++watch.blocks;
    watch.now.epoch = 0;
    watch.now.spread = Spread::thread;
    clear_turn();
}

static void end_barrier(const Block &) { watch.now.epoch++; }

static void end_warp_barrier(const Block &, unsigned warp) { watch.turns[warp]++; }

static void end_block(const Block &)
{
    forget_near();
    watch.running = nullptr;
}

// Everything before a barrier of the grid precedes everything after it.
static void end_grid_barrier() { watch.now.phase++; }

static void exchange(const Shadow &shadow, size_t cell, Seen *kept, bool restores)
{
    if (restores) {
        shadow.loads[cell] = kept[0];
        shadow.stores[cell] = kept[1];
    } else {
        kept[0] = shadow.loads[cell];
        kept[1] = shadow.stores[cell];
    }
}

static void switch_block(const Block &block, bool resumes)
{
    Turn &turn = watch.waiting[&block];
    forget_near();
    watch.running = resumes ? &block : nullptr;
    if (resumes) {
        set_own_memory(block);
        watch.now.block = turn.block;
        watch.now.epoch = turn.epoch;
        clear_turn();
    } else {
        turn.block = watch.now.block;
        turn.epoch = watch.now.epoch;
    }
    for (Shadow &shadow : watch.shadows) {
        if (!shadow.shared || !shadow.loads)
            continue;
        std::vector<Seen> &kept = turn.shared[shadow.begin];
        kept.resize(2 * shadow.size);
        for (size_t byte = 0; byte < shadow.size; byte++) // the granule may change meanwhile
            exchange(shadow, byte / shadow.granule, &kept[2 * byte], resumes);
    }
}

// ---- Launches ----

bool races_wanted() { return watch.on; }

// Forgets those for which the function says so.
template <typename Drops> static void drop_shadows(Drops drops)
{
    auto dropped =
        std::partition(watch.shadows.begin(), watch.shadows.end(), [&](Shadow &shadow) { return !drops(shadow); });
    for (auto shadow = dropped; shadow != watch.shadows.end(); shadow++)
        free(shadow->loads);
    watch.shadows.erase(dropped, watch.shadows.end());
}

// Cells of global memory are kept for the next launch: zeroing them again for each would take most of the time of small
// launches on large arrays.
static void keep_shadows()
{
    size_t kept = 0;
    drop_shadows([&](const Shadow &shadow) {
        kept += shadow.allocation ? cell_count(shadow) * 2 * sizeof(Seen) : 0;
        return !shadow.allocation || kept > most_kept;
    });
}

// Drops the cells whose allocation is gone. Another one of the same place and size may use them.
static void find_allocations()
{
    drop_shadows([](Shadow &shadow) {
        shadow.allocation = memory_find((void *)shadow.begin);
        return !shadow.allocation || shadow.allocation->base != shadow.begin || shadow.allocation->size != shadow.size;
    });
}

void races_begin()
{
    static const Hooks watching = {begin_block,  end_barrier, end_warp_barrier, end_block, end_grid_barrier,
                                   switch_block, false};
    const char *asked = getenv("CURESTRUCT_SIMT_RACES");
    if (hooks || !asked || strcmp(asked, "1"))
        return;
    if (watch.blocks > UINT32_MAX / 2) {
        drop_shadows([](const Shadow &) { return true; });
        watch.blocks = 0;
    }
    find_allocations();
    hooks = &watching;
    watch.on = true;
    watch.check = options().check;
    watch.first = watch.blocks + 1;
}

void races_end()
{
    if (!watch.on)
        return;
    keep_shadows();
    Watch next;
    next.blocks = watch.blocks;
    next.shadows = std::move(watch.shadows);
    watch = std::move(next);
    own_memory = OwnMemory();
    hooks = nullptr;
}

} // namespace simt
