// Parameters that C++ does not have: float A[n][m] with n and m not constant, and float a[restrict static 5].
//
//   void f(int n, float A[n][n]) {            ->  void f(int n, float *crs_vla_A) {
//                                                     auto A = (float (*)[n])crs_vla_A;
//   void f(int n, const float a[restrict n])  ->  void f(int n, const float *__restrict__ a)
//
// Calls in the same file pass pointers to rows, which C++ does not convert to flat pointers. An overload does:
//   static inline void f(int n, void *A) { return f(n, (float *)A); }
#include "codegen/host/rewrite.h"

#include <ctype.h>
#include <string.h>

static bool has_word(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= length; i++)
        if (!strncmp(text + i, word, size) && (i == 0 || !is_identifier_byte(text[i - 1])) &&
            (i + size == length || !is_identifier_byte(text[i + size])))
            return true;
    return false;
}

// Whether the brackets of a parameter hold more than a constant.
static bool has_odd_brackets(const SourceFile *file, const HostFunction *function, const HostParam *param)
{
    const char *text = file->text + param->range.begin,
               *bracket = memchr(text, '[', param->range.end - param->range.begin);
    if (!bracket)
        return false;
    size_t length = param->range.end - param->range.begin - (size_t)(bracket - text);
    if (has_word(bracket, length, "static") || has_word(bracket, length, "restrict") ||
        has_word(bracket, length, "const") || has_word(bracket, length, "volatile") || memchr(bracket, '*', length))
        return true;
    for (int i = 0; i < function->nparams; i++)
        if (function->params[i].name && has_word(bracket, length, function->params[i].name))
            return true;
    return false;
}

static void add_qualifiers(Text *out, const char *text, size_t length)
{
    if (has_word(text, length, "restrict"))
        text_add(out, "__restrict__ ");
    if (has_word(text, length, "const"))
        text_add(out, "const ");
    if (has_word(text, length, "volatile"))
        text_add(out, "volatile ");
}

static bool is_qualified_restrict(const SourceFile *file, const HostParam *param)
{
    return has_word(file->text + param->range.begin, param->range.end - param->range.begin, "restrict");
}

// `float *` or `float (*)[n]` as clang spells it, with the name inside; `restrict` is taken from the text.
static const char *declarator(Arena *arena, const char *type, const char *name, bool is_restrict)
{
    Text out = {.arena = arena};
    const char *star = strstr(type, "(*");
    if (!star) {
        const char *end = type + strlen(type);
        const char *last = strrchr(type, '*');
        if (last)
            end = last + 1;
        text_printf(&out, "%.*s", (int)(end - type), type);
        add_qualifiers(&out, end, strlen(end));
        if (is_restrict && !has_word(end, strlen(end), "restrict"))
            text_add(&out, "__restrict__ ");
        text_add(&out, name);
        return text_string(&out);
    }
    size_t inside = strcspn(star, ")");
    text_printf(&out, "%.*s(*", (int)(star - type), type);
    add_qualifiers(&out, star + 2, inside - 2);
    if (is_restrict && !has_word(star, inside, "restrict"))
        text_add(&out, "__restrict__ ");
    text_printf(&out, "%s%s", name, star + inside);
    return text_string(&out);
}

// An array as a parameter is a pointer: `float[restrict n][m]` is `float (*restrict)[m]`.
static const char *adjusted(Arena *arena, const char *type)
{
    const char *bracket = strchr(type, '['), *end = bracket ? strchr(bracket, ']') : NULL;
    if (strstr(type, "(*") || !end)
        return type;
    Text out = {.arena = arena};
    bool has_rest = end[1] == '[', needs_space = bracket > type && bracket[-1] != ' ' && bracket[-1] != '*';
    text_printf(&out, "%.*s%s%s*", (int)(bracket - type), type, needs_space ? " " : "", has_rest ? "(" : "");
    size_t length = (size_t)(end - bracket);
    const char *words[] = {"restrict", "const", "volatile"};
    for (int i = 0; i < 3; i++)
        if (has_word(bracket, length, words[i]))
            text_printf(&out, "%s%s", out.bytes[out.length - 1] == '*' ? "" : " ", words[i]);
    text_printf(&out, "%s%s", has_rest ? ")" : "", end + 1);
    return text_string(&out);
}

// The element's part of `const float (*)[n]`.
static const char *flat_type(Arena *arena, const char *type)
{
    const char *star = strstr(type, "(*");
    return arena_printf(arena, "%.*s*", (int)(star - type), type);
}

// `float (*restrict)[n]` without its qualifiers, for a cast.
static const char *bare_type(Arena *arena, const char *type)
{
    const char *star = strstr(type, "(*");
    return arena_printf(arena, "%.*s(*%s", (int)(star - type), type, star + strcspn(star, ")"));
}

static const char *view_type(Arena *arena, const HostParam *param)
{
    bool known = param->name && param->range.begin < param->range.end && param->type_text;
    const char *type = known && param->is_vla ? adjusted(arena, param->type_text) : NULL;
    return type && strstr(type, "(*") ? type : NULL;
}

static void edit_odd_parameter(Edits *edits, const HostFunction *function, const HostParam *param)
{
    const SourceFile *file = edits->rewriting->unit->source;
    if (!param->name || param->range.begin >= param->range.end || !param->type_text)
        return;
    if (!param->is_vla && !has_odd_brackets(file, function, param))
        return;
    const char *type = adjusted(edits->rewriting->arena, param->type_text);
    edit_replace(edits, param->range.begin, param->range.end,
                 declarator(edits->rewriting->arena, type, param->name, is_qualified_restrict(file, param)));
}

void edit_parameters(Edits *edits, const HostFunction *function)
{
    Arena *arena = edits->rewriting->arena;
    const SourceFile *file = edits->rewriting->unit->source;
    Text views = {.arena = arena};
    for (int i = 0; i < function->nparams; i++) {
        const HostParam *param = &function->params[i];
        const char *type = view_type(arena, param);
        if (!type) {
            edit_odd_parameter(edits, function, param);
            continue;
        }
        const char *flat = arena_printf(arena, "crs_vla_%s", param->name);
        const char *text = declarator(arena, flat_type(arena, type), flat, is_qualified_restrict(file, param));
        edit_replace(edits, param->range.begin, param->range.end, text);
        text_printf(&views, " auto %s = (%s)%s;", param->name, bare_type(arena, type), flat);
    }
    if (views.length)
        edit_insert(edits, function->body_begin, text_string(&views));
}

// ---- the overload for calls in the same file

static const char *skip_storage(const char *text)
{
    static const char *const words[] = {"static", "extern", "inline", "__inline", "__inline__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (!strncmp(text, words[i], length) && !is_identifier_byte(text[length]))
            return skip_storage(text + length + strspn(text + length, " \t\r\n"));
    }
    return text;
}

const char *flat_overload(const Rewriting *rewriting, const HostFunction *function)
{
    Arena *arena = rewriting->arena;
    Edits head = {.rewriting = rewriting};
    Text arguments = {.arena = arena};
    bool has_view = false;
    for (int i = 0; i < function->nparams; i++) {
        const HostParam *param = &function->params[i];
        const char *type = view_type(arena, param), *separator = i ? ", " : "";
        if (!type) {
            edit_odd_parameter(&head, function, param);
            text_printf(&arguments, "%s%s", separator, param->name ? param->name : "");
            continue;
        }
        has_view = true;
        edit_replace(&head, param->range.begin, param->range.end,
                     arena_printf(arena, "%svoid *%s", param->is_const ? "const " : "", param->name));
        text_printf(&arguments, "%s(%s)%s", separator, flat_type(arena, type), param->name);
    }
    if (!has_view || function->body_begin <= function->range.begin)
        return NULL;
    edit_keywords(&head, function->range.begin, function->body_begin);
    HostText signature = edits_apply(&head, function->range.begin, function->body_begin - 1);
    size_t length = signature.text.length;
    while (length && isspace((unsigned char)signature.text.bytes[length - 1]))
        length--;
    signature.text.bytes[length] = '\0';
    return arena_printf(arena, "\n[[maybe_unused]] static inline %s { return %s(%s); }",
                        skip_storage(signature.text.bytes), function->name, text_string(&arguments));
}
