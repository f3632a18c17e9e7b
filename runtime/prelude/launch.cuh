// The address of element 0 for kernels; that element need not exist.
template <class Element> static inline Element *crs_at(const crs_array &array)
{
    if (array.in_place)
        return (Element *)(uintptr_t)array.host;
    long row = array.rows ? array.first * array.rows + array.top : array.first;
    long before = array.flags & CRS_ROWS ? row * crs_piece_length(array) + array.left : array.first;
    return (Element *)((uintptr_t)array.memory - (uintptr_t)before * array.size);
}

// The row length of a packed table of rows.
static inline long crs_pitch(const crs_array &array) { return crs_piece_length(array); }

// How many rows of each table a packed table of tables has.
static inline long crs_rows(const crs_array &array) { return array.rows; }

// One element as it is by now, for the host.
template <class Element>
static inline bool crs_fetch(crs_call &call, const crs_array &array, long index, Element *value)
{
    const Element *place = crs_at<Element>(array) + index;
    call.launched = false;
    return crs_check(call, crs_copy_now(call, value, place, sizeof(Element)), "reading a value back");
}

enum { CRS_TOGETHER = 1, CRS_AHEAD = 2 };

struct crs_dim {
    // shared: of a block, bytes in addition to the own arrays of the kernel; of a grid, CRS_TOGETHER if its blocks wait
    // for others, CRS_AHEAD if it waits for the kernels before it
    long x, y, z, shared;
    bool in_order = false; // of a grid: its blocks wait for those with smaller numbers
};

static inline crs_dim crs_extent(long x, long y = 1, long z = 1) { return {x, y, z, 0}; }

static inline crs_dim crs_with_shared(crs_dim block, long bytes)
{
    block.shared = bytes;
    return block;
}

// A device begins blocks in the order of their numbers, as the scans of CUB rely on, too. The CPU runtime begins them
// in other orders unless it is told.
static inline crs_dim crs_in_order(crs_dim grid)
{
    grid.in_order = true;
    return grid;
}

// Blocks along y and z, at most: 65535 on every device so far.
static inline long crs_most_blocks()
{
    int device = 0, most = 0;
    bool known = cudaGetDevice(&device) == cudaSuccess &&
                 cudaDeviceGetAttribute(&most, cudaDevAttrMaxGridDimY, device) == cudaSuccess;
    return known && most < 65535 ? most : 65535;
}

#define crs_launch(call, kernel, ...) crs_launch_named(call, #kernel, kernel, __VA_ARGS__)

template <class Kernel, class... Arguments>
static inline bool crs_launch_named(crs_call &call, const char *name, Kernel *kernel, crs_dim grid, crs_dim block,
                                    Arguments... arguments)
{
    // A loop that was moved outwards counts its iterations alone: all that an unsigned bound of -1 stands for, perhaps.
    if (call.idle || grid.x <= 0 || grid.y <= 0 || grid.z <= 0 || block.x <= 0 || block.y <= 0 || block.z <= 0)
        return true; // no iterations
    if (grid.x > 0x7fffffff || grid.y > 0xffff || grid.z > 0xffff)
        return crs_give_up(call, "%ld x %ld x %ld blocks are too many", grid.x, grid.y, grid.z);
    cudaLaunchConfig_t configuration = {};
    cudaLaunchAttribute attribute = {};
    configuration.gridDim = dim3((unsigned)grid.x, (unsigned)grid.y, (unsigned)grid.z);
    configuration.blockDim = dim3((unsigned)block.x, (unsigned)block.y, (unsigned)block.z);
    configuration.dynamicSmemBytes = (size_t)block.shared;
    configuration.stream = call.stream;
    if (grid.shared == CRS_TOGETHER) {
        attribute.id = cudaLaunchAttributeCooperative;
        attribute.val.cooperative = 1;
    } else if (grid.shared == CRS_AHEAD) {
        attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute.val.programmaticStreamSerializationAllowed = 1;
    }
    configuration.attrs = &attribute;
    configuration.numAttrs = grid.shared ? 1 : 0;
#ifdef CURESTRUCT_SIMT
    configuration.inOrder = grid.in_order;
#endif
    if (block.shared && !crs_check(call,
                                   cudaFuncSetAttribute((const void *)kernel,
                                                        cudaFuncAttributeMaxDynamicSharedMemorySize, (int)block.shared),
                                   "shared memory"))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        call.changed |=
            array->in_place && !array->pinned && (array->flags & CRS_WRITTEN) && (!array->kept || array->kept_newer);
    if (!crs_check(call, cudaLaunchKernelEx(&configuration, kernel, arguments...), "launch"))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        call.changed |= array->in_place && array->pinned && (array->flags & CRS_WRITTEN);
    call.launched = true;
    call.tally.launches++;
    crs_trace_launch(name);
    return true;
}

// In a kernel that may begin when the blocks of the one before it have ended: waits until all kernels before it are
// done and what they have written can be seen.
static __device__ __forceinline__ void crs_wait_for_kernels()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Whether every version of the machine code waits there, which devices before compute capability 9.0 cannot do.
static inline bool crs_kernels_wait()
{
#ifdef __CUDA_ARCH_LIST__
    for (int architecture : {__CUDA_ARCH_LIST__})
        if (architecture < 900)
            return false;
    return true;
#else
    return false;
#endif
}

#define crs_launch_ahead(call, kernel, ...) crs_launch_ahead_named(call, #kernel, kernel, __VA_ARGS__)

// A kernel that begins with crs_wait_for_kernels. It is launched early only if the call's kernels alone are before it
// in the stream.
template <class Kernel, class... Arguments>
static inline bool crs_launch_ahead_named(crs_call &call, const char *name, Kernel *kernel, crs_dim grid, crs_dim block,
                                          Arguments... arguments)
{
    grid.shared = call.launched && crs_kernels_wait() && !crs_is_captured(call) ? CRS_AHEAD : 0;
    return crs_launch_named(call, name, kernel, grid, block, arguments...);
}

// So many blocks of the kernel are resident at once. 1: the device does not say, or has no barrier of a grid.
template <class Kernel> static inline long crs_resident_blocks(Kernel *kernel, crs_dim block)
{
    int device = 0, together = 0, multiprocessors = 0, blocks = 0;
    bool known =
        cudaGetDevice(&device) == cudaSuccess &&
        cudaDeviceGetAttribute(&together, cudaDevAttrCooperativeLaunch, device) == cudaSuccess && together &&
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device) == cudaSuccess &&
        (!block.shared || cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                               (int)block.shared) == cudaSuccess) &&
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, (int)(block.x * block.y * block.z),
                                                      (size_t)block.shared) == cudaSuccess;
    long all = (long)blocks * multiprocessors;
#ifdef CURESTRUCT_SIMT
    all = all < simt::resident_blocks() ? all : simt::resident_blocks();
#endif
    return known && all > 0 ? all : 1;
}

#define crs_launch_together(call, kernel, ...) crs_launch_resident(call, #kernel, kernel, __VA_ARGS__)

// A kernel whose blocks wait for one another: at most as many as are resident at once.
template <class Kernel, class... Arguments>
static inline bool crs_launch_resident(crs_call &call, const char *name, Kernel *kernel, crs_dim grid, crs_dim block,
                                       Arguments... arguments)
{
    long most = crs_resident_blocks(kernel, block);
    grid.x = grid.x < 1 ? 1 : grid.x > most ? most : grid.x;
    grid.shared = grid.x > 1 ? CRS_TOGETHER : 0;
    return crs_launch_named(call, name, kernel, grid, block, arguments...);
}

// Whether this version of the kernels is taken: where the sizes fit, unless CURESTRUCT_VERSION names one; one that is
// `limited`, only where they do.
static inline bool crs_version(crs_call &call, const char *name, bool fits, bool limited = false)
{
    if (!call.wanted)
        call.wanted = getenv("CURESTRUCT_VERSION");
    if (!call.wanted)
        call.wanted = "";
    bool taken = *call.wanted ? !strcmp(call.wanted, name) && (fits || !limited) : fits;
    if (taken)
        call.version = name;
    return taken;
}

// Whether the call ends before its kernels: all arrays are on the device, and nobody but CUDA's calls in the same
// stream can reach them there. In the default stream, that is known of what `enter` has put there.
static inline bool crs_goes_on(crs_call &call)
{
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
    const bool one_stream = false;
#else
    const bool one_stream = true;
#endif
    for (const crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && array->caller &&
            !(array->in_place && !array->pinned && (call.stream || (one_stream && array->resident && !array->kept))))
            return false;
    return !crs_times_wanted_1() || crs_is_captured(call);
}

// How long the phases of a chunk took.
static inline void crs_add_spent(const crs_call &call)
{
    crs_chunks &chunks = crs_chunks_of_thread();
    if (!chunks.under_way)
        return;
    chunks.spent.to_device += call.tally.entered - call.tally.began;
    chunks.spent.kernels += call.tally.finished - call.tally.entered;
    chunks.spent.to_host += crs_times_now_1() - call.tally.finished;
}

// Waits for the kernels, brings the results back, and tells what the launcher returns.
static inline int crs_leave(crs_call &call)
{
    if (crs_goes_on(call)) {
        if (!call.stream)
            crs_under_way_1().store(true);
        crs_trace(call, "device", call.version);
        crs_add_times(call, false);
        return 0;
    }
    if (!crs_check(call, cudaStreamSynchronize(call.stream), "kernel"))
        return crs_serial(call);
    call.tally.finished = call.tally.entered ? crs_times_now_1() : 0;
    if (!crs_fetch_together(call))
        return crs_serial(call);
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && !array->in_place && !array->together && (array->flags & CRS_OUT)) {
            call.changed = true;
            if (!crs_copy(call, *array, true))
                return crs_serial(call);
        }
    if (!crs_check(call, cudaStreamSynchronize(call.stream), "copying back"))
        return crs_serial(call);
    crs_hand_out(call);
    call.changed |= call.keeping != nullptr;
    if (call.keeping && !call.keeping->note(call))
        return crs_serial(call);
    crs_add_spent(call);
    crs_trace(call, "device", call.version);
    crs_add_times(call, false);
    return 0;
}
