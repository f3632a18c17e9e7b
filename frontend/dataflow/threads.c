// Calls of omp_get_thread_num and omp_get_team_num, and memory that is declared or listed as private in a parallel
// block.
#include "frontend/dataflow/threads.h"
#include "frontend/clang/source.h"
#include "frontend/dataflow/scan.h"

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

// ---- memory

static bool is_memory(CXCursor decl)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    return type.kind == CXType_Pointer || type.kind == CXType_ConstantArray || type.kind == CXType_VariableArray;
}

static bool is_private(const FromDirective *from, CXCursor decl)
{
    const FromName *listed = from_name(from, cursor_name(decl));
    return listed && strstr(listed->row->words, "private");
}

static bool is_own(Reader *reader, const FromSite *team, int loop, CXCursor decl)
{
    if (clang_getCursorKind(decl) != CXCursor_VarDecl && clang_getCursorKind(decl) != CXCursor_ParmDecl)
        return false;
    size_t begin = cursor_loc(reader, decl).begin;
    bool inside = is_in_main_file(reader, decl) && begin >= reader->sites.items[team->site].begin &&
                  begin < reader->sites.items[loop].begin && clang_Cursor_getStorageClass(decl) != CX_SC_Static;
    return is_memory(decl) && (inside || is_private(team->from, decl));
}

bool has_own_memory(Reader *reader, const FromSite *team, int loop)
{
    const SiteDetail *detail = &reader->details.items[loop];
    for (int i = 0; i < reader->nbucket; i++)
        for (const DeclFacts *facts = reader->buckets[i]; facts; facts = facts->next)
            if (moments_in(&facts->mentions, detail->first, detail->last) && is_own(reader, team, loop, facts->cursor))
                return true;
    return false;
}
