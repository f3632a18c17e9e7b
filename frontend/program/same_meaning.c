// Two trees of one function, node by node.
#include "frontend/program/same_meaning.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"

#include <math.h>
#include <string.h>

typedef struct Pair {
    CXCursor left, right;
} Pair;

typedef struct Comparison {
    Reader *reader;
    VECTOR(Pair) assumed; // declarations that are compared, or were found to be the same
    VECTOR(Pair) nodes;   // of the functions themselves
    const char *why;
} Comparison;

static bool same(Comparison *comparison, CXCursor left, CXCursor right);
static bool same_type(Comparison *comparison, CXType left, CXType right);

static bool is_assumed(Comparison *comparison, CXCursor left, CXCursor right)
{
    FOR_EACH(i, &comparison->assumed)
        if (clang_equalCursors(comparison->assumed.items[i].left, left) &&
            clang_equalCursors(comparison->assumed.items[i].right, right))
            return true;
    Pair pair = {left, right};
    VECTOR_PUSH(comparison->reader->scratch, &comparison->assumed, pair);
    return false;
}

static bool differs(Comparison *comparison, const char *format, CXCursor cursor)
{
    if (!comparison->why)
        comparison->why = arena_printf(comparison->reader->arena, format, cursor_name(cursor));
    return false;
}

// ---- types

typedef struct FieldCursors {
    Reader *reader;
    VECTOR(CXCursor) items;
} FieldCursors;

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData context)
{
    FieldCursors *fields = context;
    VECTOR_PUSH(fields->reader->scratch, &fields->items, cursor);
    return CXVisit_Continue;
}

static bool same_record(Comparison *comparison, CXType left, CXType right)
{
    CXCursor first = clang_getTypeDeclaration(left), second = clang_getTypeDeclaration(right);
    if (is_assumed(comparison, first, second))
        return true;
    FieldCursors ours = {.reader = comparison->reader}, theirs = {.reader = comparison->reader};
    clang_Type_visitFields(left, add_field, &ours);
    clang_Type_visitFields(right, add_field, &theirs);
    bool fine = clang_getCursorKind(first) == clang_getCursorKind(second) && ours.items.count == theirs.items.count;
    for (int i = 0; fine && i < ours.items.count; i++) {
        CXCursor a = ours.items.items[i], b = theirs.items.items[i];
        fine = cursor_name(a) == cursor_name(b) &&
               clang_Cursor_getOffsetOfField(a) == clang_Cursor_getOffsetOfField(b) &&
               clang_getFieldDeclBitWidth(a) == clang_getFieldDeclBitWidth(b) &&
               same_type(comparison, clang_getCursorType(a), clang_getCursorType(b));
    }
    return fine || differs(comparison, "the struct '%s' differs between the files", first);
}

static bool same_type(Comparison *comparison, CXType left, CXType right)
{
    left = clang_getCanonicalType(left);
    right = clang_getCanonicalType(right);
    if (left.kind != right.kind || clang_isConstQualifiedType(left) != clang_isConstQualifiedType(right) ||
        clang_isVolatileQualifiedType(left) != clang_isVolatileQualifiedType(right) ||
        clang_isRestrictQualifiedType(left) != clang_isRestrictQualifiedType(right))
        return false;
    switch (left.kind) {
    case CXType_Pointer: return same_type(comparison, clang_getPointeeType(left), clang_getPointeeType(right));
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        return clang_getArraySize(left) == clang_getArraySize(right) &&
               same_type(comparison, clang_getArrayElementType(left), clang_getArrayElementType(right));
    case CXType_Record:
        if (clang_Type_getSizeOf(left) < 0 || clang_Type_getSizeOf(right) < 0) // what is in it cannot matter
            return cursor_name(clang_getTypeDeclaration(left)) == cursor_name(clang_getTypeDeclaration(right));
        return clang_Type_getSizeOf(left) == clang_Type_getSizeOf(right) && same_record(comparison, left, right);
    case CXType_Enum:
        return clang_getEnumDeclIntegerType(clang_getTypeDeclaration(left)).kind ==
               clang_getEnumDeclIntegerType(clang_getTypeDeclaration(right)).kind;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        if (clang_getNumArgTypes(left) != clang_getNumArgTypes(right) ||
            clang_isFunctionTypeVariadic(left) != clang_isFunctionTypeVariadic(right) ||
            !same_type(comparison, clang_getResultType(left), clang_getResultType(right)))
            return false;
        for (int i = 0; i < clang_getNumArgTypes(left); i++)
            if (!same_type(comparison, clang_getArgType(left, (unsigned)i), clang_getArgType(right, (unsigned)i)))
                return false;
        return true;
    default:
        return take_string(comparison->reader, clang_getTypeSpelling(left)) ==
               take_string(comparison->reader, clang_getTypeSpelling(right));
    }
}

// ---- values

static bool same_result(CXEvalResult left, CXEvalResult right)
{
    if (clang_EvalResult_getKind(left) != clang_EvalResult_getKind(right))
        return false;
    switch (clang_EvalResult_getKind(left)) {
    case CXEval_Int:
        return clang_EvalResult_isUnsignedInt(left) == clang_EvalResult_isUnsignedInt(right) &&
               clang_EvalResult_getAsLongLong(left) == clang_EvalResult_getAsLongLong(right) &&
               clang_EvalResult_getAsUnsigned(left) == clang_EvalResult_getAsUnsigned(right);
    case CXEval_Float: {
        double a = clang_EvalResult_getAsDouble(left), b = clang_EvalResult_getAsDouble(right);
        return a == b && signbit(a) == signbit(b);
    }
    case CXEval_StrLiteral: return strcmp(clang_EvalResult_getAsStr(left), clang_EvalResult_getAsStr(right)) == 0;
    default: return false;
    }
}

// Of constants alone: numbers, and what asks for the size of something.
static bool same_value(CXCursor left, CXCursor right)
{
    CXEvalResult one = clang_Cursor_Evaluate(left), other = clang_Cursor_Evaluate(right);
    bool is_same = one && other && same_result(one, other);
    if (one)
        clang_EvalResult_dispose(one);
    if (other)
        clang_EvalResult_dispose(other);
    return is_same;
}

static bool is_constant(CXType type)
{
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_ConstantArray && !clang_isConstQualifiedType(type))
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return clang_isConstQualifiedType(type);
}

// ---- what is mentioned

static bool is_of_function(CXCursor cursor)
{
    return clang_getCursorLinkage(cursor) == CXLinkage_NoLinkage || clang_getCursorLinkage(cursor) == CXLinkage_Invalid;
}

static bool same_variable(Comparison *comparison, CXCursor left, CXCursor right)
{
    enum CXLinkageKind linkage = clang_getCursorLinkage(left);
    if (linkage != clang_getCursorLinkage(right))
        return false;
    if (linkage == CXLinkage_External)
        return true;
    CXCursor one = clang_getCursorDefinition(left), other = clang_getCursorDefinition(right);
    if (is_null_cursor(one) || is_null_cursor(other) || !is_constant(clang_getCursorType(one)))
        return differs(comparison, "it uses the variable '%s', which is static there", left);
    return is_assumed(comparison, one, other) || same(comparison, one, other) ||
           differs(comparison, "the variable '%s' is another one in this file", left);
}

static bool same_function(Comparison *comparison, CXCursor left, CXCursor right)
{
    CXCursor one = clang_getCursorDefinition(left), other = clang_getCursorDefinition(right);
    bool external = clang_getCursorLinkage(left) == CXLinkage_External;
    if (external != (clang_getCursorLinkage(right) == CXLinkage_External))
        return differs(comparison, "the function '%s' is another one in this file", left);
    if (is_null_cursor(one) && external) // then it is the one function of the program
        return true;
    if (is_null_cursor(one) || is_null_cursor(other))
        return false;
    return is_assumed(comparison, one, other) || same(comparison, one, other) ||
           differs(comparison, "the function '%s' is another one in this file", left);
}

// The name that it has in its own file.
static const char *own_name(const Reader *reader, CXCursor cursor)
{
    const char *name = cursor_name(cursor);
    FOR_EACH(i, &reader->renamed)
        if (reader->renamed.items[i].to == name)
            return reader->renamed.items[i].from;
    return name;
}

static bool same_mention(Comparison *comparison, CXCursor left, CXCursor right)
{
    CXCursor a = clang_getCursorReferenced(left), b = clang_getCursorReferenced(right);
    if (is_null_cursor(a) || is_null_cursor(b))
        return is_null_cursor(a) && is_null_cursor(b);
    if (clang_getCursorKind(a) != clang_getCursorKind(b) || cursor_name(a) != own_name(comparison->reader, b))
        return false;
    switch (clang_getCursorKind(a)) {
    case CXCursor_EnumConstantDecl:
        return clang_getEnumConstantDeclValue(a) == clang_getEnumConstantDeclValue(b) ||
               differs(comparison, "the constant '%s' differs between the files", a);
    case CXCursor_FunctionDecl: return same_function(comparison, a, b);
    case CXCursor_VarDecl: return is_of_function(a) ? is_of_function(b) : same_variable(comparison, a, b);
    default: return true; // parameters, and members of structs that are the same
    }
}

// ---- nodes

// A parameter f(.., const double [4]) of such a pointer is printed as f(.., const double *). The types are compared.
static bool points_to_function(CXCursor cursor)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    CXType pointee = type.kind == CXType_Pointer ? clang_getCanonicalType(clang_getPointeeType(type)) : type;
    return clang_getCursorKind(cursor) == CXCursor_ParmDecl &&
           (pointee.kind == CXType_FunctionProto || pointee.kind == CXType_FunctionNoProto);
}

static Children parts_of(Reader *reader, CXCursor cursor)
{
    if (points_to_function(cursor))
        return (Children){0};
    Children all = children_of(reader, cursor);
    int kept = 0;
    for (int i = 0; i < all.count; i++) { // an attribute that matters is one of the type, or of the result
        enum CXCursorKind kind = clang_getCursorKind(all.items[i]);
        bool counts = !clang_isAttribute(kind) && kind != CXCursor_TypeRef;
        if (counts)
            all.items[kept++] = all.items[i];
    }
    all.count = kept;
    return all;
}

// libclang gives an argument the type that the parameter was declared with: double[4] without qualifiers, or
// const double *. The types of the functions were compared.
static bool same_converted(Comparison *comparison, CXType left, CXType right)
{
    left = clang_getCanonicalType(left);
    right = clang_getCanonicalType(right);
    CXType pointees[2] = {clang_getPointeeType(left), clang_getPointeeType(right)};
    if (left.kind == CXType_ConstantArray)
        pointees[0] = clang_getArrayElementType(left);
    if (right.kind == CXType_ConstantArray)
        pointees[1] = clang_getArrayElementType(right);
    return left.kind == right.kind || pointees[0].kind == CXType_Invalid || pointees[1].kind == CXType_Invalid
               ? same_type(comparison, left, right)
               : same_type(comparison, clang_getUnqualifiedType(pointees[0]), clang_getUnqualifiedType(pointees[1]));
}

static bool same_node(Comparison *comparison, CXCursor left, CXCursor right, bool is_leaf)
{
    enum CXCursorKind kind = clang_getCursorKind(left);
    if (kind != clang_getCursorKind(right))
        return false;
    bool typed = clang_isExpression(kind) || clang_isDeclaration(kind);
    bool is_type = kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl ||
                   kind == CXCursor_TypedefDecl || kind == CXCursor_StaticAssert;
    CXType types[2] = {clang_getCursorType(left), clang_getCursorType(right)};
    if (typed && !is_type &&
        !(kind == CXCursor_UnexposedExpr ? same_converted : same_type)(comparison, types[0], types[1]))
        return false;
    switch (kind) {
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return clang_getCursorBinaryOperatorKind(left) == clang_getCursorBinaryOperatorKind(right);
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(left) == clang_getCursorUnaryOperatorKind(right);
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr: return same_value(left, right);
    case CXCursor_StringLiteral: // libclang does not evaluate it; its spelling has the bytes
        return take_string(comparison->reader, clang_getCursorSpelling(left)) ==
               take_string(comparison->reader, clang_getCursorSpelling(right));
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_LabelRef: return same_mention(comparison, left, right);
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
        return cursor_name(left) == cursor_name(right) &&
               clang_Cursor_getStorageClass(left) == clang_Cursor_getStorageClass(right);
    case CXCursor_UnexposedExpr: return !is_leaf || same_value(left, right);
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
    case CXCursor_UnexposedStmt:
    case CXCursor_GenericSelectionExpr: return false;
    default: return true;
    }
}

static bool same(Comparison *comparison, CXCursor left, CXCursor right)
{
    Children ours = parts_of(comparison->reader, left), theirs = parts_of(comparison->reader, right);
    if (ours.count != theirs.count || !same_node(comparison, left, right, ours.count == 0))
        return false;
    VECTOR_PUSH(comparison->reader->scratch, &comparison->nodes, ((Pair){left, right}));
    if (clang_getCursorKind(left) == CXCursor_UnaryExpr) // its operand is not evaluated
        return true;
    for (int i = 0; i < ours.count; i++)
        if (!same(comparison, ours.items[i], theirs.items[i]))
            return false;
    return true;
}

// ---- places

static SourceFile *printed_file(Reader *reader, const char *path)
{
    FOR_EACH(i, &reader->printed)
        if (reader->printed.items[i]->path == path)
            return reader->printed.items[i];
    SourceFile *file = ARENA_NEW(reader->arena, SourceFile);
    file->path = path;
    file->origins = ARENA_NEW(reader->arena, PrintedParts);
    FOR_EACH(i, &reader->files)
        if (reader->files.items[i]->path == path)
            reader->files.items[i]->origins = file->origins;
    VECTOR_PUSH(reader->arena, &reader->printed, file);
    return file;
}

static SourceFile *user_file(Reader *reader, const char *path)
{
    FOR_EACH(i, &reader->user_files)
        if (reader->user_files.items[i]->path == path)
            return reader->user_files.items[i];
    SourceFile *file = ARENA_NEW(reader->arena, SourceFile);
    file->path = path;
    VECTOR_PUSH(reader->arena, &reader->user_files, file);
    return file;
}

// Messages name the place in the user's file.
static void note_origin(Reader *reader, CXCursor cursor, CXCursor printed)
{
    CXFile file, printed_in;
    unsigned line, column, begin;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, &line, &column, NULL);
    clang_getExpansionLocation(clang_getRangeStart(clang_getCursorExtent(printed)), &printed_in, NULL, NULL, &begin);
    if (!file || !printed_in || !is_other_function(reader, printed_in))
        return;
    SourceFile *text = printed_file(reader, take_string(reader, clang_getFileName(printed_in)));
    Loc place = {.file = user_file(reader, take_string(reader, clang_getFileName(file))),
                 .line = (int)line,
                 .column = (int)column};
    VECTOR_PUSH(reader->arena, &((PrintedParts *)text->origins)->items, ((PrintedPart){begin, place}));
}

bool same_meaning(Reader *reader, CXCursor function, CXCursor again, const char **why)
{
    Comparison comparison = {.reader = reader};
    is_assumed(&comparison, function, again);
    bool is_same = same(&comparison, function, again);
    if (comparison.why)
        *why = comparison.why;
    FOR_EACH(i, &comparison.nodes)
        note_origin(reader, comparison.nodes.items[i].left, comparison.nodes.items[i].right);
    return is_same;
}
