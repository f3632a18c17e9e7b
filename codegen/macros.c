// Macros of the user's text (contracts in macros.h).
#include "codegen/macros.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- names of macros

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool has_macro(const NameList *names, const char *name)
{
    const char *interned = intern(name);
    FOR_EACH(i, names)
        if (names->items[i] == interned)
            return true;
    return false;
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
        while (is_word(at[length]))
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
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    Text text = {.arena = arena};
    char buffer[4096];
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_add_n(&text, buffer, count);
    fclose(file);
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
        const char *path = unit->host->dependencies.items[i];
        if (!is_system_path(path) && strcmp(path, unit->source->path))
            add_header(arena, &names, path);
    }
    return names;
}

// ---- what they would change

typedef struct Protection {
    Arena *arena;
    const NameList *macros;
} Protection;

static Expr *protect_call(void *context, Expr *expr)
{
    const Protection *protection = context;
    if (expr->kind != EX_CALL || expr->function || !has_macro(protection->macros, expr->text))
        return expr;
    Expr *call = arena_copy(protection->arena, expr, sizeof *expr);
    call->text = intern_printf("(%s)", expr->text);
    return call;
}

// A name that a macro has, or that could be one of ours.
static const char *protected_name(const NameList *macros, const char *name)
{
    bool is_ours = !strncmp(name, "crs_", 4) && strncmp(name, "crs_u_", 6);
    return is_ours || has_macro(macros, name) ? intern_printf("crs_u_%s", name) : name;
}

static void protect_names(const Nest *nest, const NameList *macros)
{
    FOR_EACH(i, &nest->symbols)
        nest->symbols.items[i]->name = protected_name(macros, nest->symbols.items[i]->name);
    FOR_EACH(i, &nest->arrays)
        nest->arrays.items[i]->name = protected_name(macros, nest->arrays.items[i]->name);
}

void protect_from_macros(Arena *arena, Unit *unit, Program *const *programs, const NameList *macros)
{
    Protection protection = {arena, macros};
    FOR_EACH(i, &unit->nests) {
        if (!programs[i])
            continue;
        protect_names(programs[i]->nest, macros);
        if (!macros->count)
            continue;
        programs[i]->host = stmt_rewrite(arena, programs[i]->host, NULL, protect_call, &protection);
    }
}
