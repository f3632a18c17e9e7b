// ---- the serial loop

// Whether some of the array may be on the device by an `enter`: nobody knows of one that has not been measured.
static inline bool crs_may_be_resident(const crs_call &call, const crs_array &array)
{
    const char *found;
    int device;
    if (!array.touched)
        return !call.located && !(array.flags & CRS_HOSTS) && crs_residents().count.load() > 0;
    for (long i = 0; i < crs_pieces(array); i++)
        if (crs_piece_bytes(array, i) && crs_find_bytes(crs_callers_piece(array, i), crs_piece_bytes(array, i),
                                                        array.flags & CRS_HOSTS, &found, &device))
            return true;
    return false;
}

// Not all arrays may have been located yet: their pointers alone tell where they lie.
static inline void crs_reach(crs_call &call)
{
    for (crs_array *array = call.arrays; array; array = array->next) {
        cudaPointerAttributes attributes;
        if (!array->host || array->kept)
            continue;
        call.out_of_reach |= crs_may_be_resident(call, *array);
        if (cudaPointerGetAttributes(&attributes, array->host) != cudaSuccess)
            cudaGetLastError(); // no device: then it is host memory
        else
            call.out_of_reach |= attributes.type == cudaMemoryTypeDevice;
    }
}

// The serial loop takes over, which needs all data unchanged and in its reach; otherwise the program ends here.
// `fails`: this is not what the nest does on some data.
static inline int crs_serial(crs_call &call, bool fails = true)
{
    const char *policy = fails ? getenv("CURESTRUCT_ON_ERROR") : nullptr;
    crs_chunks &chunks = crs_chunks_of_thread();
    if (chunks.under_way && !call.changed) { // what called this chunk decides
        chunks.no_memory = call.no_memory;
        memcpy(chunks.reason, call.reason, sizeof chunks.reason);
        return 1;
    }
    chunks.under_way = false;
    call.out_of_reach |= crs_is_captured(call); // the serial loop would run now
    crs_reach(call);
    if (call.keeping && !call.changed)
        call.out_of_reach |= !call.keeping->give_back(call);
    if (call.stream && !call.captured && cudaStreamSynchronize(call.stream) != cudaSuccess)
        cudaGetLastError(); // of work that was started before
    bool stop = call.changed || call.out_of_reach || (policy && !strcmp(policy, "abort"));
    if (stop || (fails && crs_is_news(call)))
        fprintf(stderr, "curestruct: %s: %s: %s%s\n", call.words, stop ? "error" : "serial", call.reason,
                call.captured       ? " (and the serial loop cannot be captured)"
                : call.out_of_reach ? " (and the serial loop cannot run on device memory)"
                : call.changed      ? " (and the serial loop cannot run on data that has changed)"
                                    : "");
    crs_trace(call, stop ? "stopped" : fails ? "serial" : "left", call.reason);
    crs_add_times(call, !stop);
    if (stop && crs_times_wanted_1())
        crs_times_print_1();
    if (stop)
        abort();
    return 1;
}

// Kernels have found an iteration that leaves the nest, and have changed nothing.
static inline int crs_serial_left(crs_call &call)
{
    call.changed = false;
    crs_give_up(call, "an iteration leaves the nest");
    return crs_serial(call, false);
}
