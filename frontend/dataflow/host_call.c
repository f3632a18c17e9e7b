// Functions of the system that a program calls around its nests. Those that call back are not among them, nor those
// that let other threads go on: what these do is not known.
#include "frontend/dataflow/host_call.h"

#include "frontend/clang/source.h"

#include <string.h>

#define NOTHING .uses = false
#define READS .uses = true
#define WRITES .uses = true, .writes = true
#define MOVES .uses = true, .writes = true, .moves = true
#define FREES .uses = true, .writes = true, .frees = true

static const HostCallEffect effects[] = {
    {"printf", READS},
    {"fprintf", READS},
    {"puts", READS},
    {"fputs", READS},
    {"perror", READS},
    {"fopen", READS},
    {"fwrite", READS},
    {"strcmp", READS},
    {"strncmp", READS},
    {"strlen", READS},
    {"strchr", READS},
    {"strrchr", READS},
    {"strstr", READS},
    {"memcmp", READS},
    {"atoi", READS},
    {"atol", READS},
    {"atof", READS},
    {"getenv", READS},
    {"putchar", NOTHING},
    {"fputc", NOTHING},
    {"putc", NOTHING},
    {"fflush", NOTHING},
    {"fclose", NOTHING},
    {"abort", NOTHING},
    {"__assert_fail", NOTHING},
    {"malloc", NOTHING},
    {"calloc", NOTHING},
    {"aligned_alloc", NOTHING},
    {"clock", NOTHING},
    {"difftime", NOTHING},
    {"abs", NOTHING},
    {"labs", NOTHING},
    {"llabs", NOTHING},
    {"rand", NOTHING},
    {"srand", NOTHING},
    {"random", NOTHING},
    {"srandom", NOTHING},
    {"drand48", NOTHING},
    {"srand48", NOTHING},
    {"lrand48", NOTHING},
    {"omp_get_wtime", NOTHING},
    {"memcpy", MOVES},
    {"memmove", MOVES},
    {"memset", MOVES},
    {"snprintf", WRITES},
    {"sprintf", WRITES},
    {"strcpy", WRITES},
    {"strncpy", WRITES},
    {"strcat", WRITES},
    {"strtol", WRITES},
    {"strtod", WRITES},
    {"rand_r", WRITES},
    {"time", WRITES},
    {"timespec_get", WRITES},
    {"clock_gettime", WRITES},
    {"gettimeofday", WRITES},
    {"fread", WRITES},
    {"fgets", WRITES},
    {"posix_memalign", WRITES},
    {"realloc", WRITES},
    {"free", FREES}, // another array may get that memory
};

static const HostCallEffect of_math = {"", WRITES};

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool is_of_math(const char *path)
{
    static const char *const headers[] = {"/math.h", "/complex.h", "/bits/mathcalls", "/bits/cmathcalls"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strstr(path, headers[i]))
            return true;
    return false;
}

static bool is_of_system(CXCursor function, CXFile *file)
{
    CXSourceLocation at = clang_getCursorLocation(function);
    clang_getExpansionLocation(at, file, NULL, NULL, NULL);
    return !*file || clang_Location_isInSystemHeader(at); // the compiler's own have no file
}

const HostCallEffect *host_call_effect(Reader *reader, CXCursor function)
{
    const char *name = cursor_name(function);
    CXFile file;
    bool is_builtin = begins(name, "__builtin_");
    if (host_call_returns_twice(function) || strstr(name, "jmp") || (!is_of_system(function, &file) && !is_builtin))
        return NULL;
    const char *plain = is_builtin ? name + strlen("__builtin_") : name;
    plain += begins(plain, "__") && is_builtin ? 2 : 0;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
        if (!strcmp(effects[i].name, plain))
            return &effects[i];
    if (is_builtin || (file && is_of_math(take_string(reader, clang_getFileName(file)))))
        return &of_math;
    return NULL;
}

bool host_call_returns_twice(CXCursor function)
{
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "__builtin_setjmp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(cursor_name(function), names[i]))
            return true;
    return false;
}
