// Variables of the function that hold one value from their declaration on: `int k = 500, half = n / 2;` where nothing
// assigns to k, half or n. Such a variable is read as its initializer, so that analysis sees what it is made of.
#include "frontend/clang_internal.h"

enum { LARGEST_KNOWN = 12, LARGEST_VALUE = 24 }; // nodes in the source, and with all names replaced: beyond, a name says more

typedef struct Knowing {
    Reader *reader;
    int nodes;
    bool known;
} Knowing;

static bool is_integer(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind >= CXType_Bool && type.kind <= CXType_Int128 && !clang_isVolatileQualifiedType(type);
}

// Its home is the function, and only its declaration sets it.
static bool is_set_once(Reader *reader, CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return false;
    const DeclFacts *facts = facts_of(reader, decl);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    bool automatic = storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register;
    bool global = clang_getCursorKind(clang_getCursorSemanticParent(decl)) == CXCursor_TranslationUnit;
    return automatic && !global && !facts->writes.count && !facts->address_taken && is_integer(clang_getCursorType(decl));
}

static bool divides(enum CXBinaryOperatorKind op)
{
    return op == CXBinaryOperator_Div || op == CXBinaryOperator_Rem;
}

static bool is_simple_binary(Reader *reader, CXCursor expr)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(expr);
    Children parts = expression_children(reader, expr);
    if (parts.count != 2)
        return false;
    if (op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub || op == CXBinaryOperator_Mul)
        return true;
    Expr *by = read_integer_constant(reader, parts.items[1], type_scalar(TY_I64));
    if (!by || (!divides(op) && op != CXBinaryOperator_Shr))
        return false;
    return by->integer > 0 && (divides(op) || by->integer < 31);
}

static enum CXChildVisitResult find_unknown(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Knowing *knowing = context;
    bool fine = ++knowing->nodes <= LARGEST_KNOWN && is_integer(clang_getCursorType(cursor));
    bool leaf = false;
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(cursor);
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_UnexposedExpr:
        knowing->nodes--;
        fine = fine && expression_children(knowing->reader, cursor).count == 1;
        break;
    case CXCursor_ParenExpr:
        knowing->nodes--;
        break;
    case CXCursor_IntegerLiteral: case CXCursor_CharacterLiteral: break;
    case CXCursor_UnaryOperator:
        fine = fine && (unary == CXUnaryOperator_Minus || unary == CXUnaryOperator_Plus);
        break;
    case CXCursor_BinaryOperator:
        fine = fine && is_simple_binary(knowing->reader, cursor);
        break;
    case CXCursor_DeclRefExpr: {
        CXCursor decl = clang_getCursorReferenced(cursor);
        fine = fine && (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl || is_set_once(knowing->reader, decl));
        leaf = true;
        break;
    }
    default:
        fine = false;
    }
    knowing->known = knowing->known && fine;
    return !knowing->known ? CXChildVisit_Break : leaf ? CXChildVisit_Continue : CXChildVisit_Recurse;
}

static bool count_node(void *context, const Expr *expr)
{
    int *nodes = context;
    (void)expr;
    return ++*nodes <= LARGEST_VALUE;
}

Expr *known_value(Reader *reader, CXCursor decl)
{
    if (clang_getCursorKind(decl) != CXCursor_VarDecl || !is_set_once(reader, decl))
        return NULL;
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(decl);
    const Type *type = read_type(reader, clang_getCursorType(decl));
    if (is_null_cursor(initializer) || !type || type->kind == TY_BOOL || cursor_mentions(initializer, decl))
        return NULL;
    Knowing knowing = {.reader = reader, .known = true};
    if (find_unknown(initializer, initializer, &knowing) == CXChildVisit_Recurse)
        clang_visitChildren(initializer, find_unknown, &knowing);
    if (!knowing.known)
        return NULL;
    reader->frame.conditional++;
    Expr *value = read_converted(reader, initializer, type);
    reader->frame.conditional--;
    int nodes = 0;
    expr_walk(value, count_node, &nodes);
    return nodes <= LARGEST_VALUE ? value : NULL;
}
