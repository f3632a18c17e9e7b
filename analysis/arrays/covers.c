// Whether a nest writes everything from the first to the last element that it touches: then nothing of it has to be
// brought to the device before. Of records, each member has to be written, and padding is never.
#include "analysis/arrays/covers.h"
#include "analysis/arrays/packed.h"
#include "analysis/arrays/touched.h"
#include "analysis/sets/polynomial.h"

// All elements between the first and the last one touched, in row-major order.
static isl_set *between(Analysis *analysis, const Array *array, __isl_keep isl_set *elements)
{
    isl_set *first = isl_set_lexmin(isl_set_copy(elements)), *last = isl_set_lexmax(isl_set_copy(elements));
    isl_set *all = isl_set_universe(isl_set_get_space(elements));
    int ndim = isl_set_dim(all, isl_dim_set);
    if (packed_rows(analysis, array)) {
        isl_pw_aff *row = affine_iterator(analysis, ndim, 0), *column = affine_iterator(analysis, ndim, 1);
        all = isl_set_intersect(all, isl_pw_aff_nonneg_set(isl_pw_aff_copy(column)));
        all = isl_set_intersect(all, isl_pw_aff_le_set(column, row));
    }
    for (int d = 1; d < ndim && !packed_rows(analysis, array); d++) {
        isl_pw_aff *extent = touched_extent(analysis, array, d);
        isl_pw_aff *x = affine_iterator(analysis, ndim, d);
        isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), isl_pw_aff_add_dims(extent, isl_dim_in, (unsigned)ndim));
        all = isl_set_intersect(all, isl_set_intersect(isl_pw_aff_nonneg_set(x), below));
    }
    isl_set *after = isl_map_range(isl_set_lex_le_set(first, isl_set_copy(all)));
    isl_set *before = isl_map_range(isl_set_lex_ge_set(last, isl_set_copy(all)));
    return isl_set_intersect(all, isl_set_intersect(after, before));
}

static bool is_covered(__isl_take isl_set *range, __isl_take isl_set *written)
{
    if (!written) {
        isl_set_free(range);
        return false;
    }
    isl_set *missing = isl_set_subtract(range, written);
    bool all = isl_set_is_empty(missing) == isl_bool_true;
    isl_set_free(missing);
    return all;
}

// ---- members of records

// The values of the subscripts of all accesses that surely write, and have so many of them; NULL: none are known.
static isl_set *written_members(Analysis *analysis, const Array *array, int nelement, int ndim)
{
    isl_set *sum = NULL;
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *where = &analysis->sites.items[i];
        bool sure = access->is_write && access->affine && where->exact;
        if (access->array != array || !sure || where->nelement != nelement || where->ndim != ndim)
            continue;
        isl_set *more = touched_with_members(analysis, i);
        if (more)
            sum = sum ? isl_set_union(sum, more) : more;
    }
    return sum;
}

// 0 <= x < extent
static isl_set *subscripts_of(Analysis *analysis, int64_t extent)
{
    isl_set *all = isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 1));
    all = isl_set_lower_bound_si(all, isl_dim_set, 0, 0);
    return isl_set_upper_bound_si(all, isl_dim_set, 0, extent - 1);
}

// The range with the subscripts of one more step: the offset of the field, and those of its elements.
static isl_set *with_field(Analysis *analysis, __isl_keep isl_set *range, const Field *field)
{
    isl_set *offset = isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 1));
    range = isl_set_flat_product(isl_set_copy(range), isl_set_fix_si(offset, isl_dim_set, 0, (int)field->offset));
    for (int d = 0; d < field->ndim; d++)
        range = isl_set_flat_product(range, subscripts_of(analysis, field->extent[d]));
    return range;
}

static int64_t field_size(const Field *field)
{
    int64_t size = field->type->size;
    for (int d = 0; d < field->ndim; d++)
        size *= field->extent[d];
    return size;
}

// Takes `range`, the subscripts of all members of that type and path. There is no padding if the sizes add up.
static bool covers_members(Analysis *analysis, const Array *array, int nelement, const Type *type,
                           __isl_take isl_set *range)
{
    query_begin(analysis);
    int ndim = isl_set_dim(range, isl_dim_set);
    if (type->kind != TY_STRUCT)
        return is_covered(range, written_members(analysis, array, nelement, ndim));
    int64_t bytes = 0;
    bool all = true;
    for (int i = 0; i < type->nfields && all; i++) {
        const Field *field = &type->fields[i];
        bytes += field_size(field);
        all = ndim + 1 + field->ndim <= MAX_DIMS &&
              covers_members(analysis, array, nelement, field->type, with_field(analysis, range, field));
    }
    isl_set_free(range);
    return all && bytes == type->size;
}

bool covers_all(Analysis *analysis, const Array *array, __isl_keep isl_set *elements)
{
    Loc nowhere;
    bool is_record = array->element->kind == TY_STRUCT;
    isl_set *written = is_record ? NULL : touched_elements(analysis, array, SURE_WRITES, &nowhere);
    query_begin(analysis);
    isl_set *range = between(analysis, array, elements);
    if (!is_record || !range)
        return is_covered(range, written);
    return covers_members(analysis, array, isl_set_dim(range, isl_dim_set), array->element, range);
}
