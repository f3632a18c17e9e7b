// Calls that allocate memory and give it back. Where the extent of an array is that of its block, these calls note it.
// That is sound only if nothing else frees blocks: the file has to be a whole program.
#include "frontend/dataflow/allocations.h"
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

typedef struct Allocations {
    Reader *reader;
    bool has_main;
    bool foreign; // code that is not in the file may free blocks
    int mentions; // of the allocators' names
} Allocations;

// Functions of the C library that free or move a block of the caller.
static bool frees_blocks(const char *name)
{
    static const char *const names[] = {"reallocarray", "getline", "getdelim", "__getdelim", "cfree", "dlsym"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

// A call through a pointer, or of a function that is neither in the file nor of the system's headers. INFINITY is a
// call of a function of the compiler's own, which clang declares where it is called.
static bool is_foreign(Reader *reader, CXCursor call)
{
    CXCursor decl = clang_getCursorReferenced(call);
    if (is_null_cursor(decl) || clang_getCursorKind(decl) != CXCursor_FunctionDecl || frees_blocks(cursor_name(decl)))
        return true;
    CXCursor definition = clang_getCursorDefinition(decl);
    if (!is_null_cursor(definition) && is_in_main_file(reader, definition))
        return false;
    if (!strncmp(cursor_name(decl), "__builtin_", strlen("__builtin_")))
        return false;
    CXSourceLocation at = clang_getCursorLocation(decl);
    return !clang_equalLocations(at, clang_getNullLocation()) && !clang_Location_isInSystemHeader(at);
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

static bool names_allocator(Reader *reader, CXCursor name)
{
    if (clang_getCursorKind(name) != CXCursor_DeclRefExpr || !is_allocator(cursor_name(name)))
        return false;
    CXCursor decl = clang_getCursorReferenced(name);
    return clang_getCursorKind(decl) == CXCursor_FunctionDecl && !is_in_main_file(reader, decl);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    Allocations *allocations = context;
    Reader *reader = allocations->reader;
    if (clang_getCursorKind(parent) == CXCursor_TranslationUnit && !is_in_main_file(reader, cursor))
        return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr) {
        note_call(reader, cursor);
        allocations->foreign = allocations->foreign || is_foreign(reader, cursor);
    }
    allocations->mentions += names_allocator(reader, cursor);
    bool is_main = clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
                   !strcmp(cursor_name(cursor), "main");
    allocations->has_main = allocations->has_main || is_main;
    return CXChildVisit_Recurse;
}

void allocations_read(Reader *reader)
{
    Allocations allocations = {.reader = reader};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit, &allocations);
    const HostFile *host = reader->unit->host;
    bool any = host->allocations.count > 0;
    FOR_EACH(i, &host->items)
        any = any || (host->items.items[i].kind == HOST_VARIABLE && host->items.items[i].definition != DEFINES_NOTHING);
    bool all_noted = allocations.mentions == host->allocations.count; // none by a macro, or by its address
    reader->unit->allocates = any && allocations.has_main && !allocations.foreign && all_noted;
}
