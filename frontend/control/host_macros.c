// Macros that may yield other code when the output is compiled with other options: a definition in an #if group, on the
// command line, or `assert` under NDEBUG. A macro of which only the value may change yields the same statements.
#include "frontend/control/host_macros.h"

#include "frontend/clang/source.h"
#include "frontend/directives/conditionals.h"

#include <ctype.h>
#include <string.h>

typedef struct Search {
    Reader *reader;
    HostMacros found;
    bool no_asserts;          // NDEBUG is defined
    const SourceFile *source; // whose groups these are
    Conditionals groups;
} Search;

// A call, an assignment, an element, a statement.
static bool yields_code(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (strchr(";{[=", text[i]) || (i > 0 && text[i] == '(' && is_identifier_byte(text[i - 1])))
            return true;
    return false;
}

// Two groups of a header: its guard is not one.
static bool is_conditional(Search *search, const SourceFile *source, size_t at)
{
    if (search->source != source)
        search->groups = find_conditionals(search->reader->scratch, source->text, source->length);
    search->source = source;
    FOR_EACH(i, &search->groups) {
        const Conditional *group = &search->groups.items[i];
        bool guard = source != search->reader->unit->source && group->around < 0 && group->branches.count == 1;
        if (group->begin <= at && at < group->end && !guard)
            return true;
    }
    return false;
}

static bool may_change(Search *search, CXCursor expansion)
{
    CXCursor definition = clang_getCursorReferenced(expansion);
    if (is_null_cursor(definition) || clang_Cursor_isMacroBuiltin(definition))
        return false;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(definition)))
        return search->no_asserts && !strcmp(cursor_name(definition), "assert");
    Loc loc = cursor_loc(search->reader, definition);
    if (!loc.file || !loc.file->text) // the command line
        return clang_Cursor_isMacroFunctionLike(definition);
    return (clang_Cursor_isMacroFunctionLike(definition) ||
            yields_code(loc.file->text + loc.begin, loc.end - loc.begin)) &&
           is_conditional(search, loc.file, loc.begin);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_MacroDefinition && !strcmp(cursor_name(cursor), "NDEBUG"))
        search->no_asserts = true;
    if (kind != CXCursor_MacroExpansion || clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) ||
        !may_change(search, cursor))
        return CXChildVisit_Continue;
    Loc loc = cursor_loc(search->reader, cursor);
    HostMacroUse use = {loc.file, loc.begin, loc.end};
    VECTOR_PUSH(search->reader->scratch, &search->found, use);
    return CXChildVisit_Continue;
}

HostMacros host_macros_find(Reader *reader)
{
    Search search = {.reader = reader};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit, &search);
    return search.found;
}
