// The first and the last element of a set, and the condition that it has any, as C over parameters.
#include "analysis/arrays/packed.h"
#include "analysis/arrays/touched.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/set_bounds.h"

typedef struct SetEnd {
    Analysis *analysis;
    const Array *array;
    isl_set *known;
    int from;    // subscripts of the array that the set leaves out
    Expr *value; // NULL so far
    bool failed;
} SetEnd;

static Expr *flat_offset(const SetEnd *end, __isl_keep isl_multi_aff *point)
{
    Analysis *analysis = end->analysis;
    const Packed *packed = packed_rows(analysis, end->array);
    Expr *offset = NULL;
    int ndim = isl_multi_aff_dim(point, isl_dim_out);
    for (int d = 0; d < ndim; d++) {
        isl_aff *aff = isl_multi_aff_get_aff(point, d);
        Expr *subscript = expr_from_aff(analysis, isl_pw_aff_from_aff(aff), isl_set_copy(end->known), false);
        Expr *extent = d > 0 ? touched_known_extent(analysis, end->array, end->from + d) : NULL;
        if (!subscript || (d > 0 && !extent && !packed))
            return NULL;
        if (packed && d > 0)
            return packed_offset(analysis, packed, offset, subscript);
        extent = extent ? expr_cast(analysis->arena, type_scalar(TY_I64), extent) : NULL;
        offset = d == 0 ? subscript : index_add(analysis->arena, index_mul(analysis->arena, offset, extent), subscript);
    }
    return offset;
}

static isl_stat add_piece(__isl_take isl_set *where, __isl_take isl_multi_aff *point, void *context)
{
    SetEnd *end = context;
    Analysis *analysis = end->analysis;
    Expr *offset = flat_offset(end, point);
    isl_multi_aff_free(point);
    if (!end->value) {
        end->value = offset;
        isl_set_free(where);
    } else {
        Expr *condition = expr_from_set(analysis, where, isl_set_copy(end->known), NULL);
        if (condition && offset)
            end->value = expr_select(analysis->arena, condition, offset, end->value);
        end->failed = end->failed || !condition;
    }
    end->failed = end->failed || !offset;
    return isl_stat_ok;
}

static Expr *offset_of_end(Analysis *analysis, const Array *array, __isl_keep isl_set *elements, int from, bool last)
{
    query_begin(analysis);
    const Packed *packed = packed_rows(analysis, array);
    last = last != (packed && packed->falls);
    SetEnd end = {analysis, array, isl_set_params(isl_set_copy(elements)), from, NULL, false};
    isl_pw_multi_aff *point = last ? isl_set_lexmax_pw_multi_aff(isl_set_copy(elements))
                                   : isl_set_lexmin_pw_multi_aff(isl_set_copy(elements));
    point = coalesce_point(isl_pw_multi_aff_gist_params(point, isl_set_copy(end.known)));
    if (isl_pw_multi_aff_foreach_piece(point, add_piece, &end) != isl_stat_ok)
        end.failed = true;
    isl_pw_multi_aff_free(point);
    isl_set_free(end.known);
    return end.failed ? NULL : end.value;
}

Expr *set_bounds_offset(Analysis *analysis, const Array *array, __isl_keep isl_set *elements, bool last)
{
    return offset_of_end(analysis, array, elements, 0, last);
}

// Every subscript but the first of the columns lies within its extent, so their order is that of the elements; or the
// first and the last column have the least and the largest of all subscripts (corners_are_touched).
Expr *set_bounds_column(Analysis *analysis, const Array *array, __isl_keep isl_set *columns, bool last)
{
    Expr *column = isl_set_dim(columns, isl_dim_set) == 1
                       ? set_bounds_limit(analysis, columns, 0, last)
                       : offset_of_end(analysis, array, columns, array->ndim - 1, last);
    return touched_offset(analysis, array, column);
}

Expr *set_bounds_limit(Analysis *analysis, __isl_keep isl_set *elements, int d, bool last)
{
    query_begin(analysis);
    isl_set *known = isl_set_params(isl_set_copy(elements));
    isl_pw_aff *value = last ? isl_set_dim_max(isl_set_copy(elements), d) : isl_set_dim_min(isl_set_copy(elements), d);
    if (!value) {
        isl_set_free(known);
        return NULL;
    }
    return expr_from_aff(analysis, value, known, false);
}

bool set_bounds_when_touched(Analysis *analysis, __isl_keep isl_set *elements, Expr **touched)
{
    query_begin(analysis);
    isl_set *where = isl_set_params(isl_set_copy(elements));
    isl_set *never = isl_set_subtract(isl_set_copy(analysis->context), isl_set_copy(where));
    bool always = isl_set_is_empty(never) == isl_bool_true;
    isl_set_free(never);
    *touched = NULL;
    if (always)
        isl_set_free(where);
    else
        *touched = expr_from_set(analysis, where, isl_set_copy(analysis->context), NULL);
    return always || *touched;
}
