// ---- what directives call, from C, too; the linker merges those of all outputs

extern "C" __attribute__((weak)) void crs_enter_copyin(const char *words, const char *name, const void *first,
                                                       const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_enter_section(section, true);
}

extern "C" __attribute__((weak)) void crs_enter_create(const char *words, const char *name, const void *first,
                                                       const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_enter_section(section, false);
}

extern "C" __attribute__((weak)) void crs_exit_copyout(const char *words, const char *name, const void *first,
                                                       const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_exit_section(section, true, false);
}

extern "C" __attribute__((weak)) void crs_exit_delete(const char *words, const char *name, const void *first,
                                                      const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_exit_section(section, false, false);
}

extern "C" __attribute__((weak)) void crs_finalize_copyout(const char *words, const char *name, const void *first,
                                                           const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_exit_section(section, true, true);
}

extern "C" __attribute__((weak)) void crs_finalize_delete(const char *words, const char *name, const void *first,
                                                          const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_exit_section(section, false, true);
}

extern "C" __attribute__((weak)) void crs_update_host(const char *words, const char *name, const void *first,
                                                      const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_update_section(section, true);
}

extern "C" __attribute__((weak)) void crs_update_device(const char *words, const char *name, const void *first,
                                                        const void *end, unsigned long bytes)
{
    crs_call call(words, words);
    const crs_section section = {call, name, (uintptr_t)first, (uintptr_t)end};
    if (crs_is_section(section, bytes))
        crs_update_section(section, false);
}
