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
