// Counters that are 0 before and after a kernel: they are cleared when they are made, and handed from call to call. So
// are cells in which the blocks of a kernel pass values on: later launches know the values of earlier ones by their
// marks, which are at the same places in all cells of one size.
struct crs_counted {
    unsigned long *memory;
    long count;
    int cell; // bytes; 0: counters
    int device;
    cudaStream_t stream; // the last call's: the next one comes after it
    crs_counted *next;   // of those that no call has
};

struct crs_idle_counters {
    std::atomic<crs_counted *> first{nullptr};
    ~crs_idle_counters()
    {
        for (crs_counted *all = first.exchange(nullptr), *rest; all; all = rest) {
            rest = all->next;
            (void)cudaFree(all->memory);
            free(all);
        }
    }
};

static inline std::atomic<crs_counted *> &crs_idle()
{
    static crs_idle_counters idle;
    return idle.first;
}

static inline void crs_lay_down(crs_counted *counted)
{
    counted->next = crs_idle().load();
    while (!crs_idle().compare_exchange_weak(counted->next, counted))
        ;
}

// All are taken off the list while one is looked for, so that no other thread gets the same. NULL: there are none.
static inline crs_counted *crs_take_up(long count, int cell, const crs_call &call)
{
    crs_counted *found = nullptr;
    for (crs_counted *all = crs_idle().exchange(nullptr), *rest; all; all = rest) {
        rest = all->next;
        if (!found && all->device == call.device && all->stream == call.stream && all->cell == cell &&
            all->count >= count)
            found = all;
        else
            crs_lay_down(all);
    }
    return found;
}

// Those of one call. After a failure nobody knows what they hold.
struct crs_counters {
    crs_call &call;
    int cell;
    crs_counted *counted = nullptr;
    unsigned long *memory = nullptr;
    explicit crs_counters(crs_call &now, int bytes = 0) : call(now), cell(bytes) {}
    crs_counters(const crs_counters &) = delete;
    crs_counters &operator=(const crs_counters &) = delete;
    ~crs_counters()
    {
        if (!counted) {
            if (memory && cudaFreeAsync(memory, call.stream) != cudaSuccess)
                cudaGetLastError();
        } else if (!call.reason[0]) {
            crs_lay_down(counted);
        } else {
            (void)cudaFree(memory);
            free(counted);
        }
    }
};

// Those of a graph are its own: it may run at the same time as other calls.
static inline bool crs_capture_counters(crs_counters &counters, size_t bytes)
{
    crs_call &call = counters.call;
    return crs_check(call, cudaMallocAsync((void **)&counters.memory, bytes, call.stream), "memory for counters") &&
           crs_check(call, cudaMemsetAsync(counters.memory, 0, bytes, call.stream), "clearing counters");
}

static inline bool crs_take_counters(crs_counters &counters, long count)
{
    crs_call &call = counters.call;
    if (count <= 0)
        return true;
    if (crs_is_captured(call))
        return crs_capture_counters(counters, (size_t)count * sizeof(long));
    counters.counted = crs_take_up(count, counters.cell, call);
    if (!counters.counted) {
        size_t bytes = (size_t)count * sizeof(long);
        crs_counted *made = (crs_counted *)malloc(sizeof *made);
        void *memory = nullptr;
        if (!crs_check(call, made ? cudaMalloc(&memory, bytes) : cudaErrorMemoryAllocation, "memory for counters")) {
            free(made);
            return false;
        }
        *made = {(unsigned long *)memory, count, counters.cell, call.device, call.stream, nullptr};
        counters.counted = made;
        counters.memory = made->memory;
        return crs_check(call, cudaMemsetAsync(memory, 0, bytes, call.stream), "clearing counters");
    }
    counters.memory = counters.counted->memory;
    return true;
}
