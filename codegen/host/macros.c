// Macros of the user's text (contracts in macros.h).
#include "codegen/host/macros.h"
#include "frontend/host.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- names of macros

bool has_macro(const NameList *names, const char *name)
{
    return names->count &&
           bsearch(&name, names->items, (size_t)names->count, sizeof *names->items, compare_strings) != NULL;
}

static void add_name(Arena *arena, NameList *names, const char *name, size_t length)
{
    if (length)
        VECTOR_PUSH(arena, names, intern_n(name, length));
}

static void add_defined(Arena *arena, NameList *names, const char *text)
{
    static const char word[] = "define";
    for (const char *at = strstr(text, word); at; at = strstr(at, word)) {
        const char *hash = at;
        at += strlen(word);
        while (hash > text && strchr(" \t", hash[-1]))
            hash--;
        if (hash == text || hash[-1] != '#' || !strchr(" \t", *at))
            continue;
        at += strspn(at, " \t");
        size_t length = 0;
        while (is_identifier_byte(at[length]))
            length++;
        add_name(arena, names, at, length);
    }
}

static bool is_system_path(const char *path)
{
    return !strncmp(path, "/usr/", 5) || strstr(path, "/lib/clang/");
}

static void add_header(Arena *arena, NameList *names, const char *path)
{
    Text text = {.arena = arena};
    if (text_add_file(&text, path))
        add_defined(arena, names, text_string(&text));
}

NameList macro_names(Arena *arena, const Unit *unit, const Options *options)
{
    NameList names = {0};
    FOR_EACH(i, &options->clang_arguments) {
        const char *argument = options->clang_arguments.items[i];
        bool joined = !strncmp(argument, "-D", 2) && argument[2];
        const char *name = joined                                                      ? argument + 2
                           : i && !strcmp(options->clang_arguments.items[i - 1], "-D") ? argument
                                                                                       : "";
        add_name(arena, &names, name, strcspn(name, "=("));
    }
    add_defined(arena, &names, unit->source->text);
    FOR_EACH(i, &unit->host->dependencies) {
        const char *path = unit->host->dependencies.items[i].path;
        if (!is_system_path(path) && strcmp(path, unit->source->path) != 0)
            add_header(arena, &names, path);
    }
    if (names.count)
        qsort(names.items, (size_t)names.count, sizeof *names.items, compare_strings);
    return names;
}

// ---- text that they must not reach into

// Macros of compilers and of CUDA's headers have to stay macros, even if the user's text defines them, too.
static bool is_needed_macro(const char *name)
{
    return !strncmp(name, "__", 2) || !strcmp(name, "INFINITY") || !strcmp(name, "NAN");
}

// Past the string, character or comment that begins at `at`; otherwise `at` itself.
static const char *skip_quoted(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (*at != '"' && *at != '\'')
        return at;
    char quote = *at++;
    while (*at && *at != quote)
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

static NameList macros_in(Arena *arena, const NameList *macros, const char *text)
{
    NameList found = {0};
    while (*text) {
        const char *end = skip_quoted(text);
        if (end > text) {
            text = end;
            continue;
        }
        size_t length = 0;
        while (is_identifier_byte(text[length]))
            length++;
        bool is_name = length && !isdigit((unsigned char)*text);
        const char *name = is_name ? intern_n(text, length) : NULL;
        text += length ? length : 1;
        if (!name || is_needed_macro(name) || !has_macro(macros, name))
            continue;
        bool known = false;
        FOR_EACH(i, &found)
            known |= found.items[i] == name;
        if (!known)
            VECTOR_PUSH(arena, &found, name);
    }
    return found;
}

static void emit_undefinitions(Text *out, const NameList *names)
{
    FOR_EACH(i, names)
        text_printf(out, "#pragma push_macro(\"%s\")\n#undef %s\n", names->items[i], names->items[i]);
}

static void emit_redefinitions(Text *out, const NameList *names)
{
    for (int i = names->count - 1; i >= 0; i--)
        text_printf(out, "#pragma pop_macro(\"%s\")\n", names->items[i]);
}

void emit_without_macros(Text *out, const NameList *macros, const char *text)
{
    NameList found = macros_in(out->arena, macros, text);
    emit_undefinitions(out, &found);
    text_add(out, found.count ? "\n" : "");
    text_add(out, text);
    emit_redefinitions(out, &found);
    if (found.count)
        text_add(out, "\n");
}

const char *part_without_macros(Arena *arena, const NameList *macros, const char *text, size_t first, size_t last)
{
    NameList found = macros_in(arena, macros, text);
    if (!found.count)
        return text;
    Text out = {.arena = arena};
    text_printf(&out, "%.*s\n", (int)first, text);
    emit_undefinitions(&out, &found);
    text_printf(&out, "%.*s\n", (int)(last - first), text + first);
    emit_redefinitions(&out, &found);
    text_add(&out, text + last + (text[last] == '\n'));
    return text_string(&out);
}
