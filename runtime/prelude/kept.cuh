// ---- what stays on the device

static inline bool crs_move_kept(crs_call &call, const crs_kept_1 &kept, crs_span_1 span, bool back)
{
    char *ours = kept.memory + (span.begin - kept.begin), *theirs = (char *)span.begin;
    call.tally.copies++;
    call.tally.bytes += (double)(span.end - span.begin);
    return crs_check(call, crs_copy_piece(call, theirs, ours, span.end - span.begin, back, true),
                     back ? "copying back" : "copying to the device");
}

// The device gets what the host has written.
static inline bool crs_send_kept(crs_call &call, crs_kept_1 &kept)
{
    for (; kept.writes > 0; kept.writes--)
        if (!crs_move_kept(call, kept, kept.written[kept.writes - 1], false))
            return false;
    return true;
}

// The end of what the host has written at that place; 0: it has not.
static inline uintptr_t crs_written_until(const crs_kept_1 &kept, uintptr_t place)
{
    for (int i = 0; i < kept.writes; i++)
        if (kept.written[i].begin <= place && place < kept.written[i].end)
            return kept.written[i].end;
    return 0;
}

// The host gets these bytes, but not where it has written itself since, or is about to.
static inline bool crs_show_span(crs_call &call, const crs_kept_1 &kept, crs_span_1 span)
{
    while (span.begin < span.end) {
        uintptr_t skip = crs_written_until(kept, span.begin), end = span.end;
        for (int i = 0; i < kept.writes && !skip; i++)
            if (kept.written[i].begin > span.begin && kept.written[i].begin < end)
                end = kept.written[i].begin;
        if (!skip && !crs_move_kept(call, kept, {span.begin, end}, true))
            return false;
        span.begin = skip ? skip : end;
    }
    return true;
}

// Many short pieces at once; what the host has written is put back.
static inline bool crs_show_windows(crs_call &call, const crs_kept_1 &kept, const crs_part_1 &part)
{
    size_t bytes = 0, at = 0;
    for (int i = 0; i < kept.writes; i++)
        bytes += kept.written[i].end - kept.written[i].begin;
    char *saved = (char *)malloc(bytes + 1);
    if (!saved)
        return crs_give_up(call, "no memory for what the host has written");
    for (int i = 0; i < kept.writes; at += kept.written[i].end - kept.written[i].begin, i++)
        memcpy(saved + at, (const void *)kept.written[i].begin, kept.written[i].end - kept.written[i].begin);
    crs_call pieces(call.launcher, call.words);
    crs_array array(pieces, "", nullptr, 1, 0);
    crs_touch(array, (long)part.begin, (long)part.end - 1);
    crs_window(array, part.row, part.column, part.width);
    array.memory = kept.memory + (part.begin - kept.begin);
    call.tally.copies++;
    call.tally.bytes += (double)(part.end - part.begin);
    bool copied =
        crs_copy_windows(call, array, true) && crs_check(call, cudaStreamSynchronize(call.stream), "copying back");
    array.memory = nullptr;
    at = 0;
    for (int i = 0; i < kept.writes; at += kept.written[i].end - kept.written[i].begin, i++)
        memcpy((void *)kept.written[i].begin, saved + at, kept.written[i].end - kept.written[i].begin);
    free(saved);
    return copied;
}

// The host gets these bytes of the part.
static inline bool crs_show_part(crs_call &call, const crs_kept_1 &kept, const crs_part_1 &part, crs_span_1 span)
{
    span.begin = part.begin > span.begin ? part.begin : span.begin;
    span.end = part.end < span.end ? part.end : span.end;
    if (span.begin >= span.end)
        return true;
    if (!part.row)
        return crs_show_span(call, kept, span);
    if ((long)(span.end - span.begin) > 4 * part.row)
        return crs_show_windows(call, kept, part);
    long from = (long)span.begin - part.column;
    long begin = part.column + (from / part.row - (from % part.row < 0)) * part.row;
    for (; begin < (long)span.end; begin += part.row) {
        uintptr_t first = (uintptr_t)begin, end = first + (uintptr_t)part.width;
        if (!crs_show_span(call, kept, {first > span.begin ? first : span.begin, end < span.end ? end : span.end}))
            return false;
    }
    return true;
}

static inline bool crs_show_kept(crs_call &call, const crs_kept_1 &kept, crs_span_1 span)
{
    for (int i = 0; i < kept.results; i++)
        if (!crs_show_part(call, kept, kept.newer[i], span))
            return false;
    return true;
}

// The host gets all that the device has computed.
static inline bool crs_bring_kept(crs_call &call, crs_kept_1 &kept)
{
    if (!crs_show_kept(call, kept, {kept.begin, kept.end}))
        return false;
    kept.results = 0;
    return true;
}

static inline void crs_drop_kept(crs_keep_1 &table, long number)
{
    if (table.items[number].memory && cudaFreeAsync(table.items[number].memory, 0) != cudaSuccess)
        cudaGetLastError(); // the device is lost, and the memory with it
    table.count--;
    memmove(table.items + number, table.items + number + 1, (size_t)(table.count - number) * sizeof *table.items);
    if (table.count == 0) {
        free(table.items);
        table.items = nullptr;
        table.room = 0;
    }
}

// The host is about to use these bytes: it gets the newest values, and what it may write leaves the device.
static inline bool crs_meet_kept(crs_call &call, uintptr_t begin, uintptr_t end, bool writes)
{
    crs_keep_1 &table = crs_keep_table_1();
    for (long i = crs_entry_from(table, begin); i < table.count && table.items[i].begin < end;) {
        if (!crs_bring_kept(call, table.items[i]))
            return false;
        if (writes)
            crs_drop_kept(table, i);
        else
            i++;
    }
    return true;
}

static inline bool crs_meet_array(crs_call &call, const crs_array &array, bool writes)
{
    for (long i = 0; i < crs_pieces(array); i++) {
        uintptr_t begin = (uintptr_t)crs_callers_piece(array, i);
        if (!crs_meet_kept(call, begin, begin + crs_piece_bytes(array, i), writes))
            return false;
    }
    return true;
}

static inline bool crs_take_written(crs_call &call, crs_kept_1 &kept, crs_span_1 span)
{
    kept.version = ++crs_keep_table_1().changes;
    span.begin = kept.begin > span.begin ? kept.begin : span.begin;
    span.end = kept.end < span.end ? kept.end : span.end;
    if (crs_written_until(kept, span.begin) >= span.end)
        return true;
    if (kept.writes == CRS_WRITES) { // all of them become one
        for (int i = 0; i < CRS_WRITES; i++) {
            span.begin = kept.written[i].begin < span.begin ? kept.written[i].begin : span.begin;
            span.end = kept.written[i].end > span.end ? kept.written[i].end : span.end;
        }
        if (!crs_show_kept(call, kept, span))
            return false;
        kept.writes = 0;
    }
    kept.written[kept.writes++] = span;
    return true;
}

// The memory of local variables is used for others as soon as their function has returned.
static inline bool crs_is_on_stack(uintptr_t begin, uintptr_t end)
{
    static thread_local crs_span_1 stack;
    if (!stack.end) {
        pthread_attr_t attributes;
        void *place;
        size_t size;
        stack = {0, UINTPTR_MAX};
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            if (pthread_attr_getstack(&attributes, &place, &size) == 0)
                stack = {(uintptr_t)place, (uintptr_t)place + size};
            pthread_attr_destroy(&attributes);
        }
    }
    return begin < stack.end && stack.begin < end;
}

static inline crs_span_1 crs_span_of(const crs_array &array)
{
    uintptr_t begin = (uintptr_t)crs_callers_piece(array, 0);
    return {begin, begin + (uintptr_t)crs_piece_length(array) * array.size};
}

// A variable alone is too small: the host's code does not say when it uses one.
static inline bool crs_may_stay(const crs_array &array)
{
    bool plain =
        array.touched && array.caller && !array.resident && !(array.flags & (CRS_ROWS | CRS_PRESENT)) && !array.bounded;
    bool moves = (array.flags & CRS_OUT) || ((array.flags & CRS_IN) && !(array.flags & CRS_WRITTEN));
    if (!plain || !moves)
        return false;
    crs_span_1 span = crs_span_of(array);
    return span.end - span.begin >= 64 && !crs_is_on_stack(span.begin, span.end);
}

static inline bool crs_make_kept(crs_keep_1 &table, long number, crs_span_1 span, bool copies)
{
    if (!crs_make_room(table))
        return false;
    memmove(table.items + number + 1, table.items + number, (size_t)(table.count - number) * sizeof *table.items);
    table.items[number] = {span.begin, span.end, nullptr, true, copies, 0, 0, ++table.changes, {}, {}};
    table.count++;
    return true;
}

// The entry holds more of the host's memory, and what it has stays on the device. false: there is no memory for it, or
// a copy has failed, which is then the call's reason.
static inline bool crs_grow_kept(crs_call &call, crs_kept_1 &kept, crs_span_1 span)
{
    crs_kept_1 larger = kept;
    larger.begin = span.begin;
    larger.end = span.end;
    if (cudaMallocAsync((void **)&larger.memory, span.end - span.begin, 0) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    bool copied =
        crs_check(call,
                  crs_copy_now(call, larger.memory + (kept.begin - span.begin), kept.memory, kept.end - kept.begin),
                  "copying on the device") &&
        (span.begin == kept.begin || crs_move_kept(call, larger, {span.begin, kept.begin}, false)) &&
        (span.end == kept.end || crs_move_kept(call, larger, {kept.end, span.end}, false));
    if (cudaFreeAsync(copied ? kept.memory : larger.memory, 0) != cudaSuccess)
        cudaGetLastError(); // the device is lost, and the memory with it
    if (copied)
        kept = larger;
    return copied;
}

// An entry that holds all of the array: what it overlaps becomes one with it.
static inline bool crs_cover_array(crs_call &call, const crs_array &array)
{
    crs_keep_1 &table = crs_keep_table_1();
    crs_span_1 span = crs_span_of(array);
    long number = crs_entry_from(table, span.begin);
    bool copies = (array.flags & CRS_IN) || array.copy, joins = false;
    while (number < table.count && table.items[number].begin < span.end) {
        crs_kept_1 &kept = table.items[number];
        if (kept.begin <= span.begin && span.end <= kept.end) {
            kept.copies |= copies;
            return true;
        }
        span.begin = kept.begin < span.begin ? kept.begin : span.begin;
        span.end = kept.end > span.end ? kept.end : span.end;
        joins = true;
        bool alone = number + 1 == table.count || table.items[number + 1].begin >= span.end;
        if (alone && !kept.fresh && crs_grow_kept(call, kept, span))
            return true;
        if (call.reason[0] || !crs_bring_kept(call, kept))
            return false;
        crs_drop_kept(table, number);
    }
    crs_make_kept(table, number, span, copies || joins); // otherwise it moves as it does elsewhere
    return true;
}

static inline bool crs_is_used(const crs_call &call, const crs_kept_1 &kept)
{
    for (const crs_array *array = call.arrays; array; array = array->next)
        if (crs_may_stay(*array)) {
            crs_span_1 span = crs_span_of(*array);
            if (span.begin < kept.end && kept.begin < span.end)
                return true;
        }
    return false;
}

// What this call does not use makes room.
static inline bool crs_make_way(crs_call &call)
{
    crs_keep_1 &table = crs_keep_table_1();
    for (long i = table.count - 1; i >= 0; i--)
        if (!crs_is_used(call, table.items[i])) {
            if (!crs_bring_kept(call, table.items[i]))
                return false;
            crs_drop_kept(table, i);
        }
    return true;
}

// The host and the device share that memory already.
static inline bool crs_is_shared(const crs_kept_1 &kept)
{
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, (void *)kept.begin) == cudaSuccess)
        return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
    cudaGetLastError();
    return false;
}

// false: there is no memory for it, or the copy has failed, which is then the call's reason.
static inline bool crs_fill_kept(crs_call &call, crs_kept_1 &kept)
{
    if (cudaMallocAsync((void **)&kept.memory, kept.end - kept.begin, 0) != cudaSuccess) {
        cudaGetLastError();
        kept.memory = nullptr;
        return false;
    }
    kept.fresh = false;
    return !kept.copies || crs_move_kept(call, kept, {kept.begin, kept.end}, false);
}

static inline bool crs_fill_all_kept(crs_call &call)
{
    crs_keep_1 &table = crs_keep_table_1();
    bool fits = true;
    for (long i = table.count - 1; i >= 0; i--)
        if (table.items[i].fresh && crs_is_shared(table.items[i]))
            crs_drop_kept(table, i);
        else
            fits = fits && (!table.items[i].fresh || crs_fill_kept(call, table.items[i]));
    if (fits)
        return true;
    if (call.reason[0] || !crs_make_way(call))
        return false;
    for (long i = table.count - 1; i >= 0; i--)
        if (table.items[i].fresh && !crs_fill_kept(call, table.items[i])) {
            if (call.reason[0])
                return false;
            crs_drop_kept(table, i);
        }
    return true;
}

// The entry that holds all of the host's memory there; a null pointer: there is none.
static inline crs_kept_1 *crs_kept_around(crs_span_1 span)
{
    crs_keep_1 &table = crs_keep_table_1();
    long number = crs_entry_from(table, span.begin);
    bool holds = number < table.count && table.items[number].begin <= span.begin && span.end <= table.items[number].end;
    return holds ? &table.items[number] : nullptr;
}

static inline bool crs_use_kept(crs_call &call, crs_array &array)
{
    crs_span_1 span = crs_span_of(array);
    crs_kept_1 *kept = crs_kept_around(span);
    if (!kept)
        return true;
    array.kept = true;
    array.kept_newer = kept->results > 0;
    array.host = kept->memory + (span.begin - kept->begin);
    array.host = (const char *)((uintptr_t)array.host - (uintptr_t)array.first * array.size);
    return crs_send_kept(call, *kept);
}

static inline bool crs_find_kept(crs_call &call)
{
    if (!crs_keep_table_1().on)
        return true;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (array->touched && array->caller && !array->resident && !crs_may_stay(*array) &&
            !crs_meet_array(call, *array, array->flags & CRS_OUT))
            return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (crs_may_stay(*array) && !crs_cover_array(call, *array))
            return false;
    if (!crs_keep_pool(call) || !crs_fill_all_kept(call))
        return false;
    for (crs_array *array = call.arrays; array; array = array->next)
        if (crs_may_stay(*array) && !crs_use_kept(call, *array))
            return false;
    return true;
}

static inline bool crs_is_in_part(const crs_part_1 &part, const crs_part_1 &whole)
{
    bool same = part.row == whole.row && part.width == whole.width &&
                (!part.row || (part.column - whole.column) % part.row == 0);
    return (same || !whole.row) && whole.begin <= part.begin && part.end <= whole.end;
}

static inline bool crs_add_newer(crs_call &call, crs_kept_1 &kept, crs_part_1 part)
{
    int count = 0;
    for (int i = 0; i < kept.results; i++) {
        const crs_part_1 other = kept.newer[i];
        bool joins = !part.row && !other.row && part.begin <= other.end && other.begin <= part.end;
        if (crs_is_in_part(part, other))
            return true;
        if (joins) {
            part.begin = other.begin < part.begin ? other.begin : part.begin;
            part.end = other.end > part.end ? other.end : part.end;
        } else if (!crs_is_in_part(other, part)) {
            kept.newer[count++] = other;
        }
    }
    kept.results = count;
    if (kept.results == CRS_PARTS && !crs_bring_kept(call, kept))
        return false;
    kept.newer[kept.results++] = part;
    return true;
}

// The nest has run: the device's values are the newer ones.
static inline bool crs_note_kept(crs_call &call)
{
    crs_keep_1 &table = crs_keep_table_1();
    for (const crs_array *array = call.arrays; array; array = array->next)
        if (array->kept && (array->flags & CRS_OUT)) {
            crs_span_1 span = crs_span_of(*array);
            crs_part_1 part = {span.begin, span.end, 0, 0, 0};
            if (array->copy) {
                part.row = array->row * (long)array->size;
                part.column = (long)array->caller + array->column * (long)array->size;
                part.width = array->width * (long)array->size;
            }
            crs_kept_1 &kept = table.items[crs_entry_from(table, span.begin)];
            kept.version = ++table.changes;
            if (!crs_add_newer(call, kept, part))
                return false;
        }
    return true;
}

// Of the values that the device keeps of the array, another number after each change; 0: it does not keep all of them.
static inline long crs_kept_version(const crs_array &array)
{
    if (!crs_keep_table_1().on || !crs_may_stay(array))
        return 0;
    const crs_kept_1 *kept = crs_kept_around(crs_span_of(array));
    return kept ? kept->version : 0;
}

// The place of the array's first touched element where the device has all that is touched, with what the host has
// written since; a null pointer where it has not. false: that could not be sent.
static inline bool crs_look_at_kept(crs_call &call, const crs_array &array, const char **place)
{
    *place = nullptr;
    if (!crs_keep_table_1().on || !crs_may_stay(array))
        return true;
    crs_span_1 span = crs_span_of(array);
    crs_kept_1 *kept = crs_kept_around(span);
    if (!kept || !kept->memory)
        return true;
    *place = kept->memory + (span.begin - kept->begin);
    return crs_send_kept(call, *kept);
}

// The host gets these bytes alone. If it is about to write them, the next nest finds what it has written.
static inline bool crs_open_kept(crs_call &call, crs_span_1 span, bool shows, bool writes)
{
    crs_keep_1 &table = crs_keep_table_1();
    for (long i = crs_entry_from(table, span.begin); i < table.count && table.items[i].begin < span.end; i++) {
        crs_kept_1 &kept = table.items[i];
        if ((shows && !crs_show_kept(call, kept, span)) || (writes && !crs_take_written(call, kept, span)))
            return false;
    }
    return true;
}

// Everything is the host's again.
static inline bool crs_return_kept(crs_call &call) { return crs_meet_kept(call, 0, UINTPTR_MAX, true); }

static inline const crs_keeping *crs_keeper()
{
    static const crs_keeping all = {crs_find_kept, crs_meet_array,   crs_note_kept,   crs_return_kept,
                                    crs_make_way,  crs_kept_version, crs_look_at_kept};
    return &all;
}
