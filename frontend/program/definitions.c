// The functions that a C text defines, as far as its words and brackets show: neither macros nor conditions of the
// preprocessor are evaluated. Whoever needs to be sure has the file parsed.
#include "frontend/program/definitions.h"

#include <string.h>

// ---- what is no code

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

// ---- functions

static const char *after_parentheses(const char *at)
{
    int depth = 0;
    do {
        const char *other = after_other(at);
        if (other == at) {
            depth += (*at == '(') - (*at == ')');
            other = at + 1;
        }
        at = other;
    } while (*at && depth > 0);
    return at;
}

// Whether a list of parameters begins here, and a body after it. Between them may be attributes, and the declarations
// of parameters that have only names in the list.
static bool begins_function(const char *at)
{
    at = after_blanks(at);
    if (*at != '(')
        return false;
    int words = 0;
    for (at = after_blanks(after_parentheses(at)); *at && *at != '{'; at = after_blanks(at)) {
        size_t word = word_at(at);
        if (!word && !strchr("(*,[];", *at))
            return false;
        if (*at == ';' && words < 2)
            return false;
        words = *at == ';' ? 0 : words + (word > 0);
        at = *at == '(' ? after_parentheses(at) : at + (word ? word : 1);
    }
    return *at == '{';
}

enum { DEEPEST = 64 };

typedef struct Walk {
    int depth; // of braces
    bool is_static;
    int level, before[DEEPEST]; // conditions of the preprocessor around, and the depth where each begins
    bool has_else[DEEPEST];
} Walk;

// Each branch of a condition begins at the same depth. What a single branch opens, another one closes.
static void follow_condition(Walk *walk, const char *directive)
{
    const char *word = directive + 1 + strspn(directive + 1, " \t");
    size_t length = word_at(word);
    bool begins = is_word(word, length, "if") || is_word(word, length, "ifdef") || is_word(word, length, "ifndef");
    int top = walk->level - 1;
    if (begins) {
        if (walk->level < DEEPEST) {
            walk->before[walk->level] = walk->depth;
            walk->has_else[walk->level] = false;
        }
        walk->level++;
    } else if (top < 0 || top >= DEEPEST) {
        walk->level -= is_word(word, length, "endif") && top >= 0;
    } else if (is_word(word, length, "else") || is_word(word, length, "elif")) {
        walk->depth = walk->before[top];
        walk->has_else[top] = true;
    } else if (is_word(word, length, "endif")) {
        walk->depth = walk->has_else[top] ? walk->depth : walk->before[top];
        walk->level--;
    }
}

// double PREFIXED(norm)(int n): `at` is behind the macro's name, which was visited.
static bool visit_wrapped(const char *at, bool (*visit)(void *context, const char *name, size_t length), void *context)
{
    const char *name = after_blanks(after_blanks(at) + 1);
    size_t length = word_at(name);
    const char *end = after_blanks(name + length);
    return length && *end == ')' && *after_blanks(end + 1) == '(' && visit(context, name, length);
}

bool each_definition(const char *text, bool (*visit)(void *context, const char *name, size_t length), void *context)
{
    Walk walk = {0};
    for (const char *at = text; *at;) {
        const char *other = after_other(at);
        if (*at == '#')
            follow_condition(&walk, at);
        if (other != at) {
            at = other;
            continue;
        }
        walk.depth += (*at == '{') - (*at == '}');
        size_t word = word_at(at);
        if (walk.depth == 0 && !word)
            walk.is_static &= *at != ';' && *at != '}';
        if (walk.depth == 0 && is_word(at, word, "static"))
            walk.is_static = true;
        if (walk.depth == 0 && word && !walk.is_static && begins_function(at + word) &&
            (visit(context, at, word) || visit_wrapped(at + word, visit, context)))
            return true;
        at += word ? word : 1;
    }
    return false;
}
