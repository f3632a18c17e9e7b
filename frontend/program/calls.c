// Gathers the calls of functions with directives. A function that is called is followed into its definition if there is
// one. What directives mark is known only later, when the file is read; here, the statement after a pragma counts.
#include "frontend/program/calls.h"
#include "frontend/clang/source.h"

#include <string.h>

static bool is_of_system(CXCursor cursor)
{
    return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor));
}

CalledFunction *called_function(Calls *calls, const char *name)
{
    FOR_EACH(i, &calls->functions)
        if (calls->functions.items[i].name == name)
            return &calls->functions.items[i];
    return NULL;
}

static bool takes_constant(CXCursor function)
{
    int count = clang_Cursor_getNumArguments(function);
    for (int i = 0; i < count; i++) {
        CXCursor parameter = clang_Cursor_getArgument(function, (unsigned)i);
        CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
        if (type.kind == CXType_Pointer && clang_isConstQualifiedType(clang_getPointeeType(type)))
            return true;
    }
    return false;
}

static bool is_c_file(const char *path)
{
    size_t length = strlen(path);
    return length > 2 && !strcmp(path + length - 2, ".c");
}

static void add_function(Calls *calls, CXCursor callee)
{
    CalledFunction *function = called_function(calls, cursor_name(callee));
    calls->takes_constants |= takes_constant(callee);
    if (!function) {
        CXFile file = NULL;
        clang_getExpansionLocation(clang_getCursorLocation(clang_getCanonicalCursor(callee)), &file, NULL, NULL, NULL);
        CalledFunction added = {.name = cursor_name(callee)};
        const char *path = file ? take_string(calls->reader, clang_getFileName(file)) : NULL;
        if (path && !is_c_file(path) && clang_getFileUniqueID(file, &added.declared) == 0)
            added.header = path;
        VECTOR_PUSH(calls->reader->arena, &calls->functions, added);
        function = &calls->functions.items[calls->functions.count - 1];
    }
    function->in_nest |= calls->in_nest;
}

static enum CXChildVisitResult find_call(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Calls *calls = context;
    CXCursor callee =
        clang_getCursorKind(cursor) == CXCursor_CallExpr ? clang_getCursorReferenced(cursor) : clang_getNullCursor();
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl || is_of_system(callee))
        return CXChildVisit_Recurse;
    CXCursor definition = clang_getCursorDefinition(callee);
    if (is_null_cursor(definition))
        add_function(calls, callee);
    else
        calls_of(calls, definition, calls->in_nest);
    return CXChildVisit_Recurse;
}

void calls_of(Calls *calls, CXCursor function, bool in_nest)
{
    bool before = calls->in_nest;
    FOR_EACH(i, &calls->walked[in_nest])
        if (clang_equalCursors(calls->walked[in_nest].items[i], function))
            return;
    VECTOR_PUSH(calls->reader->arena, &calls->walked[in_nest], function);
    calls->in_nest = in_nest;
    clang_visitChildren(function, find_call, calls);
    calls->in_nest = before;
}

// ---- the input

static void range_of(CXCursor cursor, size_t *begin, size_t *end)
{
    CXSourceRange range = clang_getCursorExtent(cursor);
    unsigned from, to;
    clang_getExpansionLocation(clang_getRangeStart(range), NULL, NULL, NULL, &from);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
    *begin = from;
    *end = to;
}

// Whether one of the words occurs in these bytes of the input.
static bool has_word(Reader *reader, size_t begin, size_t end, const char *const *words)
{
    const char *text =
        arena_strndup(reader->scratch, reader->unit->source->text + begin, end > begin ? end - begin : 0);
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

static const char *const pragmas[] = {"pragma", "Pragma", NULL};

// Directives stand between the statements before and this one.
static enum CXChildVisitResult find_marked(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Calls *calls = context;
    size_t begin, end;
    if (!clang_isStatement(clang_getCursorKind(cursor)))
        return CXChildVisit_Recurse;
    range_of(cursor, &begin, &end);
    if (begin < calls->from || !has_word(calls->reader, calls->from, begin, pragmas))
        return CXChildVisit_Recurse;
    calls->in_nest = true;
    clang_visitChildren(cursor, find_call, calls);
    calls->in_nest = false;
    calls->from = end;
    return CXChildVisit_Continue;
}

void calls_of_input(Calls *calls, CXCursor function)
{
    static const char *const any[] = {"pragma", "Pragma", "#", NULL}; // #: of a directive that a header has
    size_t begin, end;
    range_of(function, &begin, &end);
    if (!has_word(calls->reader, begin, end, any))
        return;
    calls_of(calls, function, false);
    calls->from = begin;
    clang_visitChildren(function, find_marked, calls);
}
