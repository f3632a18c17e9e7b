#include "ir/number_set.h"

#include <string.h>

bool numbers_have(NumberSet set, int number)
{
    return number >= 0 && number / 64 < set.count && (set.words[number / 64] >> number % 64 & 1);
}

NumberSet numbers_with(Arena *arena, NumberSet set, int number)
{
    int count = number / 64 < set.count ? set.count : number / 64 + 1;
    uint64_t *words = ARENA_ARRAY(arena, uint64_t, count);
    if (set.count)
        memcpy(words, set.words, sizeof *words * (size_t)set.count);
    words[number / 64] |= UINT64_C(1) << number % 64;
    return (NumberSet){words, count};
}

bool numbers_meet(NumberSet left, NumberSet right)
{
    for (int i = 0; i < left.count && i < right.count; i++)
        if (left.words[i] & right.words[i])
            return true;
    return false;
}

bool numbers_within(NumberSet inner, NumberSet outer)
{
    for (int i = 0; i < inner.count; i++)
        if (inner.words[i] & ~(i < outer.count ? outer.words[i] : 0))
            return false;
    return true;
}
