// Calls of omp_get_thread_num and omp_get_team_num in a statement and in the functions that it calls.
#include "frontend/control/thread_number.h"
#include "frontend/clang/source.h"

#include <string.h>

typedef struct Search {
    const Reader *reader;
    VECTOR(CXCursor) functions; // that were searched
    bool found;
} Search;

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context);

static void search_function(Search *search, CXCursor callee)
{
    CXCursor definition = clang_getCursorDefinition(callee);
    if (is_null_cursor(definition) || !is_in_main_file(search->reader, definition))
        return;
    FOR_EACH(i, &search->functions)
        if (clang_equalCursors(search->functions.items[i], definition))
            return;
    VECTOR_PUSH(search->reader->scratch, &search->functions, definition);
    clang_visitChildren(definition, visit, search);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    CXCursor callee = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr && clang_getCursorKind(callee) == CXCursor_FunctionDecl) {
        const char *name = cursor_name(callee);
        search->found |= !strcmp(name, "omp_get_thread_num") || !strcmp(name, "omp_get_team_num");
        search_function(search, callee);
    }
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool asks_thread_number(const Reader *reader, int site)
{
    Search search = {.reader = reader};
    clang_visitChildren(reader->details.items[site].cursor, visit, &search);
    return search.found;
}
