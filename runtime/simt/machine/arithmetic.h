// Numbers: floating point, conversions, counts of bits.
#pragma once

#include "warp.h"

namespace simt
{

inline float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

inline double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The comparison that the instruction's modifiers name.
bool compare_reals(const Instruction &instruction, double a, double b);
void compute_number(Warp32 &warp, const Instruction &instruction, uint32_t mask);

} // namespace simt
