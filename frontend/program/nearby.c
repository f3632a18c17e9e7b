// A file that a message may propose for --helpers: C files in the folder of the input are searched for the text of a
// definition, without reading them as C. Whether it is the right one, the user decides.
#include "frontend/program/nearby.h"
#include "frontend/database.h"
#include "frontend/program/definitions.h"

#include <dirent.h>
#include <string.h>

enum { MOST_FILES = 400 };

static bool is_name(void *context, const char *name, size_t length)
{
    const char *function = context;
    return strlen(function) == length && !strncmp(name, function, length);
}

static bool file_defines(const char *path, const char *function)
{
    Arena *scratch = arena_new();
    Text text = {.arena = scratch};
    bool found = text_add_file(&text, path) && strstr(text_string(&text), function) &&
                 each_definition(text_string(&text), is_name, (void *)function);
    arena_release(scratch);
    return found;
}

const char *nearby_definition(Arena *arena, const char *input, const char *function)
{
    const char *folder = path_folder(arena, input), *found = NULL, *best = NULL;
    DIR *entries = strcmp(input, "-") ? opendir(folder) : NULL;
    int count = 0;
    for (struct dirent *entry; entries && count < MOST_FILES && (entry = readdir(entries));) {
        const char *name = entry->d_name;
        if (!is_c_file(name) || !strcmp(name, path_name(input)) || (best && strcmp(best, name) < 0))
            continue;
        count++;
        const char *path =
            strchr(input, '/') ? arena_printf(arena, "%s/%s", folder, name) : arena_printf(arena, "%s", name);
        if (!file_defines(path, function))
            continue;
        found = path;
        best = path_name(path);
    }
    if (entries)
        closedir(entries);
    return found;
}
