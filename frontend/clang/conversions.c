// Conversions that C makes by itself and C++ does not: from `void *`, from an integer to an enum, and those in braces
// that may lose a part of the value. Each of them where a cast can be written is noted.
#include "frontend/clang/host.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/host.h"

#include <string.h>

static enum CXChildVisitResult take_first(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    *(CXCursor *)context = cursor;
    return CXChildVisit_Break;
}

static CXCursor first_child(CXCursor cursor)
{
    CXCursor child = clang_getNullCursor();
    clang_visitChildren(cursor, take_first, &child);
    return child;
}

// ---- which conversions C++ does not make

static bool is_void_pointer(CXType type)
{
    return type.kind == CXType_Pointer && clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Void;
}

static bool is_enumerator_of(Reader *reader, CXCursor expr, CXType type)
{
    CXCursor referenced = clang_getCursorReferenced(strip_conversions(reader, expr));
    return clang_getCursorKind(referenced) == CXCursor_EnumConstantDecl &&
           clang_equalTypes(canonical(clang_getCursorType(clang_getCursorSemanticParent(referenced))), type);
}

static bool is_floating(CXType type)
{
    return type.kind >= CXType_Float && type.kind <= CXType_LongDouble;
}

static bool is_signed(CXType type)
{
    return type.kind >= CXType_Char_S && type.kind <= CXType_Int128;
}

static bool is_integer(CXType type)
{
    return type.kind >= CXType_Bool && type.kind <= CXType_Int128;
}

// The type has every value of the other one.
static bool holds_all(CXType to, CXType from)
{
    if (is_floating(to) != is_floating(from) || to.kind == CXType_Bool)
        return false;
    long long size = clang_Type_getSizeOf(to), other = clang_Type_getSizeOf(from);
    if (is_floating(to) || is_signed(to) == is_signed(from))
        return size >= other;
    return is_signed(to) && size > other;
}

static bool holds_integer(CXType to, CXEvalResult value)
{
    long long size = clang_Type_getSizeOf(to), number = clang_EvalResult_getAsLongLong(value);
    bool negative = number < 0 && !clang_EvalResult_isUnsignedInt(value);
    if (to.kind == CXType_Bool)
        return number == 0 || number == 1;
    if (size >= (long long)sizeof number)
        return is_signed(to) ? negative || number >= 0 : !negative;
    long long most = (1LL << (8 * size - is_signed(to))) - 1;
    return negative ? is_signed(to) && number >= -most - 1 : number >= 0 && number <= most;
}

// A constant converts in braces if the type has its value; of floating constants it need not be the exact value.
static bool holds_constant(CXType to, CXType from, CXCursor expr)
{
    CXEvalResult value = clang_Cursor_Evaluate(expr);
    if (!value)
        return false;
    CXEvalResultKind kind = clang_EvalResult_getKind(value);
    bool holds = kind == CXEval_Int     ? !is_floating(to) && holds_integer(to, value)
                 : kind == CXEval_Float ? is_floating(to) && is_floating(from)
                                        : false;
    if (kind == CXEval_Int && is_floating(to)) {
        long long number = clang_EvalResult_getAsLongLong(value);
        holds = number >= -(1 << 24) && number <= 1 << 24;
    }
    clang_EvalResult_dispose(value);
    return holds;
}

// An element of a list in braces, or `.name = ..` of one.
static bool is_in_braces(CXCursor parent)
{
    return clang_getCursorKind(parent) == CXCursor_InitListExpr ||
           (clang_getCursorKind(parent) == CXCursor_UnexposedExpr &&
            clang_getCursorKind(first_child(parent)) == CXCursor_MemberRef);
}

static bool needs_cast(Reader *reader, CXCursor cursor, CXCursor parent, CXCursor from)
{
    CXType type = canonical(clang_getCursorType(cursor)), other = canonical(clang_getCursorType(from));
    if (type.kind == CXType_Pointer || is_array_type(type))
        return is_void_pointer(other) && !is_void_pointer(type);
    if (type.kind == CXType_Enum)
        return is_integer(other) && !is_enumerator_of(reader, from, type);
    bool numbers = (is_integer(type) || is_floating(type)) && (is_integer(other) || is_floating(other));
    return numbers && type.kind != other.kind && is_in_braces(parent) && !holds_all(type, other) &&
           !holds_constant(type, other, from);
}

// ---- where a cast can be written

// A cast in front of it applies to the whole expression.
static bool binds_tightly(CXCursor expr)
{
    while (clang_getCursorKind(expr) == CXCursor_UnexposedExpr && !is_null_cursor(first_child(expr)))
        expr = first_child(expr);
    switch (clang_getCursorKind(expr)) {
    case CXCursor_CallExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral: return true;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind operator= clang_getCursorUnaryOperatorKind(expr);
        return operator!= CXUnaryOperator_PostInc && operator!= CXUnaryOperator_PostDec;
    }
    default: return false;
    }
}

// NULL is converted in C++, too.
static bool is_null_macro(const SourceFile *source, Loc loc)
{
    return loc.end - loc.begin == strlen("NULL") && !strncmp(source->text + loc.begin, "NULL", strlen("NULL"));
}

// Rows of a length that is computed: such parameters have another type in C++, and calls have the cast to it.
static bool has_variable_rows(CXType type)
{
    CXType rows = canonical(type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type));
    while (is_array_type(rows) && rows.kind != CXType_VariableArray)
        rows = canonical(clang_getArrayElementType(rows));
    return rows.kind == CXType_VariableArray;
}

// Of a type that has a name everywhere and means the same in C++; NULL: of another one.
static const char *type_words(Reader *reader, CXType type)
{
    CXType element = clang_getArrayElementType(type);
    if (is_array_type(element) || has_variable_rows(canonical(type)))
        return NULL;
    const char *words = element.kind == CXType_Invalid
                            ? take_string(reader, clang_getTypeSpelling(clang_getUnqualifiedType(type)))
                            : intern_printf("%s *", take_string(reader, clang_getTypeSpelling(element)));
    if (!strncmp(words, "_Bool", strlen("_Bool"))) // C++ has no such word
        words = intern_printf("bool%s", words + strlen("_Bool"));
    return strstr(words, "(unnamed") || strstr(words, "(anonymous") || strstr(words, "restrict") ? NULL : words;
}

static void note_conversion(Reader *reader, CXCursor cursor, CXCursor parent)
{
    CXCursor from = first_child(cursor);
    if (is_null_cursor(from) || !clang_isExpression(clang_getCursorKind(from)) ||
        !needs_cast(reader, cursor, parent, from))
        return;
    const SourceFile *source = reader->unit->source;
    Loc loc = cursor_loc(reader, from);
    const char *type = type_words(reader, clang_getCursorType(cursor));
    if (!type || loc.file != source || loc.end <= loc.begin || is_null_macro(source, loc))
        return;
    bool wraps = !binds_tightly(from);
    // What a macro makes begins where it is used. Then the cast stands before the macro.
    bool in_macro = macro_around(reader, loc.begin) != NULL;
    if (in_macro && (wraps || cursor_loc(reader, parent).begin == loc.begin))
        return;
    VECTOR_PUSH(reader->arena, &reader->unit->host->casts, ((HostCast){{loc.begin, loc.end}, type, wraps}));
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData context)
{
    Reader *reader = context;
    if (clang_getCursorKind(parent) == CXCursor_TranslationUnit && !is_in_main_file(reader, cursor))
        return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr)
        note_conversion(reader, cursor, parent);
    return CXChildVisit_Recurse;
}

void host_read_conversions(Reader *reader)
{
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit, reader);
}
