// Sets of numbers from 0 on, as values: a set is never changed. Zero-initialized: empty.
#ifndef CURESTRUCT_IR_NUMBER_SET_H
#define CURESTRUCT_IR_NUMBER_SET_H

#include "ir/base.h"

typedef struct NumberSet {
    const uint64_t *words;
    int count; // of words; numbers beyond them are not in it
} NumberSet;

bool numbers_have(NumberSet set, int number);
NumberSet numbers_with(Arena *arena, NumberSet set, int number);
bool numbers_meet(NumberSet left, NumberSet right);    // some number is in both
bool numbers_within(NumberSet inner, NumberSet outer); // all of `inner` are in `outer`

#endif
