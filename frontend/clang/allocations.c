// Calls that allocate memory and give it back. Where the extent of an array is that of its block, these calls note it.
#include "frontend/clang/host.h"
#include "frontend/clang/source.h"
#include "frontend/host.h"

#include <string.h>

static bool is_allocator(const char *name)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static CXCursor named_by(Reader *reader, CXCursor call)
{
    Children parts = expression_children(reader, call);
    return parts.count ? strip_conversions(reader, parts.items[0]) : clang_getNullCursor();
}

// A macro that allocates has one text for all of its uses, which stays as it is.
static void note_call(Reader *reader, CXCursor call)
{
    CXCursor name = named_by(reader, call);
    if (is_null_cursor(name) || clang_getCursorKind(name) != CXCursor_DeclRefExpr)
        return;
    const char *words = cursor_name(name);
    Loc loc = cursor_loc(reader, name);
    bool plain = loc.file == reader->unit->source && !macro_around(reader, loc.begin) &&
                 loc.end - loc.begin == strlen(words) && !strncmp(loc.file->text + loc.begin, words, strlen(words));
    CXCursor decl = clang_getCursorReferenced(name);
    if (is_allocator(words) && plain && !is_in_main_file(reader, decl))
        VECTOR_PUSH(reader->arena, &reader->unit->host->allocations, ((ByteRange){loc.begin, loc.end}));
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    Reader *reader = context;
    if (clang_getCursorKind(parent) == CXCursor_TranslationUnit && !is_in_main_file(reader, cursor))
        return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr)
        note_call(reader, cursor);
    bool is_main = clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
                   !strcmp(cursor_name(cursor), "main");
    reader->unit->allocates = reader->unit->allocates || is_main;
    return CXChildVisit_Recurse;
}

void host_read_allocations(Reader *reader)
{
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit, reader);
    const HostFile *host = reader->unit->host;
    bool any = host->allocations.count > 0;
    FOR_EACH(i, &host->items)
        any = any || (host->items.items[i].kind == HOST_VARIABLE && host->items.items[i].definition != DEFINES_NOTHING);
    reader->unit->allocates = reader->unit->allocates && any;
}
