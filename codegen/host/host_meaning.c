// C text that C++ reads with another meaning, and the edits that keep C's.
//
//   sqrt(x) of a float x      C++ has an overload for float, C computes in double: a macro calls C's function
//   sizeof('a'), sizeof(a<b)  an int in C, char and bool in C++: sizeof(+('a'))
#include "codegen/host/macros.h"
#include "codegen/host/rewrite.h"

#include <ctype.h>
#include <string.h>

// ---- math functions

static const struct MathFunction {
    const char *name;
    int arguments;
} math_functions[] = {
    {"acos", 1},   {"acosh", 1}, {"asin", 1},     {"asinh", 1},     {"atan", 1},      {"atan2", 2}, {"atanh", 1},
    {"cbrt", 1},   {"ceil", 1},  {"copysign", 2}, {"cos", 1},       {"cosh", 1},      {"erf", 1},   {"erfc", 1},
    {"exp", 1},    {"exp2", 1},  {"expm1", 1},    {"fabs", 1},      {"fdim", 2},      {"floor", 1}, {"fma", 3},
    {"fmax", 2},   {"fmin", 2},  {"fmod", 2},     {"hypot", 2},     {"lgamma", 1},    {"log", 1},   {"log10", 1},
    {"log1p", 1},  {"log2", 1},  {"logb", 1},     {"nearbyint", 1}, {"nextafter", 2}, {"pow", 2},   {"remainder", 2},
    {"rint", 1},   {"round", 1}, {"sin", 1},      {"sinh", 1},      {"sqrt", 1},      {"tan", 1},   {"tanh", 1},
    {"tgamma", 1}, {"trunc", 1},
};

// The next `name(` that is not a member, nor part of a longer word. A match in a comment does no harm.
static const char *next_call(const char *text, const char *from, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(from, name); at; at = strstr(at + 1, name)) {
        const char *after = at + length + strspn(at + length, " \t");
        if (*after == '(' && (at == text || (!is_identifier_byte(at[-1]) && at[-1] != '.' && at[-1] != '>')))
            return at;
    }
    return NULL;
}

static bool defines_function(const Unit *unit, const char *name)
{
    FOR_EACH(i, &unit->host->items)
        if (unit->host->items.items[i].name && !strcmp(unit->host->items.items[i].name, name))
            return true;
    return false;
}

static bool is_definition(const SourceFile *file, const char *at)
{
    const char *line = file->text + line_begin(file, (size_t)(at - file->text));
    line += strspn(line, " \t");
    if (*line++ != '#')
        return false;
    line += strspn(line, " \t");
    return !strncmp(line, "define", 6) && line + 6 + strspn(line + 6, " \t") == at;
}

// The user's macro of that name may call the function: `#define exp(x) (1 + exp(x))`. True: it does.
static bool edit_own_macro(Edits *edits, const char *name)
{
    const SourceFile *file = edits->rewriting->unit->source;
    bool calls = false;
    for (const char *at = next_call(file->text, file->text, name); at; at = next_call(file->text, at + 1, name)) {
        if (!is_definition(file, at))
            continue;
        size_t end = line_end(file, (size_t)(at - file->text));
        while (end < file->length && end > 0 && file->text[end - 1] == '\\')
            end = line_end(file, end + 1);
        for (const char *use = next_call(file->text, at + 1, name); use && use < file->text + end;
             use = next_call(file->text, use + 1, name)) {
            size_t begin = (size_t)(use - file->text);
            edit_replace(edits, begin, begin + strlen(name), intern_printf("crs_c_%s", name));
            calls = true;
        }
    }
    return calls;
}

// CUDA's words are there only where a nest was restructured.
static const char *device_words(const Rewriting *rewriting)
{
    FOR_EACH(i, &rewriting->unit->nests)
        if (rewriting->programs[i])
            return "__host__ __device__ ";
    return "";
}

static void add_function(const Rewriting *rewriting, Text *out, const char *type, const char *name, int arguments)
{
    static const char *const letters[] = {"crs_x", "crs_y", "crs_z"};
    text_printf(out, "[[maybe_unused]] static %sinline %s crs_c_%s(", device_words(rewriting), type, name);
    for (int i = 0; i < arguments; i++)
        text_printf(out, "%s%s %s", i ? ", " : "", type, letters[i]);
    text_printf(out, ") { return (%s)(", name);
    for (int i = 0; i < arguments; i++)
        text_printf(out, "%s%s", i ? ", " : "", letters[i]);
    text_add(out, "); }\n");
}

static void add_math(Edits *edits, Text *out, const char *type, const char *name, int arguments)
{
    const Unit *unit = edits->rewriting->unit;
    if (!next_call(unit->source->text, unit->source->text, name) || defines_function(unit, name))
        return;
    bool is_macro = has_macro(edits->rewriting->macros, name);
    if (is_macro && !edit_own_macro(edits, name))
        return;
    add_function(edits->rewriting, out, type, name, arguments);
    if (!is_macro)
        text_printf(out, "#define %s(...) crs_c_%s(__VA_ARGS__)\n", name, name);
}

// Without the word float, no call has an argument for which C++ would choose another function.
static bool may_use_float(const Unit *unit)
{
    FOR_EACH(i, &unit->host->includes)
        if (!unit->host->includes.items[i].is_system)
            return true;
    return strstr(unit->source->text, "float");
}

static void edit_math(Edits *edits)
{
    const Rewriting *rewriting = edits->rewriting;
    const Unit *unit = rewriting->unit;
    const HostItem *first = NULL;
    FOR_EACH(i, &unit->host->items)
        if (!first && unit->host->items.items[i].kind == HOST_FUNCTION)
            first = &unit->host->items.items[i];
    if (!first || !may_use_float(unit))
        return;
    Text out = {.arena = rewriting->arena};
    for (size_t i = 0; i < sizeof math_functions / sizeof *math_functions; i++)
        add_math(edits, &out, "double", math_functions[i].name, math_functions[i].arguments);
    add_math(edits, &out, "int", "abs", 1);
    if (!out.length)
        return;
    size_t place = comment_begin(unit, first->range.begin);
    const char *line = rewriting->line_directives ? line_directive(unit, place) : "";
    edit_insert_lines(
        edits, place,
        intern_printf("// C's own functions, whatever C++ has overloaded them for.\n%s\n%s", text_string(&out), line));
}

// ---- sizeof

static const char *skip_literal(const char *at)
{
    char quote = *at++;
    for (; *at && *at != quote; at++)
        at += *at == '\\' && at[1];
    return *at ? at + 1 : at;
}

// Past the blanks, comments and literals that begin at `at`; otherwise `at` itself.
static const char *skip_quiet(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    return *at == '"' || *at == '\'' ? skip_literal(at) : at;
}

static bool is_relation(const char *at)
{
    bool arrow = at[0] == '>' && at[-1] == '-',
         shift = (at[0] == '<' || at[0] == '>') && (at[1] == at[0] || at[-1] == at[0]);
    if (at[0] == '<' || at[0] == '>')
        return !arrow && !shift;
    return (at[0] == '=' && at[1] == '=') || (at[0] == '!' && at[-1] != '=') || (at[0] == '&' && at[1] == '&') ||
           (at[0] == '|' && at[1] == '|');
}

// The operand in parentheses from `open` on; its end, or NULL. `is_int`: an int in C and something else in C++.
static const char *scan_operand(const char *open, bool *is_int)
{
    int depth = 0;
    const char *first = open + 1 + strspn(open + 1, " \t");
    bool relation = false, other = false, character = *first == '\'';
    for (const char *at = open; *at;) {
        const char *next = skip_quiet(at);
        if (next != at) {
            character &= at == first || *at == '/';
            at = next;
            continue;
        }
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (depth == 0) {
            *is_int = !other && (relation || character);
            return at;
        }
        if (depth == 1 && at != open && !isspace((unsigned char)*at)) {
            relation |= is_relation(at);
            other |= *at == '?' || *at == ',';
            character = false;
        }
        at++;
    }
    return NULL;
}

static void edit_sizeof(Edits *edits)
{
    const SourceFile *file = edits->rewriting->unit->source;
    for (const char *at = file->text; *at;) {
        const char *next = skip_quiet(at);
        if (next != at) {
            at = next;
            continue;
        }
        bool is_sizeof = !strncmp(at, "sizeof", 6) && !is_identifier_byte(at[6]) &&
                         (at == file->text || !is_identifier_byte(at[-1]));
        at += is_sizeof ? 6 : 1;
        if (!is_sizeof)
            continue;
        at += strspn(at, " \t");
        bool is_int = *at == '\'';
        const char *end = *at == '(' ? scan_operand(at, &is_int) : is_int ? skip_literal(at) - 1 : NULL;
        if (!end || !is_int)
            continue;
        edit_insert(edits, (size_t)(at - file->text), "(+");
        edit_insert(edits, (size_t)(end - file->text) + 1, ")");
        at = end + 1;
    }
}

void edit_meaning(Edits *edits)
{
    edit_math(edits);
    edit_sizeof(edits);
}
