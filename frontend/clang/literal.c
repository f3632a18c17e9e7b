// Constants: what clang can evaluate, and floating literals as the source spells them.
#include "frontend/clang/literal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Expr *read_integer_constant(Reader *reader, CXCursor expr, const Type *type)
{
    CXEvalResult result = clang_Cursor_Evaluate(expr);
    if (!result)
        return NULL;
    Expr *constant = NULL;
    if (clang_EvalResult_getKind(result) == CXEval_Int) {
        bool is_unsigned = clang_EvalResult_isUnsignedInt(result);
        int64_t value =
            is_unsigned ? (int64_t)clang_EvalResult_getAsUnsigned(result) : clang_EvalResult_getAsLongLong(result);
        constant = expr_int(reader->arena, value, type);
    }
    clang_EvalResult_dispose(result);
    return constant;
}

// The literal's own text if it reads back as `value`, otherwise NULL. A literal that macros paste together has none.
static const char *spelling_of(Reader *reader, CXCursor expr, double value, bool single)
{
    CXFile file;
    unsigned offset;
    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(expr)), &file, NULL, NULL, &offset);
    if (!file)
        return NULL;
    size_t length, end = offset;
    const char *text = clang_getFileContents(reader->clang, file, &length);
    if (!text || offset >= length || (!isdigit((unsigned char)text[offset]) && text[offset] != '.'))
        return NULL;
    while (end < length && (isalnum((unsigned char)text[end]) || text[end] == '.' ||
                            ((text[end] == '+' || text[end] == '-') && strchr("eEpP", text[end - 1]))))
        end++;
    const char *spelling = intern_n(text + offset, end - offset);
    char *rest;
    double read = single ? strtof(spelling, &rest) : strtod(spelling, &rest);
    bool suffix_fits = single ? !strcmp(rest, "f") || !strcmp(rest, "F") : *rest == '\0';
    return read == value && suffix_fits && rest != spelling ? spelling : NULL;
}

Expr *read_floating(Reader *reader, CXCursor expr, const Type *type)
{
    CXEvalResult result = clang_Cursor_Evaluate(expr);
    if (!result)
        return NULL;
    Expr *constant = NULL;
    if (clang_EvalResult_getKind(result) == CXEval_Float) {
        constant = expr_float(reader->arena, clang_EvalResult_getAsDouble(result), type);
        const char *spelling = spelling_of(reader, expr, constant->real, type->kind == TY_F32);
        constant->text = spelling ? spelling : constant->text;
    }
    clang_EvalResult_dispose(result);
    return constant;
}
