// ---- enter, exit and update

struct crs_section { // of an array, as the directive says
    crs_call &call;
    const char *name;
    uintptr_t begin, end;
    size_t bytes() const { return end - begin; }
    void *host() const { return (void *)begin; }
    ~crs_section() { crs_add_times(call, call.reason[0] != 0); }
};

static inline void crs_count_copy(const crs_section &section, bool back)
{
    crs_tally &tally = section.call.tally;
    tally.copies++;
    tally.bytes += (double)section.bytes();
    if (back) // all of its time is
        tally.entered = tally.finished = tally.began;
}

// The program cannot go on: its data may be lost, or in another place than it believes.
static inline void crs_stop(crs_call &call)
{
    fprintf(stderr, "curestruct: %s: error: %s\n", call.words, call.reason);
    abort();
}

// The data stays in the memory of the host, which is right, only slower.
static inline void crs_stay(const crs_section &section)
{
    const char *policy = getenv("CURESTRUCT_ON_ERROR");
    if (policy && !strcmp(policy, "abort"))
        crs_stop(section.call);
    if (crs_is_news(section.call))
        fprintf(stderr, "curestruct: %s: serial: '%s' stays in host memory: %s\n", section.call.words, section.name,
                section.call.reason);
}

static inline void crs_warn_absent(const crs_section &section, const char *directive)
{
    crs_give_up(section.call, "'%s' in '%s' is not present on the device", section.name, directive);
    if (crs_is_news(section.call))
        fprintf(stderr, "curestruct: %s: warning: %s\n", section.call.words, section.call.reason);
}

// An empty section is none; false. One with gaps, or that a part of which is present, ends the program.
static inline bool crs_is_section(const crs_section &section, unsigned long bytes)
{
    if (section.end <= section.begin || bytes == 0)
        return false;
    if (section.bytes() != bytes) {
        crs_give_up(section.call, "the section of '%s' has gaps: all of its dimensions but the first must be whole",
                    section.name);
        crs_stop(section.call);
    }
    return true;
}

// The entry that holds the section, or NULL.
static inline crs_resident_3 *crs_entry_of(const crs_residents_3 &table, const crs_section &section)
{
    long number;
    crs_presence presence = crs_presence_in(table, section.begin, section.end, &number);
    if (presence == CRS_IN_PART) {
        crs_give_up(section.call, "only a part of the section of '%s' is present on the device", section.name);
        crs_stop(section.call);
    }
    return presence == CRS_RESIDENT ? &table.items[number] : nullptr;
}

// What nests of this thread have left on the device makes room, and so does unused memory.
static inline bool crs_relieve_all(crs_call &call)
{
    const crs_keeping *keeping = call.keeping;
    call.keeping = crs_keeper();
    bool good = crs_check(call, cudaGetDevice(&call.device), "no device");
    call.callers_device = call.device;
    good = good && crs_relieve(call);
    call.keeping = keeping;
    return good;
}

// Memory on the device, with the contents if they are wanted. NULL: there is none, or none is needed.
static inline char *crs_make_resident(const crs_section &section, bool copies)
{
    crs_call &call = section.call;
    int count = 0;
    char *memory = nullptr, what[40];
    cudaPointerAttributes attributes;
    snprintf(what, sizeof what, "%zu bytes", section.bytes());
    bool good = crs_check(call, cudaGetDeviceCount(&count), "no device") &&
                crs_check(call, cudaPointerGetAttributes(&attributes, section.host()), "cudaPointerGetAttributes");
    if (good && (attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged))
        return nullptr;
    cudaError_t error = good ? cudaMalloc((void **)&memory, section.bytes()) : cudaSuccess;
    if (error == cudaErrorMemoryAllocation && cudaGetLastError() == error && crs_relieve_all(call))
        error = cudaMalloc((void **)&memory, section.bytes());
    good = good && crs_check(call, error, what);
    if (good && copies) {
        crs_count_copy(section, false);
        good = crs_check(call, crs_copy_piece(call, (char *)section.host(), memory, section.bytes(), false, true),
                         "copying to the device");
    }
    if (good)
        return memory;
    if (memory && cudaFree(memory) != cudaSuccess)
        cudaGetLastError();
    crs_stay(section);
    return nullptr;
}

static inline void crs_enter_section(const crs_section &section, bool copies, bool apart)
{
    int none = 0;
    crs_resident_number().compare_exchange_strong(none, 3);
    crs_resident_lock lock;
    crs_residents_3 &table = lock.table;
    if (crs_resident_3 *entry = crs_entry_of(table, section)) {
        entry->entered++;
        return;
    }
    if (!crs_make_room(table)) {
        crs_give_up(section.call, "no memory for the table of present data");
        crs_stay(section);
        return;
    }
    long number = crs_entry_from(table, section.begin);
    memmove(table.items + number + 1, table.items + number,
            (size_t)(table.count.load() - number) * sizeof *table.items);
    char *memory = crs_make_resident(section, copies);
    int device = -1;
    if (memory && cudaGetDevice(&device) != cudaSuccess)
        cudaGetLastError(); // a launch asks which device it is
    table.items[number] = {section.begin, section.end, memory, 1, apart, device};
    table.count.fetch_add(1);
}

static inline void crs_copy_section(const crs_section &section, const crs_resident_3 &entry, bool back)
{
    if (!entry.memory)
        return;
    char *memory = entry.memory + (section.begin - entry.begin);
    char what[100];
    snprintf(what, sizeof what, "copying '%.40s' %s", section.name, back ? "back" : "to the device");
    crs_count_copy(section, back);
    if (!crs_check(section.call,
                   crs_copy_piece(section.call, (char *)section.host(), memory, section.bytes(), back, true), what))
        crs_stop(section.call);
}

static inline void crs_remove_resident(crs_residents_3 &table, crs_resident_3 *entry)
{
    if (entry->memory && cudaFree(entry->memory) != cudaSuccess)
        cudaGetLastError(); // the device is lost, and the memory with it
    table.count.fetch_sub(1);
    memmove(entry, entry + 1, (size_t)(table.items + table.count.load() - entry) * sizeof *entry);
    if (table.count.load() == 0) {
        free(table.items);
        table.items = nullptr;
        table.room = 0;
    }
}

static inline void crs_exit_section(const crs_section &section, bool copies, bool finally)
{
    crs_resident_lock lock;
    crs_resident_3 *entry = crs_entry_of(lock.table, section);
    if (!entry) {
        crs_warn_absent(section, "exit");
        return;
    }
    entry->entered = finally ? 0 : entry->entered - 1;
    if (entry->entered > 0)
        return;
    if (copies)
        crs_copy_section(section, *entry, true);
    crs_remove_resident(lock.table, entry);
}

static inline void crs_update_section(const crs_section &section, bool back)
{
    crs_resident_lock lock;
    const crs_resident_3 *entry = crs_entry_of(lock.table, section);
    if (entry)
        crs_copy_section(section, *entry, back);
    else
        crs_warn_absent(section, "update");
}

// ---- what the device would do, and the host does: its copy of the data and the device's change places

static inline bool crs_swap_bytes(crs_call &call, char *host, char *memory, size_t bytes, char *buffer)
{
    call.tally.copies++;
    call.tally.bytes += (double)bytes;
    if (!crs_check(call, crs_copy_now(call, buffer, memory, bytes), "copying back"))
        return false;
    if (!memcmp(buffer, host, bytes)) // it may be constant
        return true;
    if (!crs_check(call, crs_copy_now(call, memory, host, bytes), "copying to the device"))
        return false;
    memcpy(host, buffer, bytes);
    return true;
}

static inline bool crs_swap_all(crs_call &call, const crs_residents_3 &table)
{
    const size_t room = 1 << 22;
    char *buffer = (char *)malloc(room);
    bool good = buffer || crs_give_up(call, "no memory to exchange the two copies of the data");
    for (long i = 0; i < table.count.load() && good; i++) {
        const crs_resident_3 &entry = table.items[i];
        for (uintptr_t at = entry.begin; entry.memory && at < entry.end && good; at += room)
            good = crs_swap_bytes(call, (char *)at, entry.memory + (at - entry.begin),
                                  entry.end - at < room ? entry.end - at : room, buffer);
    }
    free(buffer);
    return good;
}

// Blocks may be nested: the outermost one counts.
static inline void crs_swap(const char *words, bool begins)
{
    crs_call call(words, words);
    crs_resident_lock lock;
    long around = begins ? lock.table.swapped.fetch_add(1) : lock.table.swapped.fetch_sub(1) - 1;
    if (around > 0 || lock.table.count.load() == 0)
        return;
    if (!crs_meet_kept(call, 0, UINTPTR_MAX, true) || !crs_swap_all(call, lock.table))
        crs_stop(call);
    crs_add_times(call, false);
}
