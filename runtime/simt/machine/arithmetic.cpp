#include "arithmetic.h"

#include <fenv.h>
#include <math.h>

namespace simt
{

bool compare_reals(const Instruction &instruction, double a, double b)
{
    bool unordered = isnan(a) || isnan(b);
    const struct {
        Modifier ordered, or_unordered;
        bool holds;
    } all[] = {{Modifier::LT, Modifier::LTU, a < b},  {Modifier::LE, Modifier::LEU, a <= b},
               {Modifier::GT, Modifier::GTU, a > b},  {Modifier::GE, Modifier::GEU, a >= b},
               {Modifier::EQ, Modifier::EQU, a == b}, {Modifier::NE, Modifier::NEU, a < b || a > b}};
    for (const auto &one : all) {
        if (instruction.has(one.ordered))
            return one.holds;
        if (instruction.has(one.or_unordered))
            return one.holds || unordered;
    }
    return instruction.has(Modifier::NUM) ? !unordered : unordered;
}

// Rounding as the modifiers say, while it lives.
class Rounding
{
  public:
    explicit Rounding(const Instruction &instruction) : before_(fegetround())
    {
        fesetround(instruction.has(Modifier::RM)   ? FE_DOWNWARD
                   : instruction.has(Modifier::RP) ? FE_UPWARD
                   : instruction.has(Modifier::RZ) ? FE_TOWARDZERO
                                                   : FE_TONEAREST);
    }
    ~Rounding() { fesetround(before_); }

  private:
    int before_;
};

static bool rounds(const Instruction &instruction)
{
    return instruction.has(Modifier::RM) || instruction.has(Modifier::RP) || instruction.has(Modifier::RZ);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float flushed(const Instruction &instruction, float value)
{
    return instruction.has(Modifier::FTZ) && fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value;
}

// ---- float ----

static float calculate(Opcode opcode, float a, float b, float c)
{
    volatile float left = a, right = b, added = c; // the rounding mode is not the compiler's
    return opcode == Opcode::FADD ? left + right : opcode == Opcode::FMUL ? left * right : fmaf(left, right, added);
}

static void calculate_floats(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Values a, b, c = {};
    warp.read_float(instruction.operands[1], a);
    warp.read_float(instruction.operands[2], b);
    if (instruction.opcode == Opcode::FFMA)
        warp.read_float(instruction.operands[3], c);
    if (!rounds(instruction) && !instruction.has(Modifier::FTZ) && !instruction.has(Modifier::SAT)) {
        for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
            float left = float_of(a[lane]), right = float_of(b[lane]);
            a[lane] = bits_of(instruction.opcode == Opcode::FADD   ? left + right
                              : instruction.opcode == Opcode::FMUL ? left * right
                                                                   : fmaf(left, right, float_of(c[lane])));
        }
        warp.write(instruction.operands[0], a, mask);
        return;
    }
    Rounding rounding(instruction);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        float value = calculate(instruction.opcode, flushed(instruction, float_of(a[lane])),
                                flushed(instruction, float_of(b[lane])), flushed(instruction, float_of(c[lane])));
        value = flushed(instruction, value);
        if (instruction.has(Modifier::SAT))
            value = value > 0 ? fminf(value, 1) : 0;
        a[lane] = bits_of(value);
    }
    warp.write(instruction.operands[0], a, mask);
}

static float lesser(const Instruction &instruction, float a, float b, bool least)
{
    if (isnan(a) || isnan(b))
        return instruction.has(Modifier::_NAN) ? NAN : isnan(a) ? b : a;
    bool takes_a = a < b || (a == b && signbit(a));
    return takes_a == least ? a : b;
}

static void least_float(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Values a, b;
    warp.read_float(instruction.operands[1], a);
    warp.read_float(instruction.operands[2], b);
    uint32_t least = warp.read_predicate(instruction.operands[3]);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        a[lane] = bits_of(lesser(instruction, float_of(a[lane]), float_of(b[lane]), least >> lane & 1));
    warp.write(instruction.operands[0], a, mask);
}

// P, a, b: whether a / b needs more than the fast path of a division.
static void check_division(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Values a, b;
    warp.read_float(instruction.operands[1], a);
    warp.read_float(instruction.operands[2], b);
    uint32_t needs = 0;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        int top = (int)(a[lane] >> 23 & 255), bottom = (int)(b[lane] >> 23 & 255);
        bool fine = top - bottom < 127 && top - bottom > -126 && bottom > 1 && bottom < 253 && top > 23 && top < 255;
        needs |= (uint32_t)!fine << lane;
    }
    warp.write_predicate(instruction.operands[0], needs, mask);
}

// ---- double ----

static void calculate_doubles(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Values64 a, b, c = {};
    warp.read_double(instruction.operands[1], a);
    warp.read_double(instruction.operands[2], b);
    if (instruction.opcode == Opcode::DFMA)
        warp.read_double(instruction.operands[3], c);
    Rounding rounding(instruction);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        volatile double left = double_of(a[lane]), right = double_of(b[lane]), added = double_of(c[lane]);
        a[lane] = bits_of(instruction.opcode == Opcode::DADD   ? left + right
                          : instruction.opcode == Opcode::DMUL ? left * right
                                                               : fma(left, right, added));
    }
    warp.write_wide(instruction.operands[0], a, mask);
}

// ---- functions ----

static uint32_t upper_word(double value) { return (uint32_t)(bits_of(value) >> 32); }

static uint32_t function_of(const Instruction &instruction, uint32_t bits)
{
    float x = float_of(bits);
    double wide = double_of((uint64_t)bits << 32);
    const double turn = 6.283185307179586;
    if (instruction.has(Modifier::RCP64H))
        return upper_word(1 / wide);
    if (instruction.has(Modifier::RSQ64H))
        return upper_word(1 / sqrt(wide));
    return bits_of(instruction.has(Modifier::RCP)    ? 1 / x
                   : instruction.has(Modifier::RSQ)  ? (float)(1 / sqrt((double)x))
                   : instruction.has(Modifier::SQRT) ? sqrtf(x)
                   : instruction.has(Modifier::LG2)  ? log2f(x)
                   : instruction.has(Modifier::EX2)  ? exp2f(x)
                   : instruction.has(Modifier::SIN)  ? (float)sin(turn * x)
                   : instruction.has(Modifier::COS)  ? (float)cos(turn * x)
                                                     : tanhf(x));
}

static uint32_t reversed(uint32_t bits)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (bits >> i & 1) << (31 - i);
    return result;
}

// The place of the first bit that differs from the sign.
static uint32_t first_bit(const Instruction &instruction, uint32_t bits)
{
    if (!instruction.has(Modifier::U32) && (int32_t)bits < 0)
        bits = ~bits;
    if (!bits)
        return all_lanes;
    uint32_t place = 31 - (uint32_t)__builtin_clz(bits);
    return instruction.has(Modifier::SH) ? 31 - place : place;
}

static void calculate_each(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Values a, b = {};
    bool is_float = instruction.opcode == Opcode::MUFU;
    is_float ? warp.read_float(instruction.operands[1], a) : warp.read(instruction.operands[1], a);
    if (instruction.operands.size() > 2)
        warp.read(instruction.operands[2], b);
    each_lane(mask, [&](unsigned lane) {
        uint32_t bits = a[lane];
        switch (instruction.opcode) {
        case Opcode::MUFU: a[lane] = function_of(instruction, bits); break;
        case Opcode::POPC:
        case Opcode::UPOPC: a[lane] = (uint32_t)__builtin_popcount(bits); break;
        case Opcode::FLO:
        case Opcode::UFLO: a[lane] = first_bit(instruction, bits); break;
        case Opcode::BREV: a[lane] = reversed(bits); break;
        case Opcode::IABS: a[lane] = (int32_t)bits < 0 ? -bits : bits; break;
        case Opcode::BMSK: a[lane] = (b[lane] > 31 ? all_lanes : (1u << b[lane]) - 1) << (bits & 31); break;
        default: { // SGXT
            unsigned drop = b[lane] > 31 ? 0 : 32 - b[lane];
            a[lane] = drop == 32                       ? 0
                      : instruction.has(Modifier::U32) ? bits << drop >> drop
                                                       : (uint32_t)((int32_t)(bits << drop) >> drop);
        }
        }
    });
    warp.write(instruction.operands[0], a, mask);
}

// ---- conversions ----

static uint64_t widened(const Instruction &instruction, uint64_t value)
{
    if (instruction.has(Modifier::U64) || instruction.has(Modifier::S64))
        return value;
    if (instruction.has(Modifier::U32))
        return (uint32_t)value;
    if (instruction.has(Modifier::U16))
        return (uint16_t)value;
    if (instruction.has(Modifier::U8))
        return (uint8_t)value;
    if (instruction.has(Modifier::S16))
        return (uint64_t)(int64_t)(int16_t)value;
    if (instruction.has(Modifier::S8))
        return (uint64_t)(int64_t)(int8_t)value;
    return (uint64_t)(int64_t)(int32_t)value;
}

static void from_integer(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    bool is_unsigned = instruction.has(Modifier::U64) || instruction.has(Modifier::U32) ||
                       instruction.has(Modifier::U16) || instruction.has(Modifier::U8);
    Values64 values;
    Values floats;
    warp.read_wide(instruction.operands[1], values);
    Rounding rounding(instruction);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        volatile uint64_t value = widened(instruction, values[lane]);
        volatile float narrow = is_unsigned ? (float)value : (float)(int64_t)value;
        values[lane] = bits_of(is_unsigned ? (double)value : (double)(int64_t)value);
        floats[lane] = bits_of((float)narrow);
    }
    if (instruction.has(Modifier::F64))
        warp.write_wide(instruction.operands[0], values, mask);
    else
        warp.write(instruction.operands[0], floats, mask);
}

static double whole(const Instruction &instruction, double value)
{
    return instruction.has(Modifier::TRUNC)   ? trunc(value)
           : instruction.has(Modifier::FLOOR) ? floor(value)
           : instruction.has(Modifier::CEIL)  ? ceil(value)
                                              : nearbyint(value);
}

static void read_reals(const Warp32 &warp, const Instruction &instruction, double out[lanes_per_warp])
{
    Values64 wide;
    Values narrow;
    if (instruction.has(Modifier::F64))
        warp.read_double(instruction.operands[1], wide);
    else
        warp.read_float(instruction.operands[1], narrow);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        out[lane] = instruction.has(Modifier::F64) ? double_of(wide[lane]) : float_of(narrow[lane]);
}

static uint64_t saturated(double value, double least, double most, uint64_t at_most)
{
    return isnan(value)     ? 0
           : value >= most  ? at_most
           : value <= least ? (uint64_t)(int64_t)least
           : most > 1e19    ? (uint64_t)value
                            : (uint64_t)(int64_t)value;
}

static void to_integer(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    double values[lanes_per_warp];
    Values64 out;
    read_reals(warp, instruction, values);
    bool is_long = instruction.has(Modifier::U64) || instruction.has(Modifier::S64);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        double value = whole(instruction, values[lane]);
        out[lane] = instruction.has(Modifier::U64)   ? saturated(value, 0, 0x1p64, ~0ull)
                    : instruction.has(Modifier::S64) ? saturated(value, -0x1p63, 0x1p63, ~0ull >> 1)
                    : instruction.has(Modifier::U32) ? saturated(value, 0, 0x1p32, 0xffffffffu)
                                                     : saturated(value, -0x1p31, 0x1p31, 0x7fffffffu);
    }
    Values low;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        low[lane] = (uint32_t)out[lane];
    if (is_long)
        warp.write_wide(instruction.operands[0], out, mask);
    else
        warp.write(instruction.operands[0], low, mask);
}

// F2F, and FRND, which rounds to whole numbers.
static void to_real(Warp32 &warp, const Instruction &instruction, uint32_t mask, bool from_wide, bool to_wide)
{
    Values64 wide = {};
    Values narrow = {};
    if (from_wide)
        warp.read_double(instruction.operands[1], wide);
    else
        warp.read_float(instruction.operands[1], narrow);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        double value = from_wide ? double_of(wide[lane]) : float_of(narrow[lane]);
        value = instruction.opcode == Opcode::FRND ? whole(instruction, value) : value;
        wide[lane] = bits_of(value);
        narrow[lane] = bits_of((float)value);
    }
    if (to_wide)
        warp.write_wide(instruction.operands[0], wide, mask);
    else
        warp.write(instruction.operands[0], narrow, mask);
}

// Of a half that is printed as a number.
static uint32_t half_bits(double value)
{
    uint32_t sign = signbit(value) ? 0x8000 : 0;
    value = fabs(value);
    if (value == 0)
        return sign;
    if (!(value < 65520))
        return sign | (isnan(value) ? 0x7fffu : 0x7c00u);
    int exponent = ilogb(value) < -14 ? -14 : ilogb(value);
    uint32_t mantissa = (uint32_t)nearbyint(ldexp(value, 10 - exponent));
    return sign | (mantissa < 1024 ? mantissa : (uint32_t)(exponent + 14) * 1024 + mantissa);
}

// -0 * 0 + two halves: a constant.
static void move_halves(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Values out;
    for (uint32_t &value : out)
        value = half_bits(instruction.operands[3].number) << 16 | half_bits(instruction.operands[4].number);
    warp.write(instruction.operands[0], out, mask);
}

void compute_number(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    bool is_double = instruction.has(Modifier::F64);
    switch (instruction.opcode) {
    case Opcode::FADD:
    case Opcode::FMUL:
    case Opcode::FFMA: calculate_floats(warp, instruction, mask); break;
    case Opcode::FMNMX: least_float(warp, instruction, mask); break;
    case Opcode::FCHK: check_division(warp, instruction, mask); break;
    case Opcode::DADD:
    case Opcode::DMUL:
    case Opcode::DFMA: calculate_doubles(warp, instruction, mask); break;
    case Opcode::I2F:
    case Opcode::I2FP: from_integer(warp, instruction, mask); break;
    case Opcode::F2I: to_integer(warp, instruction, mask); break;
    case Opcode::F2F: to_real(warp, instruction, mask, instruction.has(Modifier::_64), is_double); break;
    case Opcode::FRND: to_real(warp, instruction, mask, is_double, is_double); break;
    case Opcode::HFMA2: move_halves(warp, instruction, mask); break;
    default: calculate_each(warp, instruction, mask);
    }
}

} // namespace simt
