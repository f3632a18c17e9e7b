// Variables of the function that hold one value from their declaration on: `int k = 500, half = n / 2;` if nothing
// assigns to k or half, nor to n from there to the end of the block. Such a variable is read as its initializer, so
// that analysis sees its definition.
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/surely_set.h"
#include "frontend/dataflow/scan.h"
#include "frontend/dataflow/single_assignment.h"

#include <string.h>

enum {
    LARGEST_KNOWN = 12,
    LARGEST_VALUE = 24
}; // nodes in the source, and with all names replaced: in a larger expression a name is clearer

typedef struct Block { // from a declaration to its end, around the nest; last 0: there is none
    size_t first, last;
} Block;

typedef struct Knowing {
    Reader *reader;
    Block block;
    int nodes;
    bool known;
} Knowing;

static bool is_integer(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind >= CXType_Bool && type.kind <= CXType_Int128 && !clang_isVolatileQualifiedType(type);
}

// An integer whose home is the function.
static bool is_automatic(CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return false;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    bool automatic = storage == CX_SC_None || storage == CX_SC_Auto || storage == CX_SC_Register;
    bool global = clang_getCursorKind(clang_getCursorSemanticParent(decl)) == CXCursor_TranslationUnit;
    return automatic && !global && is_integer(clang_getCursorType(decl));
}

// An object that is defined as const: no program may change it, not through a pointer either.
static bool is_constant(CXCursor decl)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    return clang_isConstQualifiedType(type) && !clang_isVolatileQualifiedType(type);
}

// Only its declaration sets it.
static bool is_set_once(Reader *reader, CXCursor decl)
{
    return is_automatic(decl) && (is_constant(decl) || is_never_assigned(reader, decl));
}

static bool keeps_value(Reader *reader, CXCursor decl, Block block)
{
    if (!block.last || !is_automatic(decl))
        return false;
    const DeclFacts *facts = facts_of(reader, decl);
    return !facts->address_taken && !moments_in(&facts->writes, block.first, block.last);
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
    case CXCursor_ParenExpr: knowing->nodes--; break;
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral: break;
    case CXCursor_UnaryOperator:
        fine = fine && (unary == CXUnaryOperator_Minus || unary == CXUnaryOperator_Plus);
        break;
    case CXCursor_BinaryOperator: fine = fine && is_simple_binary(knowing->reader, cursor); break;
    case CXCursor_DeclRefExpr: {
        CXCursor decl = clang_getCursorReferenced(cursor);
        fine = fine && (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl || is_set_once(knowing->reader, decl) ||
                        keeps_value(knowing->reader, decl, knowing->block));
        leaf = true;
        break;
    }
    default: fine = false;
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

static Expr *known_in_block(Reader *reader, CXCursor expr, const Type *type, Block block)
{
    Knowing knowing = {.reader = reader, .block = block, .known = true};
    if (find_unknown(expr, expr, &knowing) == CXChildVisit_Recurse)
        clang_visitChildren(expr, find_unknown, &knowing);
    if (!knowing.known)
        return NULL;
    reader->frame.conditional++;
    Expr *value = read_converted(reader, expr, type);
    reader->frame.conditional--;
    int nodes = 0;
    expr_walk(value, count_node, &nodes);
    return nodes <= LARGEST_VALUE ? value : NULL;
}

Expr *known_expression(Reader *reader, CXCursor expr, const Type *type)
{
    return known_in_block(reader, expr, type, (Block){0});
}

// The expression that is assigned to the variable, in terms of values that do not change.
static Expr *read_known(Reader *reader, CXCursor decl, CXCursor initializer, Block block)
{
    const Type *type = read_type(reader, clang_getCursorType(decl));
    if (is_null_cursor(initializer) || !type || type->kind == TY_BOOL || type_is_half(type) ||
        cursor_mentions(initializer, decl))
        return NULL;
    return known_in_block(reader, initializer, type, block);
}

static CXCursor declared_value(Reader *reader, CXCursor stmt, CXCursor decl)
{
    Children parts = children_of(reader, stmt);
    for (int i = 0; i < parts.count; i++)
        if (clang_equalCursors(parts.items[i], decl))
            return clang_Cursor_getVarDeclInitializer(decl);
    return clang_getNullCursor();
}

// The rest of the block around the nest that has the declaration: nothing but its statements, in their order, runs
// between the declaration and the nest.
static Block block_of(Reader *reader, CXCursor decl)
{
    const Frame *frame = &reader->frame;
    const Site *function = &reader->sites.items[frame->function_site];
    if (function->has_label || function->is_unknown)
        return (Block){0};
    for (int inside = frame->nest_site; inside >= 0; inside = reader->sites.items[inside].parent) {
        int parent = reader->sites.items[inside].parent;
        if (parent < 0 || reader->sites.items[parent].kind != SITE_COMPOUND || surely_set_has_case(reader, parent))
            continue;
        for (int i = parent + 1; i < inside; i = reader->sites.items[i].subtree_end) {
            const SiteDetail *detail = &reader->details.items[i];
            if (clang_getCursorKind(detail->cursor) == CXCursor_DeclStmt &&
                !is_null_cursor(declared_value(reader, detail->cursor, decl)))
                return (Block){detail->first, reader->details.items[parent].last};
        }
    }
    return (Block){0};
}

// INFINITY and HUGE_VAL.
static bool is_infinity(CXCursor expr)
{
    const char *name = clang_getCursorKind(expr) == CXCursor_CallExpr ? cursor_name(expr) : "";
    return !strncmp(name, "__builtin_inf", strlen("__builtin_inf")) ||
           !strncmp(name, "__builtin_huge_val", strlen("__builtin_huge_val"));
}

// Of a floating-point variable that is set to a literal.
static Expr *literal_number(Reader *reader, CXCursor decl, CXCursor initializer)
{
    const Type *type = read_type(reader, clang_getCursorType(decl));
    if (!type || !type_is_float(type) || type_is_half(type) || is_null_cursor(initializer))
        return NULL;
    CXCursor literal = strip_conversions(reader, initializer);
    Children parts = expression_children(reader, literal);
    if (clang_getCursorUnaryOperatorKind(literal) == CXUnaryOperator_Minus && parts.count == 1)
        literal = strip_conversions(reader, parts.items[0]);
    enum CXCursorKind kind = clang_getCursorKind(literal);
    bool is_literal = kind == CXCursor_FloatingLiteral || kind == CXCursor_IntegerLiteral || is_infinity(literal);
    return is_literal ? read_converted(reader, initializer, type) : NULL;
}

// `const double zero = 0;`
static Expr *constant_number(Reader *reader, CXCursor decl)
{
    return is_constant(decl) ? literal_number(reader, decl, clang_Cursor_getVarDeclInitializer(decl)) : NULL;
}

Expr *known_value(Reader *reader, CXCursor decl)
{
    Expr *number = clang_getCursorKind(decl) == CXCursor_VarDecl ? constant_number(reader, decl) : NULL;
    if (number)
        return number;
    if (clang_getCursorKind(decl) != CXCursor_VarDecl || !is_set_once(reader, decl))
        return NULL;
    return read_known(reader, decl, clang_Cursor_getVarDeclInitializer(decl), block_of(reader, decl));
}

// ---- where the nest begins

// The value to which the statement alone sets the variable: `k = e;` or `int k = e;`; null: something else, or nothing.
static CXCursor value_set_by(Reader *reader, int site, CXCursor decl)
{
    CXCursor stmt = reader->details.items[site].cursor;
    if (clang_getCursorKind(stmt) == CXCursor_DeclStmt)
        return declared_value(reader, stmt, decl);
    stmt = strip_parens(reader, stmt);
    Children parts = expression_children(reader, stmt);
    if (clang_getCursorKind(stmt) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(stmt) != CXBinaryOperator_Assign || parts.count != 2)
        return clang_getNullCursor();
    CXCursor written = written_variable(reader, parts.items[0]);
    bool ours = clang_getCursorKind(written) == CXCursor_DeclRefExpr &&
                clang_equalCursors(clang_getCursorReferenced(written), decl);
    return ours ? parts.items[1] : clang_getNullCursor();
}

// The statements before `site` in its block, the nearest first, up to the one that sets the variable.
static bool find_setting(Reader *reader, int site, CXCursor decl, CXCursor *value)
{
    int parent = reader->sites.items[site].parent;
    const Moments *writes = &facts_of(reader, decl)->writes;
    VECTOR(int) before = {0};
    for (int i = parent + 1; i < site; i = reader->sites.items[i].subtree_end)
        VECTOR_PUSH(reader->scratch, &before, i);
    for (int i = before.count - 1; i >= 0; i--) {
        const SiteDetail *detail = &reader->details.items[before.items[i]];
        *value = value_set_by(reader, before.items[i], decl);
        int count = moments_from(writes, detail->last) - moments_from(writes, detail->first);
        bool declares = clang_getCursorKind(detail->cursor) == CXCursor_DeclStmt;
        if (!is_null_cursor(*value))
            return count == !declares;
        if (count)
            return false;
    }
    return false;
}

Expr *value_at_nest(Reader *reader, CXCursor decl)
{
    const Frame *frame = &reader->frame;
    const Site *function = &reader->sites.items[frame->function_site];
    int parent = reader->sites.items[frame->nest_site].parent;
    CXCursor value;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    if (function->has_label || function->is_unknown || parent < 0 || surely_set_has_case(reader, parent) ||
        reader->sites.items[parent].kind != SITE_COMPOUND || (storage != CX_SC_None && storage != CX_SC_Auto) ||
        facts_of(reader, decl)->address_taken || !find_setting(reader, frame->nest_site, decl, &value))
        return NULL;
    if (!is_integer(clang_getCursorType(decl)))
        return literal_number(reader, decl, value);
    return read_known(reader, decl, value, (Block){0});
}
