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
                     [](const crs_section &section) { crs_enter_section(section, true, false); });
}

extern "C" __attribute__((weak)) void crs_enter_create(const char *words, const char *name, const void *first,
                                                       const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_enter_section(section, false, false); });
}

// By OpenMP, whose loops on the host have a copy of their own.
extern "C" __attribute__((weak)) void crs_enter_copyin_apart(const char *words, const char *name, const void *first,
                                                             const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_enter_section(section, true, true); });
}

extern "C" __attribute__((weak)) void crs_enter_create_apart(const char *words, const char *name, const void *first,
                                                             const void *end, unsigned long bytes)
{
    crs_move_section(words, name, first, end, bytes,
                     [](const crs_section &section) { crs_enter_section(section, false, true); });
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

// What follows is to work on the device's copy of the data, and runs on the host, which has it until crs_device_end.
extern "C" __attribute__((weak)) void crs_device_begin(const char *words) { crs_swap(words, true); }

extern "C" __attribute__((weak)) void crs_device_end(const char *words) { crs_swap(words, false); }

// ---- what stands around a loop whose arrays stay on the device, and before what the host does in it

static inline void crs_stop_keeping(crs_call &call, bool fine)
{
    if (!fine)
        crs_stop(call);
    crs_add_times(call, false);
}

// From here on, nests leave their arrays on the device. What is returned is for crs_keep_end.
extern "C" __attribute__((weak)) int crs_keep_begin(void)
{
    bool before = crs_keep_table_1().on;
    crs_keep_table_1().on = true;
    return before;
}

// The same in a program of several files, if none of them is missing, which their outputs rely on.
extern "C" __attribute__((weak)) int crs_whole_begin(const char *words, const char *missing)
{
    static bool said;
    bool before = crs_keep_table_1().on;
    crs_keep_table_1().on = before || !missing;
    if (missing && !said)
        fprintf(stderr,
                "curestruct: %s: warning: arrays move at each call: the program has another '%s', or other "
                "files, than this one was translated with\n",
                words, missing);
    said |= missing != nullptr;
    return before;
}

// The end, unless a loop around goes on: what has changed comes back.
extern "C" __attribute__((weak)) void crs_keep_end(const char *words, int crs_kept)
{
    crs_keep_1 &table = crs_keep_table_1();
    table.on = crs_kept;
    if (crs_kept || table.count == 0)
        return;
    crs_call call(words, words);
    crs_stop_keeping(call, crs_return_kept(call));
}

// What follows may do anything: everything comes back, and nothing stays until crs_keep_on.
extern "C" __attribute__((weak)) void crs_keep_off(const char *words) { crs_keep_end(words, 0); }

extern "C" __attribute__((weak)) void crs_keep_on(void) { crs_keep_table_1().on = true; }

extern "C" __attribute__((weak)) void crs_whole_on(const char *missing) { crs_keep_table_1().on |= !missing; }

static inline void crs_host_uses(const char *words, const void *first, unsigned long bytes, bool shows, bool writes)
{
    crs_keep_1 &table = crs_keep_table_1();
    crs_span_1 span = {(uintptr_t)first, first ? (uintptr_t)first + bytes : UINTPTR_MAX};
    long number = crs_entry_from(table, span.begin);
    if (number == table.count || table.items[number].begin >= span.end)
        return;
    crs_call call(words, words);
    crs_stop_keeping(call, first ? crs_open_kept(call, span, shows, writes)
                                 : crs_meet_kept(call, span.begin, span.end, writes));
}

// The host is about to read these bytes; NULL: any.
extern "C" __attribute__((weak)) void crs_host_reads(const char *words, const void *first, unsigned long bytes)
{
    crs_host_uses(words, first, bytes, true, false);
}

// The host is about to write these bytes, and may read them before; NULL: any.
extern "C" __attribute__((weak)) void crs_host_writes(const char *words, const void *first, unsigned long bytes)
{
    crs_host_uses(words, first, bytes, true, true);
}

// The host has written these bytes, all of them.
extern "C" __attribute__((weak)) void crs_host_wrote(const char *words, const void *first, unsigned long bytes)
{
    crs_host_uses(words, first, bytes, false, true);
}

// The host is about to free this memory: no value of it comes back.
extern "C" __attribute__((weak)) void crs_host_frees(const char *words, const void *first, unsigned long)
{
    crs_keep_1 &table = crs_keep_table_1();
    if (table.count == 0 || !first)
        return;
    uintptr_t begin = (uintptr_t)first, end = begin + malloc_usable_size((void *)first);
    for (long i = crs_entry_from(table, begin); i < table.count && table.items[i].begin < end;)
        if (begin <= table.items[i].begin && table.items[i].end <= end)
            crs_drop_kept(table, i);
        else
            i++;
    long next = crs_entry_from(table, begin);
    if (next < table.count && table.items[next].begin < end)
        crs_host_uses(words, nullptr, 0, true, true);
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

// The stream of this thread's nests from now on; the one before.
extern "C" __attribute__((weak)) void *crs_use_stream(void *stream)
{
    void *before = crs_stream_1();
    crs_call call("crs_set_stream", "crs_set_stream");
    if (!call.stream && stream && crs_under_way_1().exchange(false) &&
        !crs_check(call, cudaStreamSynchronize(0), "waiting for the default stream"))
        crs_stop(call);
    crs_stream_1() = (cudaStream_t)stream;
    return before;
}

// Until what this thread's stream has to do is done.
extern "C" __attribute__((weak)) void crs_wait_stream(void)
{
    crs_call call("crs_wait", "crs_wait");
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess)
        cudaGetLastError(); // no device, and nothing to wait for
    else if (!crs_check(call, cudaStreamSynchronize(call.stream), "waiting for the stream"))
        crs_stop(call);
}

// Until the stream has done its work.
extern "C" __attribute__((weak)) void crs_wait_for(void *stream)
{
    void *before = crs_use_stream(stream);
    crs_wait_stream();
    crs_use_stream(before);
}

// Until all of this thread's device has.
extern "C" __attribute__((weak)) void crs_wait_all(void)
{
    crs_call call("wait", "wait");
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess)
        cudaGetLastError(); // no device, and nothing to wait for
    else if (!crs_check(call, cudaDeviceSynchronize(), "waiting for the device"))
        crs_stop(call);
}

// The device of this thread's nests from now on; 0: there is none of that number.
extern "C" __attribute__((weak)) int crs_use_device(int number)
{
    if (cudaSetDevice(number) == cudaSuccess)
        return 1;
    cudaGetLastError();
    return 0;
}
