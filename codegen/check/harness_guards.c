// What the text of a function around its nests says about its integers: the constants that they are compared with, and
// the integers that pointers lead to.
#include "codegen/check/harness.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *text)
{
    while (*text && strchr(" \t\n\r()", *text))
        text++;
    return text;
}

// Where `name` is mentioned from `text` on, or NULL.
static const char *find_name(const char *begin, const char *text, const char *name)
{
    size_t length = strlen(name);
    for (; (text = strstr(text, name)); text++) {
        bool starts = text == begin || (!is_identifier_byte(text[-1]) && text[-1] != '.' && text[-1] != '>');
        if (starts && !is_identifier_byte(text[length]))
            return text;
    }
    return NULL;
}

static char previous_byte(const char *begin, const char *text)
{
    while (text > begin && strchr(" \t\n\r(", text[-1]))
        text--;
    return text > begin ? text[-1] : 0;
}

// ---- constants

// 'N', 3 or -1.
static bool read_constant(const char *text, long *value, bool *is_letter)
{
    *is_letter = text[0] == '\'' && text[1] && text[1] != '\\' && text[2] == '\'';
    if (*is_letter) {
        *value = text[1]; // NOLINT(bugprone-signed-char-misuse): as a character constant of C
        return true;
    }
    char *end;
    *value = strtol(text, &end, 0);
    return end != text && *end != '.' && !is_identifier_byte(*end);
}

static void add_guard(const Harness *harness, GuardedSizeList *guards, int size, long value)
{
    FOR_EACH(i, guards)
        if (guards->items[i].size == size && guards->items[i].value == value)
            return;
    VECTOR_PUSH(harness->arena, guards, ((GuardedSize){size, value}));
}

// A size is often compared with 0, 1 or 2 if there is nothing to do: such numbers are drawn anyway.
static void add_comparison(const Harness *harness, GuardedSizeList *guards, const char *text, int size)
{
    long value;
    bool is_letter;
    text = skip_blanks(text);
    if (strncmp(text, "[0]", 3) == 0)
        text = skip_blanks(text + 3);
    bool compares = strncmp(text, "==", 2) == 0 || strncmp(text, "!=", 2) == 0;
    if (compares && read_constant(skip_blanks(text + 2), &value, &is_letter) && (is_letter || value < -1 || value > 2))
        add_guard(harness, guards, size, value);
}

void harness_guards(const Harness *harness, const HostFunction *function, const char *path, int size,
                    GuardedSizeList *guards)
{
    NestList nests = harness_nests(harness, function);
    const char *begin = harness_host_text(harness, function, &nests);
    const char *name = path + (*path == '*');
    for (const char *at = begin; (at = find_name(begin, at, name)); at++)
        add_comparison(harness, guards, at + strlen(name), size);
}

// ---- integers behind pointers

// The function reads `*name` or `name[0]` at this mention of it.
static bool reads_first(const char *begin, const char *at, size_t length, bool is_const)
{
    const char *next = skip_blanks(at + length);
    bool first = previous_byte(begin, at) == '*' || strncmp(next, "[0]", 3) == 0;
    if (*next == '[')
        next = skip_blanks(next + 3);
    bool assigned = (next[0] == '=' && next[1] != '=') || (next[0] && strchr("+-*/%&|^", next[0]) && next[1] == '=') ||
                    strncmp(next, "++", 2) == 0 || strncmp(next, "--", 2) == 0;
    return first && (is_const || !assigned);
}

static bool is_array(const Harness *harness, const NestList *nests, const char *name)
{
    FOR_EACH(i, nests) {
        const Nest *nest = harness->programs[nests->items[i]]->nest;
        FOR_EACH(k, &nest->arrays)
            if (nest->arrays.items[k]->host && strcmp(nest->arrays.items[k]->host, name) == 0)
                return true;
    }
    return false;
}

bool harness_is_reference(const Harness *harness, const HostFunction *function, const HostParam *param)
{
    bool integer = param->is_pointer && !param->is_rows && param->ndim <= 1 && param->type &&
                   type_is_integer(param->type) && param->type->kind != TY_BOOL;
    NestList nests = harness_nests(harness, function);
    if (!integer || is_array(harness, &nests, param->name))
        return false;
    const char *begin = harness_host_text(harness, function, &nests);
    int mentions = 0;
    for (const char *at = begin; (at = find_name(begin, at, param->name)); at++, mentions++)
        if (!reads_first(begin, at, strlen(param->name), param->is_const))
            return false;
    return mentions > 0;
}
