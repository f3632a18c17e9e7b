// ---- data that stays on the device: one table for the whole program

struct crs_resident_3 {
    uintptr_t begin, end; // of the host's memory
    char *memory;         // on the device; NULL: the host's memory is used, as it is in reach or the device has no room
    long entered;         // so many more times than it was left
    bool apart;           // loops that run on the host for OpenMP use the host's copy
    int device;           // of the memory; -1: not known
};

struct crs_residents_3 {
    std::atomic<bool> busy;
    std::atomic<long> count, swapped; // swapped > 0: the two copies have changed places
    long room;
    crs_resident_3 *items; // by increasing address, without overlaps
};

// The linker merges these for all outputs of a program. A change of the structs gives them another number.
inline crs_residents_3 &crs_resident_table_3()
{
    static crs_residents_3 table;
    return table;
}

// The number of the table that the program uses; 0 before the first `enter`.
inline std::atomic<int> &crs_resident_number()
{
    static std::atomic<int> number;
    return number;
}
