// The memory of one call: every parameter, every variable at file scope, and all memory that pointers lead to.
//
// A Group is all memory reached by the same path ("A", "dst->data", the rows "A[]"); it knows which bytes around the
// pointer are used. A Region is one contiguous piece of memory: a value or a buffer. Each buffer has a window of its
// own in the arena and ends at an inaccessible page (up to `alignment`). So an address tells which buffer an access
// missed. All builds see the same addresses.
#ifndef CRS_HARNESS_LAYOUT_H
#define CRS_HARNESS_LAYOUT_H

#include "draw.h"
#include "shared.h"

typedef struct Group {
    char *path;
    uint64_t hash;
    const CrsType *element;
    bool is_value;              // of a parameter or variable, not of a buffer
    unsigned roles;             // spec.h
    long low, high;             // the bytes from the pointer on that may be used; low <= 0 <= high
    bool is_index, exact_index; // exact: as Record.exact
    IndexRule index;
    int target;         // the group whose buffer this one's pointers lead into (--alias), or -1
    long target_offset; // in bytes
    int distance;       // or the size that says by how many elements it follows its target, or -1
    int extent_count;   // declared dimensions; extents[0] may be -1
    long extents[MAX_EXTENTS];
    // What bad accesses taught: the fewest bytes that are needed. Beyond them `high` was guessed.
    long least_high;
    bool guessed;
    bool noted;    // the reference said what the nests touch
    bool outgrown; // more is touched than a data section says
} Group;

typedef struct Region {
    int group;
    int global; // the number of the variable (the result: 0), or -1
    bool compared;
    char *pointer;     // what the user's code is given
    char *begin, *end; // accessible bytes; those outside of pointer + low .. pointer + high are canaries
    char *window, *window_end;
    long ordinal; // which one of its group
} Region;

// Bytes of every region, in order: the data before a run, or after it.
typedef struct Image {
    unsigned char **bytes;
    int count;
} Image;

typedef struct Layout {
    const CrsSpec *spec;
    const CrsFunction *function;
    Shared *shared;
    const void **initial; // the values of the variables at file scope as the program starts
    char *arena;
    size_t arena_size, cursor;
    Group *groups;
    int group_count;
    Region *regions;
    int region_count;
    // how this call is made
    const long *sizes; // of function->sizes
    Draw draw;
    long alignment;     // of pointers, at least that of the element
    bool device_memory; // the function is given device pointers
    size_t most;        // bytes that all buffers together may have
    size_t used;
    bool too_large;  // the last layout_build did not fit
    bool indistinct; // or an index array that has to have no repetitions is longer than its range
} Layout;

// The groups of `function`'s parameters and the variables; what pointers lead to follows in layout_build.
void layout_begin(Layout *layout, const CrsFunction *function);
// From here on parameter `from` points `bytes` bytes after the target of parameter `to`; each row of a table of rows
// after the other table's row of the same number.
void layout_overlap(Layout *layout, int from, int to, long bytes);
// The bytes from its pointer on that the last run touched of the memory of a pointer parameter.
bool layout_touched(const Layout *layout, const char *parameter, long *low, long *high);
// Places all memory for the groups as they are now and fills it with data; shared->arguments and ranges say where.
void layout_build(Layout *layout);
void layout_release(Layout *layout); // groups and regions; the arena stays

// Puts the peaks of layout->draw into the memory of a layout_build whose data were flat (Draw), and the same otherwise.
void layout_plant(Layout *layout);

void image_take(const Layout *layout, Image *image);
void image_restore(const Layout *layout, const Image *image);
bool image_equal(const Layout *layout, const Image *one, const Image *other); // all that is compared, bit for bit
void image_release(Image *image);
const unsigned char *image_at(const Layout *layout, const Image *image, int region, long offset); // from the pointer

// The region whose window holds the address, or NULL.
Region *layout_find(const Layout *layout, const char *address);
// The first byte of a canary that differs from what layout_build put there, or NULL.
const char *layout_broken_canary(const Layout *layout, const Image *image, const Region **region);

// Takes what a run of the reference noted; true when some group changed.
bool layout_learn(Layout *layout);
// Makes room for a bad access; false when the address belongs to no buffer or to the limit of its growth.
bool layout_grow(Layout *layout, const char *address);

// How people write that place: "C[3][4]", "p[7].mass", "dst->rows", "the result".
void layout_place_name(const Layout *layout, const Region *region, long element, const Leaf *leaf, char *text,
                       size_t size);

// The size that `path` names, or NULL if it does not name a size.
const long *layout_size(const Layout *layout, const char *path);

#endif
