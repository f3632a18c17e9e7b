// Pragmas of other compilers (contract in foreign.h).
#include "frontend/directives/foreign.h"

#include "frontend/directives/from_table.h"

#include <string.h>

// ---- what a pragma is about

typedef enum Bond {
    BOND_NONE,
    BOND_LOOP,
    BOND_WORKSHARING,
    BOND_SHARED
} Bond; // nothing, or any statement; a loop; a loop that threads share: those of a team, or others

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_identifier_byte(at[length]))
        length++;
    return length;
}

static bool is_one_of(const char *at, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == length && !strncmp(at, *words, length))
            return true;
    return false;
}

// The words of a directive of OpenMP or OpenACC, before its clauses' arguments: `parallel for simd`.
static bool has_word(const char *at, const char *end, const char *const *words)
{
    while (at < end) {
        size_t length = word_length(at);
        if (length && is_one_of(at, length, words))
            return true;
        if (*at == '(')
            return false;
        at += length ? length : 1;
    }
    return false;
}

static Bond bond_of(const char *at, const char *end)
{
    static const char *const plain[] = {
        "unroll",   "nounroll",         "ivdep",      "vector",         "novector",
        "simd",     "nosimd",           "loop_count", "unroll_and_jam", "nounroll_and_jam",
        "nofusion", "distribute_point", "prefetch",   "noprefetch",     NULL};
    static const char *const gcc[] = {"ivdep", "unroll", "novector", NULL}, *const loop[] = {"loop", NULL};
    static const char *const loops[] = {"for", "simd", "loop", "distribute", "taskloop", NULL};
    static const char *const shared[] = {"loop", "distribute", NULL}, *const own[] = {"parallel", "teams", "target",
                                                                                      NULL};
    static const char *const worksharing[] = {"for", NULL};
    at += strspn(at, " \t");
    size_t length = word_length(at);
    const char *rest = at + length + strspn(at + length, " \t");
    if (is_one_of(at, length, (const char *const[]){"GCC", NULL}))
        return is_one_of(rest, word_length(rest), gcc) ? BOND_LOOP : BOND_NONE;
    if (is_one_of(at, length, (const char *const[]){"clang", "acc", NULL}))
        return has_word(rest, end, loop) ? BOND_LOOP : BOND_NONE;
    if (!is_one_of(at, length, (const char *const[]){"omp", NULL}))
        return is_one_of(at, length, plain) ? BOND_LOOP : BOND_NONE;
    if (!has_word(rest, end, loops))
        return BOND_NONE;
    if (has_word(rest, end, own))
        return BOND_LOOP;
    return has_word(rest, end, shared) ? BOND_SHARED : has_word(rest, end, worksharing) ? BOND_WORKSHARING : BOND_LOOP;
}

// ---- what stands in front of the loop

enum { MAX_GROUPS = 32 };

// What is known of the text since the last statement.
typedef struct Since {
    bool any; // it holds a pragma of a loop
    Foreign found;
    int fresh; // the first of the #if groups that began in it
} Since;

typedef struct Scan {
    const PragmaMacros *macros;
    const char *text;
    size_t at;
    Since since;
    size_t groups[MAX_GROUPS]; // #if groups that have not ended
    Since before[MAX_GROUPS];  // where each begins
    int ngroup;
} Scan;

static void forget(Scan *scan, size_t loop)
{
    scan->since = (Since){.found = {.begin = loop, .shared = loop}, .fresh = scan->ngroup};
}

static void note(Scan *scan, size_t begin, const char *pragma, const char *end, size_t loop, bool by_macro)
{
    Bond bond = bond_of(pragma, end);
    const char *name = pragma + strspn(pragma, " \t");
    if (from_language_of(name, word_length(name)) & scan->macros->from)
        bond = by_macro && bond != BOND_NONE ? BOND_LOOP : BOND_NONE;
    if (bond == BOND_NONE)
        return;
    if (!scan->since.any)
        scan->since.found.begin = begin;
    scan->since.any = true;
    if (bond < BOND_WORKSHARING)
        return;
    bool first = scan->since.found.shared == loop;
    scan->since.found.is_worksharing = bond == BOND_WORKSHARING && (first || scan->since.found.is_worksharing);
    if (first)
        scan->since.found.shared = begin;
}

static size_t logical_line_end(const char *text, size_t at)
{
    while (text[at] && text[at] != '\n')
        at += text[at] == '\\' && text[at + 1] ? (text[at + 1] == '\r' && text[at + 2] ? 3 : 2) : 1;
    return at;
}

static void open_group(Scan *scan)
{
    if (scan->ngroup < MAX_GROUPS) {
        scan->before[scan->ngroup] = scan->since;
        scan->groups[scan->ngroup++] = scan->at;
    }
}

// What precedes the group also precedes a branch after one that ends with a statement.
static void next_branch(Scan *scan)
{
    if (scan->ngroup && scan->ngroup <= scan->since.fresh)
        scan->since = scan->before[scan->ngroup - 1];
}

// A group with a pragma goes as a whole.
static void close_group(Scan *scan)
{
    Since *since = &scan->since;
    if (!scan->ngroup)
        return;
    size_t group = scan->groups[--scan->ngroup];
    if (scan->ngroup < since->fresh)
        since->fresh = scan->ngroup;
    else if (since->any && since->found.begin > group)
        since->found.begin = group;
}

static void take_line(Scan *scan, size_t end, size_t loop)
{
    const char *text = scan->text, *word = text + scan->at + 1;
    word += strspn(word, " \t");
    size_t length = word_length(word);
    if (is_one_of(word, length, (const char *const[]){"pragma", NULL}))
        note(scan, scan->at, word + length, text + end, loop, false);
    if (is_one_of(word, length, (const char *const[]){"if", "ifdef", "ifndef", NULL}))
        open_group(scan);
    else if (is_one_of(word, length, (const char *const[]){"else", "elif", "elifdef", "elifndef", NULL}))
        next_branch(scan);
    else if (is_one_of(word, length, (const char *const[]){"endif", NULL}))
        close_group(scan);
    scan->at = end;
}

// Past the comment or the quotes that begin at `at`.
static size_t skip_comment(const char *text, size_t at)
{
    if (text[at] == '/' && text[at + 1] == '/')
        return logical_line_end(text, at);
    if (text[at] != '/' || text[at + 1] != '*')
        return at;
    const char *end = strstr(text + at + 2, "*/");
    return end ? (size_t)(end - text) + 2 : at + strlen(text + at);
}

static size_t skip_quotes(const char *text, size_t at)
{
    char quote = text[at++];
    while (text[at] && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' && text[at + 1] ? 2 : 1;
    return text[at] == quote ? at + 1 : at;
}

static size_t end_of_operator(const char *text, size_t at, size_t length)
{
    at += length;
    size_t open = at + strspn(text + at, " \t");
    if (text[open] != '(')
        return at;
    for (at = open; text[at] && text[at] != ')';)
        at = text[at] == '"' ? skip_quotes(text, at) : at + 1;
    return text[at] ? at + 1 : at;
}

static const char pragma_word[] = "_Pragma";

PragmaMacros *find_pragma_macros(Arena *arena, const char *text)
{
    static const char define[] = "#define ";
    PragmaMacros *macros = ARENA_NEW(arena, PragmaMacros);
    macros->text = text;
    for (const char *line = strstr(text, define); line; line = strstr(line + 1, define)) {
        const char *name = line + strlen(define), *body = name + word_length(name);
        PragmaMacro macro = {.name = name, .length = word_length(name)};
        body += strspn(body, " \t");
        if (strncmp(body, pragma_word, strlen(pragma_word)) != 0)
            continue;
        size_t after = end_of_operator(text, (size_t)(body - text), strlen(pragma_word));
        macro.quote = strchr(body, '"');
        if (text[after + strspn(text + after, " \t\r")] == '\n') // and nothing else
            VECTOR_PUSH(arena, macros, macro);
    }
    return macros;
}

// The text of the _Pragma at `at`, or in the definition of the macro there; NULL: it is not one.
static const char *operator_text(const PragmaMacros *macros, const char *at, size_t length)
{
    if (is_one_of(at, length, (const char *const[]){pragma_word, NULL}))
        return strchr(at, '"');
    FOR_EACH(i, macros)
        if (macros->items[i].length == length && !strncmp(macros->items[i].name, at, length))
            return macros->items[i].quote;
    return NULL;
}

size_t skip_pragma_operator(const PragmaMacros *macros, size_t at)
{
    const char *text = macros->text;
    size_t length = word_length(text + at);
    return length && operator_text(macros, text + at, length) ? end_of_operator(text, at, length) : at;
}

// A word before the loop: a _Pragma, or a statement's.
static void take_word(Scan *scan, size_t length, size_t loop)
{
    const char *pragma = operator_text(scan->macros, scan->text + scan->at, length);
    if (!pragma) {
        forget(scan, loop);
        scan->at += length;
        return;
    }
    const char *end = pragma + 1 + strcspn(pragma + 1, "\"\n");
    bool by_macro = !is_one_of(scan->text + scan->at, length, (const char *const[]){pragma_word, NULL});
    note(scan, scan->at, pragma + 1, end, loop, by_macro);
    scan->at = end_of_operator(scan->text, scan->at, length);
}

Foreign find_foreign(const PragmaMacros *macros, size_t from, size_t at)
{
    const char *text = macros->text;
    Scan scan = {.macros = macros, .text = text, .at = from};
    forget(&scan, at);
    bool first = true; // on its line
    while (scan.at < at) {
        size_t next = skip_comment(text, scan.at), length = word_length(text + scan.at);
        if (next > scan.at) {
            scan.at = next;
        } else if (first && text[scan.at] == '#') {
            take_line(&scan, logical_line_end(text, scan.at), at);
        } else if (length) {
            take_word(&scan, length, at);
            first = false;
        } else if (strchr(" \t\r\n\f\v\\", text[scan.at])) {
            first = text[scan.at++] == '\n' || first;
        } else {
            forget(&scan, at);
            scan.at = text[scan.at] == '"' || text[scan.at] == '\'' ? skip_quotes(text, scan.at) : scan.at + 1;
            first = false;
        }
    }
    for (int i = scan.since.fresh; i < scan.ngroup; i++)
        scan.since.found.divided |= scan.before[i].any;
    return scan.since.found;
}
