// ---- one call

enum {               // how a nest uses an array
    CRS_IN = 1,      // copied to the device before
    CRS_OUT = 2,     // copied back after
    CRS_WRITTEN = 4, // by a kernel
    CRS_PRESENT = 8, // the program says that it is in device memory
    CRS_ROWS = 16,   // the pointer is a table of rows, which are packed on the device
    CRS_HOSTS = 32,  // of a loop that OpenMP runs on the host: the host's copy counts, whatever is on the device
    CRS_STREAMS = 64 // one thread loads and stores each element, and its neighbours do that with neighbours
};

struct crs_call;
struct crs_array;

// For a nest whose arrays may stay on the device after it (kept.cuh).
struct crs_keeping {
    bool (*find)(crs_call &call);                                             // what stays, and what is there
    bool (*meet)(crs_call &call, const crs_array &array, bool writes);        // the host is about to use it
    bool (*note)(crs_call &call);                                             // the nest has run
    bool (*give_back)(crs_call &call);                                        // everything is the host's again
    bool (*make_way)(crs_call &call);                                         // so is what this call does not use
    long (*version)(const crs_array &array);                                  // of its values; 0: not known
    bool (*look)(crs_call &call, const crs_array &array, const char **place); // where the device has them, if it has
};

// The columns that are touched of one row: none if the last one is before the first one.
struct crs_ends {
    long first, last;
};

// An array of the nest, or scratch memory of its kernels. Elements (or rows) first..last are touched.
struct crs_array {
    const char *name;
    const char *caller; // the caller's pointer; NULL for scratch
    const char *host;   // the same, or where on the device the data is present
    size_t size;        // of an element
    int flags;
    bool touched, in_place;
    bool pinned = false;             // (in_place) in the host's memory
    bool searched, resident;         // in the table of present data; some of it is there
    int device = -1;                 // on which all of it is there, as that table says; -1: CUDA is asked
    long first, last, left, right;   // left..right: the columns that are touched, with CRS_ROWS
    long top = 0, rows = 0;          // (CRS_ROWS) not 0: a table of tables, of which rows top.. are touched, so many
    crs_ends *ends = nullptr;        // (CRS_ROWS) of each row, if they differ
    size_t spacing = sizeof(char *); // (CRS_ROWS) of the pointers in the table
    long follow[4] = {-1, -1, -1,
                      -1};          // (CRS_ROWS) each of them leads to a pointer so many bytes on, and that to another
    bool kept, kept_newer;          // it stays on the device after the call; the host had not its values before
    bool shared = false;            // by all chunks of the call
    bool together = false;          // its copy on the device is in the block of the call's small arrays, and begins at
    size_t place = 0;               // this byte of it
    bool bounded = false;           // what is touched lies between first and last, which may be beyond the array
    mutable bool between = false;   // elements of another array lie between its own: it needs a copy on the device
    mutable char *before = nullptr; // (bounded, CRS_OUT) what the host had there
    char *memory;                   // the private copy on the device
    crs_array *next;
    bool (*copy)(crs_call &call, const crs_array &array, bool back) = nullptr; // other than all at once
    long row = 0, column = 0, width = 0;                                       // what that has to know
    crs_array(crs_call &call, const char *name, const void *host, size_t size, int flags);
    crs_array(const crs_array &) = delete;
    crs_array &operator=(const crs_array &) = delete;
    ~crs_array() { free(ends); }
};

// Small arrays of one call, one after the other, on the device and in memory of the host's.
struct crs_block {
    char *memory, *staging;
    size_t bytes, sent, results; // the first `sent` bytes are copied to the device, those from `results` on back
};

// What a call has done, for CURESTRUCT_TIME. The times are 0 without it.
struct crs_tally {
    long launches = 0, copies = 0;
    double bytes = 0, began = 0, entered = 0, finished = 0;
};

// How long chunks have copied and computed, in seconds.
struct crs_spent {
    double to_device, kernels, to_host;
};

// The bytes that a call touches of an array, and whether a kernel writes some of them.
struct crs_range {
    uintptr_t begin, end;
    bool written;
};

struct crs_ranges {
    static constexpr int room = 32;
    int count; // -1: they are not known
    crs_range items[room];
};

// While a thread's call runs in chunks, each of which is a call of the same launcher, and says nothing by itself.
struct crs_chunks {
    bool under_way, no_memory; // the last one had no memory
    char *buffer;              // pinned memory for the copies of a worker, one of several threads; NULL: of no worker
    const crs_call *whole;     // has what all chunks read on the device
    crs_ranges *asked;         // the call only tells what it touches
    crs_spent spent;
    char reason[240]; // why the last one failed
};

static inline crs_chunks &crs_chunks_of_thread()
{
    static thread_local crs_chunks chunks;
    return chunks;
}

// One call of a launcher.
struct crs_call {
    const char *launcher, *words;
    crs_tally tally;
    crs_array *arrays = nullptr, **end = &arrays;
    crs_block block = {};
    const crs_keeping *keeping = nullptr; // NULL: no array stays
    int device = -1, callers_device = -1;
    bool located = false;                 // all arrays have been
    bool idle = false;                    // no iteration touches the memory of the caller
    cudaStream_t stream = crs_stream_1(); // of the caller; 0: the default stream
    bool asked = false, captured = false; // (asked) whether it is captured into a graph
    bool placed = false;                  // an array in device memory has chosen the device
    bool launched = false;                // the last that it has put into the stream is a kernel
    bool changed = false;                 // the caller's memory may hold results already
    bool no_memory = false;               // on the device
    bool out_of_reach = false;            // some of the data is where the serial loop cannot read it
    char reason[240] = "";                // why the serial loop has to run
    const char *version = "";             // of the kernels that were chosen by the sizes; "" for the last one
    const char *wanted = nullptr;         // what CURESTRUCT_VERSION names, or ""; nullptr: nobody has looked
    crs_call(const char *launcher_name, const char *place) : launcher(launcher_name), words(place)
    {
        tally.began = crs_times_wanted_1() || crs_chunks_of_thread().under_way ? crs_times_now_1() : 0;
    }
    crs_call(const crs_call &) = delete;
    crs_call &operator=(const crs_call &) = delete;
    ~crs_call()
    {
        for (crs_array *array = arrays; array; array = array->next) {
            free(array->before);
            if (array->memory && !array->together && cudaFreeAsync(array->memory, stream) != cudaSuccess)
                cudaGetLastError(); // the device is lost, and the memory with it
        }
        if (block.memory && cudaFreeAsync(block.memory, stream) != cudaSuccess)
            cudaGetLastError();
        free(block.staging);
        if (device != callers_device && cudaSetDevice(callers_device) != cudaSuccess)
            cudaGetLastError();
    }
};

inline crs_array::crs_array(crs_call &call, const char *array_name, const void *pointer, size_t element, int use)
    : name(array_name), caller((const char *)pointer), host(caller), size(element), flags(use), touched(false),
      in_place(false), searched(false), resident(false), first(0), last(-1), left(0), right(0), kept(false),
      kept_newer(false), memory(nullptr), next(nullptr)
{
    *call.end = this;
    call.end = &next;
}

// ---- giving up

static inline bool crs_give_up(crs_call &call, const char *format, ...)
{
    if (!call.reason[0]) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(call.reason, sizeof call.reason, format, arguments);
        va_end(arguments);
    }
    return false;
}

static inline bool crs_check(crs_call &call, cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return true;
    cudaGetLastError(); // forgotten, so that the next call does not report it again
    return crs_give_up(call, "%s: %s", what, cudaGetErrorString(error));
}

// Into a graph, which runs without the host. CUDA is asked once, and not at all if nothing depends on it.
static inline bool crs_is_captured(crs_call &call)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (!call.stream || call.asked)
        return call.captured;
    call.asked = true;
    if (cudaStreamIsCapturing(call.stream, &status) != cudaSuccess)
        cudaGetLastError(); // what follows in that stream fails as well
    call.captured = status != cudaStreamCaptureStatusNone;
    return call.captured;
}

// In the order of the caller's stream; it is done when this returns.
static inline cudaError_t crs_copy_now(const crs_call &call, void *to, const void *from, size_t bytes)
{
    if (!call.stream)
        return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, call.stream);
    return error == cudaSuccess ? cudaStreamSynchronize(call.stream) : error;
}

// The call is over: adds what it has done to its launcher's record.
static inline void crs_add_times(const crs_call &call, bool serial)
{
    if (!crs_times_wanted_1())
        return;
    double now = crs_times_now_1();
    const crs_tally &own = call.tally;
    while (crs_times_lock_1().test_and_set())
        ;
    if (crs_times_1 *all = crs_times_of_1(call.launcher, call.words)) {
        all->calls += !crs_chunks_of_thread().under_way;
        all->serial += serial;
        all->launches += own.launches;
        all->copies += own.copies;
        all->bytes += own.bytes;
        if (!crs_chunks_of_thread().under_way) {
            all->to_device += (own.entered ? own.entered : now) - own.began;
            all->kernels += own.entered ? (own.finished ? own.finished : now) - own.entered : 0;
            all->to_host += own.finished ? now - own.finished : 0;
        }
        if (serial)
            snprintf(all->reason, sizeof all->reason, "%s", call.reason);
    }
    crs_times_lock_1().clear();
}

// CURESTRUCT_TRACE names a file that gets a line for each call.
static inline void crs_trace(const crs_call &call, const char *outcome, const char *reason)
{
    static const char *const path = getenv("CURESTRUCT_TRACE");
    FILE *file = path && *path && !crs_chunks_of_thread().under_way ? fopen(path, "a") : nullptr;
    if (!file)
        return;
    fprintf(file, "%s %s%s%s\n", call.launcher, outcome, *reason ? ": " : "", reason);
    fclose(file);
}

// CURESTRUCT_LAUNCHES names a file that gets a line for each launch.
static inline void crs_trace_launch(const char *kernel)
{
    static const char *const path = getenv("CURESTRUCT_LAUNCHES");
    FILE *file = path && *path ? fopen(path, "a") : nullptr;
    if (!file)
        return;
    fprintf(file, "launched %s\n", kernel);
    fclose(file);
}

// Whether this launcher says this for the first time.
static inline bool crs_is_news(const crs_call &call)
{
    static std::atomic<uint64_t> said[64];
    uint64_t hash = 14695981039346656037u;
    const char *const texts[] = {call.launcher, call.reason};
    for (const char *text : texts)
        for (; *text; text++)
            hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    for (std::atomic<uint64_t> &slot : said) {
        uint64_t seen = 0;
        if (slot.compare_exchange_strong(seen, hash))
            return true;
        if (seen == hash)
            return false;
    }
    return false;
}
