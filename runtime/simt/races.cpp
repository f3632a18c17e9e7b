// The record of accesses, and the data races that it shows.
#include "races.h"

#include <algorithm>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

struct Cell {
    Seen loads, stores;
};

// The cells of an allocation or a shared array, one for each `granule` bytes.
struct Shadow {
    uintptr_t begin = 0;
    size_t size = 0, granule = 4;
    size_t limit = 0;    // accesses end before it: the size, or what the launch asked for of dynamic shared memory
    bool shared = false; // each block has its own
    Allocation *allocation = nullptr; // of global memory
    Cell *cells = nullptr;
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
    std::unordered_map<uintptr_t, std::vector<Cell>> shared; // of shared arrays, by their beginnings; one for a byte
};

struct Watch {
    bool on = false;
    bool check = false;             // CURESTRUCT_SIMT_CHECK
    const Block *running = nullptr; // the block; null outside of kernels
    const char *code = nullptr;     // an instruction of the program
    uint32_t block = 0, epoch = 0, phase = 0;
    uint32_t blocks = 0; // so many have begun, in all launches
    uint32_t first = 1;  // block of the launch: what earlier ones did precedes it
    uint32_t turns[max_block_threads / lanes_per_warp];
    bool fenced[max_block_threads]; // the thread's next atomic operation is a release
    bool polled[max_block_threads]; // the thread's next fence is an acquire: it follows an atomic operation
    uint64_t releases = 0;          // so many so far
    uint64_t acquired = 0;          // those before this number precede what the block does now
    std::unordered_map<uint32_t, std::vector<Release>> released; // by block
    std::vector<Shadow> shadows;
    size_t last = 0;                                 // of the shadows: the one used before
    std::unordered_map<const Block *, Turn> waiting; // at a barrier of the grid
};

static Watch watch; // a watched launch runs on one host thread

// ---- The cells of an address ----

static size_t cell_count(const Shadow &shadow) { return (shadow.size + shadow.granule - 1) / shadow.granule; }

static Shadow new_shadow(uintptr_t begin, size_t size, bool shared)
{
    Shadow shadow;
    shadow.shared = shared;
    shadow.begin = begin;
    shadow.size = shadow.limit = size;
    shadow.cells = size <= most_watched ? (Cell *)calloc(cell_count(shadow), sizeof(Cell)) : nullptr;
    return shadow;
}

// A cell for each byte.
static void refine(Shadow &shadow)
{
    Shadow fine = shadow;
    fine.granule = 1;
    fine.cells = (Cell *)calloc(cell_count(fine), sizeof(Cell));
    for (size_t i = 0; fine.cells && i < fine.size; i++)
        fine.cells[i] = shadow.cells[i / shadow.granule];
    free(shadow.cells);
    shadow = fine;
}

static bool lies_in(const Shadow &shadow, uintptr_t address) { return address - shadow.begin < shadow.size; }

static Shadow *known_shadow(uintptr_t address)
{
    if (watch.last < watch.shadows.size() && lies_in(watch.shadows[watch.last], address))
        return &watch.shadows[watch.last];
    for (size_t i = 0; i < watch.shadows.size(); i++)
        if (lies_in(watch.shadows[i], address))
            return &watch.shadows[watch.last = i];
    return nullptr;
}

// The variables of a thread, and its index: what most accesses are to.
static bool is_own(uintptr_t address)
{
    return watch.running->stacks.contains((const void *)address) ||
           address - (uintptr_t)&threadIdx < sizeof threadIdx || address - (uintptr_t)&blockIdx < sizeof blockIdx ||
           address - (uintptr_t)&blockDim < sizeof blockDim || address - (uintptr_t)&gridDim < sizeof gridDim;
}

// NULL: the thread's own memory, or of the host.
static Shadow *find_shadow(uintptr_t address)
{
    if (Shadow *known = known_shadow(address))
        return known;
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
    if (seen.block != watch.block)
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

static void note_cell(Cell &cell, const Seen &now, bool store, uintptr_t address, size_t size)
{
    if (!(now.atomic && cell.stores.atomic) && concurrent(cell.stores, now))
        report_race(cell.stores, true, address, size, now, store);
    if (store && concurrent(cell.loads, now))
        report_race(cell.loads, false, address, size, now, true);
    if (store && now.atomic && cell.stores.atomic)
        merge(cell.stores, now);
    else if (store)
        cell.stores = now;
    else
        merge(cell.loads, now);
}

static Seen seen_now(bool atomic, const void *instruction)
{
    unsigned thread = watch.running->current;
    if (!watch.code)
        watch.code = (const char *)instruction - 1;
    Seen now;
    now.block = watch.block;
    now.epoch = watch.epoch;
    now.phase = watch.phase;
    now.turn = watch.turns[thread / lanes_per_warp];
    now.instruction = (uint32_t)((const char *)instruction - watch.code);
    now.thread = (uint16_t)thread;
    now.spread = Spread::thread;
    now.atomic = atomic;
    return now;
}

// Whether the block, or for global memory anyone, has written a byte of it.
static bool any_written(const Shadow &shadow, size_t offset, size_t end)
{
    if (shadow.allocation)
        return memory_any_written(*shadow.allocation, offset, end - offset);
    for (size_t i = offset / shadow.granule; shadow.shared && i * shadow.granule < end; i++)
        if (shadow.cells[i].stores.block == watch.block)
            return true;
    return !shadow.shared;
}

// Of which the bytes from `offset` to `end` are accessed.
static void note_cells(Shadow &shadow, size_t offset, size_t end, bool store, const Seen &now)
{
    for (size_t i = offset / shadow.granule; i * shadow.granule < end; i++) {
        Cell &cell = shadow.cells[i];
        uint32_t last = std::max(cell.loads.block, cell.stores.block);
        if (shadow.shared ? last != now.block : last < watch.first)
            cell = Cell();
        note_cell(cell, now, store, shadow.begin + offset, end - offset);
    }
}

// Whether the access may be noted; otherwise it is reported, or to memory that is not watched.
static bool is_watched(const Shadow *shadow, uintptr_t address, size_t size, Access access, const void *instruction)
{
    bool inside = shadow && address - shadow->begin + size <= shadow->limit;
    if (!inside && !(shadow && shadow->shared))
        memory_require((const void *)address, size, access.store, instruction);
    if (!inside && watch.check)
        check_access((const void *)address, size, access, shadow != nullptr, instruction);
    return shadow && shadow->cells;
}

static void note(uintptr_t address, size_t size, Access access, bool atomic, const void *instruction)
{
    Shadow *shadow = find_shadow(address);
    if (!is_watched(shadow, address, size, access, instruction))
        return;
    size_t offset = address - shadow->begin, end = std::min(offset + size, shadow->size);
    if (shadow->granule > 1 && (offset | size) % shadow->granule)
        refine(*shadow);
    if (!shadow->cells)
        return;
    if (watch.check && access.load && !any_written(*shadow, offset, end))
        check_unwritten((const void *)address, size, instruction);
    note_cells(*shadow, offset, end, access.store, seen_now(atomic, instruction));
    if (access.store && shadow->allocation)
        memory_mark_written(*shadow->allocation, offset, end - offset);
}

void races_note(const void *address, size_t size, bool store, const void *instruction)
{
    if (watch.running && !is_own((uintptr_t)address))
        note((uintptr_t)address, size, {!store, store}, false, instruction);
}

// ---- What orders ----

void races_fence()
{
    if (!watch.running)
        return;
    unsigned thread = watch.running->current;
    if (watch.polled[thread])
        watch.acquired = watch.releases;
    watch.fenced[thread] = true;
}

void races_atomic(const void *address, size_t size, bool reads, const void *instruction)
{
    if (!watch.running)
        return;
    unsigned thread = watch.running->current;
    if (watch.fenced[thread]) {
        watch.acquired = ++watch.releases; // all others so far
        watch.released[watch.block].push_back({watch.releases - 1, watch.epoch, (uint16_t)thread});
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
    watch.block = ++watch.blocks;
    watch.epoch = 0;
    clear_turn();
}

static void end_barrier(const Block &) { watch.epoch++; }

static void end_warp_barrier(const Block &, unsigned warp) { watch.turns[warp]++; }

static void end_block(const Block &) { watch.running = nullptr; }

// Everything before a barrier of the grid precedes everything after it.
static void end_grid_barrier() { watch.phase++; }

static void switch_block(const Block &block, bool resumes)
{
    Turn &turn = watch.waiting[&block];
    watch.running = resumes ? &block : nullptr;
    if (resumes) {
        watch.block = turn.block;
        watch.epoch = turn.epoch;
        clear_turn();
    } else {
        turn.block = watch.block;
        turn.epoch = watch.epoch;
    }
    for (Shadow &shadow : watch.shadows) {
        if (!shadow.shared || !shadow.cells)
            continue;
        std::vector<Cell> &kept = turn.shared[shadow.begin];
        kept.resize(shadow.size);
        for (size_t byte = 0; byte < shadow.size; byte++) // the granule may change meanwhile
            if (resumes)
                shadow.cells[byte / shadow.granule] = kept[byte];
            else
                kept[byte] = shadow.cells[byte / shadow.granule];
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
        free(shadow->cells);
    watch.shadows.erase(dropped, watch.shadows.end());
}

// Cells of global memory are kept for the next launch: zeroing them again for each would take most of the time of small
// launches on large arrays.
static void keep_shadows()
{
    size_t kept = 0;
    drop_shadows([&](const Shadow &shadow) {
        kept += shadow.allocation ? cell_count(shadow) * sizeof(Cell) : 0;
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
    static const Hooks watching = {begin_block, end_barrier,      end_warp_barrier,
                                   end_block,   end_grid_barrier, switch_block};
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
    hooks = nullptr;
}

} // namespace simt
