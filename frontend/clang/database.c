// Compilation databases, read by libclang (contract in database.h).
#include "frontend/database.h"

#include <clang-c/CXCompilationDatabase.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char file_name[] = "compile_commands.json";

static const char *keep(Arena *arena, CXString string)
{
    const char *text = clang_getCString(string);
    const char *kept = arena_printf(arena, "%s", text ? text : "");
    clang_disposeString(string);
    return kept;
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// The folder of the database, or NULL where it is not a file of the usual name.
static const char *folder_of(Arena *arena, const char *database, const char **why)
{
    bool named = !is_folder(database);
    if (named && strcmp(path_name(database), file_name) != 0) {
        *why = arena_printf(arena, "'%s' is neither a folder nor a file '%s'", database, file_name);
        return NULL;
    }
    const char *folder = named ? path_folder(arena, database) : database;
    const char *file = arena_printf(arena, "%s/%s", folder, file_name);
    if (access(file, R_OK) == 0)
        return folder;
    *why = arena_printf(arena, "'%s' cannot be read; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON", file);
    return NULL;
}

// ---- opening: libclang says on standard error why it cannot

// "1:16: error: Unexpected token." of a syntax error, otherwise what is missing.
static const char *reason_in(Arena *arena, const char *messages)
{
    static const char *const beginnings[] = {"YAML:", "json-compilation-database: "};
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(messages, beginnings[i]);
        if (at) {
            at += strlen(beginnings[i]);
            return arena_strndup(arena, at, strcspn(at, "\n"));
        }
    }
    return arena_printf(arena, "%s", messages);
}

static CXCompilationDatabase open_quietly(Arena *arena, const char *folder, const char **reason)
{
    CXCompilationDatabase_Error error;
    FILE *messages = tmpfile();
    int saved = messages ? dup(STDERR_FILENO) : -1;
    if (saved >= 0)
        dup2(fileno(messages), STDERR_FILENO);
    CXCompilationDatabase opened = clang_CompilationDatabase_fromDirectory(folder, &error);
    if (saved >= 0) {
        fflush(stderr);
        dup2(saved, STDERR_FILENO);
        close(saved);
    }
    char text[4096] = "";
    if (messages && fseek(messages, 0, SEEK_SET) == 0)
        text[fread(text, 1, sizeof text - 1, messages)] = '\0';
    if (messages)
        fclose(messages);
    *reason = reason_in(arena, text);
    return opened;
}

// ---- the entry

bool same_file(const char *left, const char *right)
{
    struct stat one, other;
    return stat(left, &one) == 0 && stat(right, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

bool is_c_file(const char *path)
{
    size_t length = strlen(path);
    return length > 2 && path_name(path)[0] != '.' && !strcmp(path + length - 2, ".c");
}

static const char *path_of(Arena *arena, CXCompileCommand entry, const char *folder)
{
    const char *name = keep(arena, clang_CompileCommand_getFilename(entry));
    return name[0] == '/' ? name : arena_printf(arena, "%s/%s", folder, name);
}

static CompileCommand read_command(Arena *arena, CXCompileCommand entry)
{
    CompileCommand command = {.folder = keep(arena, clang_CompileCommand_getDirectory(entry))};
    for (unsigned k = 0; k < clang_CompileCommand_getNumArgs(entry); k++)
        VECTOR_PUSH(arena, &command.words, keep(arena, clang_CompileCommand_getArg(entry, k)));
    return command;
}

static bool find(Arena *arena, CXCompileCommands all, const char *source, CompileCommand *command)
{
    unsigned count = clang_CompileCommands_getSize(all);
    for (unsigned i = 0; i < count; i++) {
        CXCompileCommand entry = clang_CompileCommands_getCommand(all, i);
        if (!same_file(path_of(arena, entry, keep(arena, clang_CompileCommand_getDirectory(entry))), source))
            continue;
        *command = read_command(arena, entry);
        return true;
    }
    return false;
}

// NULL: *why says why.
static CXCompilationDatabase open_database(Arena *arena, const char *database, const char **folder, const char **why)
{
    const char *reason = NULL;
    *folder = folder_of(arena, database, why);
    CXCompilationDatabase opened = *folder ? open_quietly(arena, *folder, &reason) : NULL;
    if (*folder && !opened)
        *why = arena_printf(arena, "'%s/%s' is not a compilation database: %s", *folder, file_name, reason);
    return opened;
}

bool database_command(Arena *arena, const char *database, const char *source, CompileCommand *command, const char **why)
{
    *command = (CompileCommand){0};
    const char *folder;
    CXCompilationDatabase opened = open_database(arena, database, &folder, why);
    if (!opened)
        return false;
    CXCompileCommands all = clang_CompilationDatabase_getAllCompileCommands(opened);
    bool found = find(arena, all, source, command);
    clang_CompileCommands_dispose(all);
    clang_CompilationDatabase_dispose(opened);
    if (!found)
        *why = arena_printf(arena,
                            "'%s/%s' has no entry for '%s'; add the file to a target of the build, or give its "
                            "flags here instead of -p",
                            folder, file_name, source);
    return found;
}

bool database_files(Arena *arena, const char *database, DatabaseFiles *files)
{
    const char *folder, *why;
    CXCompilationDatabase opened = open_database(arena, database, &folder, &why);
    if (!opened)
        return false;
    CXCompileCommands all = clang_CompilationDatabase_getAllCompileCommands(opened);
    for (unsigned i = 0; i < clang_CompileCommands_getSize(all); i++) {
        CXCompileCommand entry = clang_CompileCommands_getCommand(all, i);
        DatabaseFile file = {.command = read_command(arena, entry)};
        file.path = path_of(arena, entry, file.command.folder);
        VECTOR_PUSH(arena, files, file);
    }
    clang_CompileCommands_dispose(all);
    clang_CompilationDatabase_dispose(opened);
    return true;
}
