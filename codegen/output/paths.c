// File names (contracts in paths.h).
#include "codegen/output/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *path_in_comment(Arena *arena, const char *path)
{
    char *plain = arena_printf(arena, "%s", path);
    for (char *at = plain; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = '?';
    return plain;
}

const char *path_with_suffix(Arena *arena, const char *path, const char *suffix)
{
    const char *name = path_name(path), *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - path) : strlen(path);
    return arena_printf(arena, "%.*s%s", (int)length, path, suffix);
}

const char *path_join(Arena *arena, const char *folder, const char *path)
{
    return path[0] == '/' || !strcmp(folder, ".") ? path : arena_printf(arena, "%s/%s", folder, path);
}

const char *path_unquoted(Arena *arena, const char *spelling)
{
    size_t length = strlen(spelling);
    return length >= 2 && strchr("\"<", spelling[0]) ? arena_strndup(arena, spelling + 1, length - 2) : spelling;
}

bool path_same(Arena *arena, const char *left, const char *right)
{
    (void)arena;
    struct stat first, second;
    return !stat(left, &first) && !stat(right, &second) && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

const char *path_absolute(Arena *arena, const char *path)
{
    char folder[PATH_MAX];
    if (!realpath(path_folder(arena, path), folder))
        return path;
    return arena_printf(arena, "%s/%s", strcmp(folder, "/") ? folder : "", path_name(path));
}

const char *path_relative(Arena *arena, const char *folder, const char *path)
{
    char from[PATH_MAX];
    if (!realpath(folder, from))
        return path_absolute(arena, path);
    const char *to = path_absolute(arena, path);
    size_t common = 0; // bytes, up to and including the last slash that both have
    for (size_t i = 0; from[i] == to[i] || (!from[i] && to[i] == '/'); i++) {
        if (to[i] == '/')
            common = i + 1;
        if (!from[i] || !to[i])
            break;
    }
    Text text = {.arena = arena};
    const char *rest = common <= strlen(from) ? from + common : "";
    for (const char *at = rest; *at; at++)
        if (at == rest || at[-1] == '/')
            text_add(&text, "../");
    text_add(&text, to + common);
    return text_string(&text);
}
