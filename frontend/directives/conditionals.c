// #if groups (contract in conditionals.h).
#include "frontend/directives/conditionals.h"

#include <string.h>

// ---- scanning

static size_t end_of_line(const char *text, size_t length, size_t at)
{
    while (at < length && text[at] != '\n') {
        bool splices =
            text[at] == '\\' && at + 1 < length && (text[at + 1] == '\n' || (text[at + 1] == '\r' && at + 2 < length));
        at += splices ? (text[at + 1] == '\r' ? 3 : 2) : 1;
    }
    return at < length ? at : length;
}

// Past the comment or the quotes that begin at `at`. Quotes end with their line, because text that is left out need not
// be C.
static size_t skip_quiet(const char *text, size_t length, size_t at)
{
    if (text[at] == '/' && text[at + 1] == '*') {
        const char *end = strstr(text + at + 2, "*/");
        return end ? (size_t)(end - text) + 2 : length;
    }
    if (text[at] == '/' && text[at + 1] == '/')
        return end_of_line(text, length, at);
    if (text[at] != '"' && text[at] != '\'')
        return at;
    size_t close = at + 1;
    while (close < length && text[close] != text[at] && text[close] != '\n')
        close += text[close] == '\\' && close + 1 < length ? 2 : 1;
    return close < length && text[close] == text[at] ? close + 1 : close;
}

static size_t skip_space(const char *text, size_t at)
{
    for (;;) {
        if (text[at] == ' ' || text[at] == '\t')
            at++;
        else if (text[at] == '\\' && text[at + 1] == '\n')
            at += 2;
        else
            return at;
    }
}

static size_t word_at(const char *text, size_t at)
{
    size_t length = 0;
    while (is_identifier_byte(text[at + length]))
        length++;
    return length;
}

static bool is_word(const char *text, size_t at, size_t length, const char *word)
{
    return length == strlen(word) && !strncmp(text + at, word, length);
}

// ---- one directive

// In one line, without comments.
static const char *plain_line(Arena *arena, const char *text, size_t begin, size_t end)
{
    Text plain = {.arena = arena};
    while (begin < end) {
        size_t next = skip_quiet(text, end, begin);
        bool is_comment = next > begin && text[begin] == '/';
        bool is_splice = text[begin] == '\\' && (text[begin + 1] == '\n' || text[begin + 1] == '\r');
        if (is_comment || is_splice || strchr("\r\n\t", text[begin])) {
            text_add(&plain, " ");
            begin = is_comment ? next : begin + 1;
            continue;
        }
        next = next > begin ? next : begin + 1;
        text_add_n(&plain, text + begin, next - begin);
        begin = next;
    }
    const char *line = text_string(&plain);
    size_t length = plain.length;
    while (length && line[length - 1] == ' ')
        length--;
    return arena_strndup(arena, line, length);
}

typedef struct Scan {
    Arena *arena;
    const char *text;
    size_t length;
    Conditionals groups;
    int open; // the innermost group that has not ended; -1
} Scan;

static void add_branch(Scan *scan, size_t hash, size_t line_end, const char *condition)
{
    if (scan->open < 0)
        return;
    Conditional *group = &scan->groups.items[scan->open];
    if (group->branches.count)
        group->branches.items[group->branches.count - 1].end = hash;
    Branch branch = {
        .condition = condition, .begin = line_end < scan->length ? line_end + 1 : line_end, .end = scan->length};
    VECTOR_PUSH(scan->arena, &group->branches, branch);
}

static void open_group(Scan *scan, size_t hash)
{
    Conditional group = {.begin = hash, .end = scan->length, .around = scan->open};
    VECTOR_PUSH(scan->arena, &scan->groups, group);
    scan->open = scan->groups.count - 1;
}

static void close_group(Scan *scan, size_t hash, size_t line_end)
{
    if (scan->open < 0)
        return;
    Conditional *group = &scan->groups.items[scan->open];
    group->branches.items[group->branches.count - 1].end = hash;
    group->end = line_end;
    scan->open = group->around;
}

static const char *defined_text(const Scan *scan, size_t at, const char *sign)
{
    return arena_printf(scan->arena, "%sdefined(%.*s)", sign, (int)word_at(scan->text, at), scan->text + at);
}

// `at` is after the `#` at `hash`.
static void take_directive(Scan *scan, size_t hash, size_t at, size_t line_end)
{
    const char *text = scan->text;
    at = skip_space(text, at);
    size_t length = word_at(text, at), rest = skip_space(text, at + length);
    bool is_if = is_word(text, at, length, "if"), is_ifdef = is_word(text, at, length, "ifdef"),
         is_ifndef = is_word(text, at, length, "ifndef");
    if (is_if || is_ifdef || is_ifndef)
        open_group(scan, hash);
    if (is_if || is_word(text, at, length, "elif"))
        add_branch(scan, hash, line_end, plain_line(scan->arena, text, rest, line_end));
    else if (is_ifdef || is_word(text, at, length, "elifdef"))
        add_branch(scan, hash, line_end, defined_text(scan, rest, ""));
    else if (is_ifndef || is_word(text, at, length, "elifndef"))
        add_branch(scan, hash, line_end, defined_text(scan, rest, "!"));
    else if (is_word(text, at, length, "else"))
        add_branch(scan, hash, line_end, "1");
    else if (is_word(text, at, length, "endif"))
        close_group(scan, hash, line_end);
}

Conditionals find_conditionals(Arena *arena, const char *text, size_t length)
{
    Scan scan = {.arena = arena, .text = text, .length = length, .open = -1};
    bool first = true; // on its line
    for (size_t at = 0; at < length;) {
        size_t next = skip_quiet(text, length, at);
        if (next > at) {
            at = next;
            continue;
        }
        if (first && text[at] == '#') {
            next = end_of_line(text, length, at);
            take_directive(&scan, at, at + 1, next);
            at = next;
            continue;
        }
        first = text[at] == '\n' || (first && strchr(" \t\r\f\v", text[at]));
        at++;
    }
    return scan.groups;
}

// ---- questions

bool undefines(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, "undef"); at; at = strstr(at + 1, "undef")) {
        size_t word = skip_space(at, strlen("undef"));
        if (word_at(at, word) == length && !strncmp(at + word, name, length))
            return true;
    }
    return false;
}

bool branch_has_text(const char *text, const Branch *branch)
{
    bool first = true;
    for (size_t at = branch->begin; at < branch->end;) {
        bool is_comment = text[at] == '/' && (text[at + 1] == '/' || text[at + 1] == '*');
        if (is_comment || (first && text[at] == '#')) {
            at = is_comment ? skip_quiet(text, branch->end, at) : end_of_line(text, branch->end, at);
            continue;
        }
        if (!strchr(" \t\r\n\f\v\\", text[at]))
            return true;
        first = text[at] == '\n' || first;
        at++;
    }
    return false;
}
