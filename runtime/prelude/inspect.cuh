// ---- inspectors in device memory

// The elements of an array that are written, a bit for each one, after a word that is not 0 if one is written twice.
struct crs_marked {
    unsigned *words;
    long first;
};

static __device__ inline void crs_mark(crs_marked marks, long subscript)
{
    const unsigned long at = (unsigned long)(subscript - marks.first);
    const unsigned bit = 1u << at % 32;
    if (atomicOr(&marks.words[1 + at / 32], bit) & bit)
        atomicOr(&marks.words[0], 1u);
}

// The threads of a kernel have found ranges, which become one.
static __device__ inline void crs_join_range(long *range, long first, long last)
{
    for (int distance = 16; distance > 0; distance /= 2) {
        const long other_first = __shfl_xor_sync(0xffffffffu, first, distance);
        const long other_last = __shfl_xor_sync(0xffffffffu, last, distance);
        first = other_first < first ? other_first : first;
        last = other_last > last ? other_last : last;
    }
    if (threadIdx.x % 32 != 0)
        return;
    atomicMin((long long *)&range[0], (long long)first);
    atomicMax((long long *)&range[1], (long long)last);
}

static __device__ inline long crs_own_thread() { return (long)blockIdx.x * blockDim.x + threadIdx.x; }

static __device__ inline long crs_all_threads() { return (long)gridDim.x * blockDim.x; }

// Whether an inspector had better run where the arrays are that it reads: in memory of the current device, and large.
// A launch, which the host waits for, takes longer than a look at a few of them.
template <class... Seen> static inline bool crs_are_remote(crs_call &call, const Seen &...seen)
{
    int device = 0;
    size_t bytes = (seen.bytes + ...);
    if (bytes < 1 << 16 || ((seen.device < 0) || ...) || crs_is_captured(call) ||
        !crs_check(call, cudaGetDevice(&device), "no device"))
        return false;
    return ((seen.device == device) && ...);
}

// Blocks of a kernel that reads so many bytes: a power of two, some for each multiprocessor at most.
static inline long crs_inspecting_blocks(size_t bytes)
{
    long blocks = 1;
    while (blocks < 1024 && (size_t)blocks << 12 < bytes)
        blocks *= 2;
    return blocks;
}

// The kernel's threads work on so many rows: a warp on each one, or several warps, a power of two, if the rows are few.
static inline long crs_parts_of_row(long blocks, long rows)
{
    const long warps = 8 * blocks;
    long parts = 1;
    while (parts < warps && rows <= warps / parts / 2)
        parts *= 2;
    return parts;
}

// Memory of one inspector.
struct crs_inspected {
    crs_call &call;
    void *memory = nullptr;
    crs_inspected(crs_call &now, size_t bytes) : call(now)
    {
        crs_check(call, cudaMallocAsync(&memory, bytes, call.stream), "memory for an inspector");
    }
    crs_inspected(const crs_inspected &) = delete;
    crs_inspected &operator=(const crs_inspected &) = delete;
    ~crs_inspected()
    {
        if (memory && cudaFreeAsync(memory, call.stream) != cudaSuccess)
            cudaGetLastError(); // the device is lost, and the memory with it
    }
};

// Finds the range of an array by a kernel, which goes through `rows` rows and reads so many bytes.
#define crs_inspect(call, kernel, ...) crs_inspect_named(call, #kernel, kernel, __VA_ARGS__)

template <class Kernel, class... Arguments>
static inline bool crs_inspect_named(crs_call &call, const char *name, Kernel kernel, long &first, long &last,
                                     long rows, size_t bytes, Arguments... arguments)
{
    long range[2] = {first, last};
    const long blocks = crs_inspecting_blocks(bytes);
    crs_inspected own(call, sizeof range);
    if (!own.memory || !crs_check(call, crs_copy_now(call, own.memory, range, sizeof range), "an inspector") ||
        !crs_launch_named(call, name, kernel, crs_extent(blocks), crs_extent(256), (long *)own.memory,
                          crs_parts_of_row(blocks, rows), arguments...) ||
        !crs_check(call, crs_copy_now(call, range, own.memory, sizeof range), "an inspector"))
        return false;
    first = range[0];
    last = range[1];
    return true;
}

// Whether no two iterations write one element, by such a kernel.
#define crs_are_distinct(call, kernel, ...) crs_are_distinct_named(call, #kernel, kernel, __VA_ARGS__)

template <class Kernel, class... Arguments>
static inline bool crs_are_distinct_named(crs_call &call, const char *name, Kernel kernel, const crs_array &array,
                                          long first, long last, long rows, size_t bytes, Arguments... arguments)
{
    if (first > last)
        return true;
    const long blocks = crs_inspecting_blocks(bytes);
    const size_t marked = ((size_t)(last - first) / 32 + 2) * sizeof(unsigned);
    unsigned twice = 0;
    crs_inspected own(call, marked);
    if (!own.memory || !crs_check(call, cudaMemsetAsync(own.memory, 0, marked, call.stream), "an inspector") ||
        !crs_launch_named(call, name, kernel, crs_extent(blocks), crs_extent(256),
                          crs_marked{(unsigned *)own.memory, first}, crs_parts_of_row(blocks, rows), arguments...) ||
        !crs_check(call, crs_copy_now(call, &twice, own.memory, sizeof twice), "an inspector"))
        return false;
    return !twice || crs_give_up(call, "two iterations write one element of '%s'", array.name);
}
