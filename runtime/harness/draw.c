#include "draw.h"

#include <math.h>
#include <string.h>

const char *data_set_name(DataSet set)
{
    static const char *const names[] = {"exact", "uniform", "special"};
    return names[set];
}

const char *shape_name(Shape shape)
{
    static const char *const names[SHAPES] = {"", " with peaks", ", negative", ", positive", " with few peaks"};
    return names[shape];
}

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

uint64_t draw_hash(const char *text)
{
    uint64_t hash = 1469598103934665603u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

static uint64_t bits_at(const Draw *draw, uint64_t name, long element, int leaf)
{
    return mix(draw->seed ^ mix(name ^ mix((uint64_t)element * 0x100000001b3u + (uint64_t)leaf)));
}

uint64_t draw_number(uint64_t seed, uint64_t which, uint64_t below) { return mix(seed ^ mix(which)) % below; }

static double draw_special(uint64_t bits)
{
    static const double values[] = {NAN, INFINITY, -INFINITY, -0.0, 0.0, 0x1p-1050, -0x1p-140, 0x1p-140};
    return values[bits % (sizeof values / sizeof *values)];
}

static double draw_exact(Grain grain, uint64_t bits)
{
    switch (grain) {
    case GRAIN_EIGHTHS: return (double)(2 * (bits >> 1 & 3) + 1) / 8;
    case GRAIN_SQUARES: return bits >> 1 & 1 ? 4 : 1;
    case GRAIN_ONES: break;
    }
    return 1;
}

// Exact, its square root too, among values around 1.
enum { PEAK = 16, PEAK_DISTANCE = 61, MOST_INTEGER = 9 };

// Somewhere in that one of so many parts of the array; the same in arrays of the same length.
static long place_in(const Draw *draw, int part, int parts, long count)
{
    double within = (double)draw_number(draw->seed ^ 0x70656b, (uint64_t)part, 1 << 20) / (1 << 20);
    return (long)((part + within) / parts * (double)count);
}

// A power of two below the count, as likely a small one as a large one.
static long draw_power(uint64_t seed, uint64_t which, long count)
{
    int powers = 0;
    while (2L << powers < count)
        powers++;
    return 1L << draw_number(seed, which, (uint64_t)powers + 1);
}

// Near the last element, sometimes near the first one: what a loop that ends too early loses is there.
static long place_at_end(const Draw *draw, int part, long count)
{
    long reach = draw_power(draw->seed ^ 0x656e64, (uint64_t)part, count);
    long distance = (long)draw_number(draw->seed ^ 0x726561, (uint64_t)part, (uint64_t)reach);
    return part % 12 == 5 ? distance : count - 1 - distance;
}

// The distance of two equal peaks is a power of two: of neighbours, of lanes, of warps, of blocks.
static long place_near(const Draw *draw, int part, long at, long count)
{
    uint64_t which = (uint64_t)part * 2;
    long distance = draw_power(draw->seed ^ 0x6e656172, which, count);
    bool before = at >= distance && (at + distance >= count || draw_number(draw->seed, which + 1, 2));
    return before ? at - distance : at + distance;
}

Peaks draw_peaks(const Draw *draw, unsigned roles, uint64_t name, long first, long count)
{
    Peaks peaks = {.draw = draw, .name = name, .roles = roles};
    if (draw->shape != SHAPE_SPARSE || draw->flat || count <= 0)
        return peaks;
    int parts = draw->places > 0 ? draw->places : 1, part = draw->place % parts;
    bool few = parts <= 6, at_end = few ? part % 2 == 0 : part % 3 == 2;
    peaks.at[0] = at_end ? place_at_end(draw, part, count) : place_in(draw, part, parts, count);
    peaks.at[1] =
        at_end && !few ? place_in(draw, (part + parts / 2) % parts, parts, count) : place_at_end(draw, part + 1, count);
    peaks.at[2] = place_near(draw, part, peaks.at[0], count);
    bool several = part / 2 % 2 && peaks.at[2] >= 0 && peaks.at[2] < count;
    peaks.count = several ? 3 : 2;
    for (int i = 0; i < peaks.count; i++)
        peaks.at[i] += first;
    return peaks;
}

// 1 or -1: a peak and its sign; 0: none.
static int peak_sign(const Peaks *array, uint64_t bits, long element)
{
    const Draw *draw = array->draw;
    bool peaked = draw->shape == SHAPE_PEAKS || draw->shape == SHAPE_SPARSE;
    if (peaked && array->roles & CRS_COMPARED)
        return 1;
    if (draw->shape == SHAPE_PEAKS) {
        uint64_t chunk = (uint64_t)element / PEAK_DISTANCE;
        bool here = draw_number(draw->seed ^ array->name, chunk, PEAK_DISTANCE) == (uint64_t)element % PEAK_DISTANCE;
        return !here ? 0 : bits & 1 ? -1 : 1;
    }
    for (int i = 0; i < array->count; i++)
        if (array->at[i] == element)
            return i == 1 ? -1 : 1;
    return 0;
}

static double with_sign(const Draw *draw, double value, double sign)
{
    if (draw->positive || draw->shape == SHAPE_POSITIVE)
        return fabs(value);
    return draw->shape == SHAPE_NEGATIVE ? -fabs(value) : sign * value;
}

static double draw_float(const Draw *draw, unsigned roles, uint64_t bits, int peak)
{
    int sign = bits & 1 && !draw->positive ? -1 : 1;
    if (draw->set == DATA_SPECIAL && (bits >> 1 & 7) == 0)
        return draw_special(bits >> 4);
    if (roles & CRS_OUTPUT)
        return sign * (double)(0x100000 + (bits >> 40));
    if (roles & CRS_FACTOR)
        return sign * (draw->set == DATA_EXACT ? ldexp(1, (int)((bits >> 1) % 3) - 1)
                                               : 0.75 + (double)(bits >> 11) * 0x1p-53 * 0.5);
    if (peak)
        return with_sign(draw, PEAK, peak);
    if (draw->set == DATA_EXACT)
        return with_sign(draw, draw_exact(draw->grain, bits), sign);
    double unit = (double)(bits >> 11) * 0x1p-53;
    double value = with_sign(draw, draw->low + (draw->high - draw->low) * unit, 1);
    return draw->positive ? 1.0 / 64 + fabs(value) : value;
}

static bool wraps(CrsKind kind) { return kind == CRS_U8 || kind == CRS_U16 || kind == CRS_U32 || kind == CRS_U64; }

// Of numbers without a sign: all have bits 0 and 6, none has bit 5.
static int64_t draw_plain_integer(const Draw *draw, CrsKind kind, uint64_t bits, int peak)
{
    if (wraps(kind) && !draw->positive) {
        if (peak)
            return peak > 0 ? 0x7fffffff : 0;
        int64_t value = (int64_t)(bits >> 20 & 0x7fffffff);
        return draw->shape == SHAPE_NEGATIVE ? (value & ~0x20) | 0x41 : value;
    }
    int64_t most = draw->shape == SHAPE_SPARSE ? MOST_INTEGER + 1 : PEAK; // a comparison that is one off shows
    int64_t value = peak ? peak * most : (int64_t)(bits % (2 * MOST_INTEGER + 1)) - MOST_INTEGER;
    if (draw->positive || draw->shape == SHAPE_POSITIVE)
        return value < 0 ? -value : value;
    return draw->shape == SHAPE_NEGATIVE && value > 0 ? -value : value;
}

static int64_t draw_integer(const Draw *draw, CrsKind kind, unsigned roles, uint64_t bits, int peak)
{
    bool is_signed_shape = draw->shape == SHAPE_NEGATIVE || draw->shape == SHAPE_POSITIVE;
    if (kind == CRS_BOOL)
        return draw->shape == SHAPE_POSITIVE ? 1 : draw->shape == SHAPE_NEGATIVE ? 0 : (int64_t)(bits & 1);
    if (roles & CRS_SHIFT)
        return (int64_t)(bits & 7);
    if (roles & CRS_FACTOR && !wraps(kind))
        return bits % 29 == 0 ? 2 : bits & 1 ? -1 : 1;
    if (roles & CRS_OUTPUT)
        return kind == CRS_I8 ? (int64_t)(bits % 100) : 1000 + (int64_t)(bits % 30000);
    int64_t value = draw_plain_integer(draw, kind, bits, peak);
    bool zero_is_wrong = draw->positive || is_signed_shape || roles & CRS_DIVISOR;
    return value == 0 && zero_is_wrong ? (draw->shape == SHAPE_NEGATIVE && !draw->positive ? -3 : 3) : value;
}

void draw_leaf(const Peaks *array, CrsKind kind, long element, int leaf, void *place)
{
    const Draw *draw = array->draw;
    unsigned roles = array->roles;
    uint64_t bits = bits_at(draw, array->name, element, leaf);
    int peak = peak_sign(array, bits, element);
    if (kind == CRS_F32) {
        float value = (float)draw_float(draw, roles, bits, peak);
        memcpy(place, &value, sizeof value);
    } else if (kind == CRS_F16 || kind == CRS_BF16) {
        uint16_t value = leaf_half(kind, draw_float(draw, roles, bits, peak));
        memcpy(place, &value, sizeof value);
    } else if (kind == CRS_F64) {
        double value = draw_float(draw, roles, bits, peak);
        memcpy(place, &value, sizeof value);
    } else if (kind_is_integer(kind)) {
        int64_t value = draw_integer(draw, kind, roles, bits, peak);
        memcpy(place, &value, leaf_size(kind)); // truncates: unsigned types get all their bits
    }
}

static long greatest_common_divisor(long a, long b) { return b == 0 ? a : greatest_common_divisor(b, a % b); }

// Of a table of beginnings: for some data one row has most of the elements, and the others share the rest.
static double with_long_row(const Draw *draw, uint64_t name, double at, long element, long count)
{
    const double share = 0.625;
    if (draw_number(draw->seed ^ 0x6c6f6e67, name, 2) == 0)
        return at;
    long row = (long)draw_number(draw->seed ^ 0x726f77, name, (uint64_t)(count - 1));
    return at * (1 - share) + (element > row ? share : 0);
}

// Some values come several times in a row: a vector or a warp has equal indices, however many there may be.
static uint64_t repeated_bits(const Draw *draw, uint64_t name, long element)
{
    enum { REPEATED = 3 }; // of 16
    uint64_t bits = bits_at(draw, name, element, 0);
    while (element > 0 && bits >> 60 < REPEATED)
        bits = bits_at(draw, name, --element, 0);
    return bits;
}

// A value in [0, span).
static long draw_offset(const Draw *draw, const IndexRule *rule, long span, uint64_t name, long element, long count)
{
    if (rule->monotone) {
        if (element == 0 || element >= count - 1)
            return element == 0 ? 0 : span - 1;
        uint64_t bits = bits_at(draw, name, element, 0);
        double at = ((double)element + (double)(bits >> 11) * 0x1p-53) / (double)(count - 1);
        at = with_long_row(draw, name, at, element, count);
        long value = (long)(at * (double)span);
        return value < span ? value : span - 1;
    }
    if (rule->distinct) {
        long factor = 1 + (long)draw_number(draw->seed, name, (uint64_t)span);
        while (greatest_common_divisor(factor, span) != 1)
            factor++;
        return (long)(((__int128)factor * element + (long)draw_number(draw->seed, ~name, (uint64_t)span)) % span);
    }
    return (long)(repeated_bits(draw, name, element) % (uint64_t)span);
}

long draw_index(const Draw *draw, const IndexRule *rule, uint64_t name, long element, long count)
{
    long span = rule->limit - rule->low;
    return span <= 0 ? 0 : rule->low + draw_offset(draw, rule, span, name, element, count);
}
