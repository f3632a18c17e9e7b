// PTX, the text that nvcc makes of kernels before it makes machine code, in a form that can be executed.
#pragma once

#include <map>
#include <stdint.h>
#include <string>
#include <vector>

namespace simt::ptx
{

enum class Opcode : uint8_t {
#define PTX(name, text) name,
#include "opcodes.def"
#undef PTX
};

enum class Word : uint8_t { // after the opcode, ".lo"
#define WORD(name, text) name,
#include "words.def"
#undef WORD
};

enum class Space : uint8_t { generic, global, shared, local, param, constant };

struct Type {
    char kind = 'b'; // s, u, b, f; p: a predicate
    uint8_t bits = 32;
};

struct Operand {
    enum Kind : uint8_t { none, reg, value, special, sink, memory };
    Kind kind = none;
    bool inverted = false; // !%p1
    uint8_t bits = 64;     // of the register
    int index = -1;        // of the register; of memory: of the address, or -1
    uint64_t bit = 0;      // of a value; of memory: the offset
};

struct Instruction {
    Opcode opcode;
    Space space = Space::generic, from = Space::generic; // from: of a copy
    Type type, other;                                    // cvt: to, from; setp: of what is compared in `other`
    uint8_t vector = 1, first = 1;                       // elements of a load or store; of the first operand in braces
    bool constant = false;                               // ld.nc: nobody writes there during the launch
    bool has_guard = false;
    Operand guard;
    uint64_t words = 0; // a bit for each Word
    int target = -1;    // of a jump
    std::vector<Operand> operands;
    bool has(Word word) const { return words >> (unsigned)word & 1; }
};

enum class Special : uint8_t { tid, ntid, ctaid, nctaid, laneid, warpid, lanemask, clock };

struct Kernel {
    std::string name;    // demangled, without parameters
    std::string unknown; // what is not known here; empty: nothing
    std::vector<Instruction> code;
    bool has_constant = false;   // such a load
    std::vector<uint8_t> widths; // of the registers
    size_t shared_bytes = 0, local_bytes = 0, parameter_bytes = 0;
};

// All kernels of the file; none if it cannot be read.
std::vector<Kernel> read_kernels(const char *path);

} // namespace simt::ptx
