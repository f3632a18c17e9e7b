// ---- data that stays on the device: one table for the whole program

struct crs_resident_1 {
    uintptr_t begin, end; // of the host's memory
    char *memory;         // on the device; NULL: the host's memory is used, as it is in reach or the device has no room
    long entered;         // so many more times than it was left
};

struct crs_residents_1 {
    std::atomic<bool> busy;
    std::atomic<long> count;
    long room;
    crs_resident_1 *items; // by increasing address, without overlaps
};

// The linker merges these for all outputs of a program. A change of the structs gives them another number.
inline crs_residents_1 &crs_resident_table_1()
{
    static crs_residents_1 table;
    return table;
}

// The number of the table that the program uses; 0 before the first `enter`.
inline std::atomic<int> &crs_resident_number()
{
    static std::atomic<int> number;
    return number;
}
