// Calls functions of two shared libraries, the serial and the generated build of the same text, on equal data, and
// compares every byte that they could write: arrays with margins around, results, globals. A function runs in a process
// of its own kind: a crash or a hang is reported and the next function goes on.
//
// usage: driver SERIAL.so GENERATED.so SPEC TRACE; SPEC has lines:
//   F name            a function begins        C seed            a call of it begins
//   I value           an integer argument      D value, S value  a double or float argument
//   P type class limit low count   an array; its elements low..low+count-1 exist
//   O argument shift  the array that lies `shift` elements after that of an earlier argument
//   G name type class limit count  a global array
//   E                 the call is complete
// prints: `same NAME`, or `WORD NAME call: what`; WORD is differs, serial (crashed), generated (crashed) or hangs; and
// `trace NAME call: line` for each line that a launcher wrote.
// Both libraries call this program's fmin and fmax: which of two zeros of different signs these give is open in C, and
// gcc even exchanges their arguments.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Of one call: the processor's time, which other programs on the machine do not use up, and the time of one that waits.
enum { MAX_ARGUMENTS = 60, MARGIN = 16, BUSY_SECONDS = 60, SECONDS = 600 };

typedef struct Buffer {
    char name[64]; // of a global
    int element;
    size_t size, count;
    const char *type;
    unsigned char *side[2], *memory[2], *pages[2];
    size_t room, behind; // bytes of `pages`; elements after the last, at the end of which nothing may be read
    long low;
} Buffer;

typedef struct Shared {
    int stage; // 0: preparing, 1: serial, 2: generated
    int function, call;
    bool failed;
} Shared;

typedef struct Type {
    const char *name;
    size_t size;
    char kind;
} Type;

static const Type types[] = {
    {"schar", 1, 's'}, {"uchar", 1, 'u'}, {"short", 2, 's'}, {"ushort", 2, 'u'}, {"int", 4, 's'}, {"uint", 4, 'u'},
    {"long", 8, 's'}, {"ulong", 8, 'u'}, {"float", 4, 'f'}, {"double", 8, 'f'}, {"bool", 1, 'b'}, {"record", 24, 'r'},
};

static const Type *type_of(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    fprintf(stderr, "driver: no type %s\n", name);
    exit(2);
}

static uint64_t state;

static uint64_t draw(void)
{
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// ---- fmin and fmax: of a number and a NaN the number, and the negative zero is the smaller one

static bool is_below(double x, double y)
{
    return x < y || (x == y && signbit(x) > signbit(y));
}

double fmin(double x, double y)
{
    return isnan(y) || is_below(x, y) ? x : y;
}

double fmax(double x, double y)
{
    return isnan(y) || is_below(y, x) ? x : y;
}

float fminf(float x, float y)
{
    return (float)fmin(x, y);
}

float fmaxf(float x, float y)
{
    return (float)fmax(x, y);
}

// ---- data

static bool with_special; // of this call: some numbers that may be any are NaN or infinite

static double real_value(const char *class)
{
    if (strcmp(class, "unit") == 0)
        return draw() % 2 ? 1 : -1;
    if (strcmp(class, "free") == 0 && draw() % 64 == 0)
        return draw() % 2 ? 0.0 : -0.0;
    if (strcmp(class, "free") == 0 && with_special && draw() % 61 == 0)
        return draw() % 3 ? NAN : draw() % 2 ? INFINITY : -INFINITY;
    if (strcmp(class, "free") == 0)
        return (double)(int64_t)(draw() % 20001 - 10000) / 3000;
    return (double)((int64_t)(draw() % 33) - 16) / 4;
}

static int64_t integer_value(const Type *type, const char *class, long limit)
{
    if (strcmp(class, "index") == 0)
        return (int64_t)(draw() % (uint64_t)limit);
    if (type->kind == 'b')
        return (int64_t)(draw() % 2);
    if (strcmp(class, "unit") == 0 && type->kind == 's')
        return draw() % 2 ? 1 : -1;
    if ((type->kind == 'u' || type->size < 4) && draw() % 4 == 0)
        return (int64_t)draw();
    int64_t value = (int64_t)(draw() % 19) - 9;
    return type->kind == 'u' && value < 0 ? -value : value;
}

static void fill(const Type *type, unsigned char *at, const char *class, long limit)
{
    if (type->kind == 'r') {
        fill(type_of("int"), at, "data", 0);
        for (int i = 0; i < 3; i++)
            fill(type_of("float"), at + 4 + 4 * i, "data", 0);
        fill(type_of("double"), at + 16, "data", 0);
    } else if (type->kind == 'f') {
        double value = real_value(class);
        float narrow = (float)value;
        memcpy(at, type->size == 4 ? (void *)&narrow : (void *)&value, type->size);
    } else {
        int64_t value = integer_value(type, class, limit);
        memcpy(at, &value, type->size);
    }
}

// Never less than the one before, some equal to it.
static void fill_offsets(const Type *type, unsigned char *at, long count, long limit)
{
    int64_t value = 0;
    for (long i = 0; i < count; i++, at += type->size) {
        memcpy(at, &value, type->size);
        value += (int64_t)(draw() % (uint64_t)(2 * limit / (count > 1 ? count : 1) + 2));
        value = value < limit ? value : limit;
    }
}

static bool same(const Type *type, const unsigned char *a, const unsigned char *b)
{
    if (memcmp(a, b, type->size) == 0)
        return true;
    if (type->kind == 'r')
        return false;
    float narrow[2];
    double wide[2];
    memcpy(&narrow[0], a, 4), memcpy(&narrow[1], b, 4);
    if (type->size == 4)
        return type->kind == 'f' && isnan(narrow[0]) && isnan(narrow[1]);
    memcpy(&wide[0], a, type->size), memcpy(&wide[1], b, type->size);
    return type->kind == 'f' && isnan(wide[0]) && isnan(wide[1]);
}

static void show(const Type *type, const unsigned char *at, char *text)
{
    if (type->kind == 'f') {
        double wide = 0;
        float narrow = 0;
        memcpy(type->size == 4 ? (void *)&narrow : (void *)&wide, at, type->size);
        sprintf(text, "%.17g", type->size == 4 ? (double)narrow : wide);
        return;
    }
    int64_t value = 0;
    memcpy(&value, at, type->size > 8 ? 8 : type->size);
    int unused = 64 - 8 * (int)(type->size > 8 ? 8 : type->size);
    sprintf(text, "%ld", type->kind == 's' ? (long)((int64_t)((uint64_t)value << unused) >> unused) : (long)value);
}

// ---- one call

typedef struct Call {
    long integers[MAX_ARGUMENTS];
    long integers_generated[MAX_ARGUMENTS];
    double reals[8];
    int nintegers, nreals, nbuffers;
    Buffer buffers[MAX_ARGUMENTS];
    int buffer_of[MAX_ARGUMENTS];
} Call;

// Room for `bytes` bytes in front of a page that may not be touched; half of them end there, the others are as far in
// front as alignment to a cache line needs.
static void take_pages(Buffer *buffer, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + 64 + page - 1) / page * page;
    size_t start = room - (buffer->behind ? (bytes + 63) / 64 * 64 : bytes);
    buffer->room = room + page;
    for (int s = 0; s < 2; s++) {
        unsigned char *pages = mmap(NULL, buffer->room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || mprotect(pages + room, page, PROT_NONE) != 0) {
            perror("driver: memory");
            exit(2);
        }
        buffer->pages[s] = pages;
        buffer->memory[s] = pages + start;
        memset(buffer->memory[s], 0xa5, bytes);
        buffer->side[s] = buffer->memory[s] + MARGIN * buffer->size;
    }
}

static void release(Call *call)
{
    for (int b = 0; b < call->nbuffers; b++)
        for (int s = 0; s < 2; s++)
            munmap(call->buffers[b].pages[s], call->buffers[b].room);
}

static void new_buffer(Call *call, const char *type_name, const char *class, long limit, long low, long count)
{
    Buffer *buffer = &call->buffers[call->nbuffers++];
    const Type *type = type_of(type_name);
    *buffer = (Buffer){.type = type->name, .size = type->size, .count = (size_t)count, .low = low};
    buffer->behind = state >> 9 & 1 ? MARGIN : 0;
    take_pages(buffer, ((size_t)count + MARGIN + buffer->behind) * type->size);
    for (long i = 0; i < count; i++)
        fill(type, buffer->side[0] + (size_t)i * type->size, class, limit);
    if (strcmp(class, "offsets") == 0)
        fill_offsets(type, buffer->side[0], count, limit);
    memcpy(buffer->side[1], buffer->side[0], (size_t)count * type->size);
}

// All arguments go where the calling convention has integers and pointers, floating-point ones where it has these.
static void call_function(void *function, const long *i, const double *d)
{
    ((void (*)(long, long, long, long, long, long, double, double, double, double, long, long, long, long, long, long,
               long, long, long, long, long, long, long, long, long, long, long, long, long, long, long, long, long,
               long, long, long))function)(i[0], i[1], i[2], i[3], i[4], i[5], d[0], d[1], d[2], d[3], i[6], i[7], i[8],
                                           i[9], i[10], i[11], i[12], i[13], i[14], i[15], i[16], i[17], i[18], i[19],
                                           i[20], i[21], i[22], i[23], i[24], i[25], i[26], i[27], i[28], i[29], i[30],
                                           i[31]);
}

static bool compare(const Call *call, const char *name, int number)
{
    for (int b = 0; b < call->nbuffers; b++) {
        const Buffer *buffer = &call->buffers[b];
        const Type *type = type_of(buffer->type);
        for (size_t i = 0; i < MARGIN + buffer->count + buffer->behind; i++) {
            const unsigned char *one = buffer->memory[0] + i * type->size, *other = buffer->memory[1] + i * type->size;
            if (same(type, one, other))
                continue;
            char serial[64], generated[64];
            show(type, one, serial), show(type, other, generated);
            char global[80] = "";
            if (buffer->name[0])
                snprintf(global, sizeof global, " (%s)", buffer->name);
            printf("differs %s %d: array %d%s, element %ld is %s serial, %s generated\n", name, number, b, global,
                   (long)i - MARGIN + buffer->low, serial, generated);
            return false;
        }
    }
    return true;
}

static void print_trace(const char *path, const char *name, int number)
{
    FILE *file = fopen(path, "r");
    char line[600];
    while (file && fgets(line, sizeof line, file))
        printf("trace %s %d: %s", name, number, line);
    if (file) {
        fclose(file);
        truncate(path, 0);
    }
}

static void global_side(const Call *call, void *library, int s, bool out)
{
    for (int b = 0; b < call->nbuffers; b++) {
        const Buffer *buffer = &call->buffers[b];
        void *global = buffer->name[0] ? dlsym(library, buffer->name) : NULL;
        if (buffer->name[0] && !global) {
            fprintf(stderr, "driver: no global %s\n", buffer->name);
            exit(2);
        }
        if (global)
            memcpy(out ? buffer->side[s] : global, out ? global : buffer->side[s], buffer->count * buffer->size);
    }
}

static bool perform(Call *call, void *const libraries[2], const char *name, int number, Shared *shared,
                    const char *trace)
{
    for (int s = 0; s < 2; s++) {
        void *function = dlsym(libraries[s], name);
        if (!function) {
            printf("differs %s %d: no such function in build %d\n", name, number, s);
            return false;
        }
        shared->stage = s + 1;
        global_side(call, libraries[s], s, false);
        call_function(function, s ? call->integers_generated : call->integers, call->reals);
        global_side(call, libraries[s], s, true);
    }
    shared->stage = 0;
    print_trace(trace, name, number);
    return compare(call, name, number);
}

// ---- the file of calls

static void read_line(Call *call, const char *line)
{
    char type[32], class[32], name[64];
    long a, limit, low, count;
    double real;
    int at = call->nintegers;
    if (sscanf(line, "I %ld", &a) == 1) {
        call->integers[at] = call->integers_generated[at] = a;
        call->nintegers++;
    } else if (sscanf(line, "D %lf", &real) == 1) {
        call->reals[call->nreals++] = real;
    } else if (sscanf(line, "S %lf", &real) == 1) {
        float narrow = (float)real;
        memcpy(&call->reals[call->nreals++], &narrow, 4);
    } else if (sscanf(line, "P %31s %31s %ld %ld %ld", type, class, &limit, &low, &count) == 5) {
        new_buffer(call, type, class, limit, low, count);
        const Buffer *buffer = &call->buffers[call->nbuffers - 1];
        call->buffer_of[at] = call->nbuffers - 1;
        call->integers[at] = (long)buffer->side[0] - low * (long)buffer->size;
        call->integers_generated[at] = (long)buffer->side[1] - low * (long)buffer->size;
        call->nintegers++;
    } else if (sscanf(line, "O %ld %ld", &a, &low) == 2) {
        long offset = low * (long)call->buffers[call->buffer_of[a]].size;
        call->integers[at] = call->integers[a] + offset;
        call->integers_generated[at] = call->integers_generated[a] + offset;
        call->nintegers++;
    } else if (sscanf(line, "G %63s %31s %31s %ld %ld", name, type, class, &limit, &count) == 5) {
        new_buffer(call, type, class, limit, 0, count);
        strcpy(call->buffers[call->nbuffers - 1].name, name);
    }
}

// Signals end a call that takes longer.
static void limit_time(void)
{
    struct itimerval busy = {.it_value.tv_sec = BUSY_SECONDS};
    setitimer(ITIMER_PROF, &busy, NULL);
    alarm(SECONDS);
}

// Runs the functions from number `first` on; ends after the last one.
static void run_functions(char **lines, int nlines, int first, void *const libraries[2], Shared *shared,
                          const char *trace)
{
    static Call call;
    char name[64] = "";
    int function = -1, number = 0;
    bool fine = true;
    for (int l = 0; l <= nlines; l++) {
        const char *line = l < nlines ? lines[l] : "F";
        if (line[0] == 'F') {
            if (name[0] && function >= first && fine)
                printf("same %s\n", name);
            fflush(stdout);
            function++, number = 0, fine = true;
            shared->function = function;
            name[0] = 0;
            sscanf(line, "F %63s", name);
        } else if (function < first) {
            continue;
        } else if (line[0] == 'C') {
            memset(&call, 0, sizeof call);
            state = strtoull(line + 2, NULL, 10);
            with_special = state % 3 == 0;
        } else if (line[0] == 'E') {
            shared->call = number;
            limit_time();
            fine = fine && perform(&call, libraries, name, number, shared, trace);
            fflush(stdout);
            release(&call);
            number++;
        } else {
            read_line(&call, line);
        }
    }
}

static void name_of(char **lines, int nlines, int function, char *name)
{
    for (int l = 0; l < nlines; l++)
        if (lines[l][0] == 'F' && function-- == 0)
            sscanf(lines[l], "F %63s", name);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    static char *lines[1000000];
    int nlines = 0, functions = 0;
    FILE *spec = fopen(argv[3], "r");
    char buffer[256];
    while (spec && fgets(buffer, sizeof buffer, spec)) {
        functions += buffer[0] == 'F';
        lines[nlines++] = strdup(buffer);
    }
    setenv("CURESTRUCT_TRACE", argv[4], 1);
    Shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int first = 0; first < functions; first++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            void *libraries[2] = {dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), dlopen(argv[2], RTLD_NOW | RTLD_LOCAL)};
            if (!libraries[0] || !libraries[1]) {
                fprintf(stderr, "driver: %s\n", dlerror());
                _exit(2);
            }
            run_functions(lines, nlines, first, libraries, shared, argv[4]);
            fflush(stdout);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            break;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
            return 2;
        char name[64] = "?";
        name_of(lines, nlines, shared->function, name);
        if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF))
            printf("hangs %s %d: %s\n", name, shared->call, shared->stage == 1 ? "serial" : "generated");
        else
            printf("%s %s %d: %s %d\n", shared->stage == 1 ? "serial" : "generated", name, shared->call,
                   WIFSIGNALED(status) ? "signal" : "exit status",
                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        first = shared->function;
    }
    return 0;
}
