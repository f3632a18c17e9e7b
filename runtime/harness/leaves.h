// Types as lists of leaves: the arithmetic values and pointers in an element, without padding.
#ifndef CRS_HARNESS_LEAVES_H
#define CRS_HARNESS_LEAVES_H

#include "spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Leaf {
    CrsKind kind;
    long offset;           // within the element
    const char *path;      // "" for a scalar, ".mass", ".position[1]", ".a.b"
    const CrsType *target; // CRS_POINTER
} Leaf;

typedef struct Leaves {
    Leaf *items;
    int count;
    bool pointers; // one of them is a pointer
} Leaves;

const Leaves *leaves_of(const CrsType *type); // kept for the life of the process

bool kind_is_float(CrsKind kind);
bool kind_is_integer(CrsKind kind); // CRS_BOOL included
long double leaf_value(CrsKind kind, const void *place);
void leaf_set_integer(CrsKind kind, void *place, long value); // clamped to what the type holds
size_t leaf_size(CrsKind kind);
uint16_t leaf_half(CrsKind kind, double value); // the nearest 16-bit number towards 0
void leaf_print(char *text, size_t size, CrsKind kind, const void *place);

#endif
