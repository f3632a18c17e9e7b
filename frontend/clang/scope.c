// The declarations that a name may mean where a directive is.
#include "frontend/clang/scope.h"
#include "frontend/clang/source.h"

#include <string.h>

// ---- declarations around a statement

typedef struct Gather {
    Reader *reader;
    Scope *scope;
} Gather;

static void add_name(Gather *gather, CXCursor decl)
{
    const char *name = cursor_name(decl);
    if (*name)
        VECTOR_PUSH(gather->reader->scratch, gather->scope, ((Named){name, decl}));
}

// Variables, functions, types and the constants of enumerations, which may be inside of other types.
static enum CXChildVisitResult visit_declaration(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Gather *gather = context;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_FunctionDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_EnumConstantDecl: add_name(gather, cursor); return CXChildVisit_Continue;
    case CXCursor_EnumDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl: return CXChildVisit_Recurse;
    default: return CXChildVisit_Continue;
    }
}

Scope scope_of(Reader *reader, int site, size_t end)
{
    Scope scope = {0};
    Gather gather = {reader, &scope};
    for (; site >= 0; site = reader->sites.items[site].parent) {
        CXCursor around = reader->details.items[site].cursor;
        if (reader->sites.items[site].kind == SITE_FUNCTION) {
            clang_visitChildren(around, visit_declaration, &gather);
            continue;
        }
        Children parts = children_of(reader, around);
        for (int i = 0; i < parts.count; i++)
            if (clang_getCursorKind(parts.items[i]) == CXCursor_DeclStmt &&
                cursor_loc(reader, parts.items[i]).begin <= end)
                clang_visitChildren(parts.items[i], visit_declaration, &gather);
    }
    return scope;
}

Scope scope_of_file(Reader *reader)
{
    Scope scope = {0};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_declaration, &(Gather){reader, &scope});
    return scope;
}

const Named *scope_find(const Scope *scope, const char *name)
{
    FOR_EACH(i, scope)
        if (!strcmp(scope->items[i].name, name))
            return &scope->items[i];
    return NULL;
}

// ---- other names

typedef struct Look {
    const char *name;
    enum CXCursorKind kind;
    CXCursor found;
} Look;

static enum CXChildVisitResult visit_any(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Look *look = context;
    if (clang_getCursorKind(cursor) != look->kind || strcmp(cursor_name(cursor), look->name) != 0)
        return look->kind == CXCursor_MacroDefinition ? CXChildVisit_Continue : CXChildVisit_Recurse;
    look->found = cursor;
    return CXChildVisit_Break;
}

bool is_macro(Reader *reader, const char *name)
{
    Look look = {name, CXCursor_MacroDefinition, clang_getNullCursor()};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_any, &look);
    return !is_null_cursor(look.found);
}

bool is_declared_in(CXCursor stmt, const char *name)
{
    Look look = {name, CXCursor_VarDecl, clang_getNullCursor()};
    clang_visitChildren(stmt, visit_any, &look);
    return !is_null_cursor(look.found);
}

// ---- members

typedef struct Members {
    Reader *reader;
    Scope *scope;
} Members;

static enum CXVisitorResult visit_field(CXCursor field, CXClientData context)
{
    Members *members = context;
    const char *name = cursor_name(field);
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    if (!*name || clang_Cursor_isAnonymous(clang_getTypeDeclaration(type)))
        clang_Type_visitFields(type, visit_field,
                               members); // those of an unnamed struct are reached without its name, too
    if (*name)
        VECTOR_PUSH(members->reader->scratch, members->scope, ((Named){name, field}));
    return CXVisit_Continue;
}

Scope scope_of_members(Reader *reader, CXType record)
{
    Scope scope = {0};
    clang_Type_visitFields(clang_getCanonicalType(record), visit_field, &(Members){reader, &scope});
    return scope;
}
