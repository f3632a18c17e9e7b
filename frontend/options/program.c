// Finds out which C files make up the program. A compilation database says it, with the flags of each file. Builds
// write it into the folder of the sources, or into one beside or above them; that folder's name then begins with
// `build`.
#include "frontend/options/program.h"

#include "frontend/database.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Found {
    Arena *arena;
    const Options *options;
    DatabaseFiles files; // none: those of a folder, which are read as the input is
    ProgramFiles program;
    VECTOR(const char *) paths;
} Found;

static bool read_database_arguments(void *context, int index, OtherFile *file)
{
    const Found *found = context;
    Arguments arguments = {0};
    bool fine = options_of_command(found->arena, found->options, &found->files.items[index].command, &arguments);
    *file = (OtherFile){found->paths.items[index], arguments.items, arguments.count};
    return fine;
}

static bool read_input_arguments(void *context, int index, OtherFile *file)
{
    const Found *found = context;
    const Options *options = found->options;
    *file = (OtherFile){found->paths.items[index], options->clang_arguments.items, options->clang_arguments.count};
    return true;
}

static const ProgramFiles *finish(Found *found, const char *named_by,
                                  bool (*read_arguments)(void *context, int index, OtherFile *file))
{
    found->program.named_by = named_by;
    found->program.paths = found->paths.items;
    found->program.count = found->paths.count;
    found->program.read_arguments = read_arguments;
    found->program.context = found;
    return &found->program;
}

// As seen from the working directory, if it is below.
static const char *short_path(const char *path)
{
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool below = length > 1 && !strncmp(path, here, length) && path[length] == '/';
    return below ? path + length + 1 : path;
}

// false: it has no entry for the input, or cannot be read.
static bool read_database(Found *found, const char *database)
{
    DatabaseFiles all = {0};
    bool has_input = false;
    if (!database_files(found->arena, database, &all))
        return false;
    FOR_EACH(i, &all) {
        has_input |= same_file(all.items[i].path, found->options->input);
        if (!is_c_file(all.items[i].path))
            continue;
        VECTOR_PUSH(found->arena, &found->files, all.items[i]);
        VECTOR_PUSH(found->arena, &found->paths, short_path(all.items[i].path));
    }
    if (!has_input)
        found->files.count = found->paths.count = 0;
    return has_input;
}

// ---- near the input

static const char file_name[] = "compile_commands.json";

static bool exists(Arena *arena, const char *folder, const char *name)
{
    return access(arena_printf(arena, "%s/%s", folder, name), F_OK) == 0;
}

// The folder's own database, then those of its `build*`. NULL: none has the input.
static const char *database_in(Found *found, const char *folder)
{
    Arena *arena = found->arena;
    VECTOR(const char *) names = {0};
    if (exists(arena, folder, file_name) && read_database(found, folder))
        return folder;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (!strncmp(entry->d_name, "build", 5))
            VECTOR_PUSH(arena, &names, arena_printf(arena, "%s/%s", folder, entry->d_name));
    if (entries)
        closedir(entries);
    if (names.count)
        qsort(names.items, (size_t)names.count, sizeof *names.items, compare_strings);
    FOR_EACH(i, &names)
        if (exists(arena, names.items[i], file_name) && read_database(found, names.items[i]))
            return names.items[i];
    return NULL;
}

// Up to the folder of the version control.
static const char *database_near(Found *found)
{
    char full[PATH_MAX];
    bool is_there = realpath(found->options->input, full);
    const char *folder = is_there ? path_folder(found->arena, full) : "", *database = NULL;
    while (*folder && !database) {
        database = database_in(found, folder);
        bool is_last = exists(found->arena, folder, ".git") || !strcmp(folder, "/");
        folder = is_last ? "" : path_folder(found->arena, folder);
    }
    return database;
}

static void read_folder(Found *found)
{
    const char *folder = path_folder(found->arena, found->options->input);
    bool is_here = !strchr(found->options->input, '/');
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (is_c_file(entry->d_name))
            VECTOR_PUSH(found->arena, &found->paths,
                        arena_printf(found->arena, "%s%s%s", is_here ? "" : folder, is_here ? "" : "/", entry->d_name));
    if (entries)
        closedir(entries);
    if (found->paths.count)
        qsort(found->paths.items, (size_t)found->paths.count, sizeof *found->paths.items, compare_strings);
}

const ProgramFiles *program_files(Arena *arena, const Options *options)
{
    Found *found = ARENA_NEW(arena, Found);
    *found = (Found){.arena = arena, .options = options};
    if (options->search == SEARCH_NOTHING || !strcmp(options->input, "-"))
        return NULL;
    const char *database = options->database;
    if (database && !read_database(found, database))
        return NULL;
    database = database ? database : database_near(found);
    if (database) {
        bool is_file = !strcmp(path_name(database), file_name);
        const char *path = is_file ? database : arena_printf(arena, "%s/%s", database, file_name);
        return finish(found, arena_printf(arena, "the compilation database '%s'", short_path(path)),
                      read_database_arguments);
    }
    if (options->search != SEARCH_FOLDER)
        return NULL;
    read_folder(found);
    return finish(found, "the folder of the input", read_input_arguments);
}
