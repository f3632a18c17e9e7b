// The user's own headers in the folder: /home/me/src/real.h becomes user/home/me/src/real.h, so that relative includes
// and -I find them. System headers stay where they are.
#include "codegen/output/folder.h"
#include "codegen/check/harness.h"
#include "codegen/check/quote.h"
#include "frontend/directives/from_headers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *absolute_path(Arena *arena, const char *path)
{
    char here[4096];
    if (path[0] != '/' && getcwd(here, sizeof here))
        path = arena_printf(arena, "%s/%s", here, path);
    char *result = arena_alloc(arena, strlen(path) + 2);
    size_t length = 0;
    while (*path) {
        path += strspn(path, "/");
        size_t part = strcspn(path, "/");
        if (part == 2 && strncmp(path, "..", 2) == 0) {
            while (length > 0 && result[length - 1] != '/')
                length--;
            length -= length > 0;
        } else if (part > 0 && !(part == 1 && *path == '.')) {
            result[length++] = '/';
            memcpy(result + length, path, part);
            length += part;
        }
        path += part;
    }
    result[length] = '\0';
    return length ? result : "/";
}

static bool is_system(const char *path)
{
    return strncmp(path, "/usr/", 5) == 0 && strncmp(path, "/usr/src/", 9) != 0;
}

static bool copy_file(const Harness *harness, const char *path)
{
    Text text = {.arena = harness->arena};
    if (!text_add_file(&text, path)) {
        diag_fatal(harness->unit->diag, "cannot read %s", path);
        return false;
    }
    return folder_write(harness->arena, harness->unit->diag, harness->folder,
                        arena_printf(harness->arena, "user%s", path), text_string(&text), text.length);
}

// `#include "../all.h"` needs the folder from which it goes up, even if that folder is otherwise empty.
static bool make_input_folder(const Harness *harness)
{
    const char *folder = arena_printf(harness->arena, "%s/user%s", harness->folder, harness->input_folder);
    return folder_create(harness->arena, harness->unit->diag, folder) != NULL;
}

// omp.h and openacc.h, if the input includes them: the folder itself is searched first.
static bool write_own_headers(const Harness *harness)
{
    const HostFile *host = harness->unit->host;
    FOR_EACH(i, &host->own_headers) {
        const FromHeader *header = host->own_headers.items[i];
        if (!folder_write(harness->arena, harness->unit->diag, harness->folder, header->name, header->text,
                          strlen(header->text)))
            return false;
    }
    return true;
}

bool harness_copy_headers(const Harness *harness)
{
    if (!write_own_headers(harness))
        return false;
    const HostFile *host = harness->unit->host;
    const char *input = harness->unit->source->path;
    if (!make_input_folder(harness))
        return false;
    FOR_EACH(i, &host->dependencies) {
        const char *path = absolute_path(harness->arena, host->dependencies.items[i].path);
        if (is_system(path) || strcmp(path, absolute_path(harness->arena, input)) == 0)
            continue;
        if (!copy_file(harness, path))
            return false;
    }
    return true;
}

// ---- options

// Where a folder or file of the user's is in the check folder.
static const char *moved(const Harness *harness, const char *path)
{
    const char *whole = absolute_path(harness->arena, path);
    return is_system(whole) ? whole : arena_printf(harness->arena, "user%s", whole);
}

// Options with a path: as one word (-Idir) or as two (-I dir).
static const char *const path_options[] = {"-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"};

static bool add_path_option(const Harness *harness, Text *out, const char *word, const char *next, int *index)
{
    for (size_t i = 0; i < sizeof path_options / sizeof *path_options; i++) {
        const char *option = path_options[i];
        size_t length = strlen(option);
        if (strncmp(word, option, length) != 0)
            continue;
        if (!word[length] && !next)
            return true;
        const char *path = word[length] ? word + length : next;
        *index += !word[length];
        bool is_file = strncmp(option, "-i", 2) == 0 && (option[2] == 'n' || option[2] == 'm');
        quote_for_make(out, option);
        // -include also searches along the search path: a file that is not here is left to that.
        quote_for_make(out, is_file && access(path, R_OK) != 0 ? path : moved(harness, path));
        return true;
    }
    return false;
}

static const char *const kept_options[] = {"-D",           "-U", "-std=", "-ansi", "-trigraphs", "-funsigned-char",
                                           "-fsigned-char"};

const char *harness_flags(const Harness *harness, bool cplusplus)
{
    Text out = {.arena = harness->arena};
    const Options *options = harness->options;
    FOR_EACH(i, &options->clang_arguments) {
        const char *word = options->clang_arguments.items[i];
        const char *next = i + 1 < options->clang_arguments.count ? options->clang_arguments.items[i + 1] : NULL;
        if (add_path_option(harness, &out, word, next, &i))
            continue;
        bool c_only = strncmp(word, "-std=", 5) == 0 || strcmp(word, "-ansi") == 0 || word[1] == 'f' || word[1] == 't';
        for (size_t k = 0; k < sizeof kept_options / sizeof *kept_options; k++) {
            size_t length = strlen(kept_options[k]);
            if (strncmp(word, kept_options[k], length) != 0 || (cplusplus && c_only))
                continue;
            quote_for_make(&out, word);
            if (length == 2 && !word[2] && next && (word[1] == 'D' || word[1] == 'U')) {
                quote_for_make(&out, next);
                i++;
            }
            break;
        }
    }
    return text_string(&out);
}
