// The callbacks of clang's -fsanitize-coverage=bb,trace-pc,trace-loads,trace-stores, and their sums.
#include "profile.h"

#include <algorithm>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <mutex>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "block.h"
#include "memory.h"
#include "shared.h"

namespace simt
{

constexpr size_t longest_log = 4096; // events of a thread before all threads of the block have to catch up
constexpr unsigned sector_size = 32, bank_count = 32, bank_width = 4;

struct Event { // size 0: a block of the program is entered
    uintptr_t instruction : 48;
    uintptr_t size : 8;
    uintptr_t store : 1;
    uintptr_t shared : 1;
    uintptr_t address;
};

struct Counts {
    unsigned size = 0;
    bool store = false, shared = false;
    uint64_t requests = 0, lanes = 0, sectors = 0, cycles = 0;
};

// What one host thread has seen. Logs live as long as the process: the pool's host threads do.
struct Log {
    std::vector<Event> threads[max_block_threads];
    std::map<std::pair<uintptr_t, bool>, Counts>
        counts; // by instruction, and whether it is in shared memory: a copy is in both
};

static const char *file_name;
static thread_local Log *log_of_thread;

static std::mutex &logs_mutex()
{
    static std::mutex mutex;
    return mutex;
}

static std::vector<std::unique_ptr<Log>> &logs()
{
    static std::vector<std::unique_ptr<Log>> all;
    return all;
}

static Log &own_log()
{
    if (!log_of_thread) {
        std::lock_guard<std::mutex> lock(logs_mutex());
        logs().push_back(std::make_unique<Log>());
        log_of_thread = logs().back().get();
    }
    return *log_of_thread;
}

// ---- One request ----

static uint64_t count_sectors(const Event *const *lanes, unsigned count)
{
    uintptr_t sectors[lanes_per_warp * 3];
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++)
        for (uintptr_t s = lanes[i]->address / sector_size; s <= (lanes[i]->address + lanes[i]->size - 1) / sector_size;
             s++)
            sectors[used++] = s;
    std::sort(sectors, sectors + used);
    return (uint64_t)(std::unique(sectors, sectors + used) - sectors);
}

// Words of 4 bytes in different rows of one bank take a cycle each. Lanes of 8 bytes go by half warps, of 16 by
// quarters.
static uint64_t count_cycles(const Event *const *lanes, unsigned count)
{
    unsigned words = std::max(1u, (unsigned)lanes[0]->size / bank_width), together = lanes_per_warp / words;
    uint64_t cycles = 0;
    for (unsigned first = 0; first < count; first += together) {
        std::vector<uintptr_t> rows[bank_count];
        size_t most = 0;
        for (unsigned i = first; i < count && i < first + together; i++)
            for (unsigned w = 0; w < words; w++) {
                uintptr_t word = lanes[i]->address / bank_width + w;
                std::vector<uintptr_t> &bank = rows[word % bank_count];
                if (std::find(bank.begin(), bank.end(), word) == bank.end())
                    bank.push_back(word);
                most = std::max(most, bank.size());
            }
        cycles += most;
    }
    return cycles;
}

static void count_request(Log &log, const Event *const *lanes, unsigned count)
{
    Counts &counts = log.counts[{lanes[0]->instruction, lanes[0]->shared}];
    counts.size = (unsigned)lanes[0]->size;
    counts.store = lanes[0]->store;
    counts.shared = lanes[0]->shared;
    counts.requests++;
    counts.lanes += count;
    if (counts.shared)
        counts.cycles += count_cycles(lanes, count);
    else
        counts.sectors += count_sectors(lanes, count);
}

// ---- The requests of a warp ----

// Its lanes have executed the same instructions: the k-th events belong together. false: they have not.
static bool count_uniform(Log &log, std::vector<Event> *threads, unsigned count)
{
    for (unsigned lane = 1; lane < count; lane++) {
        if (threads[lane].size() != threads[0].size())
            return false;
        for (size_t k = 0; k < threads[0].size(); k++)
            if (threads[lane][k].instruction != threads[0][k].instruction ||
                threads[lane][k].shared != threads[0][k].shared)
                return false;
    }
    const Event *lanes[lanes_per_warp];
    for (size_t k = 0; k < threads[0].size(); k++) {
        for (unsigned lane = 0; lane < count; lane++)
            lanes[lane] = &threads[lane][k];
        if (lanes[0]->size)
            count_request(log, lanes, count);
    }
    return true;
}

// Diverged lanes reconverge as on a GPU: the lanes that are furthest back in the program run first, until they reach
// the waiting ones. A lane that has left a loop waits after it for the lanes that are still in it.
static void count_divergent(Log &log, std::vector<Event> *threads, unsigned count)
{
    size_t next[lanes_per_warp] = {0};
    for (;;) {
        const Event *lanes[lanes_per_warp];
        unsigned active = 0;
        for (unsigned lane = 0; lane < count; lane++) {
            if (next[lane] == threads[lane].size())
                continue;
            const Event *event = &threads[lane][next[lane]];
            if (active && event->instruction < lanes[0]->instruction)
                active = 0;
            if (!active || event->instruction == lanes[0]->instruction)
                lanes[active++] = event;
        }
        if (!active)
            return;
        uintptr_t here = lanes[0]->instruction;
        for (unsigned lane = 0; lane < count; lane++)
            next[lane] += next[lane] < threads[lane].size() && threads[lane][next[lane]].instruction == here;
        if (lanes[0]->size)
            count_request(log, lanes, active);
    }
}

static void count_block(const Block &block)
{
    Log &log = own_log();
    for (unsigned first = 0; first < block.thread_count; first += lanes_per_warp) {
        unsigned count = std::min(lanes_per_warp, block.thread_count - first);
        if (!count_uniform(log, log.threads + first, count))
            count_divergent(log, log.threads + first, count);
        for (unsigned lane = 0; lane < count; lane++)
            log.threads[first + lane].clear();
    }
}

// ---- The events of a thread ----

static void add_event(Block *block, const Event &event)
{
    Log &log = own_log();
    std::vector<Event> &events = log.threads[block->current];
    if (events.size() >= longest_log) {
        yield_thread();
        // Whoever is the first to come back finds that all others have waited, left, or filled their logs too.
        if (events.size() >= longest_log)
            count_block(*block);
    }
    events.push_back(event);
}

static void note(const void *address, unsigned size, bool store, const void *instruction)
{
    Block *block = current_block();
    if (!file_name || !block)
        return;
    bool shared = shared_contains(address);
    if (shared || memory_reserved(address))
        add_event(block, {(uintptr_t)instruction & 0xffffffffffffu, size, store, shared, (uintptr_t)address});
}

static void enter_block(const void *instruction)
{
    Block *block = current_block();
    if (file_name && block)
        add_event(block, {(uintptr_t)instruction & 0xffffffffffffu, 0, false, false, 0});
}

void profile_copy(const void *to, const void *from, unsigned size, const void *instruction)
{
    note(from, size, false, instruction);
    note(to, size, true, instruction);
}

// ---- The report ----

static std::string describe(uintptr_t instruction)
{
    Dl_info info = {};
    if (!dladdr((void *)instruction, &info) || !info.dli_fname)
        return "?\t0";
    char offset[40];
    // A return address: the call, and so the line, is what ends before it.
    snprintf(offset, sizeof offset, "\t%lx", (unsigned long)(instruction - (uintptr_t)info.dli_fbase - 1));
    return std::string(info.dli_fname) + offset;
}

static std::map<std::pair<uintptr_t, bool>, Counts> gather()
{
    std::map<std::pair<uintptr_t, bool>, Counts> all;
    std::lock_guard<std::mutex> lock(logs_mutex());
    for (std::unique_ptr<Log> &log : logs()) {
        for (const auto &entry : log->counts) {
            Counts &sum = all[entry.first];
            const Counts &part = entry.second;
            uint64_t requests = sum.requests + part.requests, lanes = sum.lanes + part.lanes;
            uint64_t sectors = sum.sectors + part.sectors, cycles = sum.cycles + part.cycles;
            sum = part;
            sum.requests = requests;
            sum.lanes = lanes;
            sum.sectors = sectors;
            sum.cycles = cycles;
        }
        log->counts.clear();
    }
    return all;
}

void profile_launch_end(const Grid &grid)
{
    if (!file_name)
        return;
    std::string text;
    char line[600];
    snprintf(line, sizeof line, "launch\t%.400s\t%u\t%u\t%u\t%u\t%u\t%u\n", grid.kernel_name, grid.grid.x, grid.grid.y,
             grid.grid.z, grid.block.x, grid.block.y, grid.block.z);
    text += line;
    for (const auto &entry : gather()) {
        const Counts &counts = entry.second;
        snprintf(line, sizeof line, "\t%s\t%s\t%u\t%llu\t%llu\t%llu\t%llu\n", counts.store ? "store" : "load",
                 counts.shared ? "shared" : "global", counts.size, (unsigned long long)counts.requests,
                 (unsigned long long)counts.lanes, (unsigned long long)counts.sectors,
                 (unsigned long long)counts.cycles);
        text += "access\t" + describe(entry.first.first) + line;
    }
    // One write: several processes may append to one file.
    int file = open(file_name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || write(file, text.data(), text.size()) != (ssize_t)text.size()) {
        fprintf(stderr, "curestruct simt: cannot write %s\n", file_name);
        exit(3);
    }
    close(file);
}

bool profile_wanted()
{
    static const char *const name = getenv("CURESTRUCT_SIMT_PROFILE");
    return name && *name;
}

void profile_install()
{
    static const Hooks counting = {[](const Block &) {}, count_block, nullptr, count_block, nullptr, nullptr};
    if (file_name || !profile_wanted())
        return;
    file_name = getenv("CURESTRUCT_SIMT_PROFILE");
    hooks = &counting;
}

} // namespace simt

// ---- What clang calls ----

#define SIMT_CALLBACKS(size)                                           \
    extern "C" void __sanitizer_cov_load##size(const void *address)    \
    {                                                                  \
        simt::note(address, size, false, __builtin_return_address(0)); \
    }                                                                  \
    extern "C" void __sanitizer_cov_store##size(const void *address)   \
    {                                                                  \
        simt::note(address, size, true, __builtin_return_address(0));  \
    }
extern "C" void __sanitizer_cov_trace_pc() { simt::enter_block(__builtin_return_address(0)); }
SIMT_CALLBACKS(1)
SIMT_CALLBACKS(2)
SIMT_CALLBACKS(4)
SIMT_CALLBACKS(8)
SIMT_CALLBACKS(16)
