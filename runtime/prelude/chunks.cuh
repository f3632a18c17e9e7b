// ---- a nest whose arrays do not fit on the device runs in chunks

// How many bytes a call has to move before chunks are tried.
static inline size_t crs_least_chunked()
{
    static const size_t least = [] {
        const char *text = getenv("CURESTRUCT_CHUNKS");
        return text && *text ? (size_t)strtoull(text, nullptr, 10) : (size_t)1 << 24;
    }();
    return least;
}

// Whether the device had no memory for what this call has to move, or keeps of it.
static inline bool crs_is_too_large(const crs_call &call)
{
    size_t bytes = 0;
    for (const crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && (!array->in_place || array->kept))
            bytes += (size_t)crs_pieces(*array) * (size_t)crs_piece_length(*array) * array->size;
    return call.no_memory && !crs_chunks_of_thread().under_way && bytes >= crs_least_chunked();
}

// The device has as much memory as it can for the chunks.
static inline bool crs_make_room_for_chunks(crs_call &call)
{
    cudaMemPool_t pool;
    if (call.keeping && !call.keeping->give_back(call))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next) {
        if (array->memory && cudaFreeAsync(array->memory, call.stream) != cudaSuccess)
            return false;
        array->memory = nullptr;
    }
    return cudaStreamSynchronize(call.stream) == cudaSuccess &&
           cudaDeviceGetDefaultMemPool(&pool, call.device) == cudaSuccess && cudaMemPoolTrimTo(pool, 0) == cudaSuccess;
}

// After crs_enter has failed. `run` calls the launcher for so many trips of the outermost loop fewer than there are,
// from the one with that number on. Chunks become smaller until they fit. If one fails for another reason, the serial
// loop runs, unless results of chunks before have come back already.
template <class Run> static inline int crs_in_chunks(crs_call &call, long trips, Run run)
{
    crs_chunks &chunks = crs_chunks_of_thread();
    if (trips < 2 || !crs_is_too_large(call) || !crs_make_room_for_chunks(call))
        return crs_serial(call);
    chunks.under_way = true;
    long done = 0, chunk = trips / 2, count = 0;
    bool fine = true;
    while (fine && done < trips) {
        chunk = chunk < trips - done ? chunk : trips - done;
        chunks.no_memory = false;
        fine = run(done, trips - chunk) == 0;
        if (fine) {
            call.changed = true;
            done += chunk;
            count++;
        } else if (chunks.no_memory && chunk > 1) {
            chunk /= 2;
            fine = true;
        }
    }
    chunks.under_way = false;
    if (!fine) {
        memcpy(call.reason, chunks.reason, sizeof call.reason);
        return crs_serial(call);
    }
    char text[40];
    snprintf(text, sizeof text, "in %ld chunks", count);
    crs_trace(call, "device", text);
    crs_add_times(call, false);
    return 0;
}
