// Lines of the text are sections (".section .text.NAME"), labels (".L_x_3:") and instructions:
//
//         /*0120*/              @!P0 IADD3 R7, RZ, UR5, RZ ;
#include "code.h"

#include <cxxabi.h>
#include <fstream>
#include <memory>
#include <stdlib.h>
#include <string.h>

namespace simt
{

struct Row {
    const char *name;
    Kind kind;
    const char *modifiers;
};

static const Row rows[] = {
#define SASS(name, kind, modifiers) {#name, Kind::kind, modifiers},
#include "opcodes.def"
#undef SASS
};

static const char *const modifier_names[] = {
#define X(name) #name[0] == '_' ? &#name[1] : #name,
    SIMT_MODIFIERS(X)
#undef X
};

const char *opcode_name(Opcode opcode) { return rows[(size_t)opcode].name; }

const char *kind_name(Kind kind)
{
    static const char *const names[] = {"fma",   "alu",     "fp64",    "special", "global", "shared",
                                        "local", "control", "barrier", "uniform", "other"};
    return names[(size_t)kind];
}

// ---- Words ----

static std::string trimmed(const std::string &text)
{
    size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

static std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    size_t start = 0;
    int depth = 0;
    for (size_t i = 0; i <= text.size(); i++) {
        char at = i < text.size() ? text[i] : separator;
        depth += (at == '[' || at == '(') - (at == ']' || at == ')');
        if (at != separator || (depth > 0 && i < text.size()))
            continue;
        parts.push_back(trimmed(text.substr(start, i - start)));
        start = i + 1;
    }
    return parts;
}

static bool starts_with(const std::string &text, const char *prefix) { return text.rfind(prefix, 0) == 0; }

// "R12", "RZ": 12, 255; -1: it is no such register.
static int register_number(const std::string &text, const char *prefix, int zero, const char *zero_name)
{
    size_t length = strlen(prefix);
    if (text == zero_name)
        return zero;
    if (!starts_with(text, prefix) || text.size() == length)
        return -1;
    for (size_t i = length; i < text.size(); i++)
        if (text[i] < '0' || text[i] > '9')
            return -1;
    return atoi(text.c_str() + length);
}

static int64_t integer_of(const std::string &text)
{
    bool negative = text[0] == '-';
    int64_t value = (int64_t)strtoull(text.c_str() + (negative || text[0] == '+'), nullptr, 0);
    return negative ? -value : value;
}

// ---- Operands ----

// The sum in "[R4.64+UR5+0x10]", without the brackets.
static bool read_address(const std::string &text, Operand &operand)
{
    operand.index = -1;
    std::string sum = text;
    for (size_t at = sum.find("+-"); at != std::string::npos; at = sum.find("+-"))
        sum.replace(at, 2, "-");
    for (size_t at = 1; at < sum.size(); at++)
        if (sum[at] == '-')
            sum.insert(at++, "+");
    for (std::string part : split(sum, '+')) {
        std::vector<std::string> words = split(part, '.');
        bool wide = false;
        for (size_t i = 1; i < words.size(); i++)
            if (words[i] == "64")
                wide = true;
            else if (words[i] != "reuse" && words[i] != "U32")
                return false;
        int own = register_number(words[0], "R", zero_register, "RZ");
        int uniform = register_number(words[0], "UR", zero_uniform, "URZ");
        if (own >= 0 && operand.index < 0) {
            operand.index = own;
            operand.wide = wide;
        } else if (uniform >= 0 && operand.uniform_index < 0) {
            operand.uniform_index = uniform;
        } else if (words.size() == 1 && (words[0].find("0x") != std::string::npos)) {
            operand.value += integer_of(words[0]);
        } else {
            return false;
        }
    }
    return true;
}

static bool read_constant(const std::string &text, Operand &operand)
{
    operand.type = Operand::constant;
    return starts_with(text, "c[0x0][") && read_address(text.substr(7, text.size() - 8), operand);
}

static bool read_memory(const std::string &text, Operand &operand)
{
    operand.type = Operand::memory;
    size_t open = starts_with(text, "desc[") ? text.find("][") + 1 : 0;
    return text.back() == ']' && read_address(text.substr(open + 1, text.size() - open - 2), operand);
}

static bool read_number(const std::string &text, Operand &operand)
{
    if (text.find("0x") != std::string::npos) {
        operand.type = Operand::integer;
        operand.value = integer_of(text);
        return true;
    }
    char *end;
    operand.type = Operand::real;
    operand.number = strtod(text.find("QNAN") != std::string::npos ? "nan" : text.c_str(), &end);
    return text.find("QNAN") != std::string::npos || *end == '\0';
}

static bool read_register(std::string text, Operand &operand)
{
    static const struct {
        Operand::Type type;
        const char *prefix;
        int zero;
        const char *zero_name;
    } files[] = {{Operand::reg, "R", zero_register, "RZ"},
                 {Operand::uniform, "UR", zero_uniform, "URZ"},
                 {Operand::predicate, "P", true_predicate, "PT"},
                 {Operand::uniform_predicate, "UP", true_predicate, "UPT"},
                 {Operand::barrier, "B", -2, ""}};
    for (const auto &file : files) {
        int number = register_number(text, file.prefix, file.zero, file.zero_name);
        if (number < 0)
            continue;
        operand.type = file.type;
        operand.index = number;
        return true;
    }
    return false;
}

static bool read_operand(std::string text, Operand &operand)
{
    for (const char *suffix : {".reuse", ".64"})
        if (text.size() > strlen(suffix) && text.compare(text.size() - strlen(suffix), std::string::npos, suffix) == 0)
            text.resize(text.size() - strlen(suffix));
    if (starts_with(text, "`(")) {
        operand.type = Operand::label;
        operand.text = text.substr(2, text.size() - 3);
        return true;
    }
    std::string bare = text;
    if (!bare.empty() && bare[0] == '-' && bare.size() > 1 && strchr("RUc|", bare[1])) {
        operand.negative = true;
        bare.erase(0, 1);
    }
    if (!bare.empty() && (bare[0] == '!' || bare[0] == '~')) {
        operand.inverted = true;
        bare.erase(0, 1);
    }
    if (bare.size() > 2 && bare[0] == '|' && bare.back() == '|') {
        operand.absolute = true;
        bare = bare.substr(1, bare.size() - 2);
        if (bare.size() > 6 && bare.compare(bare.size() - 6, 6, ".reuse") == 0)
            bare.resize(bare.size() - 6);
    }
    if (read_register(bare, operand))
        return true;
    if (starts_with(bare, "c["))
        return read_constant(bare, operand);
    if (!bare.empty() && (bare[0] == '[' || starts_with(bare, "desc[")))
        return read_memory(bare, operand);
    if (starts_with(bare, "SR") || bare == "PR") {
        operand.type = Operand::name;
        operand.text = bare;
        return true;
    }
    return !bare.empty() && read_number(bare, operand);
}

// ---- Instructions ----

static bool is_known(const Row &row, const std::string &modifier)
{
    if (strcmp(row.modifiers, "*") == 0)
        return true;
    std::string all = std::string(" ") + row.modifiers + " ";
    return all.find(" " + modifier + " ") != std::string::npos;
}

static bool read_opcode(const std::string &text, Instruction &instruction)
{
    std::vector<std::string> words = split(text, '.');
    size_t row = 0;
    while (row < opcode_count && words[0] != rows[row].name)
        row++;
    if (row == opcode_count)
        return false;
    instruction.opcode = (Opcode)row;
    instruction.kind = rows[row].kind;
    for (size_t i = 1; i < words.size(); i++) {
        if (!is_known(rows[row], words[i]))
            return false;
        for (size_t m = 0; m < (size_t)Modifier::count; m++)
            if (words[i] == modifier_names[m])
                instruction.modifiers.set(m);
    }
    // F2F.F32.F64 makes a float of a double: F64 is what it makes, _64 what it takes.
    if (instruction.opcode == Opcode::F2F) {
        instruction.modifiers.set((size_t)Modifier::F64, words.size() > 1 && words[1] == "F64");
        instruction.modifiers.set((size_t)Modifier::_64, words.back() == "F64");
    }
    return true;
}

// "@!P0 IADD3 R7, RZ, UR5, RZ"; false: something in it is not known here.
static bool read_instruction(std::string text, Instruction &instruction)
{
    if (text[0] == '@') {
        size_t end = text.find(' ');
        if (!read_operand(text.substr(1, end - 1), instruction.guard))
            return false;
        text = trimmed(text.substr(end));
    }
    size_t end = text.find(' ');
    if (!read_opcode(text.substr(0, end), instruction))
        return false;
    bool any = instruction.kind == Kind::barrier && instruction.opcode != Opcode::BAR;
    if (end == std::string::npos || any)
        return true;
    for (std::string word : split(text.substr(end), ',')) {
        size_t label = word.find(" `("); // RET.REL.NODEC R2 `(kernel)
        Operand operand;
        if (!read_operand(trimmed(word.substr(0, label)), operand))
            return false;
        instruction.operands.push_back(operand);
    }
    return true;
}

// ---- The file ----

struct Reading {
    std::vector<Code> all;
    std::map<std::string, int64_t> labels; // of the kernel that is read
    unsigned parameters = 0;
    bool in_code = false;
};

static void resolve_labels(Reading &reading)
{
    if (reading.all.empty())
        return;
    for (Instruction &instruction : reading.all.back().instructions)
        for (Operand &operand : instruction.operands)
            if (operand.type == Operand::label) {
                auto found = reading.labels.find(operand.text);
                operand.value = found == reading.labels.end() ? 0 : found->second;
                if (found == reading.labels.end())
                    reading.all.back().unknown = "a jump to " + operand.text;
            }
    reading.labels.clear();
}

// "crs_sum_1_k1" of "_Z12crs_sum_1_k1PKfPfi".
static std::string written_name(const std::string &mangled)
{
    int status = 0;
    std::unique_ptr<char, void (*)(void *)> demangled(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                      free);
    std::string name = status == 0 && demangled ? demangled.get() : mangled;
    return name.substr(0, name.find('('));
}

// Where constant bank 0 has the parameters; 0: not known.
static unsigned parameters_of(const std::string &target)
{
    int number = atoi(target.c_str() + strlen("sm_"));
    return number >= 90 && number < 100 ? 0x210 : number >= 75 && number < 90 ? 0x160 : 0;
}

static void read_line(Reading &reading, const std::string &line)
{
    std::string text = trimmed(line);
    if (starts_with(text, ".target"))
        reading.parameters = parameters_of(trimmed(text.substr(strlen(".target"))));
    if (starts_with(text, ".section")) {
        resolve_labels(reading);
        size_t start = text.find(".text.");
        reading.in_code = start != std::string::npos && reading.parameters;
        if (reading.in_code) {
            std::string name = text.substr(start + 6);
            reading.all.push_back(
                {written_name(name.substr(0, name.find_first_of(",\""))), "", reading.parameters, {}});
        }
        return;
    }
    if (!reading.in_code || text.empty())
        return;
    Code &code = reading.all.back();
    if (text.back() == ':') {
        reading.labels[text.substr(0, text.size() - 1)] = (int64_t)code.instructions.size();
        return;
    }
    size_t end = text.find("*/"), semicolon = text.find(';');
    if (!starts_with(text, "/*") || end == std::string::npos || semicolon == std::string::npos)
        return;
    std::string body = text.substr(end + 2, semicolon - end - 2);
    body = trimmed(body.substr(0, body.find("(*"))); // STL [R1], R2 (*"SpillRefill"*)
    Instruction instruction = {};
    if (!read_instruction(body, instruction) && code.unknown.empty())
        code.unknown = body;
    code.instructions.push_back(instruction);
}

std::vector<Code> read_code(const char *path)
{
    Reading reading;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        read_line(reading, line);
    resolve_labels(reading);
    return std::move(reading.all);
}

} // namespace simt
