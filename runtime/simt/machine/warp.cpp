#include "warp.h"

namespace simt
{

Warp32::Warp32(MachineBlock &in, unsigned first, unsigned count) : block(in), first_thread(first)
{
    alive = count >= lanes_per_warp ? all_lanes : (1u << count) - 1;
    predicates_[true_predicate] = uniform_predicates_[true_predicate] = all_lanes;
    groups.push_back({alive, 0});
}

static void fill(Values out, uint32_t value)
{
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        out[lane] = value;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t constant_word(const Launch &launch, uint64_t offset)
{
    uint32_t word = 0;
    if (offset + sizeof word <= launch.constants.size())
        memcpy(&word, &launch.constants[offset], sizeof word);
    return word;
}

// ---- Reading ----

void Warp32::read_bits(const Operand &operand, Values out) const
{
    switch (operand.type) {
    case Operand::reg: memcpy(out, registers_[operand.index], sizeof(Values)); return;
    case Operand::uniform: fill(out, uniform(operand.index)); return;
    case Operand::integer: fill(out, (uint32_t)operand.value); return;
    case Operand::real: fill(out, float_bits((float)operand.number)); return;
    case Operand::constant:
        for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
            uint32_t base = operand.index >= 0 ? registers_[operand.index][lane] : 0;
            base += operand.uniform_index >= 0 ? uniform(operand.uniform_index) : 0;
            out[lane] = constant_word(*block.launch, (uint32_t)(base + operand.value));
        }
        return;
    default: fill(out, 0);
    }
}

void Warp32::read(const Operand &operand, Values out) const
{
    read_bits(operand, out);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        out[lane] = operand.negative ? -out[lane] : operand.inverted ? ~out[lane] : out[lane];
}

void Warp32::read_float(const Operand &operand, Values out) const
{
    read_bits(operand, out);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        out[lane] &= operand.absolute ? 0x7fffffffu : all_lanes;
        out[lane] ^= operand.negative ? 0x80000000u : 0;
    }
}

// The operand that has the upper half.
static Operand upper_half(const Operand &operand)
{
    Operand upper = operand;
    if (operand.type == Operand::reg && operand.index != zero_register)
        upper.index++;
    if (operand.type == Operand::uniform && operand.index != zero_uniform)
        upper.index++;
    if (operand.type == Operand::constant)
        upper.value += 4;
    if (operand.type == Operand::integer)
        upper.value = operand.value < 0 ? -1 : 0;
    return upper;
}

void Warp32::read_wide(const Operand &operand, Values64 out) const
{
    Values low, high;
    read_bits(operand, low);
    read_bits(upper_half(operand), high);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        out[lane] = (uint64_t)high[lane] << 32 | low[lane];
        out[lane] = operand.negative ? -out[lane] : operand.inverted ? ~out[lane] : out[lane];
    }
}

void Warp32::read_double(const Operand &operand, Values64 out) const
{
    Operand bare = operand;
    bare.negative = bare.absolute = bare.inverted = false;
    uint64_t number;
    memcpy(&number, &operand.number, sizeof number);
    if (operand.type != Operand::real)
        read_wide(bare, out);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        if (operand.type == Operand::real)
            out[lane] = number;
        if (operand.type == Operand::integer)
            out[lane] = (uint64_t)operand.value << 32; // the upper half, as it is printed
        out[lane] &= operand.absolute ? ~0ull >> 1 : ~0ull;
        out[lane] ^= operand.negative ? 1ull << 63 : 0;
    }
}

uint32_t Warp32::read_predicate(const Operand &operand) const
{
    uint32_t value = operand.type == Operand::predicate           ? predicates_[operand.index]
                     : operand.type == Operand::uniform_predicate ? uniform_predicates_[operand.index]
                                                                  : all_lanes;
    return operand.inverted ? ~value : value;
}

// ---- Writing ----

void Warp32::write(const Operand &operand, const Values in, uint32_t mask)
{
    if (operand.type == Operand::uniform && operand.index != zero_uniform && mask)
        uniform_[operand.index] = in[__builtin_ctz(mask)];
    if (operand.type != Operand::reg || operand.index == zero_register)
        return;
    uint32_t *out = registers_[operand.index];
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        out[lane] = mask >> lane & 1 ? in[lane] : out[lane];
}

void Warp32::write_wide(const Operand &operand, const Values64 in, uint32_t mask)
{
    Values low, high;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        low[lane] = (uint32_t)in[lane];
        high[lane] = (uint32_t)(in[lane] >> 32);
    }
    write(operand, low, mask);
    write(upper_half(operand), high, mask);
}

void Warp32::write_predicate(const Operand &operand, uint32_t in, uint32_t mask)
{
    if (operand.index == true_predicate)
        return;
    if (operand.type == Operand::predicate)
        predicates_[operand.index] = (predicates_[operand.index] & ~mask) | (in & mask);
    else if (operand.type == Operand::uniform_predicate && mask)
        uniform_predicates_[operand.index] = in >> __builtin_ctz(mask) & 1 ? all_lanes : 0;
}

} // namespace simt
