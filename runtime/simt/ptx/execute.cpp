// Executes the instructions of one thread.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "thread.h"

namespace simt::ptx
{

// ---- Values

static uint64_t all_bits(unsigned bits) { return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1; }

static int64_t with_sign(uint64_t value, unsigned bits) { return (int64_t)(value << (64 - bits)) >> (64 - bits); }

static double real_of(uint64_t bits, unsigned width)
{
    float narrow;
    double wide;
    memcpy(&narrow, &bits, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    return width == 32 ? (double)narrow : wide;
}

static uint64_t bits_of(double value, unsigned width)
{
    float narrow = (float)value;
    uint64_t bits = 0;
    memcpy(&bits, width == 32 ? (void *)&narrow : (void *)&value, width / 8);
    return bits;
}

static uint64_t special(const ThreadState &thread, const Operand &operand)
{
    auto part = [&](auto index) {
        return (uint64_t)(operand.bit == 0 ? index.x : operand.bit == 1 ? index.y : index.z);
    };
    uint64_t own = (uint64_t)1 << thread.lane();
    switch ((Special)operand.index) {
    case Special::tid: return part(thread.index);
    case Special::ntid: return part(thread.block->grid->block);
    case Special::ctaid: return part(thread.block->index);
    case Special::nctaid: return part(thread.block->grid->grid);
    case Special::laneid: return thread.lane();
    case Special::warpid: return thread.number / lanes_per_warp;
    case Special::lanemask: {
        const uint64_t masks[] = {own, own - 1, 2 * own - 1, ~(2 * own - 1), ~(own - 1)};
        return (uint32_t)masks[operand.bit];
    }
    case Special::clock: return 0;
    }
    return 0;
}

uint64_t ThreadState::read(const Operand &operand) const
{
    uint64_t value = operand.kind == Operand::reg     ? registers[(size_t)operand.index]
                     : operand.kind == Operand::value ? operand.bit
                                                      : special(*this, operand);
    return operand.inverted ? !value : value;
}

void ThreadState::write(const Operand &operand, uint64_t value)
{
    if (operand.kind == Operand::reg)
        registers[(size_t)operand.index] = value & all_bits(operand.bits);
}

// ---- Memory

static void stop(const ThreadState &thread, const char *what, uint64_t value)
{
    fprintf(stderr, "curestruct simt: PTX of %s: %s %#llx\n", thread.block->kernel->name.c_str(), what,
            (unsigned long long)value);
    exit(3);
}

static uint8_t *inside(const ThreadState &thread, std::vector<uint8_t> &memory, uint64_t address, size_t size,
                       const char *name)
{
    if (address + size > memory.size() || address > memory.size())
        stop(thread, name, address);
    return &memory[address];
}

static uint8_t *place(ThreadState &thread, Space space, uint64_t address, size_t size)
{
    switch (space) {
    case Space::shared: return inside(thread, thread.block->shared, address, size, "shared address");
    case Space::local: return inside(thread, thread.local, address, size, "local address");
    case Space::param:
        return inside(thread, const_cast<std::vector<uint8_t> &>(*thread.block->parameters), address, size,
                      "address of a parameter");
    default: return (uint8_t *)address;
    }
}

static uint64_t address_of(const ThreadState &thread, const Operand &operand)
{
    return (operand.index < 0 ? 0 : thread.registers[(size_t)operand.index]) + operand.bit;
}

static uint64_t address_in(const ThreadState &thread, Space space, const Operand &operand)
{
    uint64_t address = address_of(thread, operand);
    return space == Space::shared || space == Space::local ? (uint32_t)address : address;
}

static bool is_global(Space space) { return space == Space::global || space == Space::generic; }

// Before a store there.
static void keep_before(const ThreadState &thread, Space space, const uint8_t *at, size_t size)
{
    for (size_t i = 0; i < size && thread.block->before && is_global(space); i++)
        thread.block->before->emplace((uint64_t)(at + i), at[i]);
}

// A load that takes memory for constant may find what was there before the launch, as on a GPU: here it always does.
static void load_before(const ThreadState &thread, const uint8_t *from, size_t size, uint8_t *to)
{
    memcpy(to, from, size);
    for (size_t i = 0; i < size; i++) {
        auto found = thread.block->before->find((uint64_t)(from + i));
        if (found != thread.block->before->end())
            to[i] = found->second;
    }
}

static void load(ThreadState &thread, const Instruction &instruction)
{
    size_t count = instruction.vector, size = instruction.type.bits / 8u;
    const uint8_t *from = place(thread, instruction.space,
                                address_in(thread, instruction.space, instruction.operands[count]), count * size);
    uint8_t constant[32];
    if (instruction.constant && count * size <= sizeof constant) {
        load_before(thread, from, count * size, constant);
        from = constant;
    }
    uint64_t values[4] = {0};
    for (size_t i = 0; i < count; i++) {
        memcpy(&values[i], from + i * size, size);
        if (instruction.type.kind == 's')
            values[i] = (uint64_t)with_sign(values[i], instruction.type.bits);
    }
    for (size_t i = 0; i < count; i++)
        thread.write(instruction.operands[i], values[i]);
}

static void store(ThreadState &thread, const Instruction &instruction)
{
    size_t count = instruction.vector, size = instruction.type.bits / 8u;
    uint8_t *to =
        place(thread, instruction.space, address_in(thread, instruction.space, instruction.operands[0]), count * size);
    keep_before(thread, instruction.space, to, count * size);
    for (size_t i = 0; i < count; i++) {
        uint64_t value = thread.read(instruction.operands[1 + i]);
        memcpy(to + i * size, &value, size);
    }
}

// cp.async [shared], [global], bytes, bytes that are read
static void copy(ThreadState &thread, const Instruction &instruction)
{
    if (instruction.operands.size() < 3)
        return; // waits
    size_t size = thread.read(instruction.operands[2]);
    size_t read = instruction.operands.size() > 3 ? thread.read(instruction.operands[3]) : size;
    uint8_t *to = place(thread, Space::shared, address_in(thread, Space::shared, instruction.operands[0]), size);
    memset(to, 0, size);
    if (read)
        memcpy(to, (const void *)address_of(thread, instruction.operands[1]), read < size ? read : size);
}

// ---- Arithmetic

static double smaller(double x, double y)
{
    return isnan(x) ? y : isnan(y) ? x : x < y || (x == y && signbit(x)) ? x : y;
}

static double larger(double x, double y)
{
    return isnan(x) ? y : isnan(y) ? x : x > y || (x == y && !signbit(x)) ? x : y;
}

// Of doubles, whose result is rounded to a float where that is the type: for these operations that is the float's own.
static uint64_t real_operation(ThreadState &thread, const Instruction &instruction)
{
    unsigned width = instruction.type.bits;
    double value[3] = {0};
    for (size_t i = 1; i < instruction.operands.size() && i <= 3; i++)
        value[i - 1] = real_of(thread.read(instruction.operands[i]), width);
    double x = value[0], y = value[1], z = value[2];
    switch (instruction.opcode) {
    case Opcode::add: return bits_of(x + y, width);
    case Opcode::sub: return bits_of(x - y, width);
    case Opcode::mul: return bits_of(x * y, width);
    case Opcode::div: return bits_of(x / y, width);
    case Opcode::rcp: return bits_of(1 / x, width);
    case Opcode::sqrt: return bits_of(sqrt(x), width);
    case Opcode::mad:
    case Opcode::fma:
        return width == 32 ? bits_of((double)fmaf((float)x, (float)y, (float)z), 32) : bits_of(fma(x, y, z), 64);
    case Opcode::abs: return bits_of(fabs(x), width);
    case Opcode::neg: return bits_of(-x, width);
    case Opcode::min: return bits_of(instruction.has(Word::nan) && (isnan(x) || isnan(y)) ? NAN : smaller(x, y), width);
    case Opcode::max: return bits_of(instruction.has(Word::nan) && (isnan(x) || isnan(y)) ? NAN : larger(x, y), width);
    case Opcode::copysign: return bits_of(copysign(y, x), width);
    case Opcode::testp:
        return instruction.has(Word::infinite) ? isinf(x) : instruction.has(Word::finite) ? isfinite(x) : isnan(x);
    default: return 0;
    }
}

static uint64_t high_part(uint64_t x, uint64_t y, Type type)
{
    if (type.bits < 64)
        return x * y >> type.bits; // both are extended to 64 bits
    return type.kind == 's' ? (uint64_t)((__int128)(int64_t)x * (int64_t)y >> 64)
                            : (uint64_t)((unsigned __int128)x * y >> 64);
}

static uint64_t product(const Instruction &instruction, uint64_t x, uint64_t y)
{
    return instruction.has(Word::hi) ? high_part(x, y, instruction.type) : x * y;
}

static uint64_t quotient(uint64_t x, uint64_t y, Type type, bool rest)
{
    if (!y)
        return rest ? x : ~(uint64_t)0;
    if (type.kind != 's')
        return rest ? x % y : x / y;
    if ((int64_t)y == -1)
        return rest ? 0 : 0 - x;
    return (uint64_t)(rest ? (int64_t)x % (int64_t)y : (int64_t)x / (int64_t)y);
}

static uint64_t shifted(const Instruction &instruction, uint64_t x, uint64_t count)
{
    unsigned bits = instruction.type.bits;
    count = (uint32_t)count;
    if (instruction.opcode == Opcode::shl)
        return count >= bits ? 0 : x << count;
    if (instruction.type.kind == 's')
        return (uint64_t)((int64_t)x >> (count >= bits ? bits - 1 : count));
    return count >= bits ? 0 : x >> count;
}

static uint64_t funnel(const Instruction &instruction, uint64_t low, uint64_t high, uint64_t count)
{
    uint64_t both = high << 32 | low;
    count = instruction.has(Word::wrap) ? count & 31 : count > 32 ? 32 : count;
    return instruction.has(Word::l) ? (count == 0 ? high : (both << count) >> 32) : both >> count;
}

static uint64_t permuted(uint64_t x, uint64_t y, uint64_t selector)
{
    uint64_t bytes = y << 32 | x, result = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned which = selector >> (4 * i) & 15;
        uint64_t byte = bytes >> (8 * (which & 7)) & 255;
        result |= (which & 8 ? (byte & 128 ? 255 : 0) : byte) << (8 * i);
    }
    return result;
}

static uint64_t looked_up(uint64_t x, uint64_t y, uint64_t z, uint64_t table)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? x : ~x) & (i & 2 ? y : ~y) & (i & 1 ? z : ~z);
    return result;
}

static uint64_t extracted(Type type, uint64_t x, unsigned first, unsigned length)
{
    if (!length)
        return 0;
    unsigned end = first + length > type.bits ? type.bits : first + length;
    bool negative = type.kind == 's' && x >> (end - 1) & 1;
    uint64_t part = first >= type.bits ? 0 : x >> first & all_bits(length);
    return negative ? part | ~all_bits(first >= type.bits ? 0 : end - first) : part;
}

static uint64_t highest(Type type, uint64_t x, bool from_top)
{
    if (type.kind == 's' && (int64_t)x < 0)
        x = ~x;
    x &= all_bits(type.bits);
    if (!x)
        return 0xffffffff;
    unsigned at = 63 - (unsigned)__builtin_clzll(x);
    return from_top ? type.bits - 1u - at : at;
}

static uint64_t reversed(uint64_t x, unsigned bits)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++)
        result |= (x >> i & 1) << (bits - 1 - i);
    return result;
}

static uint64_t sum_with_carry(ThreadState &thread, const Instruction &instruction, uint64_t x, uint64_t y)
{
    bool subtracts = instruction.opcode == Opcode::sub || instruction.opcode == Opcode::subc;
    bool takes = instruction.opcode == Opcode::addc || instruction.opcode == Opcode::subc;
    unsigned bits = instruction.type.bits;
    x &= all_bits(bits), y &= all_bits(bits);
    unsigned __int128 carry = takes && thread.carry;
    unsigned __int128 sum = subtracts ? (unsigned __int128)x - y - carry : (unsigned __int128)x + y + carry;
    if (instruction.has(Word::cc))
        thread.carry = sum >> bits & 1;
    return (uint64_t)sum;
}

static uint64_t integer_operation(ThreadState &thread, const Instruction &instruction)
{
    Type type = instruction.type;
    uint64_t value[4] = {0};
    for (size_t i = 1; i < instruction.operands.size() && i <= 4; i++) {
        uint64_t read = thread.read(instruction.operands[i]);
        value[i - 1] = type.kind == 's' ? (uint64_t)with_sign(read, type.bits) : read & all_bits(type.bits);
    }
    uint64_t x = value[0], y = value[1], z = value[2];
    bool is_signed = type.kind == 's';
    switch (instruction.opcode) {
    case Opcode::add:
    case Opcode::sub:
    case Opcode::addc:
    case Opcode::subc: return sum_with_carry(thread, instruction, x, y);
    case Opcode::mul: return product(instruction, x, y);
    case Opcode::mad:
        z = instruction.has(Word::wide) ? thread.read(instruction.operands[3]) : z;
        return product(instruction, x, y) + z;
    case Opcode::div: return quotient(x, y, type, false);
    case Opcode::rem: return quotient(x, y, type, true);
    case Opcode::abs: return (int64_t)x < 0 ? 0 - x : x;
    case Opcode::neg: return 0 - x;
    case Opcode::min: return (is_signed ? (int64_t)x < (int64_t)y : x < y) ? x : y;
    case Opcode::max: return (is_signed ? (int64_t)x > (int64_t)y : x > y) ? x : y;
    case Opcode::and_: return x & y;
    case Opcode::or_: return x | y;
    case Opcode::xor_: return x ^ y;
    case Opcode::not_: return type.kind == 'p' ? !x : ~x;
    case Opcode::cnot: return !x;
    case Opcode::shl:
    case Opcode::shr: return shifted(instruction, x, thread.read(instruction.operands[2]));
    case Opcode::shf: return funnel(instruction, x, y, z);
    case Opcode::bfe:
        return extracted(type, x, thread.read(instruction.operands[2]) & 255,
                         thread.read(instruction.operands[3]) & 255);
    case Opcode::bfi: {
        unsigned first = thread.read(instruction.operands[3]) & 255,
                 length = thread.read(instruction.operands[4]) & 255;
        uint64_t mask = first >= type.bits ? 0 : all_bits(length) << first;
        return (y & ~mask) | (first >= type.bits ? 0 : x << first & mask);
    }
    case Opcode::bfind: return highest(type, x, instruction.has(Word::shiftamt));
    case Opcode::brev: return reversed(x, type.bits);
    case Opcode::clz: return x ? (uint64_t)__builtin_clzll(x) - (64 - type.bits) : type.bits;
    case Opcode::popc: return (uint64_t)__builtin_popcountll(x);
    case Opcode::prmt: return permuted(x, y, z);
    case Opcode::lop3: return looked_up(x, y, z, value[3]);
    default: return 0;
    }
}

// ---- Comparisons

static bool compared(const Instruction &instruction, bool less, bool equal, bool unordered)
{
    struct Test {
        Word word;
        bool result;
    } tests[] = {{Word::eq, equal && !unordered},
                 {Word::ne, !equal && !unordered},
                 {Word::lt, less && !unordered},
                 {Word::le, (less || equal) && !unordered},
                 {Word::gt, !less && !equal && !unordered},
                 {Word::ge, !less && !unordered},
                 {Word::hs, !less},
                 {Word::ls, less || equal},
                 {Word::equ, equal || unordered},
                 {Word::neu, !equal || unordered},
                 {Word::ltu, less || unordered},
                 {Word::leu, less || equal || unordered},
                 {Word::gtu, (!less && !equal) || unordered},
                 {Word::geu, !less || unordered},
                 {Word::num, !unordered},
                 {Word::unordered, unordered}};
    for (const Test &test : tests)
        if (instruction.has(test.word))
            return test.result;
    return !less && !unordered && (instruction.has(Word::hi) ? !equal : true);
}

static bool comparison(const ThreadState &thread, const Instruction &instruction, Type type, size_t first)
{
    uint64_t x = thread.read(instruction.operands[first]), y = thread.read(instruction.operands[first + 1]);
    if (type.kind == 'f') {
        double a = real_of(x, type.bits), b = real_of(y, type.bits);
        return compared(instruction, a < b, a == b, isnan(a) || isnan(b));
    }
    if (type.kind == 's') {
        int64_t a = with_sign(x, type.bits), b = with_sign(y, type.bits);
        return compared(instruction, a < b, a == b, false);
    }
    x &= all_bits(type.bits), y &= all_bits(type.bits);
    if (instruction.has(Word::lo))
        return x < y;
    return compared(instruction, x < y, x == y, false);
}

static bool combined(const Instruction &instruction, bool one, bool other)
{
    return instruction.has(Word::and_)   ? one && other
           : instruction.has(Word::or_)  ? one || other
           : instruction.has(Word::xor_) ? one != other
                                         : one;
}

static void set_predicate(ThreadState &thread, const Instruction &instruction)
{
    size_t first = instruction.first;
    bool result = comparison(thread, instruction, instruction.type, first);
    bool other = instruction.operands.size() > first + 2 && thread.read(instruction.operands[first + 2]);
    thread.write(instruction.operands[0], combined(instruction, result, other));
    if (first == 2)
        thread.write(instruction.operands[1], combined(instruction, !result, other));
}

static void set(ThreadState &thread, const Instruction &instruction)
{
    bool result = comparison(thread, instruction, instruction.other, 1);
    bool other = instruction.operands.size() > 3 && thread.read(instruction.operands[3]);
    result = combined(instruction, result, other);
    thread.write(instruction.operands[0], instruction.type.kind == 'f' ? bits_of(result, 32)
                                          : result                     ? ~(uint64_t)0
                                                                       : 0);
}

// ---- Conversions

static double rounded(const Instruction &instruction, double value)
{
    return instruction.has(Word::rni)   ? nearbyint(value)
           : instruction.has(Word::rzi) ? trunc(value)
           : instruction.has(Word::rmi) ? floor(value)
           : instruction.has(Word::rpi) ? ceil(value)
                                        : value;
}

static uint64_t integer_of(double value, Type type)
{
    if (isnan(value))
        return type.bits == 64 ? (uint64_t)1 << 63 : 0;
    bool is_signed = type.kind == 's';
    double limit = ldexp(1, type.bits - is_signed);
    if (value >= limit)
        return all_bits(type.bits - is_signed);
    if (is_signed)
        return (uint64_t)(value <= -limit ? (int64_t)-limit : (int64_t)value);
    return value <= 0 ? 0 : (uint64_t)value;
}

static uint64_t clamped(uint64_t value, Type from, Type to)
{
    bool negative = from.kind == 's' && (int64_t)value < 0;
    uint64_t most = all_bits(to.bits - (to.kind == 's'));
    if (!negative)
        return value > most ? most : value;
    return to.kind != 's' ? 0 : (int64_t)value < ~(int64_t)most ? ~most : value;
}

static void convert(ThreadState &thread, const Instruction &instruction)
{
    Type to = instruction.type, from = instruction.other;
    uint64_t value = thread.read(instruction.operands[1]);
    if (from.kind == 'f') {
        double real = rounded(instruction, real_of(value, from.bits));
        if (to.kind == 'f' && instruction.has(Word::sat))
            real = isnan(real) ? 0 : real < 0 ? 0 : real > 1 ? 1 : real;
        value = to.kind == 'f' ? bits_of(real, to.bits) : integer_of(real, to);
    } else {
        value = from.kind == 's' ? (uint64_t)with_sign(value, from.bits) : value & all_bits(from.bits);
        if (to.kind == 'f') {
            float narrow = from.kind == 's' ? (float)(int64_t)value : (float)value;
            double wide = from.kind == 's' ? (double)(int64_t)value : (double)value;
            value = bits_of(to.bits == 32 ? (double)narrow : wide, to.bits);
        } else if (instruction.has(Word::sat)) {
            value = clamped(value, from, to);
        }
    }
    if (to.kind != 'f')
        value = to.kind == 's' ? (uint64_t)with_sign(value, to.bits) : value & all_bits(to.bits);
    thread.write(instruction.operands[0], value);
}

// Of an address of the space, the one that stands for it in all spaces; and back.
static void convert_address(ThreadState &thread, const Instruction &instruction)
{
    uint64_t value = thread.read(instruction.operands[1]), begin = 0;
    if (instruction.space == Space::shared)
        begin = (uint64_t)thread.block->shared.data();
    if (instruction.space == Space::local)
        begin = (uint64_t)thread.local.data();
    thread.write(instruction.operands[0], instruction.has(Word::to) ? value - begin : value + begin);
}

// mov.b64 {low, high}, x; mov.b64 x, {low, high}; mov.u32 x, y
static void move(ThreadState &thread, const Instruction &instruction)
{
    size_t all = instruction.operands.size(), first = instruction.first;
    if (first == 1 && all == 2) {
        thread.write(instruction.operands[0], thread.read(instruction.operands[1]));
        return;
    }
    unsigned parts = (unsigned)(all - 1), bits = instruction.type.bits / parts;
    uint64_t value = 0;
    if (first > 1) {
        value = thread.read(instruction.operands[first]);
        for (unsigned i = 0; i < parts; i++)
            thread.write(instruction.operands[i], value >> (bits * i) & all_bits(bits));
        return;
    }
    for (unsigned i = 0; i < parts; i++)
        value |= (thread.read(instruction.operands[1 + i]) & all_bits(bits)) << (bits * i);
    thread.write(instruction.operands[0], value);
}

// ---- Atomics

uint64_t updated(const Instruction &instruction, uint64_t before, uint64_t value, uint64_t other)
{
    Type type = instruction.type;
    if (type.kind == 'f')
        return bits_of(real_of(before, type.bits) + real_of(value, type.bits), type.bits);
    bool is_signed = type.kind == 's';
    uint64_t mask = all_bits(type.bits);
    value &= mask;
    bool less = is_signed ? with_sign(value, type.bits) < with_sign(before, type.bits) : value < before;
    return instruction.has(Word::add)    ? before + value
           : instruction.has(Word::min)  ? (less ? value : before)
           : instruction.has(Word::max)  ? (less ? before : value)
           : instruction.has(Word::and_) ? before & value
           : instruction.has(Word::or_)  ? before | value
           : instruction.has(Word::xor_) ? before ^ value
           : instruction.has(Word::exch) ? value
           : instruction.has(Word::cas)  ? (before == value ? other : before)
           : instruction.has(Word::inc)  ? (before >= value ? 0 : before + 1)
                                         : (before == 0 || before > value ? value : before - 1);
}

static void update(ThreadState &thread, const Instruction &instruction)
{
    size_t memory = instruction.opcode == Opcode::red ? 0 : 1, size = instruction.type.bits / 8u;
    uint8_t *at =
        place(thread, instruction.space, address_in(thread, instruction.space, instruction.operands[memory]), size);
    uint64_t before = 0, value = thread.read(instruction.operands[memory + 1]), other = 0;
    if (instruction.operands.size() > memory + 2)
        other = thread.read(instruction.operands[memory + 2]);
    memcpy(&before, at, size);
    uint64_t after = updated(instruction, before, value, other);
    keep_before(thread, instruction.space, at, size);
    memcpy(at, &after, size);
    if (memory)
        thread.write(instruction.operands[0], before);
}

// ---- All of them

static void wait_for_warp(ThreadState &thread, uint64_t members)
{
    thread.wait = ThreadState::lanes;
    thread.members = (uint32_t)members;
}

static void compute(ThreadState &thread, const Instruction &instruction)
{
    uint64_t value =
        instruction.type.kind == 'f' ? real_operation(thread, instruction) : integer_operation(thread, instruction);
    thread.write(instruction.operands[0], value);
}

// Executes the instruction, unless the thread has to wait there.
static void execute(ThreadState &thread, const Instruction &instruction)
{
    switch (instruction.opcode) {
    case Opcode::bra: thread.at = (size_t)instruction.target; return;
    case Opcode::ret:
    case Opcode::exit_: thread.wait = ThreadState::left; return;
    case Opcode::trap: stop(thread, "trap at instruction", thread.at); return;
    case Opcode::bar:
    case Opcode::barrier:
        if (instruction.has(Word::warp))
            wait_for_warp(thread, thread.read(instruction.operands[0]));
        else
            thread.wait = ThreadState::whole_block;
        return;
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::redux: wait_for_warp(thread, thread.read(instruction.operands.back())); return;
    case Opcode::selp: {
        bool first = thread.read(instruction.operands[3]);
        thread.write(instruction.operands[0], thread.read(instruction.operands[first ? 1 : 2]));
        break;
    }
    case Opcode::ld:
    case Opcode::ldu: load(thread, instruction); break;
    case Opcode::st: store(thread, instruction); break;
    case Opcode::copy: copy(thread, instruction); break;
    case Opcode::atom:
    case Opcode::red: update(thread, instruction); break;
    case Opcode::mov: move(thread, instruction); break;
    case Opcode::cvt: convert(thread, instruction); break;
    case Opcode::cvta: convert_address(thread, instruction); break;
    case Opcode::setp: set_predicate(thread, instruction); break;
    case Opcode::set: set(thread, instruction); break;
    case Opcode::fence:
    case Opcode::membar:
    case Opcode::nanosleep:
    case Opcode::griddepcontrol: break;
    default: compute(thread, instruction);
    }
    thread.at++;
}

void run_thread(ThreadState &thread, uint64_t &left)
{
    const std::vector<Instruction> &code = thread.block->kernel->code;
    for (; thread.wait == ThreadState::nothing && left; left--) {
        if (thread.at >= code.size()) {
            thread.wait = ThreadState::left;
            return;
        }
        const Instruction &instruction = code[thread.at];
        if (instruction.has_guard && !thread.read(instruction.guard))
            thread.at++;
        else
            execute(thread, instruction);
    }
}

// ---- What is not executed

const char *not_executed(const Instruction &instruction)
{
    bool real = instruction.type.kind == 'f' || instruction.other.kind == 'f';
    if (real && (instruction.has(Word::rz) || instruction.has(Word::rm) || instruction.has(Word::rp)))
        return "its rounding";
    if (instruction.has(Word::sat) && instruction.opcode != Opcode::cvt)
        return "saturation";
    bool barrier = instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier;
    if (barrier && !instruction.has(Word::warp) &&
        (instruction.has(Word::red) || instruction.has(Word::arrive) || instruction.operands.size() != 1))
        return "a barrier of a part of the block, or with a result";
    if (instruction.opcode == Opcode::activemask)
        return "which lanes are active is open";
    if ((instruction.opcode == Opcode::atom || instruction.opcode == Opcode::red) && instruction.type.kind == 'f' &&
        !instruction.has(Word::add))
        return "floating point";
    return nullptr;
}

} // namespace simt::ptx
