// In clang's CUDA mode __shared__ variables are thread-local, and `extern __shared__` ones are thread-local symbols
// that nothing defines.
#include "codegen/simt/parts.h"

#include <elf.h>
#include <string.h>

// Of the runtime's own header: a member of threadIdx and the like.
static bool is_of_runtime(const char *name)
{
    static const char *const names[] = {"simt_threadIdx_", "simt_blockIdx_", "simt_blockDim_", "simt_gridDim_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(names[i], name, strlen(names[i])) == 0)
            return true;
    return false;
}

static void add_symbols(Arena *arena, const Text *object, const Elf64_Shdr *table, const Elf64_Shdr *names, Names *out)
{
    const Elf64_Sym *symbols = (const Elf64_Sym *)(object->bytes + table->sh_offset);
    for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
        const char *name = object->bytes + names->sh_offset + symbols[i].st_name;
        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_TLS && symbols[i].st_shndx == SHN_UNDEF && !is_of_runtime(name))
            VECTOR_PUSH(arena, out, arena_strndup(arena, name, strlen(name)));
    }
}

bool dynamic_shared_names(Arena *arena, const char *path, Names *out)
{
    Text object = {.arena = arena};
    if (!text_add_file(&object, path) || object.length < sizeof(Elf64_Ehdr) ||
        memcmp(object.bytes, ELFMAG, SELFMAG) != 0)
        return false;
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)object.bytes;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(object.bytes + header->e_shoff);
    if (header->e_shoff + header->e_shnum * sizeof *sections > object.length)
        return false;
    for (int i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB)
            add_symbols(arena, &object, &sections[i], &sections[sections[i].sh_link], out);
    return true;
}
