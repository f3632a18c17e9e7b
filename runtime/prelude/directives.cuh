// ---- what directives call, from C, too; the linker merges those of all outputs

static inline void crs_move_section(const char *words, const char *name, const void *first, const void *end,
                                    unsigned long bytes, void (*move)(const crs_section &section))
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        move(section);
}

extern "C" __attribute__((weak)) void crs_enter_copyin(const char *words, const char *name, const void *first,
                                                       const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_enter_section(section, true); });
}

extern "C" __attribute__((weak)) void crs_enter_create(const char *words, const char *name, const void *first,
                                                       const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_enter_section(section, false); });
}

extern "C" __attribute__((weak)) void crs_exit_copyout(const char *words, const char *name, const void *first,
                                                       const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_exit_section(section, true, false); });
}

extern "C" __attribute__((weak)) void crs_exit_delete(const char *words, const char *name, const void *first,
                                                      const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_exit_section(section, false, false); });
}

extern "C" __attribute__((weak)) void crs_finalize_copyout(const char *words, const char *name, const void *first,
                                                           const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_exit_section(section, true, true); });
}

extern "C" __attribute__((weak)) void crs_finalize_delete(const char *words, const char *name, const void *first,
                                                          const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_exit_section(section, false, true); });
}

extern "C" __attribute__((weak)) void crs_update_host(const char *words, const char *name, const void *first,
                                                      const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_update_section(section, true); });
}

extern "C" __attribute__((weak)) void crs_update_device(const char *words, const char *name, const void *first,
                                                        const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_update_section(section, false); });
}

// ---- what curestruct.h calls

// NULL: there is no device, or no memory; the caller then takes the host's.
extern "C" __attribute__((weak)) void *crs_alloc_managed(size_t bytes)
{
    void *memory = nullptr;
    if (cudaMallocManaged(&memory, bytes ? bytes : 1) == cudaSuccess)
        return memory;
    cudaGetLastError();
    return nullptr;
}

// 0: it is the host's memory.
extern "C" __attribute__((weak)) int crs_free_managed(void *memory)
{
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    if (attributes.type != cudaMemoryTypeManaged)
        return 0;
    if (cudaFree(memory) != cudaSuccess)
        cudaGetLastError(); // the device is lost, and the memory with it
    return 1;
}
