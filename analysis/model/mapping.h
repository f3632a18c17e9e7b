// The behaviour of every access of a nest under a mapping of its iterations to threads: the thread-to-element mappings
// of the paper's Table 2, for results of any dimension, and the memory traffic of each access.
//
// A mapping says how the iterations of each loop are distributed (Assignment). An access is an affine function of the
// iterations (its subscripts and extents, Facts), and so is its address. What a warp touches follows by arithmetic.
// Nothing here looks at a transformed tree, and nothing measures: counts are of the accesses in the source.
#ifndef CURESTRUCT_ANALYSIS_MAPPING_H
#define CURESTRUCT_ANALYSIS_MAPPING_H

#include "analysis/facts.h"

// ---- how the iterations of a loop are dealt out

enum { MAX_PARTS = 6, SECTOR_BYTES = 32 };

// One digit of an iteration's number. `binding` is BIND_SERIAL (a loop inside the thread, the paper's primed index),
// BIND_THREAD_X..Z, BIND_BLOCK_X..Z or BIND_HOST.
typedef struct LoopPart {
    Binding binding;
    int64_t extent; // 0, for the first part only: as many as the loop needs
} LoopPart;

// The last part as vector elements: accesses that walk along memory there, element by element, become requests of up to
// 16 bytes per thread, by groups of that many iterations. Remaining elements are accessed one by one.
typedef struct Vectors {
    int64_t width; // extent of the last part; 0: it is none
    bool rows;     // remaining elements are shared among the threads of the row; otherwise each thread accesses its own
    int64_t iterations; // the number of groups of a thread that are loaded before the first is used, if all of them are
                        // whole; 0: each alone
    bool plain;         // no two accesses of neighbouring iterations touch one element
} Vectors;

// Iteration number = (part[0] * part[1].extent + part[1]) * part[2].extent + ...: the last part varies fastest. Numbers
// after the loop's last iteration do nothing (guard). A pair (b, t) of the paper is {{BLOCK_X, 0}, {THREAD_X, W}}.
typedef struct LoopShare {
    LoopId loop; // of the source
    int nparts;
    LoopPart part[MAX_PARTS];
    Vectors vectors;
} LoopShare;

// Loops that are not listed run whole inside the thread.
typedef struct Assignment {
    int count;
    LoopShare loops[MAX_DEPTH]; // outermost first
    int64_t block[3];           // threads of a block along x, y, z, each at least 1
    int nheld;
    const Array *held[MAX_DEPTH]; // what vectors have written is in registers where the same iteration reads it
} Assignment;

const LoopShare *assignment_share(const Assignment *assignment, LoopId loop); // NULL: not listed

// ---- the eight mappings of Table 2
//
// U x V results in rows r and columns c; N blocks of W threads; t' and b' are loops inside the thread.
//
//   1D-1  ((b,t), c')         V results a thread     2D-1  ((bx,tx), (by,ty))   1
//   1D-2  (r', (b,t))         U                      2D-2  ((by,ty), (bx,tx))   1
//   1D-3  ((b,t'), (b',t))    U*V / (N*W)            2D-3  ((by,tx), (bx,ty))   1
//   1D-4  ((b',t), (b,t'))    U*V / (N*W)            2D-4  ((bx,ty), (by,tx))   1
//
// More than two dimensions: rows and columns are the last two; the third from the end is dealt to blocks along z by the
// 2D mappings; all others are loops of the thread. One dimension is one row, of which each mapping deals out the
// columns; 1D-1, which would give all of it to one thread, sees it as one column and is 1D-2.

typedef enum Mapping {
    MAPPING_1D_1,
    MAPPING_1D_2,
    MAPPING_1D_3,
    MAPPING_1D_4,
    MAPPING_2D_1,
    MAPPING_2D_2,
    MAPPING_2D_3,
    MAPPING_2D_4,
    MAPPING_COUNT
} Mapping;

const char *mapping_name(Mapping mapping); // "1D-3"
const char *mapping_form(Mapping mapping); // "((b,t'), (b',t))", the column of the paper's table
bool mapping_find(const char *name, Mapping *mapping);

typedef struct MappingShape {
    int64_t threads; // 1D: W, the threads of a block
    int64_t local;   // 1D-3, 1D-4: W', how many rows (columns) a block walks over
    int64_t x, y;    // 2D: Wx, Wy
} MappingShape;

// The loops are those of the results, outermost first. false: there are none, or too many.
bool mapping_assign(Mapping mapping, const LoopId *loops, int count, const MappingShape *shape, Assignment *assignment);

// ---- sizes

// Values for the symbols (parameters) that bounds, steps, extents and subscripts mention.
typedef struct SizeValue {
    const Symbol *symbol;
    int64_t value;
} SizeValue;

// The address of element [0]..[0] of an array. Arrays that are not listed begin at a multiple of 32 bytes.
typedef struct BaseAddress {
    const Array *array;
    int64_t bytes; // any number that is equal to the address modulo 32
} BaseAddress;

typedef struct MappingSizes {
    VECTOR(SizeValue) values;
    VECTOR(BaseAddress) bases;
} MappingSizes;

// Adds the bases of arrays that a launcher copies to the device: there the first touched element is at a multiple of
// 256. (Arrays that are in device memory already stay where they are.) An array whose first element is not known is
// left out.
void mapping_place_copies(const Facts *facts, MappingSizes *sizes);

// The number of iterations of a loop whose bounds depend on parameters only; -1: they do not, or a value is missing.
int64_t mapping_trip(const Facts *facts, LoopId loop, const MappingSizes *sizes);
// Results that one thread computes, at most (threads beyond the end compute fewer): the product of the parts that are
// loops of the thread, over the loops in the assignment; -1: not known.
int64_t mapping_results_per_thread(const Facts *facts, const Assignment *assignment, const MappingSizes *sizes);

// ---- what an access does, for any size

typedef enum AccessPattern {
    PATTERN_COALESCED, // neighbouring lanes touch neighbouring elements, in either direction
    PATTERN_BROADCAST, // all lanes touch one element
    PATTERN_STRIDED,   // neighbouring lanes are `stride` elements apart
    PATTERN_UNKNOWN,   // the address is not an affine function of the iterations; `reason`
} AccessPattern;

typedef struct MappedAccess {
    const Access *access;
    AccessPattern pattern;
    Expr *stride; // elements from a lane to its neighbour along x, over parameters: EX_INT, or such as n or 2 * n + 1.
                  // NULL: not known. 0 for a broadcast, 1 or -1 when coalesced (also of struct elements: see element)
    int64_t element; // bytes from an element to the next
    int64_t width; // bytes that a lane moves in a request: a member of a struct is narrower than its element, a vector
                   // wider
    int lanes; // neighbours along x within a warp: 32, or the block's x extent if that is less (pattern and stride are
               // theirs alone; sectors are those of all lanes)
    // Distinct 32-byte sectors that a request of a full warp touches if its lowest address is at a multiple of 32 bytes
    // (first-order alignment) and distances that depend on parameters are longer than all constant ones. 0: not known.
    int sectors;
    const char *reason; // PATTERN_UNKNOWN: why
} MappedAccess;

// Scalars in memory are not included: access->array must not be NULL.
MappedAccess mapping_access(const Facts *facts, const Assignment *assignment, const Access *access);

const char *mapping_words(Arena *arena, const MappedAccess *mapped); // "strided by 2 * n", "coalesced, 16 bytes a lane"

// ---- what a launch does, for given sizes: exact

typedef struct AccessTraffic {
    bool exact;       // otherwise the numbers are 0, and `reason` says why
    int64_t requests; // warp-level executions with at least one active lane
    int64_t lanes;    // thread-level executions
    int64_t sectors;  // the sum over all requests of the distinct 32-byte sectors that the request touches
    // The innermost loops of the thread along which the address does not move, with no other loop between them and the
    // access: each request occurs this many times in a row. A compiler that holds the element in a register issues
    // requests / repeats. Vectors are counted as such if all of them are aligned.
    int64_t repeats;
    const char *reason;
} AccessTraffic;

// One access under an assignment, summed over all launches that host loops make. It is exact if the loops around it
// have bounds over parameters, subscripts are affine, every loop of the assignment surrounds it, and it is not
// conditional.
AccessTraffic mapping_traffic(const Facts *facts, const Assignment *assignment, const Access *access,
                              const MappingSizes *sizes);

#endif
