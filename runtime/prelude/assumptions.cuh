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
        uintptr_t begin = (uintptr_t)(array.kept ? crs_callers_piece(array, i) : crs_piece(array, i));
        spans[i] = {begin, begin + crs_piece_bytes(array, i), second};
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

// Only the windows of the array go back to the host, from a copy of its own on the device.
static inline bool crs_is_copied_by_windows(const crs_array &array)
{
    return array.row && !array.in_place && !array.resident && !array.kept && !array.bounded &&
           !(array.flags & CRS_ROWS);
}

// Whether the elements of each array lie between those of the other: parts of complex numbers, columns of one matrix.
static inline bool crs_interleaved(const crs_array &a, const crs_array &b)
{
    size_t row = (size_t)a.row * a.size, in_a = (size_t)a.width * a.size, in_b = (size_t)b.width * b.size;
    if (!crs_is_copied_by_windows(a) || !crs_is_copied_by_windows(b) || row != (size_t)b.row * b.size)
        return false;
    uintptr_t first = (uintptr_t)a.host + (uintptr_t)a.column * a.size,
              second = (uintptr_t)b.host + (uintptr_t)b.column * b.size;
    size_t after = second >= first ? (second - first) % row : row - 1 - (first - second - 1) % row;
    a.between = b.between = after >= in_a && row - after >= in_b;
    return a.between;
}

static inline bool crs_disjoint(crs_call &call, const crs_array &a, const crs_array &b)
{
    if (!crs_overlap(a, b) || (&a != &b && crs_interleaved(a, b)))
        return true;
    return &a == &b ? crs_give_up(call, "rows of '%s' overlap", a.name)
                    : crs_give_up(call, "'%s' and '%s' overlap", a.name, b.name);
}

// An array that is read may begin where one that is written begins, if no iteration reads what another one has written:
// the kernels then read a copy, which has the elements as they were.
static inline bool crs_disjoint_or_equal(crs_call &call, crs_array &read, const crs_array &written)
{
    bool kept = read.kept || written.kept;
    if (kept ? read.caller != written.caller : read.host != written.host)
        return crs_disjoint(call, read, written);
    read.in_place = read.pinned = false;
    read.flags |= CRS_IN;
    return true;
}

// The scalar that lies at `place` is none of the array's elements.
static inline bool crs_apart(crs_call &call, const crs_array &array, const void *place, size_t size, const char *name)
{
    uintptr_t begin = (uintptr_t)place;
    for (long i = 0; i < crs_pieces(array); i++) {
        uintptr_t first = (uintptr_t)crs_callers_piece(array, i), length = crs_piece_bytes(array, i);
        if (begin < first + length && first < begin + size)
            return crs_give_up(call, "'%s' and '%s' overlap", array.name, name);
    }
    return true;
}
