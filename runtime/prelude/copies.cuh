// ---- to the device and back

struct crs_copier { // one thread's part of a large copy: one of so many chunks
    char *theirs, *ours, *buffer;
    size_t begin, bytes;
    int device;
    bool back, started;
    cudaError_t error;
    pthread_t thread;
};

static inline void *crs_copy_chunks(void *argument)
{
    crs_copier &part = *(crs_copier *)argument;
    const size_t chunk = crs_staging_2::chunk;
    part.error = cudaSetDevice(part.device);
    for (size_t at = part.begin; at < part.bytes && part.error == cudaSuccess; at += crs_staging_2::workers * chunk) {
        size_t bytes = part.bytes - at < chunk ? part.bytes - at : chunk;
        char *theirs = part.theirs + at, *ours = part.ours + at, *buffer = part.buffer;
        if (!part.back)
            memcpy(buffer, theirs, bytes);
        part.error = cudaMemcpy(part.back ? buffer : ours, part.back ? ours : buffer, bytes, cudaMemcpyDefault);
        if (part.back && part.error == cudaSuccess)
            memcpy(theirs, buffer, bytes);
    }
    return nullptr;
}

// Much plain memory of the host, for which the driver has one thread.
static inline bool crs_is_staged(crs_call &call, const char *theirs, size_t bytes)
{
    const size_t least = crs_chunks_of_thread().buffer ? 1 << 16 : 8 * crs_staging_2::chunk;
    cudaPointerAttributes attributes;
    if (bytes < least || crs_is_captured(call))
        return false;
    if (cudaPointerGetAttributes(&attributes, theirs) == cudaSuccess)
        return attributes.type == cudaMemoryTypeUnregistered;
    cudaGetLastError();
    return false;
}

// By a worker, which has a buffer and a stream of its own: others copy and compute at the same time.
static inline cudaError_t crs_copy_by_worker(const crs_call &call, char *theirs, char *ours, size_t bytes, bool back)
{
    char *buffer = crs_chunks_of_thread().buffer;
    cudaError_t error = cudaSuccess;
    for (size_t at = 0, size; at < bytes && error == cudaSuccess; at += size) {
        size = bytes - at < crs_staging_2::chunk ? bytes - at : crs_staging_2::chunk;
        if (!back)
            memcpy(buffer, theirs + at, size);
        error = crs_copy_now(call, back ? buffer : ours + at, back ? ours + at : buffer, size);
        if (back && error == cudaSuccess)
            memcpy(theirs + at, buffer, size);
    }
    return error;
}

// Threads fill the buffers, or empty them, while those of others are on their way. false: there are no buffers now.
// The stream is idle then, so that the copies may go by another one.
static inline bool crs_copy_staged(const crs_call &call, char *theirs, char *ours, size_t bytes, bool back,
                                   cudaError_t *error)
{
    if (crs_chunks_of_thread().buffer) {
        *error = crs_copy_by_worker(call, theirs, ours, bytes, back);
        return true;
    }
    if (cudaStreamSynchronize(call.stream) != cudaSuccess)
        return false; // the next call of CUDA's says why
    const size_t chunk = crs_staging_2::chunk, copiers = crs_staging_2::workers;
    crs_staging_2 &staging = crs_staging_of_2();
    int device = 0;
    *error = cudaGetDevice(&device);
    if (staging.busy.exchange(true))
        return false;
    bool good = staging.buffers || cudaMallocHost((void **)&staging.buffers, copiers * chunk) == cudaSuccess;
    if (!good)
        cudaGetLastError();
    crs_copier parts[copiers];
    for (size_t i = good ? copiers : 0; i-- > 0;) { // this thread has the last one, and those that do not start
        crs_copier &part = parts[i];
        part = {theirs, ours, staging.buffers + i * chunk, i * chunk, bytes, device, back, i > 0, cudaSuccess, {}};
        part.started = part.started && pthread_create(&part.thread, nullptr, crs_copy_chunks, &part) == 0;
        if (!part.started)
            crs_copy_chunks(&part);
    }
    for (size_t i = 0; i < copiers && good; i++) {
        if (parts[i].started)
            pthread_join(parts[i].thread, nullptr);
        *error = *error == cudaSuccess ? parts[i].error : *error;
    }
    staging.busy.store(false);
    return good;
}

// One piece. `now`: all of it is done when this returns.
static inline cudaError_t crs_copy_piece(crs_call &call, char *theirs, char *ours, size_t bytes, bool back, bool now)
{
    cudaError_t error;
    if (crs_is_staged(call, theirs, bytes) && crs_copy_staged(call, theirs, ours, bytes, back, &error))
        return error;
    char *to = back ? theirs : ours, *from = back ? ours : theirs;
    return now ? crs_copy_now(call, to, from, bytes) : cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, call.stream);
}

// Where the launcher reads the array before the nest: its elements first..last.
struct crs_seen {
    const crs_array &array;
    const char *place; // of element 0, which need not exist
    size_t bytes = 0;
    int device = -1;                 // in whose memory it lies; -1: the host's alone
    bool ready = true, hosts = true; // (hosts) the host can read it there
    bool kept = false;               // it is the host's, and the device keeps its values
    char *copy = nullptr;
    crs_seen(crs_call &call, crs_array &own) : array(own), place(own.host)
    {
        cudaPointerAttributes attributes;
        if (!array.touched)
            return;
        ready = crs_find_present(call, own) && find_kept(call);
        bytes = (size_t)crs_piece_length(array) * array.size;
        if (!ready || kept)
            return;
        place = array.host;
        if (!place)
            ready = crs_give_up(call, "'%s' is a null pointer", array.name);
        else if (cudaPointerGetAttributes(&attributes, crs_piece(array, 0)) != cudaSuccess)
            cudaGetLastError(); // no device: then it is host memory
        else if (attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged)
            device = attributes.device, hosts = attributes.type == cudaMemoryTypeManaged;
    }
    crs_seen(const crs_seen &) = delete;
    crs_seen &operator=(const crs_seen &) = delete;
    ~crs_seen() { free(copy); }
    bool find_kept(crs_call &call)
    {
        const char *first = nullptr;
        if (!call.keeping)
            return true;
        if (!array.resident && !call.keeping->look(call, array, &first))
            return false;
        kept = first;
        if (!kept)
            return call.keeping->meet(call, array, false);
        hosts = false;
        place = (const char *)((uintptr_t)first - (uintptr_t)array.first * array.size);
        return crs_check(call, cudaGetDevice(&device), "no device");
    }
    // The same where the host can read it: it is copied if need be. Not `ready`: that failed.
    const char *on_host(crs_call &call)
    {
        if (!ready || hosts)
            return place;
        if (kept) {
            ready = call.keeping->meet(call, array, false);
            hosts = true;
            return place = array.host;
        }
        copy = (char *)malloc(bytes);
        ready = copy ? crs_check(call, crs_copy_now(call, copy, crs_piece(array, 0), bytes), "reading indices")
                     : crs_give_up(call, "no memory for a copy of '%s'", array.name);
        place = (const char *)((uintptr_t)copy - (uintptr_t)array.first * array.size);
        hosts = true;
        return place;
    }
};

// The block of device memory in which the place lies; of the driver, since the runtime does not tell. false: in none.
static inline bool crs_find_device_block(const char *place, uintptr_t *begin, uintptr_t *end)
{
    typedef int (*Range)(unsigned long long *begin, size_t *bytes, unsigned long long place);
    static const Range range = [] {
        void *found = nullptr;
#if CUDART_VERSION >= 12050
        cudaDriverEntryPointQueryResult result;
        if (cudaGetDriverEntryPointByVersion("cuMemGetAddressRange", &found, 12000, cudaEnableDefault, &result) !=
                cudaSuccess ||
            result != cudaDriverEntryPointSuccess)
            found = nullptr;
        cudaGetLastError();
#endif
        return (Range)found;
    }();
    unsigned long long first = 0;
    size_t bytes = 0;
    if (!range || range(&first, &bytes, (unsigned long long)(uintptr_t)place) != 0)
        return false;
    *begin = (uintptr_t)first;
    *end = (uintptr_t)first + bytes;
    return true;
}

// The same of the host's memory that an `enter` has put on the device.
static inline bool crs_find_present_block(const crs_array &array, uintptr_t *begin, uintptr_t *end)
{
    if (crs_residents().count.load() == 0 || crs_residents().swapped.load() > 0)
        return false;
    crs_resident_lock lock;
    uintptr_t place = (uintptr_t)array.caller;
    long number = crs_entry_from(lock.table, place);
    if (number == lock.table.count.load())
        return false;
    const crs_resident_3 &entry = lock.table.items[number];
    *begin = entry.begin;
    *end = entry.end;
    return entry.begin <= place && entry.memory && !((array.flags & CRS_HOSTS) && entry.apart);
}

// Kernels work on the array where it is, in device memory: then all elements of its block may be touched, and nobody
// need find out which are. Not if another array of the call lies there, too: that one may be written.
static inline bool crs_covers(crs_call &call, const crs_array &array, long &first, long &last)
{
    cudaPointerAttributes attributes;
    uintptr_t place = (uintptr_t)array.caller, begin, end;
    if (!array.caller)
        return false;
    bool located = cudaPointerGetAttributes(&attributes, array.caller) == cudaSuccess;
    if (!located)
        cudaGetLastError();
    bool there = located && (attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged);
    if (!(there && crs_find_device_block(array.caller, &begin, &end)) && !crs_find_present_block(array, &begin, &end))
        return false;
    for (const crs_array *other = call.arrays; other; other = other->next)
        if (other != &array && (uintptr_t)other->caller >= begin && (uintptr_t)other->caller < end)
            return false;
    first = -(long)((place - begin) / array.size);
    last = (long)((end - place) / array.size) - 1;
    return true;
}

static inline bool crs_in_rows(crs_call &call, const crs_array &array, long first)
{
    return first != INT64_MIN || crs_give_up(call, "a subscript of '%s' leaves its row", array.name);
}

static inline bool crs_rises(crs_call &call, const crs_array &array, long first)
{
    return first != INT64_MIN || crs_give_up(call, "elements of '%s' are less than the ones before them", array.name);
}

// The elements that a nest writes: each one only once?
struct crs_marks {
    long first, last;
    char *bits;
    bool once = true;
    crs_marks(long least, long most)
        : first(least), last(most), bits(least <= most ? (char *)calloc((size_t)(most - least) / 8 + 1, 1) : nullptr)
    {
    }
    crs_marks(const crs_marks &) = delete;
    crs_marks &operator=(const crs_marks &) = delete;
    ~crs_marks() { free(bits); }
    bool are_distinct(crs_call &call, const crs_array &array) const
    {
        if (first <= last && !bits)
            return crs_give_up(call, "no memory to test which elements of '%s' are written", array.name);
        return once || crs_give_up(call, "two iterations write one element of '%s'", array.name);
    }
};

static inline void crs_mark(crs_marks &marks, long subscript)
{
    size_t at = (size_t)(subscript - marks.first);
    if (!marks.bits)
        return;
    marks.once = marks.once && !(marks.bits[at / 8] >> at % 8 & 1);
    marks.bits[at / 8] |= (char)(1 << at % 8);
}

// Whether each iteration of a loop touches elements beyond those of all earlier iterations.
struct crs_order {
    long row = 0, before = INT64_MIN, most = INT64_MIN;
    bool any = false, ascending = true;
    bool are_distinct(crs_call &call, const crs_array &array) const
    {
        return ascending || crs_give_up(call, "iterations may share an element of '%s'", array.name);
    }
};

static inline void crs_follow(crs_order &order, long subscript, long row)
{
    if (order.any && row != order.row)
        order.before = order.most;
    order.row = row;
    order.ascending = order.ascending && (!order.any || subscript > order.before);
    order.any = true;
    order.most = subscript > order.most ? subscript : order.most;
}

// The elements within the block of memory in which the array lies.
static inline bool crs_measure_block(crs_call &call, const crs_array &array, long &first, long &last)
{
    uintptr_t place = (uintptr_t)array.caller, begin, end;
    if (!crs_find_block(place, &begin, &end))
        return crs_give_up(call, "how much of '%s' is touched is not known, as this file has not allocated it",
                           array.name);
    first = -(long)((place - begin) / array.size);
    last = (long)((end - place) / array.size) - 1;
    return true;
}

// An array that may be smaller than its bounds comes back without what no kernel has changed: that may not be its own.
static inline bool crs_copy_bounded(crs_call &call, const crs_array &array, bool back)
{
    size_t bytes = (size_t)crs_piece_length(array) * array.size;
    char *theirs = (char *)(uintptr_t)crs_piece(array, 0), *copy = (char *)malloc(bytes);
    if (!copy)
        return crs_give_up(call, "no memory for a copy of '%s'", array.name);
    if (!back) {
        array.before = (char *)memcpy(copy, theirs, bytes);
        return crs_check(call, crs_copy_now(call, array.memory, copy, bytes), "copying to the device");
    }
    bool copied = crs_check(call, crs_copy_now(call, copy, array.memory, bytes), "copying back");
    for (size_t at = 0; at < bytes && copied; at += array.size)
        if (memcmp(copy + at, array.before + at, array.size) != 0)
            memcpy(theirs + at, copy + at, array.size);
    free(copy);
    return copied;
}

// Of an array whose elements first..last may be touched, those that exist: the ones within its block of memory, if that
// is known. Otherwise all of them have to be in memory.
static inline bool crs_within(crs_call &call, crs_array &array, long &first, long &last)
{
    const long far = (long)1 << 46;
    uintptr_t place = (uintptr_t)array.caller, begin, end;
    cudaPointerAttributes attributes;
    if (first > last || !array.caller)
        return true;
    bool located = cudaPointerGetAttributes(&attributes, array.caller) == cudaSuccess;
    if (!located)
        cudaGetLastError();
    if (crs_find_block(place, &begin, &end)) {
        long least = -(long)((place - begin) / array.size), most = (long)((end - place) / array.size) - 1;
        first = first < least ? least : first;
        last = last > most ? most : last;
        return true;
    }
    if (first < -far || last > far)
        return crs_give_up(call, "how much of '%s' is touched is not known", array.name);
    if (located && (attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged))
        return true;
    begin = place + (uintptr_t)first * array.size;
    end = place + (uintptr_t)(last + 1) * array.size;
    if (!crs_is_readable(begin, end))
        return crs_give_up(call, "'%s' is smaller than what its subscripts may reach", array.name);
    array.bounded = true;
    if (array.flags & CRS_OUT)
        array.copy = crs_copy_bounded;
    return true;
}

// Everything that an inspector's result depends on: scalars, and the versions or the values of arrays.
struct crs_key {
    bool known = true;
    size_t length = 0;
    char bytes[512] = {};
    void add(const void *place, size_t size)
    {
        known = known && length + size <= sizeof bytes;
        if (known)
            memcpy(bytes + length, place, size);
        length += known ? size : 0;
    }
    bool is(const crs_key &other) const
    {
        return known && other.known && length == other.length && memcmp(bytes, other.bytes, length) == 0;
    }
};

// What an inspector has found in an earlier call.
struct crs_measured {
    crs_key key;
    bool found = false;
    long first = 0, last = 0;
};

template <class Scalar> static inline void crs_depend_on(crs_call &, crs_key &key, Scalar &scalar)
{
    key.add(&scalar, sizeof scalar);
}

// A small array is not kept on the device: its values themselves are compared.
static inline void crs_depend_on(crs_call &call, crs_key &key, crs_array &array)
{
    long version = array.touched ? call.keeping->version(array) : 0;
    size_t bytes = array.touched ? (size_t)crs_piece_length(array) * array.size : 0;
    key.add(&array.caller, sizeof array.caller);
    key.add(&array.first, sizeof array.first);
    key.add(&bytes, sizeof bytes);
    key.add(&version, sizeof version);
    if (version || !array.touched)
        return;
    key.known = key.known && bytes <= 64;
    if (!key.known)
        return;
    crs_seen seen(call, array);
    const char *place = seen.on_host(call);
    key.known = seen.ready;
    if (seen.ready)
        key.add((const char *)((uintptr_t)place + (uintptr_t)array.first * array.size), bytes);
}

// Whether an earlier call of the launcher has measured with equal scalars and in arrays of equal values.
template <class... Values>
static inline bool crs_recall(crs_call &call, crs_measured &measured, long &first, long &last, Values &...values)
{
    crs_key key;
    (crs_depend_on(call, key, values), ...);
    if (measured.found && measured.key.is(key)) {
        first = measured.first;
        last = measured.last;
        return true;
    }
    measured.key = key;
    measured.found = false;
    return false;
}

static inline void crs_remember(crs_measured &measured, long first, long last)
{
    measured.found = true;
    measured.first = first;
    measured.last = last;
}

static inline bool crs_same_ends(const crs_array &array, long one, long other)
{
    return !array.ends ||
           (array.ends[one].first == array.ends[other].first && array.ends[one].last == array.ends[other].last);
}

// How many pieces from number `from` on are evenly spaced and in order, at which distance.
static inline long crs_even_pieces(const crs_array &array, long from, size_t length, size_t *spacing)
{
    long count = 1, all = (array.flags & CRS_ROWS) && !array.resident ? crs_pieces(array) - from : 1;
    uintptr_t first = (uintptr_t)crs_piece(array, from);
    *spacing = all > 1 ? (uintptr_t)crs_piece(array, from + 1) - first : 0;
    if (*spacing < length || *spacing > INT32_MAX)
        return 1;
    while (count < all && crs_same_ends(array, from, from + count) &&
           (uintptr_t)crs_piece(array, from + count) - first == *spacing * (uintptr_t)count)
        count++;
    return count;
}

static inline bool crs_copy(crs_call &call, const crs_array &array, bool back)
{
    call.tally.copies++;
    for (long i = 0; i < crs_pieces(array); i++)
        call.tally.bytes += (double)crs_piece_bytes(array, i);
    if (array.copy)
        return array.copy(call, array, back);
    size_t pitch = (size_t)crs_piece_length(array) * array.size, spacing;
    for (long i = 0, count; i < crs_pieces(array); i += count) {
        size_t length = crs_piece_bytes(array, i);
        size_t before = array.ends ? (size_t)(array.ends[i].first - array.left) * array.size : 0;
        char *theirs = (char *)(uintptr_t)crs_piece(array, i), *ours = array.memory + (size_t)i * pitch + before;
        count = 1;
        if (!length)
            continue;
        count = crs_even_pieces(array, i, length, &spacing);
        cudaError_t error =
            count > 1 ? cudaMemcpy2DAsync(back ? theirs : ours, back ? spacing : pitch, back ? ours : theirs,
                                          back ? pitch : spacing, length, (size_t)count, cudaMemcpyDefault, call.stream)
                      : crs_copy_piece(call, theirs, ours, length, back, false);
        if (!crs_check(call, error, back ? "copying back" : "copying to the device"))
            return false;
    }
    return true;
}

// Elements first..last, and with `rows` > 1 as many further runs of that length, each array.row after the one before.
static inline bool crs_copy_runs(crs_call &call, const crs_array &array, bool back, long first, long last, long rows)
{
    size_t length = (size_t)(last - first + 1) * array.size, spacing = (size_t)array.row * array.size;
    char *theirs = (char *)((uintptr_t)array.host + (uintptr_t)first * array.size),
         *ours = array.memory + (size_t)(first - array.first) * array.size;
    bool even = rows > 1 && spacing <= INT32_MAX;
    for (long i = 0; i < (even ? 1 : rows); i++, theirs += spacing, ours += spacing) {
        char *to = back ? theirs : ours, *from = back ? ours : theirs;
        cudaError_t error =
            even ? cudaMemcpy2DAsync(to, spacing, from, spacing, length, (size_t)rows, cudaMemcpyDefault, call.stream)
                 : crs_copy_piece(call, theirs, ours, length, back, false);
        if (!crs_check(call, error, back ? "copying back" : "copying to the device"))
            return false;
    }
    return true;
}

// Narrow runs come back through memory of the host: a copy of their own for each would take too long.
static inline bool crs_scatter(crs_call &call, const crs_array &array, char *staging, long number)
{
    size_t bytes = (size_t)crs_piece_length(array) * array.size;
    if (!crs_check(call, cudaMemcpyAsync(staging, array.memory, bytes, cudaMemcpyDefault, call.stream),
                   "copying back") ||
        !crs_check(call, cudaStreamSynchronize(call.stream), "copying back"))
        return false;
    for (long begin = array.column + number * array.row; begin <= array.last; begin += array.row) {
        long first = begin > array.first ? begin : array.first, end = begin + array.width,
             after = end <= array.last ? end : array.last + 1;
        if (first < after)
            memcpy((char *)((uintptr_t)array.host + (uintptr_t)first * array.size),
                   staging + (size_t)(first - array.first) * array.size, (size_t)(after - first) * array.size);
    }
    return true;
}

static inline bool crs_copy_windows(crs_call &call, const crs_array &array, bool back)
{
    long from = array.first - array.column, to = array.last - array.column, width = array.width;
    long low = from / array.row - (from % array.row < 0), high = to / array.row - (to % array.row < 0);
    long first = array.column + low * array.row, last = array.column + high * array.row; // where they begin
    bool narrow = width * (long)array.size < 512;
    if (!back && (narrow || width > array.row / 2))
        return crs_copy_runs(call, array, back, array.first, array.last, 1);
    char *staging = narrow ? (char *)malloc((size_t)crs_piece_length(array) * array.size) : nullptr;
    if (staging) {
        bool copied = crs_scatter(call, array, staging, low);
        free(staging);
        return copied;
    }
    bool cut = first < array.first; // at the ends
    bool cut_behind = high > low && last + width - 1 > array.last;
    long end = first + width - 1 < array.last ? first + width - 1 : array.last;
    bool single = cut || high == low;
    if (single && array.first <= end && !crs_copy_runs(call, array, back, cut ? array.first : first, end, 1))
        return false;
    if (cut_behind && !crs_copy_runs(call, array, back, last, array.last, 1))
        return false;
    long whole = high - low + 1 - single - cut_behind, start = single ? first + array.row : first;
    return whole <= 0 || crs_copy_runs(call, array, back, start, start + width - 1, whole);
}

// Only elements of [column + k * row, + width), for integers k, are touched: what lies between is not written.
static inline void crs_window(crs_array &array, long row, long column, long width)
{
    if (width <= 0 || width >= row)
        return;
    array.row = row;
    array.column = column;
    array.width = width;
    array.copy = crs_copy_windows;
}

// Gives back what the device keeps for other calls: arrays that stay, which return to the host, and unused memory.
static inline bool crs_relieve(crs_call &call)
{
    cudaMemPool_t pool;
    if (crs_is_captured(call) || (call.keeping && !call.keeping->make_way(call)))
        return false;
    return crs_check(call, cudaStreamSynchronize(call.stream), "the device's memory") &&
           crs_check(call, cudaDeviceGetDefaultMemPool(&pool, call.device), "memory pool") &&
           crs_check(call, cudaMemPoolTrimTo(pool, 0), "memory pool");
}

static inline bool crs_allocate(crs_call &call, crs_array &array)
{
    size_t bytes;
    if (!crs_size_of(call, array, bytes))
        return false;
    char what[80];
    snprintf(what, sizeof what, "%zu bytes for '%.40s'", bytes, array.name);
    cudaError_t error = cudaMallocAsync((void **)&array.memory, bytes, call.stream);
    if (error == cudaErrorMemoryAllocation && crs_relieve(call))
        error = cudaMallocAsync((void **)&array.memory, bytes, call.stream);
    call.no_memory |= error == cudaErrorMemoryAllocation;
    return crs_check(call, error, what);
}

// Memory given back to the pool stays there, up to half of the device's: the next call finds it at once. A capture does
// not let a pool be changed.
static inline bool crs_keep_pool(crs_call &call)
{
    static std::atomic<uint64_t> kept;
    uint64_t bit = (uint64_t)1 << (call.device & 63);
    if ((kept.load() & bit) || crs_is_captured(call))
        return true;
    cudaMemPool_t pool;
    size_t unused, all;
    if (!crs_check(call, cudaMemGetInfo(&unused, &all), "the device's memory"))
        return false;
    uint64_t threshold = all / 2;
    if (!crs_check(call, cudaDeviceGetDefaultMemPool(&pool, call.device), "memory pool") ||
        !crs_check(call, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), "memory pool"))
        return false;
    kept.fetch_or(bit);
    return true;
}

// No iteration touches an array of the caller, so that there is nothing to compute.
static inline bool crs_is_idle(const crs_call &call)
{
    for (const crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && (array->caller || array->flags))
            return false;
    return true;
}

// All assumptions hold: brings the data to the device.
static inline bool crs_enter(crs_call &call)
{
    call.idle = crs_is_idle(call);
    crs_use_pinned(call);
    if (!crs_keep_pool(call) || !crs_send_together(call))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && !array->in_place && !array->together) {
            if (array->caller && crs_is_captured(call))
                return crs_give_up(call, "'%s' is not on the device, and a graph is being captured", array->name);
            if (!crs_allocate(call, *array))
                return false;
        }
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && !array->in_place && !array->together && (array->flags & CRS_IN) &&
            !crs_copy(call, *array, false))
            return false;
    if (!(crs_times_wanted_1() || crs_chunks_of_thread().under_way) || crs_is_captured(call))
        return true;
    if (!crs_check(call, cudaStreamSynchronize(call.stream), "copying to the device"))
        return false;
    call.tally.entered = crs_times_now_1();
    return true;
}
