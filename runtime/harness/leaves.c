#include "leaves.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_leaf(Leaves *leaves, Leaf leaf)
{
    leaves->items = realloc(leaves->items, (size_t)(leaves->count + 1) * sizeof leaf);
    leaves->items[leaves->count++] = leaf;
    leaves->pointers |= leaf.kind == CRS_POINTER;
}

static void take_apart(Leaves *leaves, const CrsType *type, long offset, const char *path)
{
    if (type->kind != CRS_STRUCT) {
        if (type->kind != CRS_OPAQUE)
            add_leaf(leaves, (Leaf){type->kind, offset, strdup(path), type->target});
        return;
    }
    for (int i = 0; i < type->field_count; i++) {
        const CrsField *field = &type->fields[i];
        for (long k = 0; k < field->count; k++) {
            char below[500];
            if (field->count > 1)
                snprintf(below, sizeof below, "%s.%s[%ld]", path, field->name, k);
            else
                snprintf(below, sizeof below, "%s.%s", path, field->name);
            take_apart(leaves, field->type, offset + field->offset + k * field->type->size, below);
        }
    }
}

const Leaves *leaves_of(const CrsType *type)
{
    static struct Known {
        const CrsType *type;
        Leaves *leaves;
    } *known;
    static int count;
    for (int i = 0; i < count; i++)
        if (known[i].type == type)
            return known[i].leaves;
    Leaves *leaves = calloc(1, sizeof *leaves);
    take_apart(leaves, type, 0, "");
    known = realloc(known, (size_t)(count + 1) * sizeof *known);
    known[count++] = (struct Known){type, leaves};
    return leaves;
}

bool kind_is_float(CrsKind kind) { return kind == CRS_F32 || kind == CRS_F64 || kind == CRS_F16 || kind == CRS_BF16; }

// ---- 16-bit numbers: a sign, the exponent, and so many bits of the fraction

static int fraction_bits(CrsKind kind) { return kind == CRS_F16 ? 10 : 7; }

static long double half_value(CrsKind kind, uint16_t bits)
{
    int digits = fraction_bits(kind), most = (1 << (15 - digits)) - 1, exponent = bits >> digits & most;
    long double fraction = bits & ((1 << digits) - 1), sign = bits & 0x8000 ? -1 : 1;
    if (exponent == most)
        return fraction ? (long double)NAN : sign * (long double)INFINITY;
    fraction += exponent ? 1 << digits : 0;
    return sign * ldexpl(fraction, (exponent ? exponent : 1) - most / 2 - digits);
}

// The nearest number of the type towards 0.
uint16_t leaf_half(CrsKind kind, double value)
{
    int digits = fraction_bits(kind), most = (1 << (15 - digits)) - 1, exponent;
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value) || isinf(value))
        return (uint16_t)(sign | most << digits | isnan(value));
    double fraction = frexp(fabs(value), &exponent);
    exponent += most / 2 - 1;
    if (exponent >= most)
        return (uint16_t)(sign | most << digits);
    int shift = digits + (exponent > 0 ? 1 : exponent);
    long whole = shift < 0 ? 0 : (long)ldexp(fraction, shift);
    return (uint16_t)(sign | (exponent > 1 ? ((long)(exponent - 1) << digits) + whole : whole));
}

bool kind_is_integer(CrsKind kind) { return kind <= CRS_U64; }

// X(kind, C type) for every integer kind
// clang-format off
#define INTEGER_KINDS(X) \
    X(CRS_BOOL, uint8_t) X(CRS_I8, int8_t) X(CRS_U8, uint8_t) X(CRS_I16, int16_t) X(CRS_U16, uint16_t) \
    X(CRS_I32, int32_t) X(CRS_U32, uint32_t) X(CRS_I64, int64_t) X(CRS_U64, uint64_t)
// clang-format on

size_t leaf_size(CrsKind kind)
{
    switch (kind) {
#define CASE(kind, type) \
    case kind: return sizeof(type);
        INTEGER_KINDS(CASE)
#undef CASE
    case CRS_F32: return sizeof(float);
    case CRS_F64: return sizeof(double);
    case CRS_F16:
    case CRS_BF16: return sizeof(uint16_t);
    case CRS_POINTER: return sizeof(void *);
    default: return 0;
    }
}

long double leaf_value(CrsKind kind, const void *place)
{
    switch (kind) {
#define CASE(kind, type)                     \
    case kind: {                             \
        type value;                          \
        memcpy(&value, place, sizeof value); \
        return (long double)value;           \
    }
        INTEGER_KINDS(CASE)
        CASE(CRS_F32, float)
        CASE(CRS_F64, double)
#undef CASE
    case CRS_F16:
    case CRS_BF16: {
        uint16_t bits;
        memcpy(&bits, place, sizeof bits);
        return half_value(kind, bits);
    }
    default: return 0;
    }
}

static long clamp(long value, long low, long high) { return value < low ? low : value > high ? high : value; }

void leaf_set_integer(CrsKind kind, void *place, long value)
{
    switch (kind) {
    case CRS_BOOL: value = value != 0; break;
    case CRS_I8: value = clamp(value, INT8_MIN, INT8_MAX); break;
    case CRS_U8: value = clamp(value, 0, UINT8_MAX); break;
    case CRS_I16: value = clamp(value, INT16_MIN, INT16_MAX); break;
    case CRS_U16: value = clamp(value, 0, UINT16_MAX); break;
    case CRS_I32: value = clamp(value, INT32_MIN, INT32_MAX); break;
    case CRS_U32: value = clamp(value, 0, UINT32_MAX); break;
    case CRS_U64: value = clamp(value, 0, INT64_MAX); break;
    default: break;
    }
    memcpy(place, &value, leaf_size(kind)); // little-endian, as every machine with CUDA is
}

void leaf_print(char *text, size_t size, CrsKind kind, const void *place)
{
    if (kind == CRS_POINTER)
        snprintf(text, size, "another pointer");
    else if (leaf_value(kind, place) != leaf_value(kind, place))
        snprintf(text, size, "nan");
    else if (kind == CRS_F32 || kind == CRS_F16 || kind == CRS_BF16)
        snprintf(text, size, "%.9Lg", leaf_value(kind, place));
    else if (kind == CRS_F64)
        snprintf(text, size, "%.17Lg", leaf_value(kind, place));
    else
        snprintf(text, size, "%.0Lf", leaf_value(kind, place));
}
