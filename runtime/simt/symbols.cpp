// Reads the ELF symbol table of the file that a kernel was loaded from.
//
// __shared__ arrays are thread-local symbols. Their mangled name contains the function that they are local to:
// _ZZ4tileiPfE1a is `a` of tile(int, float *), whose own name is _Z4tileiPf.
#include "symbols.h"

#include <cxxabi.h>
#include <deque>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <map>
#include <memory>
#include <mutex>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace simt
{

// ---- The module ----

struct Module {
    uintptr_t address; // looked for
    uintptr_t base;
    size_t tls;
    std::string path;
    bool found;
};

static int match_module(dl_phdr_info *info, size_t, void *data)
{
    Module &module = *(Module *)data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || module.address - info->dlpi_addr - segment.p_vaddr >= segment.p_memsz)
            continue;
        module.base = info->dlpi_addr;
        module.tls = info->dlpi_tls_modid;
        module.path = info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
        module.found = true;
        return 1;
    }
    return 0;
}

extern "C" void *__tls_get_addr(size_t *module_and_offset);

char *thread_local_storage(size_t module)
{
    size_t request[2] = {module, 0};
    return (char *)__tls_get_addr(request);
}

// ---- The file ----

class ElfFile
{
  public:
    explicit ElfFile(const char *path)
    {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        struct stat status;
        if (file >= 0 && fstat(file, &status) == 0 && (size_t)status.st_size > sizeof(ElfW(Ehdr))) {
            size_ = (size_t)status.st_size;
            void *mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
            data_ = mapped == MAP_FAILED ? nullptr : (const char *)mapped;
        }
        if (file >= 0)
            close(file);
    }
    ElfFile(const ElfFile &) = delete;
    ~ElfFile()
    {
        if (data_)
            munmap((void *)data_, size_);
    }

    // Calls visit(symbol, name) for every symbol of the fullest table that the file has.
    template <class Visit> void each_symbol(Visit visit) const
    {
        const ElfW(Shdr) *table = section(SHT_SYMTAB);
        if (!table)
            table = section(SHT_DYNSYM);
        if (!table)
            return;
        const ElfW(Shdr) &names = sections()[table->sh_link];
        const ElfW(Sym) *symbols = (const ElfW(Sym) *)(data_ + table->sh_offset);
        for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++)
            visit(symbols[i], data_ + names.sh_offset + symbols[i].st_name);
    }

  private:
    const ElfW(Ehdr) * header() const { return (const ElfW(Ehdr) *)data_; }
    const ElfW(Shdr) * sections() const { return (const ElfW(Shdr) *)(data_ + header()->e_shoff); }
    const ElfW(Shdr) * section(unsigned type) const
    {
        if (!data_ || memcmp(data_, ELFMAG, SELFMAG) || header()->e_shoff == 0 || header()->e_shoff >= size_)
            return nullptr;
        for (unsigned i = 0; i < header()->e_shnum; i++)
            if (sections()[i].sh_type == type)
                return &sections()[i];
        return nullptr;
    }

    const char *data_ = nullptr;
    size_t size_ = 0;
};

// ---- A kernel ----

struct OwnedSymbols : KernelSymbols {
    std::string name_text;
    std::vector<SharedRange> own_ranges, other_ranges;
    std::deque<std::string> names; // of the ranges
};

// "void tile<float>(int, float*)" to "tile<float>".
static std::string readable(const std::string &mangled)
{
    int status;
    char *text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    if (!text)
        return mangled;
    std::string result = text;
    free(text);
    int depth = 0;
    size_t end = result.size();
    for (size_t i = 0; i < result.size() && end == result.size(); i++) {
        depth += result[i] == '<' ? 1 : result[i] == '>' ? -1 : 0;
        if (depth == 0 && result[i] == '(' && i > 0)
            end = i;
    }
    result.resize(end);
    size_t space = result.rfind("void ", 0) == 0 ? 5 : 0;
    return result.substr(space);
}

static std::string mangled_name(const ElfFile &file, uintptr_t offset)
{
    std::string result;
    file.each_symbol([&](const ElfW(Sym) & symbol, const char *name) {
        bool function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF;
        if (function && symbol.st_value == offset)
            result = name;
    });
    return result;
}

// How the names of variables local to that function begin.
static std::string local_prefix(const std::string &function)
{
    if (function.compare(0, 2, "_Z") == 0)
        return "_ZZ" + function.substr(2) + "E";
    return "_ZZ" + std::to_string(function.size()) + function + "E";
}

// "tile" of "_ZZ4tilePfE4tile", which is tile(float*)::tile.
static std::string variable_name(const char *mangled)
{
    int status;
    char *text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    const char *last = text ? strrchr(text, ':') : nullptr;
    std::string name = last ? last + 1 : text ? text : mangled;
    free(text);
    return name;
}

static void read_shared(OwnedSymbols &symbols, const ElfFile &file, const std::string &mangled)
{
    std::string prefix = local_prefix(mangled);
    file.each_symbol([&](const ElfW(Sym) & symbol, const char *name) {
        bool defined = symbol.st_shndx != SHN_UNDEF && symbol.st_size > 0;
        if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || !defined || strncmp(name, "_ZZ", 3))
            return;
        bool own = !mangled.empty() && !strncmp(name, prefix.c_str(), prefix.size());
        symbols.names.push_back(variable_name(name));
        (own ? symbols.own_ranges : symbols.other_ranges)
            .push_back({(size_t)symbol.st_value, (size_t)symbol.st_size, symbols.names.back().c_str()});
        if (own)
            symbols.own_size += symbol.st_size;
    });
}

static std::unique_ptr<OwnedSymbols> read_symbols(const void *kernel)
{
    auto symbols = std::make_unique<OwnedSymbols>();
    Module module = {};
    module.address = (uintptr_t)kernel;
    dl_iterate_phdr(match_module, &module);
    std::string mangled;
    if (module.found) {
        ElfFile file(module.path.c_str());
        mangled = mangled_name(file, module.address - module.base);
        if (module.tls)
            read_shared(*symbols, file, mangled);
    }
    char address[32];
    snprintf(address, sizeof address, "%p", kernel);
    symbols->name_text = mangled.empty() ? address : readable(mangled);
    symbols->name = symbols->name_text.c_str();
    symbols->module = module.tls;
    symbols->own = symbols->own_ranges.data();
    symbols->own_count = symbols->own_ranges.size();
    symbols->others = symbols->other_ranges.data();
    symbols->other_count = symbols->other_ranges.size();
    return symbols;
}

const KernelSymbols *kernel_symbols(const void *kernel)
{
    static std::mutex mutex;
    static std::map<const void *, std::unique_ptr<OwnedSymbols>> known;
    std::lock_guard<std::mutex> lock(mutex);
    std::unique_ptr<OwnedSymbols> &entry = known[kernel];
    if (!entry)
        entry = read_symbols(kernel);
    return entry.get();
}

} // namespace simt
