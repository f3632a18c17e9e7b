// Addresses of the runtime's reports, as lines of the program.
#define _GNU_SOURCE
#include "codegen/simt/parts.h"

#include "codegen/output/paths.h"
#include "codegen/output/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ADDRESSES = 100 };

// A return address, and the line that it is of: "file.cu:12", or NULL if it is not the program's.
typedef struct Address {
    const char *module, *offset;
    const char *place;
} Address;

typedef struct Resolving {
    Arena *arena;
    const char *folder;
    const char *working_folder; // with a slash
    VECTOR(Address) addresses;
} Resolving;

// ---- {MODULE+OFFSET MODULE+OFFSET}

static bool is_places(const char *at)
{
    size_t length = strcspn(at, "}\n");
    if (*at != '{' || at[length] != '}')
        return false;
    const char *plus = memchr(at, '+', length);
    return length == 1 || plus;
}

static void add_addresses(Resolving *resolving, const char *at)
{
    const char *end = strchr(at, '}');
    for (at++; at < end; at += *at == ' ') {
        size_t length = strcspn(at, " }");
        const char *plus = memrchr(at, '+', length);
        Address address = {0};
        bool ours = strncmp(at, resolving->folder, strlen(resolving->folder)) == 0; // not of a library
        if (plus && ours) {
            address.module = arena_strndup(resolving->arena, at, (size_t)(plus - at));
            address.offset = arena_strndup(resolving->arena, plus + 1, length - (size_t)(plus + 1 - at));
        }
        VECTOR_PUSH(resolving->arena, &resolving->addresses, address);
        at += length;
    }
}

// ---- the symbolizer

// "/home/me/file.cu:12" of "/home/me/file.cu:12:3", from the working folder; NULL if it is not the program's.
static const char *shown_place(const Resolving *resolving, const char *line, size_t length)
{
    const char *text = arena_strndup(resolving->arena, line, length);
    const char *end = strrchr(text, ':');
    bool has_column = false;
    for (const char *at = end ? end - 1 : text; at > text && *at >= '0' && *at <= '9'; at--)
        has_column = at[-1] == ':';
    size_t kept = has_column ? (size_t)(end - text) : length;
    const char *include = arena_printf(resolving->arena, "%s/simt/include/", resolving->folder);
    if (!end || text[0] == '?' || strstr(text, ":?") || strstr(text, include) || strstr(text, "/include/c++/"))
        return NULL;
    size_t skipped = strlen(resolving->working_folder);
    if (strncmp(text, resolving->working_folder, skipped) != 0)
        skipped = 0;
    const char *place = arena_strndup(resolving->arena, text + skipped, kept - skipped);
    return strcmp(strrchr(place, ':'), ":0") == 0 ? NULL : place;
}

// The innermost line of the program among those of each address; a blank line ends an address.
static void read_answer(Resolving *resolving, const char *text, int first, int count)
{
    for (int i = first; i < first + count && *text;) {
        size_t length = strcspn(text, "\n");
        Address *address = &resolving->addresses.items[i];
        if (length == 0)
            i++;
        else if (!address->place)
            address->place = shown_place(resolving, text, length);
        text += length + (text[length] == '\n');
    }
}

static bool ask(Resolving *resolving, int first, int count)
{
    static const char *const symbolizers[] = {"llvm-symbolizer-19", "llvm-symbolizer",    "llvm-symbolizer-20",
                                              "llvm-symbolizer-21", "llvm-symbolizer-22", "llvm-symbolizer-23",
                                              "llvm-symbolizer-18", "llvm-symbolizer-17"};
    const char *log = arena_printf(resolving->arena, "%s/places.txt", resolving->folder);
    for (size_t s = 0; s < sizeof symbolizers / sizeof *symbolizers; s++) {
        const char *arguments[MOST_ADDRESSES + 8] = {symbolizers[s], "--functions=none", "--inlining=true", "-e",
                                                     resolving->addresses.items[first].module};
        for (int i = 0; i < count; i++)
            arguments[5 + i] = arena_printf(resolving->arena, "0x%s", resolving->addresses.items[first + i].offset);
        Text answer = {.arena = resolving->arena};
        if (process_run(arguments, log) != 0 || !text_add_file(&answer, log))
            continue;
        read_answer(resolving, text_string(&answer), first, count);
        return true;
    }
    return false;
}

static bool ask_all(Resolving *resolving)
{
    int count = resolving->addresses.count;
    for (int first = 0, next; first < count; first = next) {
        const Address *address = &resolving->addresses.items[first];
        for (next = first + 1; address->module && next < count && next < first + MOST_ADDRESSES; next++)
            if (!address[next - first].module || strcmp(address[next - first].module, address->module) != 0)
                break;
        if (address->module && !ask(resolving, first, next - first))
            return false;
    }
    return true;
}

// ---- the text

// Of "file.cu:12: error: ...", the line itself.
static void add_source_line(Text *out, const char *line)
{
    const char *error = strstr(line, ": error: ");
    const char *colon = error ? memrchr(line, ':', (size_t)(error - line)) : NULL;
    Text source = {.arena = out->arena};
    int number = colon ? atoi(colon + 1) : 0;
    if (number < 1 || !text_add_file(&source, arena_strndup(out->arena, line, (size_t)(colon - line))))
        return;
    const char *at = text_string(&source);
    for (int i = 1; i < number && *at; i++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    text_printf(out, "%5d | %.*s\n", number, (int)strcspn(at, "\r\n"), at);
}

static void print_report(const Resolving *resolving, const char *report, Text *out)
{
    int next = 0;
    while (*report) {
        Text line = {.arena = resolving->arena};
        for (; *report && *report != '\n'; report++) {
            if (!is_places(report)) {
                text_add_n(&line, report, 1);
                continue;
            }
            Resolving own = {.arena = resolving->arena, .folder = resolving->folder};
            add_addresses(&own, report);
            const char *place = NULL;
            for (int i = 0; i < own.addresses.count; i++, next++)
                place = place ? place : resolving->addresses.items[next].place;
            text_add(&line, place ? place : "unknown place");
            report = strchr(report, '}');
        }
        report += *report == '\n';
        text_add(&line, "\n");
        text_add(out, text_string(&line));
        add_source_line(out, text_string(&line));
    }
}

bool places_resolve(Arena *arena, Diag *diag, const char *folder, const char *report, Text *out)
{
    Resolving resolving = {.arena = arena, .folder = path_absolute(arena, folder)};
    resolving.working_folder = path_absolute(arena, ""); // with a slash
    for (const char *at = report; *at; at++)
        if (is_places(at))
            add_addresses(&resolving, at);
    bool fine = ask_all(&resolving);
    if (!fine)
        diag_fatal(diag, "the lines of the program need llvm-symbolizer, which comes with LLVM");
    print_report(&resolving, report, out);
    return fine;
}
