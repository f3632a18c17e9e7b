// ---- small arrays go to the device and back together, in one block of its memory

enum { CRS_BLOCK = 1 << 16, CRS_ALIGNED = 256 }; // bytes of a block at most; and between its arrays

// Of the largest array that does. By itself there is none on the CPU runtime, which finds errors where an allocation
// ends.
static inline long crs_small_bytes()
{
    static const long most = [] {
        const char *set = getenv("CURESTRUCT_SMALL");
#ifdef CURESTRUCT_SIMT
        const long usual = 0;
#else
        const long usual = 4096;
#endif
        return set && *set ? atol(set) : usual;
    }();
    return most;
}

static inline size_t crs_bytes_together(const crs_array &array) { return (size_t)crs_piece_length(array) * array.size; }

static inline bool crs_is_small(const crs_array &array)
{
    return array.touched && !array.in_place && !array.memory && array.caller && !array.copy &&
           !(array.flags & CRS_ROWS) && crs_piece_length(array) <= crs_small_bytes() / (long)array.size;
}

// Places in the block: at first of arrays that are only read, then of those that move in both directions, and last of
// results, so that what moves in one direction is together.
static inline int crs_place_together(crs_call &call)
{
    static const int kinds[] = {CRS_IN, CRS_IN | CRS_OUT, CRS_OUT};
    crs_block &block = call.block;
    int count = 0;
    for (int kind : kinds) {
        block.results = kind & CRS_IN && kind & CRS_OUT ? block.bytes : block.results;
        for (crs_array *array = call.arrays; array; array = array->next) {
            bool fits = (array->flags & (CRS_IN | CRS_OUT)) == kind && crs_is_small(*array) &&
                        block.bytes + crs_bytes_together(*array) <= CRS_BLOCK;
            if (!fits)
                continue;
            array->together = true;
            array->place = block.bytes;
            block.bytes = (block.bytes + crs_bytes_together(*array) + CRS_ALIGNED - 1) / CRS_ALIGNED * CRS_ALIGNED;
            count++;
        }
        block.sent = kind & CRS_IN ? block.bytes : block.sent;
    }
    return count;
}

// Each array has memory of its own, or gets it later.
static inline void crs_take_apart(crs_call &call)
{
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->together) {
            array->together = false;
            array->memory = nullptr;
        }
    if (call.block.memory && cudaFreeAsync(call.block.memory, call.stream) != cudaSuccess)
        cudaGetLastError(); // the device is lost, and the memory with it
    free(call.block.staging);
    call.block = {};
}

// Two arrays at least. Those for which there is no room move alone.
static inline bool crs_send_together(crs_call &call)
{
    crs_block &block = call.block;
    if (crs_is_captured(call) || crs_chunks_of_thread().under_way)
        return true;
    bool several = crs_place_together(call) > 1;
    block.staging = several ? (char *)malloc(block.bytes) : nullptr;
    if (!block.staging || cudaMallocAsync((void **)&block.memory, block.bytes, call.stream) != cudaSuccess) {
        if (block.staging)
            cudaGetLastError();
        block.memory = nullptr;
        crs_take_apart(call);
        return true;
    }
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->together) {
            array->memory = block.memory + array->place;
            if (array->flags & CRS_IN)
                memcpy(block.staging + array->place, crs_piece(*array, 0), crs_bytes_together(*array));
        }
    call.tally.copies += block.sent > 0;
    call.tally.bytes += (double)block.sent;
    return block.sent == 0 ||
           crs_check(call, cudaMemcpyAsync(block.memory, block.staging, block.sent, cudaMemcpyDefault, call.stream),
                     "copying to the device");
}

// Results come into memory of the launcher's; the caller's does not change until all are there.
static inline bool crs_fetch_together(crs_call &call)
{
    crs_block &block = call.block;
    size_t bytes = block.bytes - block.results;
    if (bytes == 0)
        return true;
    call.tally.copies++;
    call.tally.bytes += (double)bytes;
    return crs_check(call,
                     cudaMemcpyAsync(block.staging + block.results, block.memory + block.results, bytes,
                                     cudaMemcpyDefault, call.stream),
                     "copying back");
}

static inline void crs_hand_out(crs_call &call)
{
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->together && (array->flags & CRS_OUT)) {
            call.changed = true;
            memcpy((char *)(uintptr_t)crs_piece(*array, 0), call.block.staging + array->place,
                   crs_bytes_together(*array));
        }
}
