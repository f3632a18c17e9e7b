// Instructions of registers, predicates and constants; shuffles and votes.
#include "warp.h"

#include "arithmetic.h"

namespace simt
{

// The operands one after the other.
class Operands
{
  public:
    explicit Operands(const Instruction &instruction) : all_(instruction.operands) {}
    const Operand &next() { return at_ < all_.size() ? all_[at_++] : none_; }
    // The next one, if it is a predicate: an output that most forms do not have.
    const Operand &next_predicate()
    {
        bool is =
            at_ < all_.size() && (all_[at_].type == Operand::predicate || all_[at_].type == Operand::uniform_predicate);
        return is ? all_[at_++] : none_;
    }
    bool more() const { return at_ < all_.size(); }

  private:
    const std::vector<Operand> &all_;
    size_t at_ = 0;
    Operand none_;
};

// ---- Sums ----

// A negative operand is added as its complement and one, which decides the carry.
static void add_term(const Warp32 &warp, const Operand &operand, Values64 sum)
{
    Values bits;
    warp.read_bits(operand, bits);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        sum[lane] += operand.negative   ? (uint64_t)(uint32_t)~bits[lane] + 1
                     : operand.inverted ? (uint32_t)~bits[lane]
                                        : bits[lane];
}

static void add_carry(uint32_t carry, Values64 sum)
{
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        sum[lane] += carry >> lane & 1;
}

static uint32_t carries(const Values64 sum, uint64_t at_least)
{
    uint32_t result = 0;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        result |= (uint32_t)((sum[lane] >> 32) >= at_least) << lane;
    return result;
}

static void write_low(Warp32 &warp, const Operand &to, const Values64 sum, uint32_t mask)
{
    Values low;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        low[lane] = (uint32_t)sum[lane];
    warp.write(to, low, mask);
}

// d, [carry out, carry out], a, b, c, [carry in, carry in]
static void add_three(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    Values64 sum = {};
    const Operand &to = operands.next();
    const Operand &first = operands.next_predicate(), &second = operands.next_predicate();
    int terms = instruction.opcode == Opcode::VIADD ? 2 : 3;
    for (int i = 0; i < terms; i++)
        add_term(warp, operands.next(), sum);
    while (instruction.has(Modifier::X) && operands.more())
        add_carry(warp.read_predicate(operands.next()), sum);
    warp.write_predicate(first, carries(sum, 1), mask);
    warp.write_predicate(second, carries(sum, 2), mask);
    write_low(warp, to, sum, mask);
}

// d, [carry out], a, b, [c], shift, [carry in]: (a << shift) + b, or the upper half of (c:a << shift), plus b
static void add_shifted(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &to = operands.next(), &carry = operands.next_predicate();
    const Operand &a = operands.next(), &b = operands.next();
    bool high = instruction.has(Modifier::HI), extends = instruction.has(Modifier::SX32);
    Values low, upper = {0}, shift;
    warp.read_bits(a, low);
    if (high && !extends)
        warp.read_bits(operands.next(), upper);
    warp.read_bits(operands.next(), shift);
    Values64 sum = {};
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        uint32_t top = extends ? (uint32_t)((int32_t)low[lane] >> 31) : upper[lane];
        uint64_t value = ((uint64_t)top << 32 | low[lane]) << (shift[lane] & 31);
        value = a.negative && high ? -value : a.inverted || a.negative ? ~value : value;
        sum[lane] = (high ? value >> 32 : (uint32_t)value) + (a.negative && !high);
    }
    add_term(warp, b, sum);
    if (instruction.has(Modifier::X))
        add_carry(warp.read_predicate(operands.next()), sum);
    warp.write_predicate(carry, carries(sum, 1), mask);
    write_low(warp, to, sum, mask);
}

// d, [carry out], a, b, c, [carry in]
static void multiply_add(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &to = operands.next(), &carry = operands.next_predicate();
    bool is_unsigned = instruction.has(Modifier::U32);
    bool high = instruction.has(Modifier::HI), wide = instruction.has(Modifier::WIDE) || high;
    Values a, b;
    warp.read(operands.next(), a);
    warp.read(operands.next(), b);
    const Operand &c = operands.next();
    Values64 sum = {};
    uint32_t carry_in = instruction.has(Modifier::X) ? warp.read_predicate(operands.next()) : 0, carry_out = 0;
    if (wide)
        warp.read_wide(c, sum);
    else
        add_term(warp, c, sum);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        uint64_t product =
            is_unsigned ? (uint64_t)a[lane] * b[lane] : (uint64_t)((int64_t)(int32_t)a[lane] * (int32_t)b[lane]);
        uint64_t before = sum[lane];
        sum[lane] += (wide ? product : (uint32_t)product) + (carry_in >> lane & 1);
        bool carries_out = wide ? sum[lane] < before : sum[lane] >> 32 != 0;
        carry_out |= (uint32_t)carries_out << lane;
        if (high)
            sum[lane] >>= 32;
    }
    warp.write_predicate(carry, carry_out, mask);
    if (wide && !high)
        warp.write_wide(to, sum, mask);
    else
        write_low(warp, to, sum, mask);
}

// ---- Bits ----

static uint32_t by_table(unsigned table, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 8; k++)
        if (table >> k & 1)
            result |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return result;
}

// [P,] d, a, b, c, table, predicate
static void logic(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &any = operands.next_predicate(), &to = operands.next();
    Values a, b, c, out;
    warp.read(operands.next(), a);
    warp.read(operands.next(), b);
    warp.read(operands.next(), c);
    unsigned table = (unsigned)operands.next().value;
    uint32_t is_set = operands.more() ? warp.read_predicate(operands.next()) : 0;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        out[lane] = by_table(table, a[lane], b[lane], c[lane]);
        is_set |= (uint32_t)(out[lane] != 0) << lane;
    }
    warp.write_predicate(any, is_set, mask);
    warp.write(to, out, mask);
}

// P, Q, a, b, c, table, table
static void predicate_logic(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &first = operands.next(), &second = operands.next();
    uint32_t a = warp.read_predicate(operands.next()), b = warp.read_predicate(operands.next());
    uint32_t c = warp.read_predicate(operands.next());
    unsigned table = (unsigned)operands.next().value, other = (unsigned)operands.next().value;
    warp.write_predicate(first, by_table(table, a, b, c), mask);
    warp.write_predicate(second, by_table(other, a, b, c), mask);
}

// d, low, count, high
static void shift(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &to = operands.next();
    Values low, count, high, out;
    warp.read(operands.next(), low);
    warp.read(operands.next(), count);
    warp.read(operands.next(), high);
    bool is_long = instruction.has(Modifier::U64) || instruction.has(Modifier::S64);
    bool is_signed = instruction.has(Modifier::S32) || instruction.has(Modifier::S64);
    unsigned most = is_long ? 63 : 32;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        unsigned by = instruction.has(Modifier::W) ? count[lane] & (is_long ? 63 : 31)
                      : count[lane] > most         ? most
                                                   : count[lane];
        uint64_t value = (uint64_t)high[lane] << 32 | low[lane];
        value = instruction.has(Modifier::L) ? value << by : is_signed ? (uint64_t)((int64_t)value >> by) : value >> by;
        out[lane] = (uint32_t)(instruction.has(Modifier::HI) ? value >> 32 : value);
    }
    warp.write(to, out, mask);
}

// d, a, selector, c
static void permute(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &to = operands.next();
    Values a, selector, c, out;
    warp.read(operands.next(), a);
    warp.read(operands.next(), selector);
    warp.read(operands.next(), c);
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        uint64_t bytes = (uint64_t)c[lane] << 32 | a[lane];
        out[lane] = 0;
        for (unsigned i = 0; i < 4; i++) {
            unsigned nibble = selector[lane] >> 4 * i & 15;
            uint32_t byte = bytes >> 8 * (nibble & 7) & 255;
            byte = nibble & 8 ? (byte & 128 ? 255 : 0) : byte;
            out[lane] |= byte << 8 * i;
        }
    }
    warp.write(to, out, mask);
}

// ---- Comparisons and choices ----

static bool combine(const Instruction &instruction, bool left, bool right)
{
    return instruction.has(Modifier::OR)    ? left || right
           : instruction.has(Modifier::XOR) ? left != right
                                            : left && right;
}

static bool compare_integers(const Instruction &instruction, uint32_t a, uint32_t b, bool lower)
{
    bool equal = a == b, less = instruction.has(Modifier::U32) ? a < b : (int32_t)a < (int32_t)b;
    bool extended = instruction.has(Modifier::EX);
    if (instruction.has(Modifier::EQ))
        return equal && (!extended || lower);
    if (instruction.has(Modifier::NE))
        return !equal || (extended && lower);
    bool strict = instruction.has(Modifier::LT) || instruction.has(Modifier::GT);
    bool at_equal = extended ? lower : !strict;
    bool down = instruction.has(Modifier::LT) || instruction.has(Modifier::LE);
    return equal ? at_equal : down ? less : !less;
}

// P, Q, a, b, predicate, [result of the lower halves]
static void compare(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &first = operands.next(), &second = operands.next();
    Values a = {}, b = {};
    Values64 wide_a = {}, wide_b = {};
    const Operand &left = operands.next(), &right = operands.next();
    if (instruction.opcode == Opcode::DSETP) {
        warp.read_double(left, wide_a);
        warp.read_double(right, wide_b);
    } else if (instruction.opcode == Opcode::FSETP) {
        warp.read_float(left, a);
        warp.read_float(right, b);
    } else {
        warp.read(left, a);
        warp.read(right, b);
    }
    uint32_t with = warp.read_predicate(operands.next());
    uint32_t lower = instruction.has(Modifier::EX) ? warp.read_predicate(operands.next()) : 0;
    uint32_t is = 0, is_not = 0;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        bool holds = instruction.opcode == Opcode::DSETP
                         ? compare_reals(instruction, double_of(wide_a[lane]), double_of(wide_b[lane]))
                     : instruction.opcode == Opcode::FSETP
                         ? compare_reals(instruction, float_of(a[lane]), float_of(b[lane]))
                         : compare_integers(instruction, a[lane], b[lane], lower >> lane & 1);
        bool other = with >> lane & 1;
        is |= (uint32_t)combine(instruction, holds, other) << lane;
        is_not |= (uint32_t)combine(instruction, !holds, other) << lane;
    }
    warp.write_predicate(first, is, mask);
    warp.write_predicate(second, is_not, mask);
}

// d, a, b, predicate
static void choose(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &to = operands.next();
    Values a, b;
    bool is_float = instruction.opcode == Opcode::FSEL;
    const Operand &left = operands.next(), &right = operands.next();
    is_float ? warp.read_float(left, a) : warp.read(left, a);
    is_float ? warp.read_float(right, b) : warp.read(right, b);
    uint32_t first = warp.read_predicate(operands.next());
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        a[lane] = first >> lane & 1 ? a[lane] : b[lane];
    warp.write(to, a, mask);
}

static uint32_t lesser(const Instruction &instruction, uint32_t a, uint32_t b, bool wants_least)
{
    bool less = instruction.has(Modifier::U32) ? a < b : (int32_t)a < (int32_t)b;
    return less == wants_least ? a : b;
}

// d, a, b, [c], predicate: the least if it holds; VIADDMNMX: of a + b, and c
static void least(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &to = operands.next();
    Values a, b, c = {};
    bool adds = instruction.opcode == Opcode::VIADDMNMX, three = instruction.opcode == Opcode::VIMNMX3;
    warp.read(operands.next(), a);
    warp.read(operands.next(), b);
    if (adds || three)
        warp.read(operands.next(), c);
    uint32_t wants_least = warp.read_predicate(operands.next());
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        bool down = wants_least >> lane & 1;
        uint32_t value =
            adds ? lesser(instruction, a[lane] + b[lane], c[lane], down) : lesser(instruction, a[lane], b[lane], down);
        value = three ? lesser(instruction, value, c[lane], down) : value;
        a[lane] = instruction.has(Modifier::RELU) && (int32_t)value < 0 ? 0 : value;
    }
    warp.write(to, a, mask);
}

// ---- Between lanes, and special registers ----

// P, d, value, lane, clamp | segments << 8
static void shuffle(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    const Operand &valid = operands.next_predicate(), &to = operands.next();
    Values value, by, control, out;
    warp.read_bits(operands.next(), value);
    warp.read_bits(operands.next(), by);
    warp.read_bits(operands.next(), control);
    uint32_t in_range = 0;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
        unsigned segment = control[lane] >> 8 & 31, clamp = control[lane] & 31;
        unsigned least_lane = lane & segment, last = least_lane | (clamp & ~segment & 31), from = by[lane] & 31;
        int source = instruction.has(Modifier::UP)     ? (int)lane - (int)from
                     : instruction.has(Modifier::DOWN) ? (int)(lane + from)
                     : instruction.has(Modifier::BFLY) ? (int)(lane ^ from)
                                                       : (int)(least_lane | (from & ~segment & 31));
        bool fits = instruction.has(Modifier::UP) ? source >= (int)last : source <= (int)last;
        in_range |= (uint32_t)fits << lane;
        out[lane] = value[fits ? source & 31 : (int)lane];
    }
    warp.write_predicate(valid, in_range, mask);
    warp.write(to, out, mask);
}

// [d,] P, predicate
static void vote(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Operands operands(instruction);
    Operand to;
    if (instruction.operands.size() > 2)
        to = operands.next();
    const Operand &result = operands.next();
    uint32_t ballot = warp.read_predicate(operands.next()) & mask;
    Values out;
    for (uint32_t &value : out)
        value = ballot;
    bool holds = instruction.has(Modifier::ALL) ? ballot == mask : ballot != 0;
    warp.write(to, out, mask);
    warp.write_predicate(result, holds ? all_lanes : 0, mask);
}

struct SpecialRegister {
    const char *name;
    uint32_t (*value)(const Warp32 &, unsigned lane);
};

static const dim3 &block_size(const Warp32 &warp) { return warp.block.launch->grid->block; }

static const SpecialRegister special_registers[] = {
    {"SR_TID.X", [](const Warp32 &warp, unsigned lane) { return (warp.first_thread + lane) % block_size(warp).x; }},
    {"SR_TID.Y", [](const Warp32 &warp,
                    unsigned lane) { return (warp.first_thread + lane) / block_size(warp).x % block_size(warp).y; }},
    {"SR_TID.Z", [](const Warp32 &warp,
                    unsigned lane) { return (warp.first_thread + lane) / block_size(warp).x / block_size(warp).y; }},
    {"SR_CTAID.X", [](const Warp32 &warp, unsigned) { return warp.block.index.x; }},
    {"SR_CTAID.Y", [](const Warp32 &warp, unsigned) { return warp.block.index.y; }},
    {"SR_CTAID.Z", [](const Warp32 &warp, unsigned) { return warp.block.index.z; }},
    {"SR_LANEID", [](const Warp32 &, unsigned lane) { return lane; }},
    {"SR_EQMASK", [](const Warp32 &, unsigned lane) { return 1u << lane; }},
    {"SR_LTMASK", [](const Warp32 &, unsigned lane) { return (1u << lane) - 1; }},
    {"SR_LEMASK", [](const Warp32 &, unsigned lane) { return (2u << lane) - 1; }},
    {"SR_GTMASK", [](const Warp32 &, unsigned lane) { return ~((2u << lane) - 1); }},
    {"SR_GEMASK", [](const Warp32 &, unsigned lane) { return ~((1u << lane) - 1); }},
    {"SR_CgaCtaId", [](const Warp32 &, unsigned) { return 0u; }},
    {"SRZ", [](const Warp32 &, unsigned) { return 0u; }},
};

static const SpecialRegister *special_register(const std::string &name)
{
    for (const SpecialRegister &one : special_registers)
        if (name == one.name)
            return &one;
    return nullptr;
}

static void read_special(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    Values64 out;
    for (unsigned lane = 0; lane < lanes_per_warp; lane++)
        out[lane] = special_register(instruction.operands[1].text)->value(warp, lane);
    bool pair = instruction.opcode == Opcode::CS2R && !instruction.has(Modifier::_32);
    if (pair)
        warp.write_wide(instruction.operands[0], out, mask);
    else
        write_low(warp, instruction.operands[0], out, mask);
}

// d, PR, a, which | PR, a, which
static void move_predicates(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    bool out = instruction.opcode == Opcode::P2R;
    Values value;
    warp.read_bits(instruction.operands[out ? 2 : 1], value);
    uint32_t which = (uint32_t)instruction.operands[out ? 3 : 2].value;
    for (int i = 0; i < true_predicate; i++) {
        if (!(which >> i & 1))
            continue;
        Operand predicate;
        predicate.type = Operand::predicate;
        predicate.index = i;
        uint32_t is = warp.read_predicate(predicate), bits = 0;
        for (unsigned lane = 0; lane < lanes_per_warp; lane++) {
            bits |= (value[lane] >> i & 1) << lane;
            value[lane] = (value[lane] & ~(1u << i)) | (is >> lane & 1) << i;
        }
        if (!out)
            warp.write_predicate(predicate, bits, mask);
    }
    if (out)
        warp.write(instruction.operands[0], value, mask);
}

// ---- All ----

static void move(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    if (instruction.has(Modifier::_64)) {
        Values64 pair;
        warp.read_wide(instruction.operands[1], pair);
        warp.write_wide(instruction.operands[0], pair, mask);
        return;
    }
    Values value;
    warp.read(instruction.operands[1], value);
    if (instruction.opcode == Opcode::R2UR && mask)
        value[__builtin_ctz(mask)] = value[__builtin_ctz(mask)];
    warp.write(instruction.operands[0], value, mask);
}

const char *not_executed(const Instruction &instruction)
{
    const std::vector<Operand> &operands = instruction.operands;
    switch (instruction.opcode) {
    case Opcode::HFMA2:
        if (operands.size() != 5 || operands[1].index != zero_register || operands[2].index != zero_register ||
            operands[3].type != Operand::real || operands[4].type != Operand::real)
            return "an operation of half precision";
        return nullptr;
    case Opcode::S2R:
    case Opcode::S2UR:
    case Opcode::CS2R: return special_register(operands[1].text) ? nullptr : "a special register";
    case Opcode::BAR:
        return operands.size() == 1 && operands[0].type == Operand::integer ? nullptr : "a barrier of some warps";
    case Opcode::LDGSTS: return operands.size() > 3 ? "a copy of a part" : nullptr;
    default: return nullptr;
    }
}

void compute(Warp32 &warp, const Instruction &instruction, uint32_t mask)
{
    switch (instruction.opcode) {
    case Opcode::IADD3:
    case Opcode::UIADD3:
    case Opcode::VIADD: add_three(warp, instruction, mask); break;
    case Opcode::IMAD:
    case Opcode::UIMAD: multiply_add(warp, instruction, mask); break;
    case Opcode::LEA:
    case Opcode::ULEA: add_shifted(warp, instruction, mask); break;
    case Opcode::LOP3:
    case Opcode::ULOP3: logic(warp, instruction, mask); break;
    case Opcode::PLOP3:
    case Opcode::UPLOP3: predicate_logic(warp, instruction, mask); break;
    case Opcode::SHF:
    case Opcode::USHF: shift(warp, instruction, mask); break;
    case Opcode::PRMT:
    case Opcode::UPRMT: permute(warp, instruction, mask); break;
    case Opcode::ISETP:
    case Opcode::UISETP:
    case Opcode::FSETP:
    case Opcode::DSETP: compare(warp, instruction, mask); break;
    case Opcode::SEL:
    case Opcode::USEL:
    case Opcode::FSEL: choose(warp, instruction, mask); break;
    case Opcode::IMNMX:
    case Opcode::VIMNMX:
    case Opcode::VIMNMX3:
    case Opcode::VIADDMNMX: least(warp, instruction, mask); break;
    case Opcode::SHFL: shuffle(warp, instruction, mask); break;
    case Opcode::VOTE:
    case Opcode::VOTEU: vote(warp, instruction, mask); break;
    case Opcode::S2R:
    case Opcode::S2UR:
    case Opcode::CS2R: read_special(warp, instruction, mask); break;
    case Opcode::P2R:
    case Opcode::R2P: move_predicates(warp, instruction, mask); break;
    case Opcode::MOV:
    case Opcode::UMOV:
    case Opcode::R2UR:
    case Opcode::LDC:
    case Opcode::ULDC: move(warp, instruction, mask); break;
    default: compute_number(warp, instruction, mask);
    }
}

} // namespace simt
