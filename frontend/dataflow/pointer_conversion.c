// Pointers that are converted to another type.
#include "frontend/clang/bits.h"
#include "frontend/clang/call.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/memory.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/words.h"
#include "frontend/dataflow/pointer_conversion.h"
#include "frontend/dataflow/void_pointer.h"
#include "frontend/numbers/parts.h"

#include <string.h>

// Variable dimensions are equal, or the program is wrong.
static bool same_type(CXType left, CXType right)
{
    left = canonical(left);
    right = canonical(right);
    if (!is_array_type(left) || !is_array_type(right))
        return clang_equalTypes(left, right);
    bool constant = left.kind == CXType_ConstantArray && right.kind == CXType_ConstantArray;
    if (constant && clang_getArraySize(left) != clang_getArraySize(right))
        return false;
    return same_type(clang_getArrayElementType(left), clang_getArrayElementType(right));
}

// libclang gives a value that is converted to the type of a parameter `const float x[3]` this type, which is not a
// pointer.
static CXType pointee_of(CXType type)
{
    return is_array_type(type) ? clang_getArrayElementType(type) : clang_getPointeeType(type);
}

static bool same_pointee(CXType left, CXType right)
{
    return same_type(pointee_of(left), pointee_of(right));
}

CXCursor aligned_pointer(Reader *reader, CXCursor expr)
{
    bool is_call = clang_getCursorKind(expr) == CXCursor_CallExpr && clang_Cursor_getNumArguments(expr) > 1;
    return is_call && !strcmp(cursor_name(expr), "__builtin_assume_aligned")
               ? strip_conversions(reader, clang_Cursor_getArgument(expr, 0))
               : clang_getNullCursor();
}

// A void pointer only carries what it points to; the way it is read is what counts.
static bool is_read_as(Reader *reader, Reference *reference, CXType to)
{
    CXType pointee = clang_getCanonicalType(pointee_of(to));
    return pointee.kind == CXType_Void || same_type(reference->type, pointee) ||
           bits_view(reader, reference, canonical(pointee));
}

static bool refuse_conversion(Reader *reader, CXCursor expr)
{
    refuse(reader, expr, "it converts a pointer to '%s'",
           take_string(reader, clang_getTypeSpelling(clang_getCursorType(expr))));
    return false;
}

bool read_converted_pointer(Reader *reader, CXCursor expr, Reference *reference)
{
    Children parts = expression_children(reader, expr);
    bool to_array = clang_getCursorKind(expr) == CXCursor_CStyleCastExpr; // (T (*)[4])p: its size is a child, too
    if (parts.count != 1 && !(to_array && parts.count > 1))
        return refuse_construct(reader, expr);
    CXCursor inner = parts.items[parts.count - 1], aligned = aligned_pointer(reader, strip_conversions(reader, inner));
    inner = is_null_cursor(aligned) ? inner : aligned;
    CXType from = cursor_type(inner), to = cursor_type(expr);
    if (is_array_type(from))
        return read_reference(reader, inner, reference) && reference_decay(reader, reference, expr);
    if (is_allocation(strip_conversions(reader, inner)))
        return read_allocation(reader, strip_conversions(reader, inner), to, reference);
    if (clang_getCursorKind(strip_conversions(reader, inner)) == CXCursor_CallExpr)
        return inline_pointer_call(reader, strip_conversions(reader, inner), to, reference) &&
               (is_read_as(reader, reference, to) || refuse_conversion(reader, expr));
    if (from.kind == CXType_Pointer && same_pointee(from, to))
        return read_pointer(reader, inner, reference);
    if (to.kind == CXType_Pointer && from.kind != CXType_Pointer && parts_of_number(reader, inner, reference)) {
        CXType pointee = clang_getCanonicalType(clang_getPointeeType(to));
        if (pointee.kind == CXType_Void || bits_view(reader, reference, canonical(pointee)))
            return true;
    }
    if (from.kind == CXType_Pointer && to.kind == CXType_Pointer) {
        if (clang_getCanonicalType(clang_getPointeeType(from)).kind == CXType_Void) {
            reader->frame.converted = strip_conversions(reader, inner);
            reader->frame.converted_to = to;
        }
        void_pointer_give_type(reader, strip_conversions(reader, inner), to);
        if (!read_pointer(reader, inner, reference))
            return false;
        if (is_read_as(reader, reference, to))
            return true;
    }
    return refuse_conversion(reader, expr);
}
