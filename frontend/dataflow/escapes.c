// Pointers to the elements of a local array: what they read after a nest does not mention the array.
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/escapes.h"
#include "frontend/dataflow/scan.h"

#include <string.h>

enum { MOST_CALLS = 8 }; // functions that pass their parameter on

typedef struct Keeping {
    Reader *reader;
    CXCursor decl;
    int depth;
} Keeping;

static bool escapes_in(const Keeping *keeping, CXCursor expr, bool kept, bool address);

static bool any_escapes(const Keeping *keeping, Children parts, bool kept)
{
    for (int i = 0; i < parts.count; i++)
        if (escapes_in(keeping, parts.items[i], kept, false))
            return true;
    return false;
}

static bool parameter_escapes(const Keeping *keeping, CXCursor function, int at)
{
    CXCursor definition = clang_getCursorDefinition(function);
    if (is_null_cursor(definition) || at >= clang_Cursor_getNumArguments(definition) || keeping->depth == MOST_CALLS)
        return true;
    Keeping inside = {keeping->reader, clang_Cursor_getArgument(definition, (unsigned)at), keeping->depth + 1};
    return any_escapes(&inside, children_of(keeping->reader, definition), false);
}

// What a function of the library gets it does not keep, but it may return it: memcpy.
static bool call_escapes(const Keeping *keeping, CXCursor call, bool kept)
{
    CXCursor callee = clang_getCursorReferenced(call);
    bool is_known = clang_getCursorKind(callee) == CXCursor_FunctionDecl;
    bool is_builtin = strncmp(cursor_name(call), "__builtin_", strlen("__builtin_")) == 0;
    bool is_library = is_known && is_null_cursor(clang_getCursorDefinition(callee)) &&
                      (is_builtin || clang_Location_isInSystemHeader(clang_getCursorLocation(callee)));
    bool returned = kept && cursor_type(call).kind == CXType_Pointer;
    for (int i = 0; i < clang_Cursor_getNumArguments(call); i++) {
        CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        if (!cursor_mentions(argument, keeping->decl))
            continue;
        bool keeps = !is_library && (!is_known || parameter_escapes(keeping, callee, i));
        if (escapes_in(keeping, argument, returned || keeps, false))
            return true;
    }
    return false;
}

static bool binary_escapes(const Keeping *keeping, CXCursor expr, Children parts, bool kept)
{
    switch (clang_getCursorBinaryOperatorKind(expr)) {
    case CXBinaryOperator_Assign:
        return escapes_in(keeping, parts.items[0], false, false) || escapes_in(keeping, parts.items[1], true, false);
    case CXBinaryOperator_Comma:
        return escapes_in(keeping, parts.items[0], false, false) || escapes_in(keeping, parts.items[1], kept, false);
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub: return any_escapes(keeping, parts, kept);
    default: return any_escapes(keeping, parts, false);
    }
}

static bool unary_escapes(const Keeping *keeping, CXCursor expr, Children parts, bool kept, bool address)
{
    switch (clang_getCursorUnaryOperatorKind(expr)) {
    case CXUnaryOperator_AddrOf: return escapes_in(keeping, parts.items[0], kept, true);
    case CXUnaryOperator_Deref:
        return escapes_in(keeping, parts.items[0], kept && (address || is_array_type(cursor_type(expr))), false);
    default: return any_escapes(keeping, parts, kept);
    }
}

static bool is_in_nest(const Reader *reader, CXCursor stmt)
{
    const Frame *frame = &reader->frame;
    for (int i = frame->nest_site; i >= 0 && i < frame->nest_site_end; i = reader->sites.items[i].subtree_end)
        if (clang_equalCursors(reader->details.items[i].cursor, stmt))
            return true;
    return false;
}

// `kept`: something keeps the value, or the address of what it denotes. `address`: & stands before it.
static bool escapes_in(const Keeping *keeping, CXCursor expr, bool kept, bool address)
{
    enum CXCursorKind kind = clang_getCursorKind(expr);
    if (clang_isStatement(kind) && is_in_nest(keeping->reader, expr))
        return false; // what keeps a pointer there is refused
    Children parts = children_of(keeping->reader, expr);
    CXType type = cursor_type(expr);
    bool leads_here = kept && (address || is_array_type(type));
    switch (kind) {
    case CXCursor_UnaryExpr: return false; // sizeof
    case CXCursor_DeclRefExpr:
        return (leads_here || (kept && type.kind == CXType_Pointer)) &&
               clang_equalCursors(clang_getCursorReferenced(expr), keeping->decl);
    case CXCursor_ArraySubscriptExpr:
        if (parts.count != 2)
            return any_escapes(keeping, parts, true);
        int base = is_address(parts.items[0]) ? 0 : 1;
        return escapes_in(keeping, parts.items[base], leads_here, leads_here) ||
               escapes_in(keeping, parts.items[1 - base], false, false);
    case CXCursor_MemberRefExpr: return parts.count > 0 && escapes_in(keeping, parts.items[0], leads_here, leads_here);
    case CXCursor_UnaryOperator: return unary_escapes(keeping, expr, parts, kept, address);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return parts.count == 2 ? binary_escapes(keeping, expr, parts, kept) : any_escapes(keeping, parts, true);
    case CXCursor_CallExpr: return call_escapes(keeping, expr, kept);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        for (int i = 0; i < parts.count; i++)
            if (escapes_in(keeping, parts.items[i], kept, address))
                return true;
        return false;
    case CXCursor_ConditionalOperator:
        return parts.count != 3 ? any_escapes(keeping, parts, true)
                                : escapes_in(keeping, parts.items[0], false, false) ||
                                      escapes_in(keeping, parts.items[1], kept, address) ||
                                      escapes_in(keeping, parts.items[2], kept, address);
    case CXCursor_VarDecl: return any_escapes(keeping, parts, true);
    case CXCursor_ReturnStmt: return any_escapes(keeping, parts, true);
    default: return any_escapes(keeping, parts, !clang_isStatement(kind));
    }
}

bool variable_escapes(Reader *reader, const DeclFacts *facts)
{
    Keeping keeping = {reader, facts->cursor, 0};
    CXCursor function = reader->details.items[reader->frame.function_site].cursor;
    return any_escapes(&keeping, children_of(reader, function), false);
}
