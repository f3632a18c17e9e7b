#include "sizes.h"

#include "draw.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// Nothing, one, around a vector, a warp, a tile, two tiles, a block; a prime that is none of them; even ones beyond
// a tile, where rows begin at multiples of 16 bytes; many blocks.
// MIXED: a different value for each size. ZERO_FIRST, and what follows downwards: the first size, or the next one, is
// 0, the one after it is large, and the others are mixed: loops that run without any iteration of others run further.
enum {
    MIXED = -1,
    ZERO_FIRST = -2,
    ZERO_THIRD = -4,
    FEWEST_LARGE = 1000,
    FEWEST_HUGE = 1000000,
    MIXED_TRIES = 300,
    BESIDE_ZERO = 1031
};
static const long telling[] = {
    33, MIXED, 1, 1031,  0,  MIXED, 17,    MIXED, 127, 4099,    MIXED, 65,    2,          MIXED,          100003,
    31, 64,    3, MIXED, 16, 4,     MIXED, 130,   260, 1000003, 211,   MIXED, ZERO_FIRST, ZERO_FIRST - 1, ZERO_THIRD};
static const long mixed[] = {1, 2,  3,  5,  7,   8,   15,  16, 17, 31, 32, 33,  4,
                             6, 64, 65, 97, 127, 130, 211, 11, 13, 27, 45, 128, 256};

static int given_count(const CrsSpec *spec, const char *name)
{
    int count = 0;
    for (int i = 0; i < spec->size_count; i++)
        count += strcmp(spec->sizes[i].name, name) == 0;
    return count;
}

bool sizes_given(const CrsSpec *spec, const char *name) { return given_count(spec, name) > 0; }

static long given(const CrsSpec *spec, const char *name, long which)
{
    which %= given_count(spec, name);
    for (int i = 0;; i++)
        if (strcmp(spec->sizes[i].name, name) == 0 && which-- == 0)
            return strtol(spec->sizes[i].value, NULL, 0);
}

long sizes_given_value(const CrsSpec *spec, const char *name, long otherwise)
{
    return sizes_given(spec, name) ? given(spec, name, 0) : otherwise;
}

// All combinations of the values given, the last size running fastest.
static bool given_combination(const CrsSpec *spec, const CrsFunction *function, int number, Candidate *candidate)
{
    long rest = number;
    for (int i = function->size_count - 1; i >= 0; i--) {
        int count = given_count(spec, function->sizes[i]);
        candidate->values[i] = given(spec, function->sizes[i], rest);
        rest /= count;
    }
    candidate->kind = CANDIDATE_GIVEN;
    candidate->pointless = false;
    return rest == 0 && number < 4096;
}

// A size that is compared with constants takes them in turn; the other sizes vary with it.
static bool guarded_value(const CrsFunction *function, int size, int *number, long *value)
{
    int first = 0, count = 0;
    for (int i = 0; i < function->guard_count; i++)
        if (function->guards[i].size == size) {
            first = count == 0 ? i : first;
            count++;
        }
    if (count == 0)
        return false;
    int turn = *number % (count + 1);
    *number /= count + 1;
    if (turn < count)
        *value = function->guards[first + turn].value;
    return turn < count;
}

static bool is_guarded(const CrsFunction *function, int size)
{
    for (int i = 0; i < function->guard_count; i++)
        if (function->guards[i].size == size)
            return true;
    return false;
}

bool sizes_candidate(const CrsSpec *spec, const CrsFunction *function, unsigned long seed, int number,
                     Candidate *candidate)
{
    int free_count = 0, guarded = 0, turns = number;
    for (int i = 0; i < function->size_count; i++) {
        bool is_free = given_count(spec, function->sizes[i]) == 0;
        free_count += is_free;
        guarded += is_free && is_guarded(function, i);
    }
    if (free_count == 0)
        return given_combination(spec, function, number, candidate);
    if (number >= COUNT(telling) + MIXED_TRIES)
        return false;
    long value = number < COUNT(telling) ? telling[number] : MIXED;
    // One size is not mixed with others. Its values one after the other are left for a launcher that takes few of them.
    bool rest = number >= COUNT(telling) && free_count == 1;
    candidate->kind = rest                    ? CANDIDATE_REST
                      : value == MIXED        ? CANDIDATE_MIXED
                      : value >= FEWEST_HUGE  ? CANDIDATE_HUGE
                      : value >= FEWEST_LARGE ? CANDIDATE_LARGE
                                              : CANDIDATE_EQUAL;
    int zero = value <= ZERO_FIRST ? (int)(ZERO_FIRST - value) : -1;
    for (int i = 0; i < function->size_count; i++) {
        uint64_t which = (uint64_t)number * MAX_SIZES + (uint64_t)i;
        candidate->values[i] = given_count(spec, function->sizes[i]) ? given(spec, function->sizes[i], number)
                               : rest                                ? number - COUNT(telling) + 2
                               : i == zero                           ? 0
                               : zero >= 0 && i == (zero + 1) % function->size_count ? BESIDE_ZERO
                               : value <= MIXED ? mixed[draw_number(seed, which, COUNT(mixed))]
                                                : value;
        if (given_count(spec, function->sizes[i]) == 0)
            guarded_value(function, i, &turns, &candidate->values[i]);
    }
    candidate->pointless = !rest && value <= MIXED && (free_count - guarded < 2 || zero >= function->size_count);
    return true;
}

// ---- sizes of a sweep

// The ranges that a size is drawn from: small numbers one by one, and all orders of magnitude beyond them, so that each
// tile has sizes before and after its end, with many remainders.
typedef struct Span {
    long low, high;
} Span;
static const Span spans[SWEPT_SPANS] = {{65, 127},  {3, 3},   {257, 319}, {1, 1}, {17, 31},   {129, 191},
                                        {5, 5},     {9, 15},  {33, 63},   {2, 2}, {512, 900}, {6, 6},
                                        {193, 255}, {10, 15}, {320, 511}, {4, 4}, {7, 7},     {901, 1500},
                                        {0, 0},     {65, 99}, {130, 160}, {8, 8}, {34, 48},   {4096, 5000}};
enum { FIRST_SWEEP = 2000, FEW_ABOVE = 4 };

static const double most_swept_product = 40000;

// Each size runs through the spans in an order of its own. Just above a tile the last one has fewer elements than a
// vector, or a row of vectors.
static long swept_value(unsigned long seed, int number, int size)
{
    static const int strides[] = {1, 5, 7, 11, 13, 17, 19, 23}; // without a common divisor with the number of spans
    int first = (int)draw_number(seed, (uint64_t)size, SWEPT_SPANS);
    const Span *span = &spans[(first + number * strides[size % COUNT(strides)]) % SWEPT_SPANS];
    uint64_t which = (uint64_t)(FIRST_SWEEP + number) * MAX_SIZES + (uint64_t)size;
    long values = span->high - span->low + 1;
    if (values > FEW_ABOVE && draw_number(seed ^ 0x61626f76, which, 2))
        values = FEW_ABOVE;
    return span->low + (long)draw_number(seed, which, (uint64_t)values);
}

static double product_of(const Candidate *candidate, int count)
{
    double product = 1;
    for (int i = 0; i < count; i++)
        product *= (double)(candidate->values[i] > 1 ? candidate->values[i] : 1);
    return product;
}

bool sizes_shrink(const CrsSpec *spec, const CrsFunction *function, int number, Candidate *candidate)
{
    int kept = number % function->size_count, largest = -1;
    for (int i = 0; i < function->size_count; i++) {
        bool may_shrink = i != kept && candidate->values[i] > 1 && !sizes_given(spec, function->sizes[i]);
        if (may_shrink && (largest < 0 || candidate->values[i] > candidate->values[largest]))
            largest = i;
    }
    if (largest >= 0)
        candidate->values[largest] = 1 + candidate->values[largest] * 3 / 7;
    return largest >= 0;
}

bool sizes_swept(const CrsSpec *spec, const CrsFunction *function, unsigned long seed, int number, Candidate *candidate)
{
    enum { ROUNDS = 2 };
    int turns = number;
    *candidate = (Candidate){.kind = CANDIDATE_MIXED};
    if (function->size_count == 0 || number >= (function->size_count > 1 ? ROUNDS : 1) * SWEPT_SPANS)
        return false;
    for (int i = 0; i < function->size_count; i++) {
        bool is_given = sizes_given(spec, function->sizes[i]);
        candidate->values[i] = is_given ? given(spec, function->sizes[i], number) : swept_value(seed, number, i);
    }
    while (product_of(candidate, function->size_count) > most_swept_product)
        if (!sizes_shrink(spec, function, number, candidate))
            break;
    for (int i = 0; i < function->size_count; i++)
        if (!sizes_given(spec, function->sizes[i]))
            guarded_value(function, i, &turns, &candidate->values[i]);
    return true;
}

bool sizes_exceed(const CrsFunction *function, const Candidate *larger, const Candidate *smaller)
{
    for (int i = 0; i < function->size_count; i++) {
        bool equal = larger->values[i] == smaller->values[i];
        if (is_guarded(function, i) ? !equal : larger->values[i] < smaller->values[i])
            return false;
    }
    return true;
}

const char *sizes_unknown(const CrsSpec *spec)
{
    for (int i = 0; i < spec->size_count; i++) {
        bool known = false;
        for (int f = 0; f < spec->function_count; f++)
            for (int k = 0; k < spec->functions[f].size_count; k++)
                known |= strcmp(spec->functions[f].sizes[k], spec->sizes[i].name) == 0;
        if (!known)
            return spec->sizes[i].name;
    }
    return NULL;
}
