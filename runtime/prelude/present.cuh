// ---- data that stays on the device

static inline crs_residents_3 &crs_residents()
{
    int number = crs_resident_number().load();
    if (number != 0 && number != 3) {
        fprintf(stderr, "curestruct: error: this program's parts were made by versions of curestruct that keep data on "
                        "the device in different tables; translate all of them again\n");
        abort();
    }
    return crs_resident_table_3();
}

// One thread at a time.
struct crs_resident_lock {
    crs_residents_3 &table;
    crs_resident_lock() : table(crs_residents())
    {
        while (table.busy.exchange(true))
            ;
    }
    crs_resident_lock(const crs_resident_lock &) = delete;
    crs_resident_lock &operator=(const crs_resident_lock &) = delete;
    ~crs_resident_lock() { table.busy.store(false); }
};

// The number of the first entry that ends after `begin`, of this table or of what nests keep.
template <typename Table> static inline long crs_entry_from(const Table &table, uintptr_t begin)
{
    long low = 0, high = table.count;
    while (low < high) {
        long middle = (low + high) / 2;
        if (table.items[middle].end <= begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// For one more entry. false: there is no memory.
template <typename Table> static inline bool crs_make_room(Table &table)
{
    if (table.count < table.room)
        return true;
    long room = table.room ? 2 * table.room : 16;
    void *items = realloc(table.items, (size_t)room * sizeof *table.items);
    if (!items)
        return false;
    table.items = (decltype(table.items))items;
    table.room = room;
    return true;
}

enum crs_presence { // of bytes of the host's memory
    CRS_ABSENT,     // not in the table
    CRS_RESIDENT,   // within one entry
    CRS_IN_PART,    // otherwise
};

static inline crs_presence crs_presence_in(const crs_residents_3 &table, uintptr_t begin, uintptr_t end, long *number)
{
    *number = crs_entry_from(table, begin);
    if (*number == table.count.load() || table.items[*number].begin >= end)
        return CRS_ABSENT;
    return table.items[*number].begin <= begin && end <= table.items[*number].end ? CRS_RESIDENT : CRS_IN_PART;
}

// Whether any of it is on the device. `hosts`: of what is not apart from the host's copy.
static inline bool crs_is_resident(const crs_residents_3 &table, uintptr_t begin, uintptr_t end, bool hosts)
{
    for (long i = crs_entry_from(table, begin); i < table.count.load() && table.items[i].begin < end; i++)
        if (table.items[i].memory && !(hosts && table.items[i].apart))
            return true;
    return false;
}

// Where the bytes lie: `place`, or on the device, and on which one; -1: that is not known.
static inline crs_presence crs_find_bytes(const char *place, size_t bytes, bool hosts, const char **found, int *device)
{
    *found = place;
    *device = -1;
    if (crs_residents().count.load() == 0 || crs_residents().swapped.load() > 0)
        return CRS_ABSENT;
    crs_resident_lock lock;
    uintptr_t begin = (uintptr_t)place, end = begin + bytes;
    long number;
    crs_presence presence = crs_presence_in(lock.table, begin, end, &number);
    if (!crs_is_resident(lock.table, begin, end, hosts))
        return CRS_ABSENT;
    if (presence == CRS_RESIDENT) {
        *found = lock.table.items[number].memory + (begin - lock.table.items[number].begin);
        *device = lock.table.items[number].device;
    }
    return presence;
}
