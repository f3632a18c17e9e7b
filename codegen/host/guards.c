// The emitted text asks the preprocessor again about everything that went into the kernels: a macro with another value
// would make the user's text and the kernels disagree (Guards in frontend/host.h).
#include "codegen/host/rewrite.h"

#include <ctype.h>
#include <string.h>

// ---- values

typedef struct Scan {
    const char *at;
    bool good;
} Scan;

static void scan_value(Scan *scan);

static void skip_blanks(Scan *scan)
{
    scan->at += strspn(scan->at, " ");
}

static bool is_integer_literal(const char *text, size_t length)
{
    bool hexadecimal = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    size_t digits = hexadecimal ? 2 : 0;
    while (digits < length &&
           (hexadecimal ? isxdigit((unsigned char)text[digits]) : isdigit((unsigned char)text[digits])))
        digits++;
    size_t suffix = digits + strspn(text + digits, "uUlL");
    return digits > (hexadecimal ? 2u : 0u) && suffix >= length && length - digits <= 3;
}

static void scan_operand(Scan *scan)
{
    skip_blanks(scan);
    while (strchr("+-!~", *scan->at) && *scan->at)
        scan->at++, skip_blanks(scan);
    if (*scan->at == '(') {
        scan->at++;
        scan_value(scan);
        scan->good &= *scan->at == ')';
        scan->at += *scan->at == ')';
    } else {
        size_t length = 0;
        while (is_identifier_byte(scan->at[length]) || scan->at[length] == '.')
            length++;
        scan->good &= is_integer_literal(scan->at, length);
        scan->at += length;
    }
    skip_blanks(scan);
}

static void scan_value(Scan *scan)
{
    static const char *const operators[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+",
                                            "-",  "*",  "/",  "%",  "<",  ">",  "&",  "|",  "^"};
    scan_operand(scan);
    for (bool more = scan->good; more && scan->good;) {
        more = false;
        for (size_t i = 0; i < sizeof operators / sizeof *operators && !more; i++)
            more = !strncmp(scan->at, operators[i], strlen(operators[i])) && (scan->at += strlen(operators[i]));
        if (more)
            scan_operand(scan);
    }
}

// Whether the preprocessor can compute it: integers and operators.
static bool is_integer(const char *value)
{
    Scan scan = {value, true};
    scan_value(&scan);
    return scan.good && !*scan.at;
}

// Whether its text is the same in the output: it contains no word that is replaced there (C's own words for C++'s,
// functions for C's versions of them).
static bool keeps_text(const char *value, bool in_c)
{
    for (const char *at = value; *at;) {
        size_t length = 0;
        while (is_identifier_byte(at[length]))
            length++;
        const char *after = at + length + strspn(at + length, " ");
        bool replaced = (length == 8 && (!strncmp(at, "restrict", 8) || !strncmp(at, "register", 8))) || *at == '_' ||
                        *after == '(';
        if (*at == '"' || *at == '\\' || (length && !isdigit((unsigned char)*at) && replaced))
            return false;
        bool joins = *at == ' ' && (!is_identifier_byte(at[1]) || at == value || !is_identifier_byte(at[-1]));
        if (in_c && joins) // compilers may put blanks elsewhere, and C compares byte for byte
            return false;
        at += length ? length : 1;
    }
    return true;
}

// ---- text

static void emit_error(Text *out, const char *what)
{
    text_printf(out,
                "#error \"curestruct made the kernels %s: translate the file again with these definitions\"\n#endif\n",
                what);
}

static void emit_number(Text *out, const Guard *guard, bool may_be_absent)
{
    text_printf(out, may_be_absent ? "#if defined(%s) && " : "#if !defined(%s) || ", guard->name);
    bool plain = is_integer_literal(guard->value, strlen(guard->value));
    text_printf(out, plain ? "(%s) != %s\n" : "(%s) != (%s)\n", guard->text, guard->value);
    emit_error(out, intern_printf("for %s = %s", guard->name, guard->value));
}

static void emit_texts(Text *out, const Rewriting *rewriting)
{
    if (is_first(rewriting, intern("crs_text")))
        text_add(out, "#define crs_text_(...) #__VA_ARGS__\n#define crs_text(...) crs_text_(__VA_ARGS__)\n");
}

// Headers spell `inline` as the compiler and the language want it, and each spelling means the same for a function.
static const char *const inlines[] = {"inline", "__inline", "__inline__", ""};

static bool is_inline(const char *value)
{
    for (size_t i = 0; i < sizeof inlines / sizeof *inlines; i++)
        if (*value && strcmp(value, inlines[i]) == 0)
            return true;
    return false;
}

static const char *same_text(Arena *arena, const Guard *guard, const char *value, Language language)
{
    Text quoted = {.arena = arena};
    emit_string(&quoted, value);
    return arena_printf(
        arena, language == LANGUAGE_C ? "__builtin_strcmp(crs_text(%s), %s) == 0" : "crs_same_text(crs_text(%s), %s)",
        guard->text, text_string(&quoted));
}

static void emit_text(Text *out, const Rewriting *rewriting, const Guard *guard, Language language, bool may_be_absent)
{
    const char *same = same_text(out->arena, guard, guard->value, language);
    for (size_t i = 0; is_inline(guard->value) && i < sizeof inlines / sizeof *inlines; i++)
        if (strcmp(inlines[i], guard->value) != 0)
            same = arena_printf(out->arena, "%s || %s", same, same_text(out->arena, guard, inlines[i], language));
    emit_texts(out, rewriting);
    if (may_be_absent)
        text_printf(out, "#ifdef %s\n", guard->name);
    text_printf(out, language == LANGUAGE_C ? "_Static_assert(%s,\n" : "static_assert(%s,\n", same);
    text_printf(
        out, "    \"curestruct made the kernels for another %s: translate the file again with these definitions\");\n",
        guard->name);
    if (may_be_absent)
        text_add(out, "#endif\n");
}

static void emit_condition(Text *out, const Guard *guard)
{
    text_printf(out, "#if %s\n", guard->text);
    emit_error(out, "where the line above does not hold");
}

static void emit_guard(Text *out, const Rewriting *rewriting, const Guard *guard, Language language, bool may_be_absent)
{
    if (guard->kind == GUARD_CONDITION)
        emit_condition(out, guard);
    else if (guard->value && is_integer(guard->value))
        emit_number(out, guard, may_be_absent);
    else if (guard->value && guard->kind == GUARD_TEXT && keeps_text(guard->value, language == LANGUAGE_C))
        emit_text(out, rewriting, guard, language, may_be_absent);
}

void emit_guards(Text *out, const Rewriting *rewriting, const Nest *nest, Language language)
{
    bool is_half = rewriting->form == FORM_HOST && language == LANGUAGE_CUDA; // has nothing of the user's text
    Text guards = {.arena = out->arena};
    for (int i = 0; nest->guards && i < nest->guards->count; i++) {
        const Guard *guard = &nest->guards->items[i];
        if ((is_half && !guard->given) || !is_first(rewriting, intern_printf("guard %d %s", guard->kind, guard->text)))
            continue;
        emit_guard(&guards, rewriting, guard, language, is_half);
    }
    if (guards.length)
        text_printf(out, "%s\n", text_string(&guards));
}
