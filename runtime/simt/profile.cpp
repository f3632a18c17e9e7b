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
#include "requests.h"
#include "shared.h"

namespace simt
{

constexpr size_t longest_log = 4096; // events of a thread before all threads of the block have to catch up

struct Event { // size 0: a block of the program is entered
    uintptr_t instruction : 48;
    uintptr_t size : 8;
    uintptr_t store : 1;
    uintptr_t shared : 1;
    uintptr_t copy : 1; // a load whose store, by the same copy, is the next event
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

static const char *profile_file;
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

using Lanes = const Event *[lanes_per_warp]; // null: the lane takes no part

static Request request_of(const Lanes &lanes, const Event &any)
{
    Request request = {};
    request.size = (unsigned)any.size;
    request.store = any.store;
    request.past_cache = any.copy && any.size == 16;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        if (!lanes[lane])
            continue;
        request.active |= 1u << lane;
        request.address[lane] = lanes[lane]->address;
        if (request.past_cache)
            request.written[lane] = lanes[lane][1].address;
    }
    return request;
}

static void count_request(Log &log, const Lanes &lanes)
{
    const Event &any = **std::find_if(lanes, lanes + lanes_per_warp, [](const Event *lane) { return lane; });
    Counts &counts = log.counts[{any.instruction, any.shared}];
    counts.size = (unsigned)any.size;
    counts.store = any.store;
    counts.shared = any.shared;
    counts.requests++;
    Request request = request_of(lanes, any);
    counts.lanes += (unsigned)__builtin_popcount(request.active);
    if (counts.shared)
        counts.cycles += count_cycles(request);
    else
        counts.sectors += count_sectors(request);
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
    Lanes lanes = {nullptr};
    for (size_t k = 0; k < threads[0].size(); k++) {
        for (unsigned lane = 0; lane < count; lane++)
            lanes[lane] = &threads[lane][k];
        if (lanes[0]->size)
            count_request(log, lanes);
    }
    return true;
}

// Diverged lanes reconverge as on a GPU: the lanes that are furthest back in the program run first, until they reach
// the waiting ones. A lane that has left a loop waits after it for the lanes that are still in it.
static void count_divergent(Log &log, std::vector<Event> *threads, unsigned count)
{
    size_t next[lanes_per_warp] = {0};
    for (;;) {
        const Event *least = nullptr;
        for (unsigned lane = 0; lane < count; lane++) {
            const Event *event = next[lane] < threads[lane].size() ? &threads[lane][next[lane]] : nullptr;
            if (event && (!least || event->instruction < least->instruction))
                least = event;
        }
        if (!least)
            return;
        Lanes lanes = {nullptr};
        for (unsigned lane = 0; lane < count; lane++)
            if (next[lane] < threads[lane].size() && threads[lane][next[lane]].instruction == least->instruction)
                lanes[lane] = &threads[lane][next[lane]++];
        if (least->size)
            count_request(log, lanes);
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

// The events of a thread from here on: there is room for two.
static std::vector<Event> &open_log(const Block *block)
{
    Log &log = own_log();
    std::vector<Event> &events = log.threads[block->current];
    if (events.size() + 1 >= longest_log) {
        yield_thread();
        // Whoever is the first to come back finds that all others have waited, left, or filled their logs too.
        if (events.size() + 1 >= longest_log)
            count_block(*block);
    }
    return events;
}

static Event event_of(const void *address, unsigned size, bool store, const void *instruction)
{
    return {(uintptr_t)instruction & 0xffffffffffffu, size, store, shared_contains(address), false, (uintptr_t)address};
}

static void note(const void *address, unsigned size, bool store, const void *instruction)
{
    Block *block = current_block();
    if (profile_file && block && (shared_contains(address) || memory_reserved(address)))
        open_log(block).push_back(event_of(address, size, store, instruction));
}

static void enter_block(const void *instruction)
{
    Block *block = current_block();
    if (profile_file && block)
        open_log(block).push_back({(uintptr_t)instruction & 0xffffffffffffu, 0, false, false, false, 0});
}

void profile_copy(const void *to, const void *from, unsigned size, const void *instruction)
{
    Block *block = current_block();
    if (!profile_file || !block)
        return;
    std::vector<Event> &events = open_log(block);
    events.push_back(event_of(from, size, false, instruction));
    events.back().copy = true;
    events.push_back(event_of(to, size, true, instruction));
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
    if (!profile_file)
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
    append_text(profile_file, text);
}

void append_text(const char *file, const std::string &text)
{
    int opened = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (opened < 0 || write(opened, text.data(), text.size()) != (ssize_t)text.size()) {
        fprintf(stderr, "curestruct simt: cannot write %s\n", file);
        exit(3);
    }
    close(opened);
}

bool profile_wanted()
{
    static const char *const name = getenv("CURESTRUCT_SIMT_PROFILE");
    return name && *name;
}

void profile_install()
{
    static const Hooks counting = {[](const Block &) {}, count_block, nullptr, count_block, nullptr, nullptr, true};
    if (profile_file || !profile_wanted())
        return;
    profile_file = getenv("CURESTRUCT_SIMT_PROFILE");
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
