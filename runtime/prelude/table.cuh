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

// ---- data that stays on the device between the nests of a loop, as far as the host does not touch it

#include <malloc.h>
#include <pthread.h>
struct crs_span_1 {
    uintptr_t begin, end;
};

enum { CRS_WRITES = 8, CRS_PARTS = 8 };

// All bytes from `begin` to `end`, or with a row those of [column + k * row, + width) for integers k.
struct crs_part_1 {
    uintptr_t begin, end;
    long row, column, width;
};

struct crs_kept_1 {
    uintptr_t begin, end; // of the host's memory
    char *memory;         // on the device
    bool fresh, copies;   // (fresh) of this call, without memory so far; what the host has is wanted
    int results, writes;
    long version;                   // of the values, wherever the newest ones are: no other version has this number
    crs_part_1 newer[CRS_PARTS];    // results that the host has not
    crs_span_1 written[CRS_WRITES]; // what the host has written since
};

struct crs_keep_1 {
    bool on; // nests may leave data on the device
    long count, room, changes;
    crs_kept_1 *items; // by increasing address, without overlaps
};

// The linker merges these for all outputs of a program. A change of the structs gives them another number.
inline crs_keep_1 &crs_keep_table_1()
{
    static thread_local crs_keep_1 table;
    return table;
}
