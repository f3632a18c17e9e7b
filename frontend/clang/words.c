// Names of constructs, for messages, as the user would call them.
#include "frontend/clang/source.h"
#include "frontend/clang/words.h"

#include <string.h>

static const char *unary_name(CXCursor cursor)
{
    switch (clang_getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_AddrOf: return "the operator &";
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag: return "a part of a complex number as a place";
    default: return "an operator on a pointer or a struct";
    }
}

// A name, a member or an element as a value.
static const char *value_name(CXCursor cursor)
{
    switch (clang_getCanonicalType(clang_getCursorType(cursor)).kind) {
    case CXType_Record: return "a struct as a value";
    case CXType_Pointer: return "a pointer as a value";
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray: return "an array as a value";
    default: return "an element of a vector";
    }
}

static const char *plain_name(CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_StringLiteral: return "a string literal";
    case CXCursor_CompoundLiteralExpr: return "a compound literal";
    case CXCursor_InitListExpr: return "an initializer list";
    case CXCursor_StmtExpr: return "a statement expression ({ ... })";
    case CXCursor_GenericSelectionExpr: return "_Generic";
    case CXCursor_AddrLabelExpr: return "the address of a label";
    case CXCursor_UnaryExpr: return "a size that is not a constant";
    case CXCursor_UnaryOperator: return unary_name(cursor);
    case CXCursor_CallExpr: return "a call";
    case CXCursor_ConditionalOperator: return "a conditional expression whose value is not a number";
    case CXCursor_CStyleCastExpr: return "a cast";
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt: return "a goto";
    case CXCursor_LabelStmt: return "a label";
    case CXCursor_BreakStmt: return "a break that leaves the loop";
    case CXCursor_ContinueStmt: return "a continue";
    case CXCursor_ReturnStmt: return "a return; set a variable, and return after the loop";
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt: return "inline assembly";
    case CXCursor_SwitchStmt: return "a switch";
    case CXCursor_CaseStmt: return "a case label inside of another statement";
    case CXCursor_DefaultStmt: return "a default label inside of another statement";
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: return "an operator on pointers or structs";
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr: return value_name(cursor);
    case CXCursor_UnexposedExpr: return "an expression of a kind that is not understood";
    case CXCursor_FunctionDecl: return "the declaration of a function";
    default:
        return clang_isStatement(clang_getCursorKind(cursor)) ? "a statement of a kind that is not understood"
                                                              : "a construct that is not understood";
    }
}

const char *construct_name(Reader *reader, CXCursor cursor)
{
    const char *name = plain_name(cursor);
    Loc loc = cursor_loc(reader, cursor);
    const MacroRange *macro = loc.file == reader->unit->source ? macro_around(reader, loc.begin) : NULL;
    if (!macro)
        return name;
    const char *text = loc.file->text + macro->begin;
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return arena_printf(reader->arena, "%s (in the expansion of '%.*s')", name, (int)length, text);
}
