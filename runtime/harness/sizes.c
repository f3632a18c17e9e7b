#include "sizes.h"

#include "draw.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// Nothing, one, around a vector, a warp, a tile, two tiles, a block; and a prime that is none of them.
static const long hurting[] = {0, 1, 2, 3, 7, 16, 17, 31, 33, 64, 65, 127, 211};
static const long larger[] = {1031, 4099, 100003, 1000003};
static const long mixed[] = {1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 32, 33, 48, 61, 64, 65, 97, 127, 130, 211};
enum { MIXED_TRIES = 300 };

static int given_count(const CrsSpec *spec, const char *name)
{
    int count = 0;
    for (int i = 0; i < spec->size_count; i++)
        count += strcmp(spec->sizes[i].name, name) == 0;
    return count;
}

static long given(const CrsSpec *spec, const char *name, long which)
{
    which %= given_count(spec, name);
    for (int i = 0;; i++)
        if (strcmp(spec->sizes[i].name, name) == 0 && which-- == 0)
            return strtol(spec->sizes[i].value, NULL, 0);
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
    return rest == 0 && number < 4096;
}

bool sizes_candidate(const CrsSpec *spec, const CrsFunction *function, unsigned long seed, int number,
                     Candidate *candidate)
{
    int free_count = 0;
    for (int i = 0; i < function->size_count; i++)
        free_count += given_count(spec, function->sizes[i]) == 0;
    if (free_count == 0)
        return given_combination(spec, function, number, candidate);
    int equal = COUNT(hurting) + COUNT(larger);
    if (number >= equal + (free_count > 1 ? MIXED_TRIES : 0))
        return false;
    candidate->kind = number < COUNT(hurting) ? CANDIDATE_EQUAL : number < equal ? CANDIDATE_LARGE : CANDIDATE_MIXED;
    for (int i = 0; i < function->size_count; i++) {
        if (given_count(spec, function->sizes[i]))
            candidate->values[i] = given(spec, function->sizes[i], number);
        else if (candidate->kind == CANDIDATE_EQUAL)
            candidate->values[i] = hurting[number];
        else if (candidate->kind == CANDIDATE_LARGE)
            candidate->values[i] = larger[number - COUNT(hurting)];
        else
            candidate->values[i] = mixed[draw_number(seed, (uint64_t)number * MAX_SIZES + (uint64_t)i, COUNT(mixed))];
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
