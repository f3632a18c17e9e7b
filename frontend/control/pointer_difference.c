// p - q: the difference of the subscripts, if both point into what is one array for the nest. Otherwise the host
// computes how far apart the arrays begin.
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/pointer_difference.h"

// A pointer as so many elements from a place that the host knows, or from the beginning of an array of the nest.
typedef struct Point {
    const char *host; // the C text of the place; NULL: it is known by the array alone
    Reference reference;
    Expr *index;
} Point;

// A pointer from outside that the nest does not change: no array of the nest is needed.
static const char *host_text(Reader *reader, CXCursor expr)
{
    CXCursor name = strip_conversions(reader, expr);
    enum CXCursorKind kind = clang_getCursorKind(name);
    Reference reference;
    if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr)
        return NULL;
    if (!read_reference(reader, name, &reference) || !reference.variable || reference.variable->target)
        return NULL;
    const Variable *variable = reference.variable;
    bool is_pointer = variable->type.kind == CXType_Pointer && !clang_isVolatileQualifiedType(variable->type);
    bool fixed = variable->home != HOME_NEST && !variable->is_followed && !is_written_in_nest(reader, variable);
    return is_pointer && fixed ? variable->host : NULL;
}

static bool is_rotating(const Reader *reader, const Array *array)
{
    FOR_EACH(i, &reader->frame.rotating)
        if (reader->frame.rotating.items[i].array == array)
            return true;
    return false;
}

static bool read_point(Reader *reader, CXCursor expr, bool in_array, Point *point)
{
    *point = (Point){.host = reader->frame.nest && !in_array ? host_text(reader, expr) : NULL};
    if (reader->frame.refused)
        return false;
    point->index = expr_index(reader->arena, 0);
    if (point->host)
        return true;
    Reference *reference = &point->reference;
    reader->frame.conditional++;
    bool good = read_pointer(reader, expr, reference);
    reader->frame.conditional--;
    if (!good)
        return false;
    const Array *array = reference->array;
    if (reference->variable || !array || reference->choice || reference->view || reference->npath ||
        !reference->nsubscripts) {
        refuse(reader, expr, "it computes with a pointer to something that is not an array element");
        return false;
    }
    point->index = expr_cast(reader->arena, type_scalar(TY_I64), reference->subscripts[reference->nsubscripts - 1]);
    if (array->held == HOST_POINTER && array->ndim == 1 && !array->is_followed && !is_rotating(reader, array))
        point->host = array->host;
    return true;
}

static bool in_same_row(const Point *left, const Point *right)
{
    const Reference *a = &left->reference, *b = &right->reference;
    bool same = a->array && a->array == b->array && a->nsubscripts == b->nsubscripts;
    for (int i = 0; same && i + 1 < a->nsubscripts; i++)
        same = expr_equal(a->subscripts[i], b->subscripts[i]);
    return same;
}

Expr *read_pointer_difference(Reader *reader, CXCursor expr, CXCursor left, CXCursor right)
{
    Point to, from;
    if (!read_point(reader, left, false, &to) || !read_point(reader, right, false, &from))
        return NULL;
    bool one = !to.host != !from.host; // of the other one only the array is known
    if (one && !(to.host ? read_point(reader, left, true, &to) : read_point(reader, right, true, &from)))
        return NULL;
    Expr *difference = index_sub(reader->arena, to.index, from.index);
    bool same = in_same_row(&to, &from) || (to.host && to.host == from.host);
    if (same)
        return difference;
    if (!to.host || !from.host) {
        refuse(reader, expr, "it subtracts pointers that point into different arrays, as far as is known");
        return NULL;
    }
    const char *text = intern_printf("(long)(%s - %s)", to.host, from.host);
    const Symbol *apart = host_symbol(reader, "apart", type_scalar(TY_I64), text, expr);
    return index_add(reader->arena, expr_symbol(reader->arena, apart), difference);
}
