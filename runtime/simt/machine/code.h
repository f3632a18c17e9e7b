// The machine code of kernels, read from the text that nvdisasm makes of a cubin.
#pragma once

#include <bitset>
#include <map>
#include <stdint.h>
#include <string>
#include <vector>

namespace simt
{

enum class Opcode {
#define SASS(name, kind, modifiers) name,
#include "opcodes.def"
#undef SASS
};
constexpr unsigned opcode_count = 0
#define SASS(name, kind, modifiers) +1
#include "opcodes.def"
#undef SASS
    ;

// What an instruction does; shared: also shuffles, uniform: once for the warp.
enum class Kind { fma, alu, fp64, special, global, shared, local, control, barrier, uniform, other };
constexpr unsigned kind_count = 11;

// The words after the opcode, ".U32"; those of digits, and NAN, begin with an underscore.
// clang-format off
#define SIMT_MODIFIERS(X) \
    X(FTZ) X(SAT) X(RN) X(RM) X(RP) X(RZ) X(U8) X(S8) X(U16) X(S16) X(U32) X(S32) X(U64) X(S64) X(F32) X(F64) \
    X(_32) X(_64) X(_128) X(X) X(WIDE) X(HI) X(MOV) X(IADD) X(SHL) X(MMA) X(SX32) X(LUT) X(L) X(R) X(W) X(LT) X(LE) \
    X(GT) X(GE) X(EQ) X(NE) X(LTU) X(LEU) X(GTU) X(GEU) X(EQU) X(NEU) X(NUM) X(_NAN) X(AND) X(OR) X(XOR) X(EX) \
    X(RELU) X(ANY) X(ALL) X(DIVIDE) X(RCP) X(RSQ) X(LG2) X(EX2) X(SIN) X(COS) X(SQRT) X(TANH) X(RCP64H) X(RSQ64H) \
    X(SH) X(TRUNC) X(FLOOR) X(CEIL) X(NTZ) X(E) X(CONSTANT) X(STRONG) X(WEAK) X(GPU) X(SYS) X(SM) X(EF) X(EL) X(LU) \
    X(NA) X(LTC64B) X(LTC128B) X(LTC256B) X(BYPASS) X(ADD) X(MIN) X(MAX) X(EXCH) X(CAS) X(INC) X(CAST) X(SPIN) \
    X(POPC) X(IDX) X(UP) X(DOWN) X(BFLY) X(DIV) X(RECONVERGENT) X(RELIABLE) X(REL) X(NOINC) X(NODEC) X(COLLECTIVE) \
    X(SYNC) X(DEFER_BLOCKING) X(U) X(S)
// clang-format on

enum class Modifier {
#define X(name) name,
    SIMT_MODIFIERS(X)
#undef X
        count
};

struct Operand {
    enum Type {
        none,
        reg,
        uniform,
        predicate,
        uniform_predicate,
        integer,
        real,
        constant,
        memory,
        label,
        barrier,
        name
    };
    Type type = none;
    int index = 0; // of the register, predicate or barrier; of memory: the first register of the address, or -1
    int uniform_index = -1; // of memory: the uniform register that is added
    bool negative = false, absolute = false, inverted = false;
    bool wide = false; // of memory: the address has 64 bits
    int64_t value = 0; // of an integer; the offset of memory and of a constant; a label's instruction
    double number = 0;
    std::string text; // of a name
};

constexpr int zero_register = 255, zero_uniform = 63, true_predicate = 7;

struct Instruction {
    Opcode opcode;
    Kind kind;
    std::bitset<(size_t)Modifier::count> modifiers;
    Operand guard; // none: always
    std::vector<Operand> operands;
    bool has(Modifier modifier) const { return modifiers[(size_t)modifier]; }
};

struct Code {
    std::string kernel;  // as written, without parameters
    std::string unknown; // what is not known here: "HMMA.16816.F32"; empty: nothing
    unsigned parameters; // where they begin in constant bank 0
    std::vector<Instruction> instructions;
};

const char *opcode_name(Opcode opcode);
const char *kind_name(Kind kind);

// All kernels of the file; none if it cannot be read, or is for an architecture that is not known here.
std::vector<Code> read_code(const char *path);

} // namespace simt
