// Finds the directives of a file. Clang drops pragmas that it does not know, so this file takes them from the tokens.
// For macros in directives, and directives that macros make by _Pragma, it reads the text a second time, in which clang
// is made to print them (#pragma message, a static assertion that fails).
#include "frontend/clang/find_directives.h"
#include "frontend/clang/source.h"
#include "frontend/directives/from.h"
#include "frontend/directives/pragma.h"
#include "frontend/host.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Found {
    size_t begin, end; // the directive
    bool from_macro;
    char *text;  // after the word `curestruct`, without comments and splices
    size_t *map; // length + 1 offsets in the file
    size_t length;
    Loc loc;
    int language;  // a FromLanguage, or 0: ours
    bool has_name; // holds an identifier: perhaps a macro
} Found;

typedef struct Search {
    Reader *reader;
    const SourceFile *source;
    VECTOR(Found) found;
    bool second_reading;
    // what a file without directives may hold instead
    FromLanguage language;     // that of the first directive of OpenMP or OpenACC, or 0
    ByteRange foreign, unused; // that directive; the first one of ours that the preprocessor leaves out
    FromLanguage macro;        // that of the first directive to read that an #if of its macro leaves out, or 0
    Loc without_macro;         // that directive
} Search;

static const char word[] = "curestruct";
static const char assertion[] = "static assertion failed: ";

// Whether directives of that name are read here.
static bool takes_name(const Reader *reader, const char *name, size_t length, int *language)
{
    *language = from_language_of(name, length) & reader->from;
    return *language || (length == strlen(word) && !strncmp(name, word, length));
}

// ---- the text of a directive

static void add_byte(Found *found, char c, size_t offset)
{
    found->text[found->length] = c;
    found->map[found->length++] = offset;
}

// The directive's text from `at` to the end of its line, with continued lines joined and comments replaced by blanks.
static size_t take_line(Reader *reader, const SourceFile *source, size_t at, Found *found)
{
    const char *text = source->text;
    size_t room = 1, last = at;
    while (last < source->length && text[last] != '\n')
        last += text[last] == '\\' && last + 1 < source->length ? 2 : 1;
    const char *comment = text + at; // a comment may go on for lines
    while ((comment = strstr(comment, "/*")) && comment < text + last) {
        const char *close = strstr(comment + 2, "*/");
        last = close ? (size_t)(close - text) + 2 : source->length;
        while (last < source->length && text[last] != '\n')
            last += text[last] == '\\' && last + 1 < source->length ? 2 : 1;
        comment = close ? close + 2 : text + last;
    }
    room += last - at;
    found->text = arena_alloc(reader->arena, room);
    found->map = ARENA_ARRAY(reader->arena, size_t, room);
    bool quoted = false;
    while (at < source->length && text[at] != '\n') {
        char c = text[at], next = at + 1 < source->length ? text[at + 1] : '\0';
        if (c == '\\' && next == '\n') {
            at += 2;
        } else if (c == '\\' && next == '\r' && at + 2 < source->length && text[at + 2] == '\n') {
            at += 3;
        } else if (!quoted && c == '/' && next == '*') {
            const char *close = strstr(text + at + 2, "*/");
            add_byte(found, ' ', at);
            at = close ? (size_t)(close - text) + 2 : source->length;
        } else if (!quoted && c == '/' && next == '/') {
            break;
        } else if (quoted && c == '\\' && next) {
            add_byte(found, c, at);
            add_byte(found, next, at + 1);
            at += 2;
        } else {
            quoted ^= c == '"';
            add_byte(found, c == '\r' ? ' ' : c, at++);
        }
    }
    // A comment to the end of the line belongs to the directive, too.
    size_t end = at;
    while (end < source->length && text[end] != '\n')
        end += text[end] == '\\' && end + 1 < source->length ? 2 : 1;
    end = end < source->length ? end : source->length;
    if (end > at && text[end - 1] == '\r')
        end--;
    found->text[found->length] = '\0';
    found->map[found->length] = at < end ? at : end;
    return end;
}

// The text of a _Pragma's string after our word; false if it is not a directive of ours.
static bool take_string_literal(Reader *reader, const SourceFile *source, size_t at, size_t end, Found *found)
{
    found->text = arena_alloc(reader->arena, end - at + 1);
    found->map = ARENA_ARRAY(reader->arena, size_t, end - at + 1);
    while (at < end && source->text[at] != '"')
        at++;
    for (at++; at < end && source->text[at] != '"'; at++) {
        at += source->text[at] == '\\' && at + 1 < end;
        add_byte(found, source->text[at], at);
    }
    found->text[found->length] = '\0';
    found->map[found->length] = at;
    size_t skip = strspn(found->text, " \t"), length = identifier_length(found->text + skip);
    if (!takes_name(reader, found->text + skip, length, &found->language))
        return false;
    skip += length;
    found->text += skip;
    found->map += skip;
    found->length -= skip;
    return true;
}

static void finish(Search *search, Found found)
{
    found.loc = bytes_loc(search->reader, found.begin, found.end);
    for (size_t i = 0; i < found.length; i++)
        found.has_name |= isalpha((unsigned char)found.text[i]) || found.text[i] == '_';
    VECTOR_PUSH(search->reader->arena, &search->found, found);
}

// ---- tokens

typedef struct Tokens {
    CXTranslationUnit unit;
    CXToken *items;
    unsigned count;
} Tokens;

static size_t token_begin(const Tokens *tokens, unsigned index)
{
    unsigned offset;
    clang_getSpellingLocation(clang_getTokenLocation(tokens->unit, tokens->items[index]), NULL, NULL, NULL, &offset);
    return offset;
}

static size_t token_end(const Tokens *tokens, unsigned index)
{
    unsigned offset;
    CXSourceRange range = clang_getTokenExtent(tokens->unit, tokens->items[index]);
    clang_getSpellingLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &offset);
    return offset;
}

static bool token_is(const Tokens *tokens, unsigned index, const char *text)
{
    if (index >= tokens->count)
        return false;
    CXString spelling = clang_getTokenSpelling(tokens->unit, tokens->items[index]);
    bool is = !strcmp(clang_getCString(spelling), text);
    clang_disposeString(spelling);
    return is;
}

static bool starts_line(const SourceFile *source, size_t at)
{
    while (at > 0 && source->text[at - 1] != '\n') {
        char c = source->text[--at];
        if (c != ' ' && c != '\t' && c != '\r' && c != '\f' && c != '\v' && c != '/' && c != '*')
            return false;
    }
    return true;
}

static size_t end_of_line(const SourceFile *source, size_t at)
{
    while (at < source->length && source->text[at] != '\n') {
        if (source->text[at] == '\\' && at + 1 < source->length)
            at += source->text[at + 1] == '\r' ? 3 : 2;
        else
            at++;
    }
    return at;
}

// A pragma of others, by its name at [begin, end) of the file.
static void note_foreign(Search *search, const char *name, size_t begin, size_t end)
{
    const char *meant = pragma_meant(name);
    int language = from_language_of(name, strlen(name));
    if (meant)
        diag_warning(search->reader->diag, bytes_loc(search->reader, begin, end), WARN_UNKNOWN_PRAGMA,
                     "'#pragma %s' is ignored; did you mean '#pragma %s'?", name, meant);
    if (language && !search->language) {
        search->language = (FromLanguage)language;
        search->foreign = (ByteRange){begin, end};
    }
}

// The same of the text of a _Pragma.
static void note_foreign_text(Search *search, const char *text, size_t begin, size_t end)
{
    text += strspn(text, " \t");
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    note_foreign(search, arena_strndup(search->reader->scratch, text, length), begin, end);
}

static void take_operator(Search *search, const Tokens *tokens, unsigned index)
{
    if (!token_is(tokens, index + 1, "(") || index + 3 >= tokens->count || !token_is(tokens, index + 3, ")"))
        return;
    Found found = {.begin = token_begin(tokens, index), .end = token_end(tokens, index + 3)};
    if (take_string_literal(search->reader, search->source, token_begin(tokens, index + 2),
                            token_end(tokens, index + 2), &found))
        finish(search, found);
    else
        note_foreign_text(search, found.text, token_begin(tokens, index + 2), token_end(tokens, index + 2));
}

static bool is_skipped(const CXSourceRangeList *skipped, unsigned *next, size_t at)
{
    for (; *next < skipped->count; ++*next) {
        unsigned begin, end;
        clang_getSpellingLocation(clang_getRangeStart(skipped->ranges[*next]), NULL, NULL, NULL, &begin);
        clang_getSpellingLocation(clang_getRangeEnd(skipped->ranges[*next]), NULL, NULL, NULL, &end);
        if (at < end)
            return at >= begin;
    }
    return false;
}

// A pragma in what the preprocessor leaves out: `#ifdef _OPENMP` before a directive of OpenMP.
static void note_skipped(Search *search, const Tokens *tokens, unsigned index, const CXSourceRange *range)
{
    size_t at = token_begin(tokens, index);
    if (!token_is(tokens, index + 1, "pragma") || index + 2 >= tokens->count)
        return;
    size_t name = token_begin(tokens, index + 2), end = token_end(tokens, index + 2);
    if (!search->unused.end && token_is(tokens, index + 2, word))
        search->unused = (ByteRange){at, end};
    FromLanguage language = (FromLanguage)from_language_of(search->source->text + name, end - name);
    if (search->macro || !(language & search->reader->from))
        return;
    unsigned begin; // of the line with #if
    clang_getSpellingLocation(clang_getRangeStart(*range), NULL, NULL, NULL, &begin);
    size_t length = end_of_line(search->source, begin) - begin;
    const char *line = arena_strndup(search->reader->scratch, search->source->text + begin, length);
    search->macro = strstr(line, from_language_macro(language)) ? language : (FromLanguage)0;
    search->without_macro = bytes_loc(search->reader, at, end);
}

// The line `#pragma ...` whose `#` is the token of that index. Returns the end of its text.
static size_t take_pragma(Search *search, const Tokens *tokens, unsigned index)
{
    Found found = {.begin = token_begin(tokens, index)};
    size_t line_end = end_of_line(search->source, found.begin);
    if (!token_is(tokens, index + 1, "pragma") || index + 2 >= tokens->count ||
        token_begin(tokens, index + 2) >= line_end)
        return line_end;
    size_t begin = token_begin(tokens, index + 2), end = token_end(tokens, index + 2);
    if (takes_name(search->reader, search->source->text + begin, end - begin, &found.language)) {
        found.end = take_line(search->reader, search->source, end, &found);
        finish(search, found);
        return found.end;
    }
    note_foreign(search, arena_strndup(search->reader->scratch, search->source->text + begin, end - begin), begin, end);
    return line_end;
}

// A keyword there that C++ spells otherwise or does not have.
static const char *keyword_at(const Tokens *tokens, unsigned index)
{
    if (token_is(tokens, index, "restrict"))
        return "restrict";
    if (token_is(tokens, index, "register"))
        return "register";
    return index > 0 && token_is(tokens, index, "static") && token_is(tokens, index - 1, "[") ? "static" : NULL;
}

static void search_tokens(Search *search, const Tokens *tokens, const CXSourceRangeList *skipped)
{
    Reader *reader = search->reader;
    const SourceFile *source = search->source;
    size_t line_end = 0; // of the preprocessor line with the token
    unsigned next_skipped = 0;
    for (unsigned i = 0; i < tokens->count; i++) {
        CXTokenKind kind = clang_getTokenKind(tokens->items[i]);
        if (kind == CXToken_Literal || kind == CXToken_Comment)
            continue;
        size_t at = token_begin(tokens, i);
        char c = source->text[at];
        if (c != '#' && c != '%' && c != '_' && c != 'r' && c != 's')
            continue;
        if (is_skipped(skipped, &next_skipped, at)) {
            note_skipped(search, tokens, i, &skipped->ranges[next_skipped]);
            continue;
        }
        bool in_line = at < line_end;
        const char *keyword = keyword_at(tokens, i);
        if (keyword) {
            size_t end = at + strlen(keyword);
            bool is_dropped = strcmp(keyword, "restrict") != 0;
            ByteRange range = {at, end + (is_dropped && end < source->length && source->text[end] == ' ')};
            VECTOR_PUSH(reader->arena, &reader->unit->host->keywords, range);
        } else if (c == '_' && token_is(tokens, i, "_Pragma")) {
            search->second_reading |= in_line;
            if (!in_line)
                take_operator(search, tokens, i);
        } else if (!in_line && starts_line(source, at) && (token_is(tokens, i, "#") || token_is(tokens, i, "%:"))) {
            line_end = take_pragma(search, tokens, i);
        }
    }
}

// ---- the second reading

static bool is_balanced(const char *text)
{
    int depth = 0;
    bool quoted = false;
    for (; *text; text++) {
        if (quoted && *text == '\\' && text[1])
            text++;
        else if (*text == '"')
            quoted = !quoted;
        else if (!quoted && (*text == '\'' || *text == '#'))
            return false;
        else if (!quoted)
            depth += (*text == '(') - (*text == ')');
        if (depth < 0)
            return false;
    }
    return depth == 0 && !quoted;
}

// The file with each directive's text as a message, which begins with its number.
static Text shadow_text(Search *search)
{
    const SourceFile *source = search->source;
    Text out = {.arena = search->reader->scratch};
    size_t at = 0;
    FOR_EACH(i, &search->found) {
        const Found *found = &search->found.items[i];
        bool is_line = !found->from_macro && source->text[found->begin] != '_';
        if (!found->has_name || !is_balanced(found->text) || found->begin < at)
            continue;
        text_add_n(&out, source->text + at, found->begin - at);
        text_printf(&out, "\n#pragma message CRS_TEXT(%d %s)\n", i, found->text);
        at = is_line ? found->end : found->begin;
    }
    text_add_n(&out, source->text + at, source->length - at);
    return out;
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (is_identifier_byte(text[length]))
        length++;
    return length ? length : *text != '\0';
}

// Replaces the text by its expansion, with offsets: unchanged bytes keep theirs, others get their macro's.
static void set_expansion(Reader *reader, Found *found, const char *expanded)
{
    size_t length = strlen(expanded), from = 0, to = 0, here = found->map[0];
    size_t *map = ARENA_ARRAY(reader->arena, size_t, length + 1);
    while (to < length) {
        if (isspace((unsigned char)expanded[to])) {
            map[to++] = here;
            continue;
        }
        while (from < found->length && isspace((unsigned char)found->text[from]))
            from++;
        size_t count = word_length(expanded + to), old = word_length(found->text + from);
        bool same = count == old && !memcmp(expanded + to, found->text + from, count);
        if (!same && from < found->length) { // a macro: find where its text goes on
            const char *next = found->text + from + old;
            next += strspn(next, " \t");
            here = found->map[from];
            if (*next && !strncmp(expanded + to, next, word_length(next)) &&
                word_length(expanded + to) == word_length(next)) {
                from = (size_t)(next - found->text);
                same = true;
                count = word_length(next);
            }
        }
        for (size_t i = 0; i < count; i++)
            map[to + i] = same ? found->map[from + i] : here;
        here = same ? found->map[from + count] : here;
        from += same ? count : 0;
        to += count;
    }
    map[length] = found->map[found->length];
    found->text = arena_strndup(reader->arena, expanded, length);
    found->map = map;
    found->length = length;
}

static void take_message(Search *search, const char *text)
{
    char *rest;
    long number = strtol(text, &rest, 10);
    if (rest > text && number >= 0 && number < search->found.count)
        set_expansion(search->reader, &search->found.items[number], rest);
}

// A directive that a macro in the main file makes.
static void take_assertion(Search *search, unsigned offset, const char *text)
{
    Reader *reader = search->reader;
    const MacroRange *macro = macro_around(reader, offset);
    if (!macro)
        return; // written in the text: found there
    text += strspn(text, " \t");
    int language;
    if (!takes_name(reader, text, identifier_length(text), &language)) {
        note_foreign_text(search, text, macro->begin, macro->end);
        return;
    }
    text += identifier_length(text);
    Found found = {.begin = macro->begin, .end = macro->end, .from_macro = true, .language = language};
    found.length = strlen(text);
    found.text = arena_strndup(reader->arena, text, found.length);
    found.map = ARENA_ARRAY(reader->arena, size_t, found.length + 1);
    for (size_t i = 0; i <= found.length; i++)
        found.map[i] = macro->begin;
    finish(search, found);
}

static void take_diagnostic(Search *search, CXTranslationUnit unit, CXDiagnostic diagnostic)
{
    CXSourceLocation at = clang_getDiagnosticLocation(diagnostic);
    CXFile file;
    unsigned offset;
    clang_getExpansionLocation(at, &file, NULL, NULL, &offset);
    const char *text = take_string(search->reader, clang_getDiagnosticSpelling(diagnostic));
    const char *option = take_string(search->reader, clang_getDiagnosticOption(diagnostic, NULL));
    if (!file || !clang_File_isEqual(file, clang_getFile(unit, search->reader->path)))
        return;
    if (!strcmp(option, "-W#pragma-messages"))
        take_message(search, text);
    else if (!strncmp(text, assertion, strlen(assertion)))
        take_assertion(search, offset, text + strlen(assertion));
}

static void read_again(Search *search, const char *text, size_t length, const char *definition)
{
    Reader *reader = search->reader;
    VECTOR(const char *) arguments = {0};
    for (int i = 0; i < reader->nargument; i++)
        VECTOR_PUSH(reader->scratch, &arguments, reader->arguments[i]);
    VECTOR_PUSH(reader->scratch, &arguments, "-ferror-limit=0");
    VECTOR_PUSH(reader->scratch, &arguments, definition);
    VECTOR_PUSH(reader->scratch, &arguments, "-DCRS_TEXT_(...)=#__VA_ARGS__");
    struct CXUnsavedFile files[UNSAVED_FILES];
    unsigned nfile = unsaved_files(reader->path, text, length, files);
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = NULL;
    clang_parseTranslationUnit2(index, reader->path, arguments.items, arguments.count, files, nfile, 0, &unit);
    for (unsigned i = 0, count = unit ? clang_getNumDiagnostics(unit) : 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        take_diagnostic(search, unit, diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    if (unit)
        clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
}

static void find_operators(Search *search)
{
    read_again(search, search->source->text, search->source->length,
               "-D_Pragma(x)=(void)sizeof(struct{_Static_assert(0,x);int crs;});");
}

static void expand_macros(Search *search)
{
    Text shadow = shadow_text(search);
    read_again(search, text_string(&shadow), shadow.length, "-DCRS_TEXT(...)=CRS_TEXT_(__VA_ARGS__)");
}

// ---- whether it is needed: does a directive mention a macro?

typedef struct MacroNames {
    Search *search;
    VECTOR(const char *) words; // of all directives, interned and sorted
    bool found;
} MacroNames;

static int compare_pointers(const void *left, const void *right)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    return a < b ? -1 : a > b;
}

static enum CXChildVisitResult visit_definition(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    MacroNames *names = context;
    if (clang_getCursorKind(cursor) != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    const char *name = cursor_name(cursor);
    names->found = bsearch(&name, names->words.items, (size_t)names->words.count, sizeof name, compare_pointers);
    return names->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool mentions_macro(Search *search)
{
    MacroNames names = {.search = search};
    FOR_EACH(i, &search->found) {
        for (const char *text = search->found.items[i].text; *text;) {
            size_t length = word_length(text);
            if (isalpha((unsigned char)*text) || *text == '_')
                VECTOR_PUSH(search->reader->scratch, &names.words, intern_n(text, length));
            text += length;
        }
    }
    if (names.words.count == 0)
        return false;
    qsort(names.words.items, (size_t)names.words.count, sizeof(char *), compare_pointers);
    clang_visitChildren(clang_getTranslationUnitCursor(search->reader->clang), visit_definition, &names);
    return names.found;
}

// A _Pragma in a macro of a header shows only as an unknown pragma somewhere inside of an expansion.
static bool has_hidden_operator(Reader *reader)
{
    bool found = false;
    for (unsigned i = 0, count = clang_getNumDiagnostics(reader->clang); i < count && !found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(reader->clang, i);
        const char *option = take_string(reader, clang_getDiagnosticOption(diagnostic, NULL));
        CXFile file;
        unsigned offset;
        clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
        found = !strcmp(option, "-Wunknown-pragmas") && file && clang_File_isEqual(file, reader->main_file) &&
                macro_around(reader, offset);
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

// ---- headers

// Directives in the user's headers are not obeyed, and that is said.
static void warn_of_header(Reader *reader, CXFile file)
{
    const SourceFile *source = source_of_file(reader, file);
    for (const char *at = source->text; at && (at = strstr(at, word)); at++) {
        size_t offset = (size_t)(at - source->text), line = offset;
        while (line > 0 && source->text[line - 1] != '\n')
            line--;
        const char *begin = source->text + line + strspn(source->text + line, " \t");
        if (*begin != '#')
            continue;
        begin += 1 + strspn(begin + 1, " \t");
        if (strncmp(begin, "pragma", 6) != 0 || begin + 6 + strspn(begin + 6, " \t") != at ||
            isalnum((unsigned char)at[strlen(word)]))
            continue;
        Loc loc = loc_in_file(source, offset, offset + strlen(word));
        diag_refuse(reader->diag, loc, "directives in headers are not obeyed");
        diag_note(reader->diag, loc, "move the loop into '%s', or translate this file by itself", reader->path);
    }
}

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData context)
{
    (void)stack;
    Reader *reader = context;
    if (depth == 0 || clang_Location_isInSystemHeader(clang_getLocationForOffset(reader->clang, file, 0)))
        return;
    size_t length;
    const char *text = clang_getFileContents(reader->clang, file, &length);
    if (text && strstr(text, word))
        warn_of_header(reader, file);
}

// ---- all

static int compare_found(const void *left, const void *right)
{
    const Found *a = left, *b = right;
    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static void parse_from(Reader *reader, const Found *found, bool updates)
{
    const FromDirective *from = from_parse(reader->arena, reader->diag, (FromLanguage)found->language, updates,
                                           found->loc, found->text, found->map);
    FromSite site = {.from = from, .begin = found->begin, .end = found->end, .from_macro = found->from_macro};
    site.site = site.function = site.attachment = -1;
    if (from)
        VECTOR_PUSH(reader->arena, &reader->from_sites, site);
}

static void parse_found(Reader *reader, const Found *found)
{
    const Directive *directive = directive_parse(reader->arena, reader->diag, found->loc, found->text, found->map);
    if (!found->from_macro) {
        ByteRange range = {found->begin, found->end};
        VECTOR_PUSH(reader->arena, &reader->unit->host->directives, range);
    }
    if (!directive)
        return;
    Attachment attachment = {
        .directive = directive, .begin = found->begin, .end = found->end, .from_macro = found->from_macro};
    VECTOR_PUSH(reader->arena, &reader->attachments, attachment);
}

// Whether arrays of OpenMP or OpenACC are updated on one side, or are on the device outside of a region.
static bool has_update(const Search *search)
{
    FOR_EACH(i, &search->found) {
        const Found *found = &search->found.items[i];
        const char *at = found->text + strspn(found->text, " \t");
        at += strncmp(at, "target", strlen("target")) ? 0 : strlen("target");
        at += strspn(at, " \t");
        if (found->language && (!strncmp(at, "update", strlen("update")) || !strncmp(at, "enter", strlen("enter"))))
            return true;
    }
    return false;
}

// A file without any directive: nothing is done. A note says so, and names a misspelt directive.
static void note_unannotated(const Search *search)
{
    Reader *reader = search->reader;
    if (reader->of_program)
        return;
    diag_warning(reader->diag, (Loc){.file = search->source}, WARN_UNANNOTATED,
                 "no '#pragma curestruct' in this file; nothing is restructured");
    if (search->unused.end)
        diag_note(reader->diag, bytes_loc(reader, search->unused.begin, search->unused.end),
                  "the preprocessor leaves this one out");
    if (search->language)
        diag_note(reader->diag, bytes_loc(reader, search->foreign.begin, search->foreign.end),
                  "directives of %s are read with '--from=%s'", from_language_name(search->language),
                  from_language_word(search->language));
}

static void note_unread(const Search *search)
{
    Reader *reader = search->reader;
    if (search->language)
        diag_warning(reader->diag, bytes_loc(reader, search->foreign.begin, search->foreign.end), WARN_FOREIGN,
                     "directives of %s are not read; '--from=%s' reads them", from_language_name(search->language),
                     from_language_word(search->language));
}

static void note_without_macro(const Search *search)
{
    const char *macro = from_language_macro(search->macro);
    diag_warning(search->reader->diag, search->without_macro, WARN_FOREIGN,
                 "the preprocessor leaves out this directive of %s, because '%s' is not defined; '-D%s=%s' defines it",
                 from_language_name(search->macro), macro, macro, from_language_version(search->macro));
}

void find_directives(Reader *reader)
{
    Search search = {.reader = reader, .source = reader->unit->source};
    Tokens tokens = {.unit = reader->clang};
    CXSourceLocation begin = clang_getLocationForOffset(reader->clang, reader->main_file, 0);
    CXSourceLocation end =
        clang_getLocationForOffset(reader->clang, reader->main_file, (unsigned)search.source->length);
    clang_tokenize(reader->clang, clang_getRange(begin, end), &tokens.items, &tokens.count);
    CXSourceRangeList *skipped = clang_getSkippedRanges(reader->clang, reader->main_file);
    search_tokens(&search, &tokens, skipped);
    clang_disposeSourceRangeList(skipped);
    clang_disposeTokens(reader->clang, tokens.items, tokens.count);
    if (search.second_reading || has_hidden_operator(reader))
        find_operators(&search);
    if (search.found.count)
        qsort(search.found.items, (size_t)search.found.count, sizeof(Found), compare_found);
    if (mentions_macro(&search))
        expand_macros(&search);
    bool updates = has_update(&search);
    FOR_EACH(i, &search.found) {
        if (search.found.items[i].language)
            parse_from(reader, &search.found.items[i], updates);
        else
            parse_found(reader, &search.found.items[i]);
    }
    if (search.found.count == 0)
        note_unannotated(&search);
    else
        note_unread(&search);
    if (search.macro)
        note_without_macro(&search);
}

void refuse_headers(Reader *reader)
{
    clang_getInclusions(reader->clang, visit_inclusion, reader);
}
