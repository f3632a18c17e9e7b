// ---- one call

enum { // how a nest uses an array
    CRS_IN = 1,      // copied to the device before
    CRS_OUT = 2,     // copied back after
    CRS_WRITTEN = 4, // by a kernel
    CRS_PRESENT = 8, // the program says that it is in device memory
    CRS_ROWS = 16,   // the pointer is a table of rows, which are packed on the device
};

struct crs_call;

// An array of the nest, or scratch memory of its kernels. Elements (or rows) first..last are touched.
struct crs_array {
    const char *name;
    const char *host;  // the caller's pointer, host or device memory; NULL for scratch
    size_t size;       // of an element
    int flags;
    bool touched, in_place;
    long first, last, left, right; // left..right: the columns that are touched, with CRS_ROWS
    char *memory;      // the private copy on the device
    crs_array *next;
    bool (*copy)(crs_call &call, const crs_array &array, bool back) = nullptr; // other than all at once
    long row = 0, column = 0, width = 0;                                       // what that has to know

    crs_array(crs_call &call, const char *name, const void *host, size_t size, int flags);
};

// One call of a launcher.
struct crs_call {
    const char *launcher, *words;
    crs_array *arrays = nullptr, **end = &arrays;
    int device = -1, callers_device = -1;
    bool placed = false;       // an array in device memory has chosen the device
    bool changed = false;      // the caller's memory may hold results already
    bool out_of_reach = false; // some of the data is where the serial loop cannot read it
    char reason[240] = "";     // why the serial loop has to run
    const char *version = "";  // of the kernels that were chosen by the sizes; "" for the last one

    crs_call(const char *launcher_name, const char *place) : launcher(launcher_name), words(place) {}
    crs_call(const crs_call &) = delete;
    crs_call &operator=(const crs_call &) = delete;
    ~crs_call()
    {
        for (crs_array *array = arrays; array; array = array->next)
            if (array->memory && cudaFreeAsync(array->memory, 0) != cudaSuccess)
                cudaGetLastError(); // the device is lost, and the memory with it
        if (device != callers_device && cudaSetDevice(callers_device) != cudaSuccess)
            cudaGetLastError();
    }
};

inline crs_array::crs_array(crs_call &call, const char *array_name, const void *pointer, size_t element, int use)
    : name(array_name), host((const char *)pointer), size(element), flags(use), touched(false), in_place(false),
      first(0), last(-1), left(0), right(0), memory(nullptr), next(nullptr)
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

// Not all arrays may have been located yet: their pointers alone tell where they lie.
static inline void crs_reach(crs_call &call)
{
    for (crs_array *array = call.arrays; array; array = array->next) {
        cudaPointerAttributes attributes;
        if (!array->host)
            continue;
        if (cudaPointerGetAttributes(&attributes, array->host) != cudaSuccess)
            cudaGetLastError(); // no device: then it is host memory
        else
            call.out_of_reach |= attributes.type == cudaMemoryTypeDevice;
    }
}

// CURESTRUCT_TRACE names a file that gets a line for each call.
static inline void crs_trace(const crs_call &call, const char *outcome, const char *reason)
{
    const char *path = getenv("CURESTRUCT_TRACE");
    FILE *file = path && *path ? fopen(path, "a") : nullptr;
    if (!file)
        return;
    fprintf(file, "%s %s%s%s\n", call.launcher, outcome, *reason ? ": " : "", reason);
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

// The serial loop takes over, which needs all data unchanged and in its reach; else the program ends here.
static inline int crs_serial(crs_call &call)
{
    const char *policy = getenv("CURESTRUCT_ON_ERROR");
    crs_reach(call);
    bool stop = call.changed || call.out_of_reach || (policy && !strcmp(policy, "abort"));
    if (stop || crs_is_news(call))
        fprintf(stderr, "curestruct: %s: %s: %s%s\n", call.words, stop ? "error" : "serial", call.reason,
                call.out_of_reach ? " (and the serial loop cannot run on device memory)"
                : call.changed    ? " (and the serial loop cannot run on data that has changed)"
                                  : "");
    crs_trace(call, stop ? "stopped" : "serial", call.reason);
    if (stop)
        abort();
    return 1;
}

// ---- where data lies

static inline void crs_touch(crs_array &array, long first, long last)
{
    array.touched = last >= first;
    array.first = first;
    array.last = last;
}

static inline void crs_touch_rows(crs_array &array, long first, long last, long left, long right)
{
    crs_touch(array, first, last);
    array.touched = array.touched && right >= left;
    array.left = left;
    array.right = right;
}

// The least and the largest subscript so far.
static inline void crs_measure(long &first, long &last, long subscript)
{
    first = subscript < first ? subscript : first;
    last = subscript > last ? subscript : last;
}

// Consecutive in memory: the rows that are touched, or all elements at once.
static inline long crs_pieces(const crs_array &array)
{
    return !array.touched ? 0 : array.flags & CRS_ROWS ? array.last - array.first + 1 : 1;
}

static inline long crs_piece_length(const crs_array &array)
{
    return array.flags & CRS_ROWS ? array.right - array.left + 1 : array.last - array.first + 1;
}

static inline const char *crs_piece(const crs_array &array, long number)
{
    if (!(array.flags & CRS_ROWS))
        return (const char *)((uintptr_t)array.host + (uintptr_t)array.first * array.size);
    const char *row = ((const char *const *)array.host)[array.first + number];
    return (const char *)((uintptr_t)row + (uintptr_t)array.left * array.size);
}

// Device memory is used where it is; on which device, the first such array decides.
static inline bool crs_locate(crs_call &call, const crs_array &array, const char *pointer, cudaMemoryType *where)
{
    cudaPointerAttributes attributes;
    if (!pointer)
        return crs_give_up(call, "'%s' is a null pointer", array.name);
    if (!crs_check(call, cudaPointerGetAttributes(&attributes, pointer), "cudaPointerGetAttributes"))
        return false;
    *where = attributes.type;
    if (attributes.type != cudaMemoryTypeDevice)
        return true;
    call.out_of_reach = true;
    if (attributes.device != call.device && call.placed)
        return crs_give_up(call, "'%s' is not on the device of the other arrays", array.name);
    call.placed = true;
    if (attributes.device == call.device)
        return true;
    call.device = attributes.device;
    return crs_check(call, cudaSetDevice(call.device), "cudaSetDevice");
}

static inline bool crs_locate_array(crs_call &call, crs_array &array)
{
    cudaMemoryType where = cudaMemoryTypeUnregistered;
    bool rows = array.flags & CRS_ROWS;
    if (rows && !crs_locate(call, array, array.host, &where))
        return false;
    if (rows && where == cudaMemoryTypeDevice)
        return crs_give_up(call, "the table of rows of '%s' is in device memory", array.name);
    for (long i = 0; i < crs_pieces(array); i++)
        if (!crs_locate(call, array, crs_piece(array, i), &where))
            return false;
    array.in_place = !rows && (where == cudaMemoryTypeDevice || where == cudaMemoryTypeManaged);
    if ((array.flags & CRS_PRESENT) && !array.in_place)
        return crs_give_up(call, "'%s' is not in device memory", array.name);
    return true;
}

// Is there a device, and where is the data? Before anything else.
static inline bool crs_begin(crs_call &call)
{
    int count = 0;
    if (!crs_check(call, cudaGetDeviceCount(&count), "no device") ||
        !crs_check(call, cudaGetDevice(&call.device), "no device"))
        return false;
    call.callers_device = call.device;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && (array->host || array->flags) && !crs_locate_array(call, *array))
            return false;
    return true;
}

// ---- assumptions

static inline bool crs_assume(crs_call &call, bool holds, const char *words)
{
    return holds || crs_give_up(call, "%s does not hold", words);
}

struct crs_span {
    uintptr_t begin, end;
    bool second; // of the second array
};

static inline int crs_compare_spans(const void *left, const void *right)
{
    uintptr_t a = ((const crs_span *)left)->begin, b = ((const crs_span *)right)->begin;
    return a < b ? -1 : a > b;
}

static inline void crs_add_spans(const crs_array &array, bool second, crs_span *spans)
{
    for (long i = 0; i < crs_pieces(array); i++) {
        uintptr_t begin = (uintptr_t)crs_piece(array, i);
        spans[i] = {begin, begin + (uintptr_t)crs_piece_length(array) * array.size, second};
    }
}

// Whether a piece of one array shares a byte with a piece of the other, or with another piece of the same array.
static inline bool crs_overlap(const crs_array &a, const crs_array &b)
{
    bool same = &a == &b;
    long in_a = crs_pieces(a), count = in_a + (same ? 0 : crs_pieces(b));
    crs_span *spans = (crs_span *)malloc(sizeof(crs_span) * (size_t)(count + 1));
    if (!spans)
        return true;
    crs_add_spans(a, false, spans);
    if (!same)
        crs_add_spans(b, true, spans + in_a);
    qsort(spans, (size_t)count, sizeof *spans, crs_compare_spans);
    uintptr_t ends[2] = {0, 0};
    bool overlap = false;
    for (long i = 0; i < count; i++) {
        overlap |= spans[i].begin < ends[same ? 0 : !spans[i].second];
        uintptr_t &end = ends[spans[i].second];
        end = end > spans[i].end ? end : spans[i].end;
    }
    free(spans);
    return overlap;
}

static inline bool crs_disjoint(crs_call &call, const crs_array &a, const crs_array &b)
{
    if (!crs_overlap(a, b))
        return true;
    return &a == &b ? crs_give_up(call, "rows of '%s' overlap", a.name)
                    : crs_give_up(call, "'%s' and '%s' overlap", a.name, b.name);
}

// The scalar that lies at `place` is none of the array's elements.
static inline bool crs_apart(crs_call &call, const crs_array &array, const void *place, size_t size, const char *name)
{
    uintptr_t begin = (uintptr_t)place;
    for (long i = 0; i < crs_pieces(array); i++) {
        uintptr_t first = (uintptr_t)crs_piece(array, i), length = (uintptr_t)crs_piece_length(array) * array.size;
        if (begin < first + length && first < begin + size)
            return crs_give_up(call, "'%s' and '%s' overlap", array.name, name);
    }
    return true;
}

// ---- to the device and back

// Where the host reads the array before the nest: its elements first..last are copied if they are in device memory.
struct crs_seen {
    const char *place; // of element 0, which need not exist
    char *copy = nullptr;
    bool ready = true;

    crs_seen(crs_call &call, const crs_array &array) : place(array.host)
    {
        cudaPointerAttributes attributes;
        if (!array.touched)
            return;
        if (!place)
            ready = crs_give_up(call, "'%s' is a null pointer", array.name);
        else if (cudaPointerGetAttributes(&attributes, crs_piece(array, 0)) != cudaSuccess)
            cudaGetLastError(); // no device: then it is host memory
        else if (attributes.type == cudaMemoryTypeDevice)
            ready = fetch(call, array);
    }
    crs_seen(const crs_seen &) = delete;
    crs_seen &operator=(const crs_seen &) = delete;
    ~crs_seen() { free(copy); }

    bool fetch(crs_call &call, const crs_array &array)
    {
        size_t bytes = (size_t)crs_piece_length(array) * array.size;
        copy = (char *)malloc(bytes);
        if (!copy)
            return crs_give_up(call, "no memory for a copy of '%s'", array.name);
        place = (const char *)((uintptr_t)copy - (uintptr_t)array.first * array.size);
        return crs_check(call, cudaMemcpy(copy, crs_piece(array, 0), bytes, cudaMemcpyDefault), "reading indices");
    }
};

// How far apart the pieces lie, if evenly and in order; else 0.
static inline size_t crs_spacing(const crs_array &array, size_t length)
{
    uintptr_t first = (uintptr_t)crs_piece(array, 0),
              spacing = crs_pieces(array) > 1 ? (uintptr_t)crs_piece(array, 1) - first : 0;
    for (long i = 2; i < crs_pieces(array); i++)
        if ((uintptr_t)crs_piece(array, i) - first != spacing * (uintptr_t)i)
            return 0;
    return spacing >= length && spacing <= INT32_MAX ? spacing : 0;
}

static inline bool crs_copy(crs_call &call, const crs_array &array, bool back)
{
    if (array.copy)
        return array.copy(call, array, back);
    size_t length = (size_t)crs_piece_length(array) * array.size,
           spacing = array.flags & CRS_ROWS ? crs_spacing(array, length) : 0;
    if (spacing) {
        char *theirs = (char *)(uintptr_t)crs_piece(array, 0), *ours = array.memory;
        cudaError_t error =
            cudaMemcpy2DAsync(back ? theirs : ours, back ? spacing : length, back ? ours : theirs,
                              back ? length : spacing, length, (size_t)crs_pieces(array), cudaMemcpyDefault, 0);
        return crs_check(call, error, back ? "copying back" : "copying to the device");
    }
    for (long i = 0; i < crs_pieces(array); i++) {
        char *theirs = (char *)(uintptr_t)crs_piece(array, i), *ours = array.memory + (size_t)i * length;
        cudaError_t error = cudaMemcpyAsync(back ? theirs : ours, back ? ours : theirs, length, cudaMemcpyDefault, 0);
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
            even ? cudaMemcpy2DAsync(to, spacing, from, spacing, length, (size_t)rows, cudaMemcpyDefault, 0)
                 : cudaMemcpyAsync(to, from, length, cudaMemcpyDefault, 0);
        if (!crs_check(call, error, back ? "copying back" : "copying to the device"))
            return false;
    }
    return true;
}

// Narrow runs come back through memory of the host: a copy of their own for each would take too long.
static inline bool crs_scatter(crs_call &call, const crs_array &array, char *staging, long number)
{
    size_t bytes = (size_t)crs_piece_length(array) * array.size;
    if (!crs_check(call, cudaMemcpyAsync(staging, array.memory, bytes, cudaMemcpyDefault, 0), "copying back") ||
        !crs_check(call, cudaStreamSynchronize(0), "copying back"))
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
    bool cut = first < array.first, cut_behind = high > low && last + width - 1 > array.last; // at the ends
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

static inline bool crs_allocate(crs_call &call, crs_array &array)
{
    size_t bytes;
    if (__builtin_mul_overflow((size_t)crs_piece_length(array), array.size, &bytes) ||
        __builtin_mul_overflow(bytes, (size_t)crs_pieces(array), &bytes))
        return crs_give_up(call, "'%s' is too large", array.name);
    char what[80];
    snprintf(what, sizeof what, "%zu bytes for '%.40s'", bytes, array.name);
    return crs_check(call, cudaMallocAsync((void **)&array.memory, bytes, 0), what);
}

// Memory given back to the pool stays there: the next call finds it at once.
static inline bool crs_keep_pool(crs_call &call)
{
    static std::atomic<uint64_t> kept;
    uint64_t bit = (uint64_t)1 << (call.device & 63);
    if (kept.load() & bit)
        return true;
    cudaMemPool_t pool;
    uint64_t threshold = UINT64_MAX;
    if (!crs_check(call, cudaDeviceGetDefaultMemPool(&pool, call.device), "memory pool") ||
        !crs_check(call, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold), "memory pool"))
        return false;
    kept.fetch_or(bit);
    return true;
}

// All assumptions hold: brings the data to the device.
static inline bool crs_enter(crs_call &call)
{
    if (!crs_keep_pool(call))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && !array->in_place) {
            if (!crs_allocate(call, *array))
                return false;
            if ((array->flags & CRS_IN) && !crs_copy(call, *array, false))
                return false;
        }
    return true;
}

// Counters that are 0 before a kernel and behind it: they are cleared when they are made, and handed from call to call.
struct crs_counted {
    unsigned long *memory;
    long count;
    int device;
    crs_counted *next; // of those that no call has
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
static inline crs_counted *crs_take_up(long count, int device)
{
    crs_counted *found = nullptr;
    for (crs_counted *all = crs_idle().exchange(nullptr), *rest; all; all = rest) {
        rest = all->next;
        if (!found && all->device == device && all->count >= count)
            found = all;
        else
            crs_lay_down(all);
    }
    return found;
}

// Those of one call. After a failure nobody knows what they hold.
struct crs_counters {
    crs_call &call;
    crs_counted *counted = nullptr;
    unsigned long *memory = nullptr;
    explicit crs_counters(crs_call &now) : call(now) {}
    crs_counters(const crs_counters &) = delete;
    crs_counters &operator=(const crs_counters &) = delete;
    ~crs_counters()
    {
        if (counted && !call.reason[0]) {
            crs_lay_down(counted);
        } else if (counted) {
            (void)cudaFree(memory);
            free(counted);
        }
    }
};

static inline bool crs_take_counters(crs_counters &counters, long count)
{
    crs_call &call = counters.call;
    if (count <= 0)
        return true;
    counters.counted = crs_take_up(count, call.device);
    if (!counters.counted) {
        size_t bytes = (size_t)count * sizeof(long);
        crs_counted *made = (crs_counted *)malloc(sizeof *made);
        void *memory = nullptr;
        if (!crs_check(call, made ? cudaMalloc(&memory, bytes) : cudaErrorMemoryAllocation, "memory for counters")) {
            free(made);
            return false;
        }
        *made = {(unsigned long *)memory, count, call.device, nullptr};
        counters.counted = made;
        counters.memory = made->memory;
        return crs_check(call, cudaMemset(memory, 0, bytes), "clearing counters");
    }
    counters.memory = counters.counted->memory;
    return true;
}

// Where kernels find element 0, which need not exist.
template <class Element> static inline Element *crs_at(const crs_array &array)
{
    if (array.in_place)
        return (Element *)(uintptr_t)array.host;
    long before = array.flags & CRS_ROWS ? array.first * crs_piece_length(array) + array.left : array.first;
    return (Element *)((uintptr_t)array.memory - (uintptr_t)before * array.size);
}

// The row length of a packed table of rows.
static inline long crs_pitch(const crs_array &array)
{
    return crs_piece_length(array);
}

// One element as it is by now, for the host.
template <class Element> static inline bool crs_fetch(crs_call &call, const crs_array &array, long index, Element *value)
{
    const Element *place = crs_at<Element>(array) + index;
    return crs_check(call, cudaMemcpy(value, place, sizeof(Element), cudaMemcpyDefault), "reading a value back");
}

struct crs_dim {
    long x, y, z, shared; // shared: bytes of a block, beside what the kernel declares
};

static inline crs_dim crs_extent(long x, long y = 1, long z = 1)
{
    return {x, y, z, 0};
}

static inline crs_dim crs_with_shared(crs_dim block, long bytes)
{
    block.shared = bytes;
    return block;
}

template <class... Parameters, class... Arguments>
static inline bool crs_launch(crs_call &call, void (*kernel)(Parameters...), crs_dim grid, crs_dim block,
                              Arguments... arguments)
{
    if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0 || block.x <= 0 || block.y <= 0 || block.z <= 0)
        return true; // no iterations
    if (grid.x > 0x7fffffff || grid.y > 0xffff || grid.z > 0xffff)
        return crs_give_up(call, "%ld x %ld x %ld blocks are too many", grid.x, grid.y, grid.z);
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = dim3((unsigned)grid.x, (unsigned)grid.y, (unsigned)grid.z);
    configuration.blockDim = dim3((unsigned)block.x, (unsigned)block.y, (unsigned)block.z);
    configuration.dynamicSmemBytes = (size_t)block.shared;
    if (block.shared && !crs_check(call, cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                              (int)block.shared), "shared memory"))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        call.changed |= array->in_place && (array->flags & CRS_WRITTEN);
    return crs_check(call, cudaLaunchKernelEx(&configuration, kernel, static_cast<Parameters>(arguments)...), "launch");
}

// Whether this version of the kernels is taken: where the sizes fit, unless CURESTRUCT_VERSION names one.
static inline bool crs_version(crs_call &call, const char *name, bool fits)
{
    const char *wanted = getenv("CURESTRUCT_VERSION");
    bool taken = wanted && *wanted ? !strcmp(wanted, name) : fits;
    if (taken)
        call.version = name;
    return taken;
}

// Waits for the kernels, brings the results back, and tells what the launcher returns.
static inline int crs_leave(crs_call &call)
{
    if (!crs_check(call, cudaStreamSynchronize(0), "kernel"))
        return crs_serial(call);
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && !array->in_place && (array->flags & CRS_OUT)) {
            call.changed = true;
            if (!crs_copy(call, *array, true))
                return crs_serial(call);
        }
    if (!crs_check(call, cudaStreamSynchronize(0), "copying back"))
        return crs_serial(call);
    crs_trace(call, "device", call.version);
    return 0;
}

} // namespace

// ---- end of the prelude ---------------------------------------------------------------------------------------------
