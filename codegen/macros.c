// Macros and math functions of the user's text (contracts in macros.h).
#include "codegen/macros.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- names of macros

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_name(const NameList *names, const char *name)
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
        const char *name = joined ? argument + 2 : i && !strcmp(options->clang_arguments.items[i - 1], "-D") ? argument : "";
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
    if (expr->kind != EX_CALL || expr->function || !has_name(protection->macros, expr->text))
        return expr;
    Expr *call = arena_copy(protection->arena, expr, sizeof *expr);
    call->text = intern_printf("(%s)", expr->text);
    return call;
}

static void protect_names(const Nest *nest, const NameList *macros)
{
    FOR_EACH(i, &nest->symbols)
        if (has_name(macros, nest->symbols.items[i]->name))
            nest->symbols.items[i]->name = intern_printf("crs_u_%s", nest->symbols.items[i]->name);
    FOR_EACH(i, &nest->arrays)
        if (has_name(macros, nest->arrays.items[i]->name))
            nest->arrays.items[i]->name = intern_printf("crs_u_%s", nest->arrays.items[i]->name);
}

void protect_from_macros(Arena *arena, Unit *unit, Program *const *programs, const NameList *macros)
{
    Protection protection = {arena, macros};
    FOR_EACH(i, &unit->nests) {
        if (!programs[i] || !macros->count)
            continue;
        protect_names(programs[i]->nest, macros);
        programs[i]->host = stmt_rewrite(arena, programs[i]->host, NULL, protect_call, &protection);
    }
}

// ---- math functions

static const struct MathFunction {
    const char *name;
    int arguments;
} math_functions[] = {
    {"acos", 1}, {"acosh", 1}, {"asin", 1}, {"asinh", 1}, {"atan", 1}, {"atan2", 2}, {"atanh", 1}, {"cbrt", 1}, {"ceil", 1},
    {"copysign", 2}, {"cos", 1}, {"cosh", 1}, {"erf", 1}, {"erfc", 1}, {"exp", 1}, {"exp2", 1}, {"expm1", 1}, {"fabs", 1},
    {"fdim", 2}, {"floor", 1}, {"fma", 3}, {"fmax", 2}, {"fmin", 2}, {"fmod", 2}, {"hypot", 2}, {"lgamma", 1}, {"log", 1},
    {"log10", 1}, {"log1p", 1}, {"log2", 1}, {"logb", 1}, {"nearbyint", 1}, {"nextafter", 2}, {"pow", 2}, {"remainder", 2},
    {"rint", 1}, {"round", 1}, {"sin", 1}, {"sinh", 1}, {"sqrt", 1}, {"tan", 1}, {"tanh", 1}, {"tgamma", 1}, {"trunc", 1},
};

// Whether the text has `name(` and not as a member. In a comment it does no harm.
static bool calls_function(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const char *after = at + length + strspn(at + length, " \t");
        if (*after == '(' && (at == text || (!is_word(at[-1]) && at[-1] != '.' && at[-1] != '>')))
            return true;
    }
    return false;
}

static void add_definition(Text *out, const char *result, const char *type, const char *name, int arguments)
{
    static const char *const letters[] = {"x", "y", "z"};
    text_printf(out, "[[maybe_unused]] static __host__ __device__ inline %s crs_c_%s(", result, name);
    for (int i = 0; i < arguments; i++)
        text_printf(out, "%s%s %s", i ? ", " : "", type, letters[i]);
    text_printf(out, ") { return %s(", name);
    for (int i = 0; i < arguments; i++)
        text_printf(out, "%s%s", i ? ", " : "", letters[i]);
    text_add(out, "); }\n");
    text_printf(out, "#define %s(...) crs_c_%s(__VA_ARGS__)\n", name, name);
}

static bool defines_function(const Unit *unit, const char *name)
{
    FOR_EACH(i, &unit->host->items)
        if (unit->host->items.items[i].name && !strcmp(unit->host->items.items[i].name, name))
            return true;
    return false;
}

static bool is_wanted(const Unit *unit, const NameList *macros, const char *name)
{
    return calls_function(unit->source->text, name) && !has_name(macros, name) && !defines_function(unit, name);
}

const char *math_definitions(Arena *arena, const Unit *unit, const NameList *macros)
{
    Text out = {.arena = arena};
    for (size_t i = 0; i < sizeof math_functions / sizeof *math_functions; i++) {
        const struct MathFunction *function = &math_functions[i];
        if (is_wanted(unit, macros, function->name))
            add_definition(&out, "double", "double", function->name, function->arguments);
    }
    if (is_wanted(unit, macros, "abs"))
        add_definition(&out, "int", "int", "abs", 1);
    if (!out.length)
        return "";
    return arena_printf(arena, "// C's own functions, whatever C++ has overloaded them for.\n%s\n", text_string(&out));
}
