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

// Tables first..last, each of rows top..bottom.
static inline void crs_touch_tables(crs_array &array, long first, long last, long top, long bottom, long left,
                                    long right)
{
    crs_touch_rows(array, first, last, left, right);
    array.touched = array.touched && bottom >= top;
    array.top = top;
    array.rows = bottom - top + 1;
}

// The least and the largest subscript so far.
static inline __host__ __device__ void crs_measure(long &first, long &last, long subscript)
{
    first = subscript < first ? subscript : first;
    last = subscript > last ? subscript : last;
}

// The same; and the least is INT64_MIN once a value is not in its row.
static inline __host__ __device__ void crs_measure_in_row(long &first, long &last, long subscript, long value,
                                                          long length)
{
    crs_measure(first, last, value >= 0 && value < length ? subscript : INT64_MIN);
}

// The ends of each row of a table that an inspector has come to so far. Rows without any have the first one after the
// last one.
struct crs_row_ends {
    crs_ends *rows = nullptr; // of rows from, from + 1, ..
    long from = 0, count = 0;
    bool failed = false;
    crs_row_ends() = default;
    crs_row_ends(const crs_row_ends &) = delete;
    crs_row_ends &operator=(const crs_row_ends &) = delete;
    ~crs_row_ends() { free(rows); }
    bool reach(long row)
    {
        const long far = (long)1 << 46;
        if (row >= from && row < from + count)
            return true;
        long begin = !count ? row : row < from ? row - count : from;
        long end = !count ? row + 16 : row < from ? from + count : row + 1 + count;
        crs_ends *more = row < -far || row > far || end - begin > far
                             ? nullptr
                             : (crs_ends *)malloc((size_t)(end - begin) * sizeof(crs_ends));
        failed = failed || !more;
        if (!more)
            return false;
        for (long i = begin; i < end; i++)
            more[i - begin] = i >= from && i < from + count ? rows[i - from] : crs_ends{INT64_MAX, INT64_MIN};
        free(rows);
        rows = more;
        from = begin;
        count = end - begin;
        return true;
    }
};

static inline void crs_measure_row(long &first, long &last, long column, long row, crs_row_ends &ends)
{
    if (!ends.reach(row))
        return;
    crs_measure(first, last, row);
    crs_measure(ends.rows[row - ends.from].first, ends.rows[row - ends.from].last, column);
}

// Consecutive in memory: the rows that are touched, or all elements at once.
static inline long crs_pieces(const crs_array &array)
{
    long tables = array.last - array.first + 1;
    return !array.touched ? 0 : array.flags & CRS_ROWS ? tables * (array.rows ? array.rows : 1) : 1;
}

static inline long crs_piece_length(const crs_array &array)
{
    return array.flags & CRS_ROWS ? array.right - array.left + 1 : array.last - array.first + 1;
}

// The bytes of all pieces. Sizes near the ends of their types can make ranges of which there is no such number.
static inline bool crs_size_of(crs_call &call, const crs_array &array, size_t &bytes)
{
    bool fits = !__builtin_mul_overflow((size_t)crs_piece_length(array), array.size, &bytes) &&
                !__builtin_mul_overflow(bytes, (size_t)crs_pieces(array), &bytes);
    return fits || crs_give_up(call, "'%s' is too large", array.name);
}

// How many bytes of a piece are touched, at its beginning.
static inline size_t crs_piece_bytes(const crs_array &array, long number)
{
    long length = array.ends ? array.ends[number].last - array.ends[number].first + 1 : crs_piece_length(array);
    return length > 0 ? (size_t)length * array.size : 0;
}

static inline bool crs_make_ends(crs_call &call, crs_array &array)
{
    long count = crs_pieces(array);
    array.ends = count ? (crs_ends *)malloc((size_t)count * sizeof(crs_ends)) : nullptr;
    for (long i = 0; i < count && array.ends; i++)
        array.ends[i] = {0, -1};
    return !count || array.ends || crs_give_up(call, "no memory for the ends of the rows of '%s'", array.name);
}

// What an inspector has found of a table: rows first..last, with the ends of each; none if the first is after the last.
static inline bool crs_touch_measured_rows(crs_call &call, crs_array &array, long &first, long &last,
                                           const crs_row_ends &ends)
{
    long left = INT64_MAX, right = INT64_MIN;
    if (ends.failed)
        return crs_give_up(call, "no memory for the ends of the rows of '%s'", array.name);
    if (first > last) {
        first = 0;
        last = -1;
        return true;
    }
    for (long i = first; i <= last; i++) {
        left = ends.rows[i - ends.from].first < left ? ends.rows[i - ends.from].first : left;
        right = ends.rows[i - ends.from].last > right ? ends.rows[i - ends.from].last : right;
    }
    crs_touch_rows(array, first, last, left, right);
    bool made = crs_make_ends(call, array);
    for (long i = first; i <= last && array.ends; i++)
        if (ends.rows[i - ends.from].first <= ends.rows[i - ends.from].last)
            array.ends[i - first] = ends.rows[i - ends.from];
    return made;
}

// `find` sets the ends of the row of a number.
template <class Find> static inline bool crs_touch_each_row(crs_call &call, crs_array &array, Find find)
{
    bool made = crs_make_ends(call, array);
    for (long i = 0; array.ends && i < crs_pieces(array); i++)
        find(array.first + i, array.ends[i]);
    return made;
}

// The same of tables of tables, by the number of the table and of the row in it.
template <class Find> static inline bool crs_touch_each_row_of_tables(crs_call &call, crs_array &array, Find find)
{
    bool made = crs_make_ends(call, array);
    for (long i = 0; array.ends && i < crs_pieces(array); i++)
        find(array.first + i / array.rows, array.top + i % array.rows, array.ends[i]);
    return made;
}

static inline const char *crs_table_row(const crs_array &array, long row)
{
    const char *found = *(const char *const *)(array.caller + row * (long)array.spacing);
    for (int i = 0; i < 4 && array.follow[i] >= 0 && found; i++)
        found = *(const char *const *)(found + array.follow[i]);
    return found;
}

// Where the columns that are touched of a row begin; of a row without them NULL: it need not exist. NULL as well if the
// caller has no such row, or no table with it.
static inline const char *crs_row(const crs_array &array, long number)
{
    if (!crs_piece_bytes(array, number))
        return nullptr;
    const char *row = crs_table_row(array, array.first + number / (array.rows ? array.rows : 1));
    if (array.rows && row)
        row = ((const char *const *)row)[array.top + number % array.rows];
    long left = array.ends ? array.ends[number].first : array.left;
    return row ? (const char *)((uintptr_t)row + (uintptr_t)left * array.size) : nullptr;
}

static inline const char *crs_callers_piece(const crs_array &array, long number)
{
    return array.flags & CRS_ROWS ? crs_row(array, number)
                                  : (const char *)((uintptr_t)array.caller + (uintptr_t)array.first * array.size);
}

// Where it lies: rows are looked up each time.
static inline const char *crs_piece(const crs_array &array, long number)
{
    if (!(array.flags & CRS_ROWS))
        return (const char *)((uintptr_t)array.host + (uintptr_t)array.first * array.size);
    const char *row = crs_row(array, number), *found = row;
    int device;
    if (row)
        crs_find_bytes(row, crs_piece_bytes(array, number), array.flags & CRS_HOSTS, &found, &device);
    return found;
}

// What an `enter` has put on the device is used there, as if the caller's pointer were one to device memory.
static inline bool crs_find_present(crs_call &call, crs_array &array)
{
    if (array.searched || !array.touched || !array.caller)
        return true;
    for (long i = 0; i < crs_pieces(array); i++) {
        size_t bytes = crs_piece_bytes(array, i);
        const char *piece = bytes ? crs_callers_piece(array, i) : nullptr, *found;
        int device;
        if (!bytes)
            continue;
        crs_presence presence = crs_find_bytes(piece, bytes, array.flags & CRS_HOSTS, &found, &device);
        array.resident |= presence != CRS_ABSENT;
        call.out_of_reach |= array.resident;
        if (presence == CRS_IN_PART)
            return crs_give_up(call, "only a part of '%s' is present on the device", array.name);
        if (presence == CRS_RESIDENT && !(array.flags & CRS_ROWS)) {
            array.host = (const char *)((uintptr_t)found - (uintptr_t)array.first * array.size);
            array.device = device;
        }
    }
    array.searched = true;
    return true;
}

// Device memory is used where it is; on which device, the first such array decides.
static inline bool crs_place(crs_call &call, const crs_array &array, int device)
{
    call.out_of_reach |= !array.kept;
    if (device != call.device && call.placed)
        return crs_give_up(call, "'%s' is not on the device of the other arrays", array.name);
    call.placed = true;
    if (device == call.device)
        return true;
    call.device = device;
    return crs_check(call, cudaSetDevice(call.device), "cudaSetDevice");
}

static inline bool crs_locate(crs_call &call, const crs_array &array, const char *pointer, cudaMemoryType *where)
{
    cudaPointerAttributes attributes;
    if (!pointer)
        return crs_give_up(call, "'%s' is a null pointer", array.name);
    if (!crs_check(call, cudaPointerGetAttributes(&attributes, pointer), "cudaPointerGetAttributes"))
        return false;
    *where = attributes.type;
    return attributes.type != cudaMemoryTypeDevice || crs_place(call, array, attributes.device);
}

// Whether kernels are to work in the host's ordinary memory, as CURESTRUCT_MEMORY says: `unified`, wherever the device
// can; `copy`, nowhere; `auto`, and without it, where the device uses the page tables of the host and each element
// crosses the bus as often as if it were copied.
static inline bool crs_is_unified(const crs_call &call, bool streams)
{
    static const char *const wanted = getenv("CURESTRUCT_MEMORY");
    const bool always = wanted && !strcmp(wanted, "unified"), never = wanted && !strcmp(wanted, "copy");
    int reaches = 0;
    if (never || !(always || streams))
        return false;
    if (cudaDeviceGetAttribute(
            &reaches, always ? cudaDevAttrPageableMemoryAccess : cudaDevAttrPageableMemoryAccessUsesHostPageTables,
            call.device) == cudaSuccess)
        return reaches != 0;
    cudaGetLastError();
    return false;
}

// What all chunks read is on the device already.
static inline bool crs_find_shared(crs_array &array)
{
    const crs_call *whole = crs_chunks_of_thread().whole;
    for (const crs_array *other = whole ? whole->arrays : nullptr; other; other = other->next)
        if (other->shared && other->memory && other->caller == array.caller && other->size == array.size &&
            other->first <= array.first && array.last <= other->last && !(array.flags & CRS_WRITTEN)) {
            array.host = (const char *)((uintptr_t)other->memory - (uintptr_t)other->first * other->size);
            array.in_place = true;
            return true;
        }
    return false;
}

// The host looks rows up, so their tables have to be where it can read.
static inline bool crs_locate_tables(crs_call &call, const crs_array &array)
{
    cudaMemoryType where = cudaMemoryTypeUnregistered;
    if (!crs_locate(call, array, array.caller, &where))
        return false;
    for (long i = array.first; array.rows && i <= array.last && where != cudaMemoryTypeDevice; i++)
        if (!crs_locate(call, array, ((const char *const *)array.caller)[i], &where))
            return false;
    return where != cudaMemoryTypeDevice ||
           crs_give_up(call, "the table of rows of '%s' is in device memory", array.name);
}

// Before the first row is looked up.
static inline bool crs_can_look_up(crs_call &call, const crs_array &array)
{
    return !(array.flags & CRS_ROWS) || !array.touched || crs_locate_tables(call, array);
}

// Whether an inspector can read the rows that are touched.
static inline bool crs_rows_are_on_host(crs_call &call, crs_array &array)
{
    bool remote = false;
    if (!crs_can_look_up(call, array) || (array.touched && !crs_find_present(call, array)))
        return false;
    for (long i = 0; i < crs_pieces(array); i++) {
        cudaPointerAttributes attributes;
        const char *row = crs_row(array, i);
        if (row && cudaPointerGetAttributes(&attributes, row) != cudaSuccess)
            cudaGetLastError(); // no device: then it is host memory
        else
            remote = remote || (row && attributes.type == cudaMemoryTypeDevice);
    }
    return (!remote && !array.resident) ||
           crs_give_up(call, "rows of '%s', which say what is touched, are in device memory", array.name);
}

static inline bool crs_locate_array(crs_call &call, crs_array &array)
{
    cudaMemoryType where = cudaMemoryTypeUnregistered;
    bool rows = array.flags & CRS_ROWS;
    if (crs_find_shared(array))
        return true;
    if (!crs_can_look_up(call, array) || !crs_find_present(call, array))
        return false;
    if (array.device >= 0) { // memory of `enter`
        array.in_place = true;
        return crs_place(call, array, array.device);
    }
    for (long i = 0; i < crs_pieces(array); i++)
        if (crs_piece_bytes(array, i) && !crs_locate(call, array, crs_piece(array, i), &where))
            return false;
    array.in_place = !rows && (where == cudaMemoryTypeDevice || where == cudaMemoryTypeManaged);
    if ((array.flags & CRS_PRESENT) && !array.in_place)
        return crs_give_up(call, "'%s' is not in device memory", array.name);
    if (!rows && where == cudaMemoryTypeUnregistered && crs_is_unified(call, array.flags & CRS_STREAMS))
        array.pinned = array.in_place = !crs_is_captured(call);
    return true;
}

// How many bytes have to move in each direction before the device works in the host's pinned memory.
static inline size_t crs_least_pinned()
{
    static const size_t least = [] {
        const char *text = getenv("CURESTRUCT_PINNED");
        return text && *text ? (size_t)strtoull(text, nullptr, 10) : (size_t)1 << 24;
    }();
    return least;
}

static inline bool crs_is_pinned_at(uintptr_t place)
{
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, (const void *)place) == cudaSuccess)
        return attributes.type == cudaMemoryTypeHost && (uintptr_t)attributes.devicePointer == place;
    cudaGetLastError();
    return false;
}

// A large array in pinned memory of the host, which the device may use by the host's address, and which would move in
// both directions.
static inline bool crs_may_be_pinned(const crs_array &array)
{
    const int needed = CRS_IN | CRS_OUT | CRS_STREAMS;
    bool plain = array.touched && array.caller && !array.in_place && !array.resident && !array.kept && !array.between;
    if (!plain || (array.flags & needed) != needed || (array.flags & CRS_ROWS))
        return false;
    size_t bytes = (size_t)crs_piece_length(array) * array.size;
    uintptr_t first = (uintptr_t)crs_piece(array, 0);
    return bytes >= crs_least_pinned() && crs_is_pinned_at(first) && crs_is_pinned_at(first + bytes - 1);
}

// The kernels themselves load from there and store to it: both directions are busy at once, as they are not if copies
// precede and follow the kernels, and the device needs no memory. An array that moves in one direction is copied: loads
// of one array and stores to another took five times as long as copies on an H200.
static inline void crs_use_pinned(crs_call &call)
{
    for (crs_array *array = call.arrays; array && !crs_chunks_of_thread().buffer; array = array->next)
        if (crs_may_be_pinned(*array) && !crs_is_captured(call))
            array->pinned = array->in_place = true;
}

// In a caller's stream no array stays for later nests.
static inline bool crs_follow_stream(crs_call &call)
{
    if (!call.stream)
        return true;
    bool good = !call.keeping || call.keeping->give_back(call);
    call.keeping = nullptr;
    return good;
}

// The first call asks; cudaGetDevice alone finds a number where there is no device.
static inline bool crs_has_device(crs_call &call)
{
    static std::atomic<bool> found;
    int count = 0;
    if (found.load())
        return true;
    if (!crs_check(call, cudaGetDeviceCount(&count), "no device"))
        return false;
    found.store(true);
    return true;
}

// Is there a device, and where is the data? This comes first.
static inline bool crs_begin(crs_call &call)
{
    if (!crs_has_device(call) || !crs_check(call, cudaGetDevice(&call.device), "no device"))
        return false;
    call.callers_device = call.device;
    if (crs_chunks_of_thread().under_way || crs_is_unified(call, false))
        call.keeping = nullptr;
    if (!crs_follow_stream(call))
        return false;
    size_t bytes;
    for (crs_array *array = call.arrays; array && call.keeping; array = array->next)
        if (!crs_find_present(call, *array) || (array->touched && !crs_size_of(call, *array, bytes)))
            return false;
    if (call.keeping && !call.keeping->find(call))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && (array->host || array->flags) && !crs_locate_array(call, *array))
            return false;
    call.located = true;
    return true;
}
