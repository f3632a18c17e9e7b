// Permanent host threads that share the blocks of one launch after the other. The caller waits and watches the clock.
// The blocks of a cooperative launch take turns on one of them, from one barrier of the grid to the next.
#include "grid.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#include "fault.h"
#include "races.h"
#include "report.h"
#include "shared.h"

namespace simt
{

// ---- The order of blocks ----

// A permutation of 0 .. count-1 that needs no memory: i -> (i * multiplier + start) mod count.
class BlockOrder
{
  public:
    BlockOrder(uint64_t count, uint64_t random, bool forward)
        : count_(count), random_(random % count), order_(forward ? Order::forward : options().order)
    {
        if (order_ == Order::random)
            for (multiplier_ = count / 2 + random % 7919; gcd(multiplier_, count) != 1;)
                multiplier_++;
    }
    uint64_t operator()(uint64_t i) const
    {
        switch (order_) {
        case Order::forward: return i;
        case Order::reverse: return count_ - 1 - i;
        default: return (uint64_t)(((Wide)i * multiplier_ + random_) % count_);
        }
    }

  private:
    __extension__ typedef unsigned __int128 Wide;
    static uint64_t gcd(uint64_t a, uint64_t b)
    {
        while (b) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
    uint64_t count_, random_, multiplier_ = 1;
    Order order_;
};

// ---- Host threads ----

struct Work {
    const Grid *grid;
    const KernelSymbols *symbols;
    uint64_t block_count;
    BlockOrder order;
    std::atomic<uint64_t> next{0};
    Work(const Grid &g, const KernelSymbols &s)
        : grid(&g), symbols(&s), block_count((uint64_t)g.grid.x * g.grid.y * g.grid.z),
          order(block_count, options().seed * 2654435761u + g.launch_number, g.in_order)
    {
    }
};

struct Worker {
    pthread_t thread;
    std::unique_ptr<Block> block;
    std::atomic<const Block *> running{nullptr}; // one of a cooperative launch, or NULL: `block`
    std::atomic<uint64_t> blocks_begun{0};       // counts for ever; the watchdog looks whether it changes
    std::atomic<bool> busy{false};
};

static uint3 index_of(const Grid &grid, uint64_t linear)
{
    return {(unsigned)(linear % grid.grid.x), (unsigned)(linear / grid.grid.x % grid.grid.y),
            (unsigned)(linear / grid.grid.x / grid.grid.y)};
}

// ---- Blocks that wait for one another ----

struct Waiting {
    Block block;
    std::vector<unsigned char> shared; // what it has in shared memory
    bool begun = false, ended = false;
};

// From where it is to the next barrier of the grid, or to its end.
static void run_part(Worker &worker, Waiting &waiting, uint3 index)
{
    Block &block = waiting.block;
    worker.blocks_begun.fetch_add(1, std::memory_order_relaxed);
    worker.running = &block;
    if (waiting.begun)
        shared_restore(*block.grid, waiting.shared);
    else
        block_begin(block, index);
    if (waiting.begun && hooks && hooks->block_switch)
        hooks->block_switch(block, true);
    waiting.begun = true;
    waiting.ended = block_resume(block);
    if (!waiting.ended && hooks && hooks->block_switch)
        hooks->block_switch(block, false);
    shared_save(*block.grid, waiting.shared);
}

static void run_together(Worker &worker, Work &work)
{
    std::vector<std::unique_ptr<Waiting>> all;
    for (uint64_t i = 0; i < work.block_count; i++) {
        all.push_back(std::make_unique<Waiting>());
        block_prepare(all[i]->block, *work.grid);
    }
    shared_prepare(*work.symbols);
    for (uint64_t ended = 0; ended < work.block_count;) {
        for (uint64_t i = 0; i < work.block_count; i++) {
            Waiting &waiting = *all[work.order(i)];
            run_part(worker, waiting, index_of(*work.grid, work.order(i)));
            ended += waiting.ended;
            if (ended && ended <= i)
                report_block(waiting.ended ? all[work.order(0)]->block : waiting.block,
                             "barrier of the grid after exit: a block waits for others that have left the kernel");
        }
        if (hooks && hooks->grid_barrier)
            hooks->grid_barrier();
    }
    worker.running = nullptr;
}

// ---- Blocks of any other launch ----

static void run_blocks(Worker &worker, Work &work)
{
    if (work.grid->cooperative) {
        if (work.next.fetch_add(1) == 0)
            run_together(worker, work);
        return;
    }
    Block &block = *worker.block;
    block_prepare(block, *work.grid);
    shared_prepare(*work.symbols);
    for (uint64_t i; (i = work.next.fetch_add(1, std::memory_order_relaxed)) < work.block_count;) {
        uint64_t linear = work.order(i);
        worker.blocks_begun.fetch_add(1, std::memory_order_relaxed);
        block_run(block, index_of(*work.grid, linear));
    }
}

class Pool
{
  public:
    void run(Work &work);
    void stop();
    std::vector<std::unique_ptr<Worker>> workers;

  private:
    void add_worker();
    void watch(std::unique_lock<std::mutex> &lock);
    void serve(Worker &worker);
    static void *serve_entry(void *argument);

    std::mutex mutex_;
    std::condition_variable begin_, end_;
    Work *work_ = nullptr;
    unsigned wanted_ = 0; // workers that shall still take up the work
    unsigned active_ = 0; // workers that have not finished with it
    bool stopping_ = false;
};

struct Entry {
    Pool *pool;
    Worker *worker;
};

void *Pool::serve_entry(void *argument)
{
    Entry entry = *(Entry *)argument;
    delete (Entry *)argument;
    faults_prepare_thread();
    entry.pool->serve(*entry.worker);
    return nullptr;
}

void Pool::serve(Worker &worker)
{
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
        begin_.wait(lock, [&] { return wanted_ > 0 || stopping_; });
        if (stopping_)
            return;
        wanted_--;
        Work &work = *work_;
        lock.unlock();
        worker.busy = true;
        run_blocks(worker, work);
        worker.busy = false;
        lock.lock();
        if (--active_ == 0)
            end_.notify_all();
    }
}

// The host thread's stack also holds the program's thread-local storage, with all static __shared__ arrays.
void Pool::add_worker()
{
    workers.push_back(std::make_unique<Worker>());
    Worker &worker = *workers.back();
    worker.block.reset(new Block());
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)64 << 20);
    int failed = pthread_create(&worker.thread, &attributes, serve_entry, new Entry{this, &worker});
    pthread_attr_destroy(&attributes);
    if (failed) {
        fprintf(stderr, "curestruct simt: cannot start a host thread\n");
        exit(report_status);
    }
}

// Waits for the end of the work. A host thread that stays at one block for too long is reported.
void Pool::watch(std::unique_lock<std::mutex> &lock)
{
    unsigned limit = options().timeout_seconds;
    std::vector<uint64_t> seen(workers.size(), 0);
    std::vector<std::chrono::steady_clock::time_point> since(workers.size(), std::chrono::steady_clock::now());
    while (!end_.wait_for(lock, std::chrono::milliseconds(200), [&] { return active_ == 0; })) {
        auto now = std::chrono::steady_clock::now();
        for (size_t i = 0; i < workers.size(); i++) {
            uint64_t begun = workers[i]->blocks_begun.load(std::memory_order_relaxed);
            if (begun != seen[i] || !workers[i]->busy) {
                seen[i] = begun;
                since[i] = now;
            } else if (limit && now - since[i] >= std::chrono::seconds(limit)) {
                report_timeout(workers[i]->running ? *workers[i]->running : *workers[i]->block, limit);
            }
        }
    }
}

void Pool::run(Work &work)
{
    uint64_t most = races_wanted() || work.grid->cooperative ? 1 : options().host_threads;
    uint64_t useful = work.block_count < most ? work.block_count : most;
    while (workers.size() < useful)
        add_worker();
    std::unique_lock<std::mutex> lock(mutex_);
    work_ = &work;
    wanted_ = active_ = (unsigned)useful;
    if (useful == 1)
        begin_.notify_one();
    else
        begin_.notify_all();
    watch(lock);
}

void Pool::stop()
{
    for (auto &worker : workers)
        if (pthread_equal(worker->thread, pthread_self()))
            return; // a kernel called exit()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        stopping_ = true;
    }
    begin_.notify_all();
    for (auto &worker : workers)
        pthread_join(worker->thread, nullptr);
}

unsigned resident_blocks() { return options().resident ? options().resident : 1; }

// ---- The pool of this process ----

static Pool *pool;

// A forked child has none of its parent's threads; it starts a pool of its own.
static void forget_pool() { pool = nullptr; }

struct PoolOwner {
    PoolOwner() { pthread_atfork(nullptr, nullptr, forget_pool); }
    ~PoolOwner()
    {
        if (pool)
            pool->stop();
    }
};

void grid_run(const Grid &grid, const KernelSymbols &symbols)
{
    faults_install();
    static PoolOwner owner;
    if (!pool)
        pool = new Pool();
    Work work(grid, symbols);
    pool->run(work);
}

} // namespace simt
