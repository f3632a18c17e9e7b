// A file that a message may propose for --helpers: C files in the folder of the input are searched for the text of a
// definition, without reading them as C. Whether it is the right one, the user decides.
#include "frontend/program/nearby.h"

#include <dirent.h>
#include <string.h>

enum { MOST_FILES = 400 };

// ---- the text of one file

static const char *after_comment(const char *at)
{
    if (at[1] == '/')
        return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
}

static const char *after_quoted(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

static const char *after_directive(const char *at)
{
    while (*at && *at != '\n')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return at;
}

// Behind what is no code at this place; the place itself: it is code.
static const char *after_other(const char *at)
{
    if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
        return after_comment(at);
    if (at[0] == '"' || at[0] == '\'')
        return after_quoted(at);
    return at[0] == '#' ? after_directive(at) : at;
}

static const char *after_blanks(const char *at)
{
    for (;;) {
        const char *begin = at;
        at += strspn(at, " \t\r\n");
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
            at = after_comment(at);
        if (at == begin)
            return at;
    }
}

// Whether a list of parameters begins here, and a body after it.
static bool begins_function(const char *at)
{
    at = after_blanks(at);
    int depth = 0;
    if (*at != '(')
        return false;
    do {
        const char *other = after_other(at);
        if (other == at) {
            depth += (*at == '(') - (*at == ')');
            other = at + 1;
        }
        at = other;
    } while (*at && depth > 0);
    return *after_blanks(at) == '{';
}

static size_t word_at(const char *at)
{
    size_t length = 0;
    while (is_identifier_byte(at[length]))
        length++;
    return length;
}

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && !strncmp(at, word, length);
}

// As a function that other files can call.
static bool defines(const char *text, const char *function)
{
    bool is_static = false;
    int depth = 0;
    for (const char *at = text; *at;) {
        const char *other = after_other(at);
        if (other != at) {
            at = other;
            continue;
        }
        depth += (*at == '{') - (*at == '}');
        size_t word = word_at(at);
        if (depth == 0 && !word)
            is_static &= *at != ';' && *at != '}';
        if (depth == 0 && is_word(at, word, "static"))
            is_static = true;
        if (depth == 0 && !is_static && is_word(at, word, function) && begins_function(at + word))
            return true;
        at += word ? word : 1;
    }
    return false;
}

// ---- the folder

static bool file_defines(const char *path, const char *function)
{
    Arena *scratch = arena_new();
    Text text = {.arena = scratch};
    bool found =
        text_add_file(&text, path) && strstr(text_string(&text), function) && defines(text_string(&text), function);
    arena_release(scratch);
    return found;
}

static bool is_c_file(const char *name)
{
    size_t length = strlen(name);
    return length > 2 && name[0] != '.' && !strcmp(name + length - 2, ".c");
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
