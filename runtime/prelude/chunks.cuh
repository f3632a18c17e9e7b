// ---- large arrays move in chunks of the outermost loop: both directions at once, and more than the device has

// Bytes of a chunk.
static inline size_t crs_chunk_bytes()
{
    static const size_t bytes = [] {
        const char *text = getenv("CURESTRUCT_CHUNKS");
        size_t wanted = text && *text ? (size_t)strtoull(text, nullptr, 10) : (size_t)1 << 23;
        return wanted ? wanted : 1;
    }();
    return bytes;
}

static inline size_t crs_bytes_of(const crs_array &array)
{
    return (size_t)crs_pieces(array) * (size_t)crs_piece_length(array) * array.size;
}

static inline bool crs_tell_ranges(const crs_call &call, crs_ranges &ranges)
{
    ranges.count = 0;
    for (const crs_array *array = call.arrays; array; array = array->next) {
        if (!array->caller)
            continue;
        if (ranges.count == ranges.room || (array->flags & CRS_ROWS)) {
            ranges.count = -1;
            return false;
        }
        uintptr_t begin = array->touched ? (uintptr_t)crs_callers_piece(*array, 0) : 0;
        ranges.items[ranges.count++] = {begin, begin + crs_bytes_of(*array), (array->flags & CRS_WRITTEN) != 0};
    }
    return false;
}

// false: so much would be copied to the device and back that this takes less time in chunks.
static inline bool crs_moves_at_once(crs_call &call)
{
    const size_t least = 4 * crs_chunk_bytes();
    crs_chunks &chunks = crs_chunks_of_thread();
    if (chunks.asked)
        return crs_tell_ranges(call, *chunks.asked);
    size_t in = 0, out = 0;
    for (const crs_array *array = call.arrays; array; array = array->next) {
        size_t bytes = array->caller && !array->in_place ? crs_bytes_of(*array) : 0;
        in += array->flags & CRS_IN ? bytes : 0;
        out += array->flags & CRS_OUT ? bytes : 0;
        if (array->kept)
            return true;
    }
    return chunks.under_way || in < least || out < least || crs_is_captured(call);
}

// ---- one chunk after the other

// Whether the device had no memory for what this call has to move, or keeps of it.
static inline bool crs_is_too_large(const crs_call &call)
{
    size_t bytes = 0;
    for (const crs_array *array = call.arrays; array; array = array->next)
        bytes += !array->in_place || array->kept ? crs_bytes_of(*array) : 0;
    return call.no_memory && bytes >= 2 * crs_chunk_bytes();
}

// The device has as much memory as it can for the chunks.
static inline bool crs_make_room_for_chunks(crs_call &call)
{
    cudaMemPool_t pool;
    if (call.keeping && !call.keeping->give_back(call))
        return false;
    crs_take_apart(call);
    for (crs_array *array = call.arrays; array; array = array->next) {
        if (array->memory && cudaFreeAsync(array->memory, call.stream) != cudaSuccess)
            return false;
        array->memory = nullptr;
        array->shared = false;
    }
    return cudaStreamSynchronize(call.stream) == cudaSuccess &&
           cudaDeviceGetDefaultMemPool(&pool, call.device) == cudaSuccess && cudaMemPoolTrimTo(pool, 0) == cudaSuccess;
}

// Iterations of the outermost loop, by their numbers.
struct crs_part {
    long begin, end;
};

// Calls the launcher for these iterations: 0 if they have run.
struct crs_runner {
    int (*call)(const void *run, long from, long fewer);
    const void *run;
    long trips;
    int operator()(crs_part part) const { return call(run, part.begin, trips - (part.end - part.begin)); }
};

// At first so many iterations at once; fewer where they do not fit. false: one has failed for another reason.
static inline bool crs_run_in_turn(crs_call &call, const crs_runner &run, crs_part part, long chunk, long *count)
{
    crs_chunks &chunks = crs_chunks_of_thread();
    while (part.begin < part.end) {
        chunk = chunk < part.end - part.begin ? chunk : part.end - part.begin;
        chunks.no_memory = false;
        if (run({part.begin, part.begin + chunk}) == 0) {
            call.changed = true;
            part.begin += chunk;
            ++*count;
            continue;
        }
        if (!chunks.no_memory || chunk < 2 || !crs_make_room_for_chunks(call))
            return false;
        chunk /= 2;
    }
    return true;
}

// ---- chunks at the same time

static inline bool crs_ask_ranges(const crs_runner &run, crs_part part, crs_ranges &ranges)
{
    crs_chunks &chunks = crs_chunks_of_thread();
    ranges.count = -1;
    chunks.asked = &ranges;
    run(part);
    chunks.asked = nullptr;
    return ranges.count >= 0;
}

// Whether no chunk touches in `b` what another one writes in `a`. All chunks of an array are evenly spaced, so that
// the first two tell, unless the two arrays move at different speeds.
static inline bool crs_chunks_are_apart(const crs_ranges all[3], int a, int b)
{
    const crs_range &whole_a = all[2].items[a], &whole_b = all[2].items[b], &first_a = all[0].items[a],
                    &first_b = all[0].items[b], &second_a = all[1].items[a], &second_b = all[1].items[b];
    if (a != b && (whole_a.end <= whole_b.begin || whole_b.end <= whole_a.begin))
        return true;
    if (second_a.begin - first_a.begin != second_b.begin - first_b.begin)
        return false;
    return second_a.begin > first_a.begin ? first_a.end <= second_b.begin && first_b.end <= second_a.begin
                                          : second_b.end <= first_a.begin && second_a.end <= first_b.begin;
}

// Whether chunks of so many iterations may run in any order, and copy little more than the whole does.
static inline bool crs_is_separable(const crs_call &call, const crs_runner &run, long chunk)
{
    crs_ranges all[3];
    double whole = 0, parts = 0;
    if (!crs_ask_ranges(run, {0, chunk}, all[0]) || !crs_ask_ranges(run, {chunk, 2 * chunk}, all[1]))
        return false;
    crs_tell_ranges(call, all[2]);
    if (all[0].count != all[2].count || all[1].count != all[2].count)
        return false;
    for (int a = 0; a < all[2].count; a++) {
        const crs_range &first = all[0].items[a], &second = all[1].items[a];
        if (first.end - first.begin != second.end - second.begin)
            return false;
        for (int b = 0; b < all[2].count; b++)
            if (all[2].items[a].written && !crs_chunks_are_apart(all, a, b))
                return false;
        if (first.begin != second.begin) {
            whole += (double)(all[2].items[a].end - all[2].items[a].begin);
            parts += (double)(first.end - first.begin) * (double)run.trips / (double)chunk;
        }
    }
    int number = 0;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->caller) {
            array->shared = !array->in_place && all[0].items[number].begin == all[1].items[number].begin;
            number++;
        }
    return parts <= 1.25 * whole;
}

// What all chunks read is copied once.
static inline bool crs_copy_shared(crs_call &call)
{
    bool good = true;
    for (crs_array *array = call.arrays; array && good; array = array->next)
        if (array->shared && array->touched)
            good = crs_allocate(call, *array) && (!(array->flags & CRS_IN) || crs_copy(call, *array, false));
    return good && crs_check(call, cudaStreamSynchronize(call.stream), "copying to the device");
}

// What the workers of a call share.
struct crs_crew {
    crs_call &call;
    const crs_runner &run;
    long chunk;
    bool watched; // whether kernels take longer than copies: then one of them should have all that is left
    std::atomic<long> next, count;
    std::atomic<bool> stops, slow; // (stops) a chunk has failed
};

struct crs_worker {
    crs_crew *crew;
    cudaStream_t stream;
    char *buffer;
    bool started;
    crs_part failed; // what did not run
    crs_chunks chunks;
    pthread_t thread;
};

static inline double crs_copying(const crs_spent &spent) { return spent.to_device + spent.to_host; }

static inline void *crs_work(void *argument)
{
    crs_worker &worker = *(crs_worker *)argument;
    crs_crew &crew = *worker.crew;
    crs_chunks &chunks = crs_chunks_of_thread(), before = chunks;
    cudaStream_t stream = crs_stream_1();
    chunks = {};
    chunks.under_way = true;
    chunks.buffer = worker.buffer;
    chunks.whole = &crew.call;
    crs_stream_1() = worker.stream;
    bool good = cudaSetDevice(crew.call.device) == cudaSuccess;
    for (long done = 0; good && !crew.stops.load() && !crew.slow.load(); done++) {
        crs_spent spent = chunks.spent;
        crs_part part = {crew.next.fetch_add(crew.chunk), crew.run.trips};
        if (part.begin >= part.end)
            break;
        part.end = part.end - part.begin < crew.chunk ? part.end : part.begin + crew.chunk;
        good = crew.run(part) == 0;
        crew.count.fetch_add(good);
        worker.failed = good ? crs_part{0, 0} : part;
        bool slow = chunks.spent.kernels - spent.kernels > crs_copying(chunks.spent) - crs_copying(spent);
        if (slow && done > 0) // the first one has loaded the kernels
            crew.slow.store(crew.watched);
    }
    if (!good) {
        cudaGetLastError();
        crew.stops.store(true);
    }
    crs_stream_1() = stream;
    worker.chunks = chunks;
    chunks = before;
    return nullptr;
}

// So many threads, with their streams. The caller has the staging for itself.
static inline bool crs_equip(crs_call &call, crs_staging_2 &staging)
{
    if (!staging.buffers &&
        !crs_check(call, cudaMallocHost((void **)&staging.buffers, staging.workers * staging.chunk), "pinned memory"))
        return false;
    if (staging.device == call.device)
        return true;
    for (cudaStream_t &stream : staging.streams) {
        if (stream && cudaStreamDestroy(stream) != cudaSuccess)
            cudaGetLastError();
        stream = nullptr;
    }
    staging.device = -1;
    for (cudaStream_t &stream : staging.streams)
        if (!crs_check(call, cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream"))
            return false;
    staging.device = call.device;
    return true;
}

static inline void crs_add_all_spent(crs_spent &all, const crs_spent &more)
{
    all.to_device += more.to_device;
    all.kernels += more.kernels;
    all.to_host += more.to_host;
}

// Each worker copies a chunk to the device, runs it and copies it back, while others do the same with theirs.
static inline void crs_run_at_once(crs_crew &crew, crs_worker *workers, crs_staging_2 &staging)
{
    crs_chunks &chunks = crs_chunks_of_thread();
    const size_t count = crs_staging_2::workers;
    for (size_t i = count; i-- > 0;) { // this thread is the last one
        crs_worker &worker = workers[i];
        worker = {&crew, staging.streams[i], staging.buffers + i * staging.chunk, false, {}, {}, {}};
        worker.started = i > 0 && pthread_create(&worker.thread, nullptr, crs_work, &worker) == 0;
        if (i == 0)
            crs_work(&worker);
    }
    for (size_t i = 0; i < count; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, nullptr);
        crs_add_all_spent(chunks.spent, workers[i].chunks.spent);
    }
}

// The iterations that no worker has run.
static inline bool crs_run_rest(crs_crew &crew, const crs_worker *workers)
{
    crs_call &call = crew.call;
    call.changed |= crew.count.load() > 0;
    for (size_t i = 0; i < crs_staging_2::workers; i++)
        if (workers[i].failed.end > 0 && !workers[i].chunks.no_memory) {
            memcpy(crs_chunks_of_thread().reason, workers[i].chunks.reason, sizeof call.reason);
            return false;
        }
    long chunk = crew.stops.load() ? (crew.chunk + 1) / 2 : crew.run.trips, count = 0;
    for (size_t i = 0; i < crs_staging_2::workers; i++)
        if (!crs_run_in_turn(call, crew.run, workers[i].failed, chunk, &count))
            return false;
    bool fine = crs_run_in_turn(call, crew.run, {crew.next.load(), crew.run.trips}, chunk, &count);
    crew.count.fetch_add(count);
    return fine;
}

// So many iterations are a chunk; 0: all are.
static inline long crs_chunk_of(const crs_call &call, long trips)
{
    double bytes = 1;
    for (const crs_array *array = call.arrays; array; array = array->next)
        bytes += array->caller && !array->in_place ? (double)crs_bytes_of(*array) : 0;
    double chunk = (double)trips * (double)crs_chunk_bytes() / bytes;
    return chunk > (double)trips / 2 ? 0 : chunk < 1 ? 1 : (long)chunk;
}

// All chunks at the same time, as far as nothing is against it. `slow`: kernels took longer than copies, in this call
// or in one before.
static inline bool crs_run_separable(crs_call &call, const crs_runner &run, std::atomic<bool> &slow, long *count)
{
    crs_staging_2 &staging = crs_staging_of_2();
    long chunk = slow.load() ? 0 : crs_chunk_of(call, run.trips);
    crs_chunks_of_thread().whole = &call;
    if (!chunk || !crs_is_separable(call, run, chunk) || !crs_copy_shared(call) || staging.busy.exchange(true))
        return crs_run_in_turn(call, run, {0, run.trips}, run.trips, count);
    crs_crew crew = {call, run, chunk, getenv("CURESTRUCT_CHUNKS") == nullptr, {0}, {0}, {false}, {false}};
    crs_worker workers[crs_staging_2::workers] = {};
    if (crs_equip(call, staging))
        crs_run_at_once(crew, workers, staging);
    staging.busy.store(false);
    slow.store(crew.slow.load());
    bool fine = crs_run_rest(crew, workers);
    *count += crew.count.load();
    return fine;
}

// The time of the call is that of its phases in the chunks, of which several run at the same time.
static inline void crs_share_time(crs_call &call, const crs_spent &spent)
{
    double all = crs_copying(spent) + spent.kernels;
    double share = all > 0 ? (crs_times_now_1() - call.tally.began) / all : 0;
    call.tally.entered = call.tally.began + spent.to_device * share;
    call.tally.finished = call.tally.entered + spent.kernels * share;
}

static inline int crs_run_in_chunks(crs_call &call, const crs_runner &run, std::atomic<bool> &slow)
{
    crs_chunks &chunks = crs_chunks_of_thread();
    if (chunks.asked)
        return 1;
    bool large = call.reason[0] != 0; // otherwise crs_moves_at_once said no
    if (chunks.under_way || (large && (run.trips < 2 || !crs_is_too_large(call) || !crs_make_room_for_chunks(call))))
        return crs_serial(call);
    long count = 0;
    chunks = {};
    chunks.under_way = true;
    bool fine = large ? crs_run_in_turn(call, run, {0, run.trips}, run.trips / 2, &count)
                      : crs_run_separable(call, run, slow, &count);
    chunks.under_way = false;
    chunks.whole = nullptr;
    if (!fine) {
        memcpy(call.reason, chunks.reason, sizeof call.reason);
        return crs_serial(call);
    }
    char text[40] = "";
    if (count > 1)
        snprintf(text, sizeof text, "in %ld chunks", count);
    crs_share_time(call, chunks.spent);
    crs_trace(call, "device", text);
    crs_add_times(call, false);
    return 0;
}

// After something has failed, or if the arrays do not move at once. `run` calls the launcher for so many trips of the
// outermost loop fewer than there are, from the one with that number on. Chunks become smaller until they fit. If one
// fails for another reason, the serial loop runs, unless results of others have come back already.
template <class Run> static inline int crs_in_chunks(crs_call &call, long trips, Run run)
{
    static std::atomic<bool> slow;
    int (*step)(const void *, long, long) = [](const void *all, long from, long fewer) {
        return (*(const Run *)all)(from, fewer);
    };
    return crs_run_in_chunks(call, {step, &run, trips}, slow);
}
