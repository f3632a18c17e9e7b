// Reads PTX.
#include "code.h"

#include <ctype.h>
#include <cxxabi.h>
#include <fstream>
#include <set>
#include <sstream>
#include <stdlib.h>
#include <string.h>

namespace simt::ptx
{

// ---- Words

static const std::map<std::string, Opcode> &opcodes()
{
    static const std::map<std::string, Opcode> known = {
#define PTX(name, text) {text, Opcode::name},
#include "opcodes.def"
#undef PTX
    };
    return known;
}

static const std::map<std::string, Word> &words()
{
    static const std::map<std::string, Word> known = {
#define WORD(name, text) {text, Word::name},
#include "words.def"
#undef WORD
    };
    return known;
}

// Those that change nothing here: blocks run one after another, and memory is what it is.
static const std::set<std::string> plain_words = {
    "sync", "aligned", "weak", "volatile", "relaxed", "acquire",      "release",    "acq_rel",  "sc",
    "gpu",  "sys",     "cta",  "ca",       "cg",      "cs",           "lu",         "cv",       "wb",
    "wt",   "L1",      "L2",   "gl",       "wait",    "commit_group", "wait_group", "wait_all", "launch_dependents",
    "pred_"};

static const std::map<std::string, Space> spaces = {{"global", Space::global},      {"shared", Space::shared},
                                                    {"shared::cta", Space::shared}, {"local", Space::local},
                                                    {"param", Space::param},        {"const", Space::constant}};

static bool read_type(const std::string &word, Type &type)
{
    if (word == "pred") {
        type = {'p', 8};
        return true;
    }
    if (word.size() < 2 || !strchr("subf", word[0]) || word.find_first_not_of("0123456789", 1) != std::string::npos)
        return false;
    int bits = atoi(word.c_str() + 1);
    if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) || (word[0] == 'f' && bits < 32))
        return false;
    type = {word[0], (uint8_t)bits};
    return true;
}

static std::vector<std::string> split(const std::string &text, char by)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, by);)
        parts.push_back(part);
    return parts;
}

static std::string trimmed(const std::string &text)
{
    size_t begin = text.find_first_not_of(" \t\n"), end = text.find_last_not_of(" \t\n");
    return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// ---- What names stand for

struct Variable {
    Space space;
    size_t offset; // constant and global: the address
};

struct Registers {
    int first;
    uint8_t bits;
};

using Scope = std::map<std::string, Registers>; // "%r<": of all that begin so

class Reader
{
  public:
    explicit Reader(std::string text) : text_(std::move(text)) {}
    std::vector<Kernel> read();

  private:
    void read_kernel(const std::string &head);
    void read_body();
    void skip_body();
    void read_statement(const std::string &statement);
    void read_instruction(const std::string &statement);
    void read_words(Instruction &instruction, const std::string &text);
    void read_operands(Instruction &instruction, const std::string &text);
    Operand read_operand(const std::string &text);
    Operand read_number(const std::string &text);
    Operand read_special(const std::string &text);
    void read_registers(const std::string &declaration);
    void read_variable(const std::string &declaration);
    void read_parameters(const std::string &text);
    const Registers *find(const std::string &name, int &number) const;
    bool find_variable(const std::string &name, Variable &variable) const;
    std::string up_to(const char *stops);
    void skip_space();
    void unknown(const std::string &what)
    {
        if (kernel_->unknown.empty())
            kernel_->unknown = what;
    }

    std::string text_;
    size_t at_ = 0;
    std::vector<Kernel> kernels_;
    Kernel *kernel_ = nullptr; // NULL: outside of kernels
    std::map<std::string, Variable> module_variables_, variables_;
    size_t module_shared_ = 0;
    std::vector<Scope> scopes_;
    std::map<std::string, int> labels_;
    std::vector<std::pair<size_t, std::string>> jumps_;
    std::set<std::string> dynamic_; // arrays that follow all others
};

void Reader::skip_space()
{
    while (at_ < text_.size() && isspace((unsigned char)text_[at_]))
        at_++;
}

// The text until one of the characters, which is next.
std::string Reader::up_to(const char *stops)
{
    size_t end = text_.find_first_of(stops, at_);
    end = end == std::string::npos ? text_.size() : end;
    std::string result = text_.substr(at_, end - at_);
    at_ = end;
    return trimmed(result);
}

const Registers *Reader::find(const std::string &name, int &number) const
{
    size_t digits = name.find_last_not_of("0123456789");
    std::string family = name.substr(0, digits == std::string::npos ? 0 : digits + 1) + "<";
    for (size_t i = scopes_.size(); i-- > 0;) {
        auto exact = scopes_[i].find(name);
        if (exact != scopes_[i].end()) {
            number = 0;
            return &exact->second;
        }
        auto one = scopes_[i].find(family);
        if (one != scopes_[i].end() && digits + 1 < name.size()) {
            number = atoi(name.c_str() + digits + 1);
            return &one->second;
        }
    }
    return nullptr;
}

bool Reader::find_variable(const std::string &name, Variable &variable) const
{
    for (const auto *all : {&variables_, &module_variables_}) {
        auto found = all->find(name);
        if (found != all->end()) {
            variable = found->second;
            return true;
        }
    }
    return false;
}

// ---- Operands

Operand Reader::read_number(const std::string &text)
{
    Operand operand;
    operand.kind = Operand::value;
    if (text.size() > 2 && text[0] == '0' && strchr("fFdD", text[1])) {
        operand.bit = strtoull(text.c_str() + 2, nullptr, 16);
        return operand;
    }
    char *end;
    operand.bit = strtoull(text.c_str(), &end, 0);
    if (text[0] == '-')
        operand.bit = (uint64_t)strtoll(text.c_str(), &end, 0);
    if (*end && strcmp(end, "U") != 0)
        unknown(text);
    return operand;
}

Operand Reader::read_special(const std::string &text)
{
    static const std::map<std::string, Special> names = {
        {"%tid", Special::tid},       {"%ntid", Special::ntid},        {"%ctaid", Special::ctaid},
        {"%nctaid", Special::nctaid}, {"%laneid", Special::laneid},    {"%clock64", Special::clock},
        {"%clock", Special::clock},   {"%globaltimer", Special::clock}};
    static const char *const masks[] = {"%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge"};
    Operand operand;
    operand.kind = Operand::special;
    auto found = names.find(text.substr(0, text.find('.')));
    if (found != names.end()) {
        size_t point = text.find('.');
        operand.index = (int)found->second;
        operand.bit = point == std::string::npos ? 0 : (uint64_t)(text[point + 1] - 'x');
        return operand;
    }
    operand.index = (int)Special::lanemask;
    for (operand.bit = 0; operand.bit < 5; operand.bit++)
        if (text == masks[operand.bit])
            return operand;
    unknown(text);
    return operand;
}

Operand Reader::read_operand(const std::string &text)
{
    Operand operand;
    if (text.empty() || text == "_") {
        operand.kind = Operand::sink;
        return operand;
    }
    if (text[0] == '!') {
        operand = read_operand(trimmed(text.substr(1)));
        operand.inverted = true;
        return operand;
    }
    if (text[0] == '[') {
        std::string inside = trimmed(text.substr(1, text.size() - 2));
        size_t plus = inside.find('+');
        Operand base = read_operand(trimmed(inside.substr(0, plus)));
        operand.kind = Operand::memory;
        operand.index = base.kind == Operand::reg ? base.index : -1;
        operand.bits = base.bits;
        operand.bit = base.kind == Operand::reg ? 0 : base.bit;
        if (plus != std::string::npos)
            operand.bit += read_number(trimmed(inside.substr(plus + 1))).bit;
        return operand;
    }
    if (isdigit((unsigned char)text[0]) || text[0] == '-')
        return read_number(text);
    int number;
    if (const Registers *registers = find(text, number)) {
        operand.kind = Operand::reg;
        operand.index = registers->first + number;
        operand.bits = registers->bits;
        return operand;
    }
    if (text[0] == '%')
        return read_special(text);
    Variable variable;
    if (text == "WARP_SZ") {
        operand.kind = Operand::value;
        operand.bit = 32;
    } else if (find_variable(text, variable)) {
        operand.kind = Operand::value;
        operand.bit = variable.offset;
    } else {
        unknown(text);
    }
    return operand;
}

void Reader::read_operands(Instruction &instruction, const std::string &text)
{
    std::string word;
    int depth = 0;
    size_t groups = 0, before = 0;
    auto end_operand = [&] {
        if (!trimmed(word).empty())
            instruction.operands.push_back(read_operand(trimmed(word)));
        word.clear();
    };
    auto end_group = [&] {
        size_t elements = instruction.operands.size() - before;
        if (groups++ == 0)
            instruction.first = (uint8_t)elements;
        before = instruction.operands.size();
    };
    for (char c : text) {
        depth += (c == '{') - (c == '}');
        if (c == '{' || c == '}')
            continue;
        if (c != ',' && c != '|') {
            word += c;
            continue;
        }
        end_operand();
        if (!depth && c == ',')
            end_group();
    }
    end_operand();
    end_group();
}

// ---- Instructions

void Reader::read_words(Instruction &instruction, const std::string &text)
{
    std::vector<std::string> parts = split(text, '.');
    auto opcode = opcodes().find(parts[0]);
    if (opcode == opcodes().end()) {
        unknown(text);
        return;
    }
    instruction.opcode = opcode->second;
    size_t types = 0, named = 0;
    for (size_t i = 1; i < parts.size(); i++) {
        const std::string &part = parts[i];
        Type type;
        auto word = words().find(part);
        auto space = spaces.find(part);
        if (read_type(part, type)) {
            (types++ ? instruction.other : instruction.type) = type;
        } else if (part == "v2" || part == "v4") {
            instruction.vector = (uint8_t)(part[1] - '0');
        } else if (space != spaces.end()) {
            (named++ ? instruction.from : instruction.space) = space->second;
        } else if (word != words().end()) {
            instruction.words |= (uint64_t)1 << (unsigned)word->second;
        } else if (part == "nc") {
            instruction.constant = true;
        } else if (!plain_words.count(part.substr(0, part.find("::")))) {
            unknown(text);
        }
    }
    if (types < 2)
        instruction.other = instruction.type;
    if (instruction.has(Word::approx) || instruction.has(Word::full) || instruction.has(Word::ftz))
        unknown(text);
}

void Reader::read_instruction(const std::string &statement)
{
    Instruction instruction = {};
    std::string rest = statement;
    if (rest[0] == '@') {
        size_t end = rest.find_first_of(" \t");
        instruction.has_guard = true;
        instruction.guard = read_operand(rest.substr(1, end - 1));
        rest = trimmed(rest.substr(end));
    }
    size_t end = rest.find_first_of(" \t\n");
    std::string head = rest.substr(0, end);
    rest = end == std::string::npos ? "" : trimmed(rest.substr(end));
    read_words(instruction, head);
    if (!kernel_->unknown.empty())
        return;
    switch (instruction.opcode) {
    case Opcode::bra: jumps_.push_back({kernel_->code.size(), rest}); break;
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::discard:
    case Opcode::pragma: return;
    default: read_operands(instruction, rest);
    }
    kernel_->has_constant |= instruction.constant;
    kernel_->code.push_back(std::move(instruction));
}

// ---- Declarations

static Type type_in(const std::vector<std::string> &declared, size_t &alignment)
{
    Type type;
    for (size_t i = 0; i < declared.size(); i++) {
        if (declared[i] == ".align" && i + 1 < declared.size())
            alignment = (size_t)atoi(declared[i + 1].c_str());
        if (declared[i][0] == '.')
            read_type(declared[i].substr(1), type);
    }
    return type;
}

static std::vector<std::string> tokens(const std::string &text)
{
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string word; stream >> word;)
        result.push_back(word);
    return result;
}

// .reg .b32 %r<5>, x
void Reader::read_registers(const std::string &declaration)
{
    std::vector<std::string> names = split(declaration, ',');
    std::vector<std::string> first = tokens(names[0]);
    size_t alignment = 0;
    Type type = type_in(first, alignment);
    names[0] = first.back();
    for (const std::string &each : names) {
        std::string name = trimmed(each);
        size_t open = name.find('<');
        int count = open == std::string::npos ? 1 : atoi(name.c_str() + open + 1);
        scopes_.back()[open == std::string::npos ? name : name.substr(0, open + 1)] = {(int)kernel_->widths.size(),
                                                                                       type.bits};
        kernel_->widths.insert(kernel_->widths.end(), (size_t)count, type.bits);
    }
}

// Numbers of an initializer, in memory that stays.
static bool initialized(const std::string &values, Type type, size_t bytes, size_t &address)
{
    char *memory = (char *)aligned_alloc(256, (bytes + 255) / 256 * 256);
    memset(memory, 0, bytes);
    size_t at = 0;
    for (const std::string &each : split(values, ',')) {
        std::string value = trimmed(each);
        if (value.empty())
            continue;
        bool real = value.size() > 2 && strchr("fFdD", value[1]) && value[0] == '0';
        char *end;
        uint64_t bits = strtoull(value.c_str() + (real ? 2 : 0), &end, real ? 16 : 0);
        if (*end || at + type.bits / 8u > bytes) {
            free(memory);
            return false;
        }
        memcpy(memory + at, &bits, type.bits / 8u);
        at += type.bits / 8u;
    }
    address = (size_t)memory;
    return true;
}

// .shared .align 8 .b8 name[512];   .global .align 4 .b8 name[8] = {1, 0, ..};
void Reader::read_variable(const std::string &declaration)
{
    size_t equals = declaration.find('='), alignment = 1;
    std::string head = declaration.substr(0, equals);
    std::vector<std::string> declared = tokens(head);
    Type type = type_in(declared, alignment);
    size_t open = head.find('[');
    std::string name = tokens(head.substr(0, open)).back();
    size_t bytes = type.bits / 8u;
    bool dynamic = false;
    for (size_t at = open; at != std::string::npos; at = head.find('[', at + 1)) {
        dynamic = dynamic || head[at + 1] == ']';
        bytes *= (size_t)strtoull(head.c_str() + at + 1, nullptr, 10);
    }
    bool is_shared = head.find(".shared") != std::string::npos, is_local = head.find(".local") != std::string::npos;
    if (!is_shared && !is_local) {
        std::string values = equals == std::string::npos ? "" : declaration.substr(equals + 1);
        for (char &c : values)
            c = c == '{' || c == '}' ? ' ' : c;
        size_t address;
        if (!values.empty() && initialized(values, type, bytes, address))
            (kernel_ ? variables_ : module_variables_)[name] = {Space::global, address};
        return;
    }
    if (dynamic) {
        dynamic_.insert(name);
        return;
    }
    size_t &used = is_local ? kernel_->local_bytes : kernel_ ? kernel_->shared_bytes : module_shared_;
    used = (used + alignment - 1) / alignment * alignment;
    (kernel_ ? variables_ : module_variables_)[name] = {is_local ? Space::local : Space::shared, used};
    used += bytes;
}

void Reader::read_parameters(const std::string &text)
{
    for (const std::string &each : split(text, ',')) {
        std::string head = trimmed(each);
        if (head.empty())
            continue;
        size_t alignment = 0, open = head.find('['), &used = kernel_->parameter_bytes;
        Type type = type_in(tokens(head), alignment);
        size_t bytes = type.bits / 8u;
        alignment = open != std::string::npos ? alignment : bytes;
        bytes *= open != std::string::npos ? (size_t)atoi(head.c_str() + open + 1) : 1;
        used = (used + alignment - 1) / alignment * alignment;
        variables_[tokens(head.substr(0, open)).back()] = {Space::param, used};
        used += bytes;
    }
}

// ---- Kernels

static std::string readable(const std::string &mangled)
{
    int status;
    char *text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    std::string name = status == 0 ? text : mangled;
    free(text);
    size_t parameters = name.rfind('(');
    return parameters == std::string::npos ? name : name.substr(0, parameters);
}

void Reader::read_statement(const std::string &statement)
{
    if (!statement.compare(0, 4, ".reg"))
        read_registers(statement);
    else if (!statement.compare(0, 7, ".shared") || !statement.compare(0, 6, ".local"))
        read_variable(statement);
    else if (statement[0] == '.')
        (statement.compare(0, 7, ".pragma") ? unknown(statement.substr(0, 20)) : (void)0);
    else
        read_instruction(statement);
}

void Reader::read_body()
{
    scopes_.assign(1, {});
    for (at_++; at_ < text_.size() && !scopes_.empty();) {
        skip_space();
        if (text_[at_] == '{') {
            scopes_.push_back({});
            at_++;
        } else if (text_[at_] == '}') {
            scopes_.pop_back();
            at_++;
        } else if (text_[at_] == ';') {
            at_++;
        } else {
            size_t end = at_;
            while (end < text_.size() && (isalnum((unsigned char)text_[end]) || strchr("$_", text_[end])))
                end++;
            if (text_[end] == ':' && text_[end + 1] != ':') {
                labels_[text_.substr(at_, end - at_)] = (int)kernel_->code.size();
                at_ = end + 1;
            } else {
                read_statement(up_to(";"));
            }
        }
    }
}

void Reader::skip_body()
{
    int depth = 0;
    do {
        depth += (text_[at_] == '{') - (text_[at_] == '}');
        at_++;
    } while (depth && at_ < text_.size());
}

void Reader::read_kernel(const std::string &head)
{
    kernels_.emplace_back();
    kernel_ = &kernels_.back();
    kernel_->name = readable(tokens(head).back());
    kernel_->shared_bytes = module_shared_;
    variables_.clear(), labels_.clear(), jumps_.clear();
    at_++;
    read_parameters(up_to(")"));
    up_to("{");
    // Dynamic shared memory follows the rest, whose size is known in the end: it is declared before any statement.
    size_t begin = at_;
    for (int pass = 0; pass < 2; pass++) {
        size_t shared = (kernel_->shared_bytes + 15) / 16 * 16;
        for (const std::string &name : dynamic_)
            module_variables_[name] = {Space::shared, shared};
        if (pass)
            kernel_->code.clear(), kernel_->widths.clear(), jumps_.clear(), labels_.clear();
        kernel_->shared_bytes = module_shared_;
        kernel_->local_bytes = 0;
        at_ = begin;
        read_body();
    }
    kernel_->shared_bytes = (kernel_->shared_bytes + 15) / 16 * 16;
    for (const auto &jump : jumps_) {
        auto label = labels_.find(jump.second);
        if (label == labels_.end())
            unknown("bra " + jump.second);
        else
            kernel_->code[jump.first].target = label->second;
    }
    kernel_ = nullptr;
}

std::vector<Kernel> Reader::read()
{
    for (skip_space(); at_ < text_.size(); skip_space()) {
        if (!text_.compare(at_, 8, ".version") || !text_.compare(at_, 7, ".target") ||
            !text_.compare(at_, 13, ".address_size")) {
            up_to("\n");
            continue;
        }
        size_t begin = at_;
        std::string head = up_to("(=;{");
        if (head.find(".entry") != std::string::npos) {
            read_kernel(head);
        } else if (head.find(".func") != std::string::npos) {
            up_to("{;");
            skip_body();
        } else {
            at_ = begin;
            std::string declaration = up_to(";");
            at_++;
            if (declaration.find('[') != std::string::npos || declaration.find(".shared") != std::string::npos)
                read_variable(declaration);
        }
    }
    return std::move(kernels_);
}

static std::string without_comments(std::istream &stream)
{
    std::string text;
    for (std::string line; std::getline(stream, line);)
        text += line.substr(0, line.find("//")) + "\n";
    return text;
}

std::vector<Kernel> read_kernels(const char *path)
{
    std::ifstream stream(path);
    return Reader(without_comments(stream)).read();
}

} // namespace simt::ptx
