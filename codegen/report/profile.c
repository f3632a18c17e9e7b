#include "codegen/report/profile.h"

#include "codegen/output/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ADDRESSES = 200 }; // that a symbolizer is asked for at once

// ---- the file of the runtime

// An instruction of the profiled program; several may come from one position of the text.
typedef struct Instruction {
    const char *program, *offset; // hexadecimal
    int line, column;
} Instruction;

typedef struct Reading {
    Arena *arena;
    const char *folder;
    const char *source; // "/out.cu:", which precedes the numbers of its lines
    VECTOR(Instruction) instructions;
    VECTOR(int) instruction_of; // by access in the order of the file
    Profile *profile;
} Reading;

static int instruction_index(Reading *reading, const char *program, const char *offset)
{
    FOR_EACH(i, &reading->instructions)
        if (strcmp(reading->instructions.items[i].offset, offset) == 0 &&
            strcmp(reading->instructions.items[i].program, program) == 0)
            return i;
    Instruction instruction = {arena_strndup(reading->arena, program, strlen(program)),
                               arena_strndup(reading->arena, offset, strlen(offset)), 0, 0};
    VECTOR_PUSH(reading->arena, &reading->instructions, instruction);
    return reading->instructions.count - 1;
}

static bool same_launch(const ProfileKernel *left, const ProfileKernel *right)
{
    return strcmp(left->name, right->name) == 0 && memcmp(left->grid, right->grid, sizeof left->grid) == 0 &&
           memcmp(left->block, right->block, sizeof left->block) == 0;
}

static ProfileKernel *kernel_of(Reading *reading, ProfileKernel launch)
{
    FOR_EACH(i, reading->profile)
        if (same_launch(&reading->profile->items[i], &launch))
            return &reading->profile->items[i];
    launch.name = arena_strndup(reading->arena, launch.name, strlen(launch.name));
    VECTOR_PUSH(reading->arena, reading->profile, launch);
    return &reading->profile->items[reading->profile->count - 1];
}

// Until positions are known, an access carries the number of its instruction as its line.
static void add_access(Reading *reading, ProfileKernel *kernel, const ProfileAccess *access)
{
    FOR_EACH(i, &kernel->accesses) {
        ProfileAccess *known = &kernel->accesses.items[i];
        bool same = known->line == access->line && known->column == access->column && known->store == access->store &&
                    known->shared == access->shared && known->bytes == access->bytes;
        if (!same)
            continue;
        known->requests += access->requests;
        known->lanes += access->lanes;
        known->sectors += access->sectors;
        known->cycles += access->cycles;
        return;
    }
    VECTOR_PUSH(reading->arena, &kernel->accesses, *access);
}

static bool read_line(Reading *reading, char *line, ProfileKernel **kernel)
{
    enum { MOST_FIELDS = 12 };
    char *fields[MOST_FIELDS];
    int count = 0;
    for (char *field = strtok(line, "\t"); field && count < MOST_FIELDS; field = strtok(NULL, "\t"))
        fields[count++] = field;
    if (count == 8 && strcmp(fields[0], "launch") == 0) {
        ProfileKernel launch = {.name = fields[1]};
        for (int i = 0; i < 3; i++) {
            launch.grid[i] = atoi(fields[2 + i]);
            launch.block[i] = atoi(fields[5 + i]);
        }
        *kernel = kernel_of(reading, launch);
        (*kernel)->launches++;
        return true;
    }
    if (count != 10 || strcmp(fields[0], "access") != 0 || !*kernel)
        return false;
    ProfileAccess access = {
        .line = instruction_index(reading, fields[1], fields[2]),
        .store = strcmp(fields[3], "store") == 0,
        .shared = strcmp(fields[4], "shared") == 0,
        .bytes = atoi(fields[5]),
        .requests = atoll(fields[6]),
        .lanes = atoll(fields[7]),
        .sectors = atoll(fields[8]),
        .cycles = atoll(fields[9]),
    };
    add_access(reading, *kernel, &access);
    return true;
}

// The next line of the text, without its end; NULL at the end of the text. `at` moves on.
static char *next_line(Arena *arena, const char **at)
{
    if (!**at)
        return NULL;
    size_t length = strcspn(*at, "\n");
    char *line = arena_strndup(arena, *at, length);
    *at += length + ((*at)[length] == '\n');
    return line;
}

static bool read_counts(Reading *reading, Diag *diag)
{
    const char *path = arena_printf(reading->arena, "%s/profile.txt", reading->folder);
    const SourceFile *file = access(path, R_OK) == 0 ? source_file_read(reading->arena, diag, path) : NULL;
    ProfileKernel *kernel = NULL;
    const char *at = file ? file->text : "";
    for (char *line; (line = next_line(reading->arena, &at));)
        if (!read_line(reading, line, &kernel))
            return false;
    return reading->profile->count > 0;
}

// ---- places

// One answer per line, file:line or file:line:column, in the order of the questions; blank lines in between.
static bool read_places(Reading *reading, Diag *diag, const char *log, int first, int count)
{
    const SourceFile *file = source_file_read(reading->arena, diag, log);
    const char *at = file ? file->text : "";
    char *line;
    for (int i = first; i < first + count && (line = next_line(reading->arena, &at));) {
        Instruction *instruction = &reading->instructions.items[i];
        char *colon = strstr(line, reading->source);
        i += *line != '\0';
        if (colon)
            sscanf(colon + strlen(reading->source), "%d:%d", &instruction->line, &instruction->column);
    }
    return file != NULL;
}

// Instructions [first, first + count) of one program. false: there is no symbolizer.
static bool ask(Reading *reading, Diag *diag, int first, int count)
{
    static const char *const symbolizers[] = {"llvm-symbolizer-19", "llvm-symbolizer",    "llvm-symbolizer-20",
                                              "llvm-symbolizer-21", "llvm-symbolizer-22", "llvm-symbolizer-23",
                                              "llvm-symbolizer-18", "llvm-symbolizer-17", "addr2line"};
    const char *log = arena_printf(reading->arena, "%s/places.txt", reading->folder);
    for (size_t s = 0; s < sizeof symbolizers / sizeof *symbolizers; s++) {
        const char *arguments[MOST_ADDRESSES + 8] = {symbolizers[s], "-e", reading->instructions.items[first].program};
        int used = 3;
        if (strncmp(symbolizers[s], "llvm", 4) == 0) {
            arguments[used++] = "--functions=none";
            arguments[used++] = "--inlining=false";
        }
        for (int i = first; i < first + count; i++)
            arguments[used++] = arena_printf(reading->arena, "0x%s", reading->instructions.items[i].offset);
        if (process_run(arguments, log) == 0)
            return read_places(reading, diag, log, first, count);
    }
    return false;
}

static bool find_places(Reading *reading, Diag *diag)
{
    int count = reading->instructions.count;
    for (int first = 0, next; first < count; first = next) {
        const char *program = reading->instructions.items[first].program;
        for (next = first + 1; next < count && next < first + MOST_ADDRESSES; next++)
            if (strcmp(reading->instructions.items[next].program, program) != 0)
                break;
        if (!ask(reading, diag, first, next - first))
            return false;
    }
    // An instruction that the C++ compiler has moved has no line of its own: it gets the line of the next instruction,
    // which uses it.
    for (int i = count - 2; i >= 0; i--)
        if (reading->instructions.items[i].line == 0)
            reading->instructions.items[i].line = reading->instructions.items[i + 1].line;
    return true;
}

static int by_place(const void *left, const void *right)
{
    const ProfileAccess *a = left, *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return a->store - b->store;
}

static void place_accesses(Reading *reading)
{
    FOR_EACH(k, reading->profile) {
        ProfileKernel *kernel = &reading->profile->items[k];
        ProfileKernel placed = *kernel;
        placed.accesses.count = placed.accesses.capacity = 0;
        placed.accesses.items = NULL;
        FOR_EACH(i, &kernel->accesses) {
            ProfileAccess access = kernel->accesses.items[i];
            const Instruction *instruction = &reading->instructions.items[access.line];
            access.line = instruction->line;
            access.column = instruction->column;
            add_access(reading, &placed, &access);
        }
        if (placed.accesses.count)
            qsort(placed.accesses.items, (size_t)placed.accesses.count, sizeof *placed.accesses.items, by_place);
        *kernel = placed;
    }
}

bool profile_read(Arena *arena, Diag *diag, const char *folder, const char *source, Profile *out)
{
    Reading reading = {.arena = arena, .folder = folder, .profile = out};
    reading.source = arena_printf(arena, "/%s:", source);
    if (!read_counts(&reading, diag)) {
        diag_fatal(diag, "nothing was counted: no kernel ran");
        return false;
    }
    if (!find_places(&reading, diag)) {
        diag_fatal(diag, "'--profile' needs llvm-symbolizer or addr2line");
        return false;
    }
    place_accesses(&reading);
    return true;
}

// ---- the table

// The line of the text, without the blanks around it.
static const char *line_text(Arena *arena, const char *text, int number)
{
    for (int line = 1; line < number && *text; line++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    text += strspn(text, " \t");
    return arena_strndup(arena, text, strcspn(text, "\n"));
}

// Whether all launches can have counted the same.
static bool divides_evenly(const ProfileKernel *kernel)
{
    int64_t launches = kernel->launches;
    FOR_EACH(i, &kernel->accesses) {
        const ProfileAccess *each = &kernel->accesses.items[i];
        if (each->requests % launches || each->lanes % launches || each->sectors % launches || each->cycles % launches)
            return false;
    }
    return true;
}

static void print_access(Text *out, const ProfileAccess *access, int64_t launches, const char *cuda_text)
{
    double requests = (double)access->requests;
    text_printf(out, "%6d:%-4d %-6s %-6s %5d %10lld %6.1f ", access->line, access->column,
                access->store ? "store" : "load", access->shared ? "shared" : "global", access->bytes,
                (long long)(access->requests / launches), (double)access->lanes / requests);
    if (access->shared)
        text_printf(out, "%10s %8s %8.2f", "", "", (double)access->cycles / requests);
    else
        text_printf(out, "%10lld %8.2f %8s", (long long)(access->sectors / launches),
                    (double)access->sectors / requests, "");
    text_printf(out, "  %s\n", access->line ? line_text(out->arena, cuda_text, access->line) : "");
}

void profile_print(Text *out, const Profile *profile, const char *cuda_text)
{
    FOR_EACH(k, profile) {
        const ProfileKernel *kernel = &profile->items[k];
        text_printf(out, "%s%s, grid %d x %d x %d, block %d x %d x %d, ", k ? "\n" : "", kernel->name, kernel->grid[0],
                    kernel->grid[1], kernel->grid[2], kernel->block[0], kernel->block[1], kernel->block[2]);
        bool even = divides_evenly(kernel);
        text_printf(out, even ? "each of %d launches\n" : "%d launches together\n", kernel->launches);
        text_printf(out, "%11s %-6s %-6s %5s %10s %6s %10s %8s %8s\n", "line:column", "", "memory", "bytes", "requests",
                    "lanes", "sectors", "/request", "cycles/r");
        FOR_EACH(i, &kernel->accesses)
            print_access(out, &kernel->accesses.items[i], even ? kernel->launches : 1, cuda_text);
    }
}
