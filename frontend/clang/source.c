// Cursors to positions in the text, and the children of a cursor.
#include "frontend/clang/source.h"
#include "frontend/directives/from_headers.h"
#include "frontend/host.h"

#include <stdlib.h>
#include <string.h>

// ---- strings and files

const char *take_string(Reader *reader, CXString string)
{
    (void)reader;
    const char *text = clang_getCString(string);
    const char *kept = intern(text ? text : "");
    clang_disposeString(string);
    return kept;
}

// libclang describes members that have no name: "union u::(anonymous at a.c:3:5)".
const char *cursor_name(CXCursor cursor)
{
    const char *name = take_string(NULL, clang_getCursorSpelling(cursor));
    return clang_getCursorKind(cursor) == CXCursor_FieldDecl && strchr(name, '(') ? intern("") : name;
}

SourceFile *source_of_file(Reader *reader, CXFile file)
{
    bool printed = is_other_function(reader, file); // clang takes all files that it is given in memory for one
    const char *path = take_string(reader, clang_getFileName(file));
    FOR_EACH(i, &reader->file_keys)
        if (reader->file_keys.items[i] == file ||
            (printed ? reader->files.items[i]->path == path : clang_File_isEqual(reader->file_keys.items[i], file)))
            return reader->files.items[i];
    SourceFile *source = ARENA_NEW(reader->arena, SourceFile);
    source->path = path;
    FOR_EACH(i, &reader->printed)
        if (reader->printed.items[i]->path == source->path)
            source->origins = reader->printed.items[i]->origins;
    source->text = clang_getFileContents(reader->clang, file, &source->length);
    if (source->text) // clang's buffer goes when the unit does
        source->text = arena_strndup(reader->arena, source->text, source->length);
    VECTOR_PUSH(reader->arena, &reader->file_keys, file);
    VECTOR_PUSH(reader->arena, &reader->files, source);
    return source;
}

// ---- macro expansions in the main file

static int compare_ranges(const void *left, const void *right)
{
    const MacroRange *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->end > b->end ? -1 : a->end < b->end;
}

static enum CXChildVisitResult visit_macro(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Reader *reader = context;
    if (clang_getCursorKind(cursor) != CXCursor_MacroExpansion || !is_in_main_file(reader, cursor))
        return CXChildVisit_Continue;
    if (cursor_name(cursor) == intern("_Pragma")) // listed as a macro, though it is an operator
        return CXChildVisit_Continue;
    CXSourceRange extent = clang_getCursorExtent(cursor);
    unsigned begin, end;
    clang_getSpellingLocation(clang_getRangeStart(extent), NULL, NULL, NULL, &begin);
    clang_getSpellingLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    MacroRange range = {begin, end};
    VECTOR_PUSH(reader->arena, &reader->macros, range);
    return CXChildVisit_Continue;
}

void collect_macros(Reader *reader)
{
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_macro, reader);
    if (reader->macros.count == 0)
        return;
    MacroRange *ranges = reader->macros.items;
    qsort(ranges, (size_t)reader->macros.count, sizeof *ranges, compare_ranges);
    int kept = 1;
    for (int i = 1; i < reader->macros.count; i++)
        if (ranges[i].begin >= ranges[kept - 1].end)
            ranges[kept++] = ranges[i];
    reader->macros.count = kept;
}

const MacroRange *macro_around(const Reader *reader, size_t offset)
{
    int low = 0, high = reader->macros.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (reader->macros.items[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    const MacroRange *range = low < reader->macros.count ? &reader->macros.items[low] : NULL;
    return range && range->begin <= offset ? range : NULL;
}

// ---- places

bool is_in_main_file(const Reader *reader, CXCursor cursor)
{
    CXFile file;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    return file && (file == reader->main_file || clang_File_isEqual(file, reader->main_file));
}

bool is_other_function(Reader *reader, CXFile file)
{
    const char *path = take_string(reader, clang_getFileName(file));
    return !strncmp(path, OTHER_FUNCTIONS "/", strlen(OTHER_FUNCTIONS "/"));
}

bool is_of_other_file(Reader *reader, CXCursor cursor)
{
    CXFile file;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    return file && is_other_function(reader, file);
}

static bool is_in_expansion(CXSourceLocation at)
{
    CXFile spelled_file, expanded_file;
    unsigned spelled, expanded;
    clang_getSpellingLocation(at, &spelled_file, NULL, NULL, &spelled);
    clang_getExpansionLocation(at, &expanded_file, NULL, NULL, &expanded);
    return spelled != expanded || !spelled_file || !clang_File_isEqual(spelled_file, expanded_file);
}

Loc cursor_loc(Reader *reader, CXCursor cursor)
{
    CXSourceRange extent = clang_getCursorExtent(cursor);
    CXFile file = NULL;
    unsigned line, column, begin, end;
    clang_getExpansionLocation(clang_getRangeStart(extent), &file, &line, &column, &begin);
    clang_getExpansionLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    if (!file)
        return (Loc){0};
    Loc loc = {
        .file = source_of_file(reader, file), .line = (int)line, .column = (int)column, .begin = begin, .end = end};
    if (loc.end < loc.begin)
        loc.end = loc.begin;
    if (loc.file == reader->unit->source) {
        // libclang reports an end inside of an expansion at its beginning, or somewhere in its arguments.
        const MacroRange *around = loc.end > loc.begin ? macro_around(reader, loc.end - 1) : NULL;
        if (!around && is_in_expansion(clang_getRangeEnd(extent)))
            around = macro_around(reader, loc.end);
        if (around && around->end > loc.end)
            loc.end = around->end;
    }
    return loc;
}

Loc bytes_loc(Reader *reader, size_t begin, size_t end)
{
    unsigned line, column;
    CXSourceLocation at = clang_getLocationForOffset(reader->clang, reader->main_file, (unsigned)begin);
    clang_getSpellingLocation(at, NULL, &line, &column, NULL);
    return (Loc){.file = reader->unit->source, .line = (int)line, .column = (int)column, .begin = begin, .end = end};
}

size_t identifier_length(const char *text)
{
    size_t length = 0;
    while (is_identifier_byte(text[length]))
        length++;
    return length;
}

size_t skip_blanks(const char *text, size_t length, size_t at)
{
    while (at < length) {
        if (strchr(" \t\r\n\v\f", text[at]) && text[at]) {
            at++;
        } else if (text[at] == '\\' && at + 1 < length && (text[at + 1] == '\n' || text[at + 1] == '\r')) {
            at += 2;
        } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '*') {
            const char *end = strstr(text + at + 2, "*/");
            at = end ? (size_t)(end - text) + 2 : length;
        } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '/') {
            while (at < length && text[at] != '\n')
                at += text[at] == '\\' && at + 1 < length ? 2 : 1;
        } else {
            break;
        }
    }
    return at < length ? at : length;
}

static size_t skip_quoted(const char *text, size_t length, size_t at)
{
    char quote = text[at++];
    while (at < length && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' ? 2 : 1;
    return at < length ? at + 1 : length;
}

size_t find_semicolon(const char *text, size_t length, size_t at)
{
    int depth = 0;
    while ((at = skip_blanks(text, length, at)) < length) {
        char c = text[at];
        if (c == '"' || c == '\'') {
            at = skip_quoted(text, length, at);
            continue;
        }
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        at++;
        if (c == ';' && depth <= 0)
            return at;
    }
    return length;
}

CXCursor last_statement(Reader *reader, CXCursor stmt)
{
    for (;;) {
        switch (clang_getCursorKind(stmt)) {
        case CXCursor_ForStmt:
        case CXCursor_IfStmt:
        case CXCursor_WhileStmt:
        case CXCursor_LabelStmt:
        case CXCursor_CaseStmt:
        case CXCursor_DefaultStmt:
        case CXCursor_SwitchStmt: {
            Children parts = children_of(reader, stmt);
            if (parts.count == 0)
                return stmt;
            stmt = parts.items[parts.count - 1];
            break;
        }
        default: return stmt;
        }
    }
}

bool statement_range(Reader *reader, CXCursor stmt, CXCursor last, size_t *begin, size_t *end)
{
    Loc loc = cursor_loc(reader, stmt);
    *begin = loc.begin;
    *end = loc.end;
    enum CXCursorKind kind = clang_getCursorKind(last);
    if (kind == CXCursor_CompoundStmt || kind == CXCursor_DeclStmt || kind == CXCursor_NullStmt)
        return loc.file != NULL;
    if (!loc.file || !loc.file->text)
        return false;
    size_t at = skip_blanks(loc.file->text, loc.file->length, loc.end);
    if (at < loc.file->length && loc.file->text[at] == ';') {
        *end = at + 1;
        return true;
    }
    return loc.end > loc.begin && macro_around(reader, loc.end - 1); // the semicolon is the macro's
}

// ---- children

static enum CXChildVisitResult gather(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Reader *reader = context;
    VECTOR_PUSH(reader->arena, &reader->stack, cursor);
    return CXChildVisit_Continue;
}

Children children_of(Reader *reader, CXCursor cursor)
{
    int base = reader->stack.count;
    clang_visitChildren(cursor, gather, reader);
    int count = reader->stack.count - base;
    reader->stack.count = base;
    Children children = {.count = count};
    if (count)
        children.items = arena_copy(reader->scratch, reader->stack.items + base, sizeof(CXCursor) * (size_t)count);
    return children;
}

Children expression_children(Reader *reader, CXCursor cursor)
{
    Children all = children_of(reader, cursor);
    int kept = 0;
    for (int i = 0; i < all.count; i++)
        if (clang_isExpression(clang_getCursorKind(all.items[i])))
            all.items[kept++] = all.items[i];
    all.count = kept;
    return all;
}

bool is_null_cursor(CXCursor cursor)
{
    return clang_Cursor_isNull(cursor);
}

static CXCursor only_child(Reader *reader, CXCursor expr)
{
    Children parts = expression_children(reader, expr);
    return parts.count == 1 ? parts.items[0] : clang_getNullCursor();
}

static bool is_extension(CXCursor expr)
{
    return clang_getCursorKind(expr) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_Extension;
}

CXCursor strip_parens(Reader *reader, CXCursor expr)
{
    while (clang_getCursorKind(expr) == CXCursor_ParenExpr || is_extension(expr)) {
        CXCursor inner = only_child(reader, expr);
        if (is_null_cursor(inner))
            break;
        expr = inner;
    }
    return expr;
}

CXCursor strip_conversions(Reader *reader, CXCursor expr)
{
    for (;;) {
        expr = strip_parens(reader, expr);
        if (clang_getCursorKind(expr) != CXCursor_UnexposedExpr)
            return expr;
        CXCursor inner = only_child(reader, expr);
        if (is_null_cursor(inner))
            return expr;
        expr = inner;
    }
}

static enum CXChildVisitResult find_mention(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    CXCursor *wanted = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_UnaryExpr) // sizeof, which looks at the type alone
        return CXChildVisit_Continue;
    if (kind != CXCursor_DeclRefExpr || !clang_equalCursors(clang_getCursorReferenced(cursor), *wanted))
        return CXChildVisit_Recurse;
    *wanted = clang_getNullCursor();
    return CXChildVisit_Break;
}

bool cursor_mentions(CXCursor expr, CXCursor decl)
{
    if (find_mention(expr, expr, &decl) == CXChildVisit_Recurse)
        clang_visitChildren(expr, find_mention, &decl);
    return is_null_cursor(decl);
}

unsigned unsaved_files(const char *path, const char *text, size_t length, struct CXUnsavedFile *files)
{
    unsigned count = 0;
    files[count++] = (struct CXUnsavedFile){path, text, length};
    for (const FromHeader *header = from_headers; header->path; header++)
        files[count++] = (struct CXUnsavedFile){header->path, header->text, strlen(header->text)};
    return count;
}
