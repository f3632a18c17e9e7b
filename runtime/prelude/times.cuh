// ---- CURESTRUCT_TIME: what the launchers of a program have done, with one list for all of its outputs

struct crs_times_1 {
    const char *launcher, *words;
    crs_times_1 *next;
    long calls, serial, launches, copies;      // serial: those that were left to the serial loop
    double bytes, to_device, kernels, to_host; // seconds; to_device: with the tests before
    char reason[240];                          // of the last serial one
};

inline bool crs_times_wanted_1()
{
    static const char *const file = getenv("CURESTRUCT_TIME");
    static const bool wanted = file && *file && strcmp(file, "0");
    return wanted;
}

inline double crs_times_now_1()
{
    timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

inline crs_times_1 *&crs_times_list_1()
{
    static crs_times_1 *list;
    return list;
}

inline std::atomic_flag &crs_times_lock_1()
{
    static std::atomic_flag lock = ATOMIC_FLAG_INIT;
    return lock;
}

inline void crs_times_line_1(FILE *file, const crs_times_1 &line)
{
    fprintf(file, "%-32s %7ld %7ld %8ld %7ld %12.3f %12.3f %12.3f %12.3f\n", line.words, line.calls, line.serial,
            line.launches, line.copies, line.bytes / 1e6, line.to_device * 1e3, line.kernels * 1e3, line.to_host * 1e3);
    if (line.serial && line.reason[0])
        fprintf(file, "    serial: %s\n", line.reason);
}

inline void crs_times_print_1()
{
    const char *path = getenv("CURESTRUCT_TIME");
    bool named = path && strcmp(path, "1");
    FILE *file = named ? fopen(path, "a") : stderr;
    crs_times_1 all = {};
    if (!file)
        return;
    all.words = "all";
    fprintf(file, "%-32s %7s %7s %8s %7s %12s %12s %12s %12s\n", "curestruct: times in ms", "calls", "serial",
            "launches", "copies", "MB", "to device", "kernels", "to host");
    for (const crs_times_1 *nest = crs_times_list_1(); nest; nest = nest->next) {
        crs_times_line_1(file, *nest);
        all.calls += nest->calls;
        all.serial += nest->serial;
        all.launches += nest->launches;
        all.copies += nest->copies;
        all.bytes += nest->bytes;
        all.to_device += nest->to_device;
        all.kernels += nest->kernels;
        all.to_host += nest->to_host;
    }
    crs_times_line_1(file, all);
    if (named)
        fclose(file);
}

// The record of a launcher; the caller holds the lock.
inline crs_times_1 *crs_times_of_1(const char *launcher, const char *words)
{
    crs_times_1 **end = &crs_times_list_1();
    if (!*end)
        atexit(crs_times_print_1);
    for (; *end; end = &(*end)->next)
        if (!strcmp((*end)->launcher, launcher) && !strcmp((*end)->words, words))
            return *end;
    *end = (crs_times_1 *)calloc(1, sizeof(crs_times_1));
    if (*end) {
        (*end)->launcher = launcher;
        (*end)->words = words;
    }
    return *end;
}
