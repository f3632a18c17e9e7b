// What a nest touches of each array: the range to move, and which way.
#include "analysis/internal.h"

// ---- the elements that are touched

static const Access *first_access(const Analysis *analysis, const Array *array, bool want_write, bool any)
{
    FOR_EACH(i, &analysis->facts->accesses)
    {
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array == array && (any || access->is_write == want_write))
            return access;
    }
    return NULL;
}

// Extent of an element dimension as parameters see it, NULL: unknown.
Expr *known_extent(const Analysis *analysis, const Array *array, int d)
{
    const Access *access = first_access(analysis, array, false, true);
    if (access->extents[d])
        return access->extents[d];
    return d < array->ndim && analysis->sites.items[access->index].nelement == array->ndim ? array->extent[d] : NULL;
}

static isl_pw_aff *extent_aff(Analysis *analysis, const Array *array, int d)
{
    Expr *extent = known_extent(analysis, array, d);
    isl_set *everywhere = isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 0));
    Site site = {.domain = everywhere};
    isl_pw_aff *value = extent ? affine_from_expr(analysis, &site, extent) : NULL;
    isl_set_free(everywhere);
    return value;
}

// { [x] : 0 <= x < extent }, or NULL where the extent is not known.
static isl_set *whole_dimension(Analysis *analysis, const Array *array, int d)
{
    isl_pw_aff *extent = extent_aff(analysis, array, d);
    if (!extent)
        return NULL;
    isl_pw_aff *x = affine_iterator(analysis, 1, 0);
    isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), isl_pw_aff_add_dims(extent, isl_dim_in, 1));
    return isl_set_intersect(isl_pw_aff_nonneg_set(x), below);
}

// The access's iterations, or of loops with steps that are not equal or not constant only those that surely run.
static isl_set *iterations_of(const AccessSite *where, bool sure)
{
    isl_set *domain = isl_set_copy(where->domain);
    for (const LoopNode *loop = where->loop; sure && loop; loop = loop->parent)
        if (loop->sure)
            domain = isl_set_intersect(domain, isl_set_add_dims(isl_set_copy(loop->sure), isl_dim_set,
                                                                (unsigned)(loop_depth(where->loop) - loop->depth - 1)));
    return domain;
}

// The elements of one access; NULL: some dimension has no bounds. An empty array has no dimensions to bound.
static isl_set *elements_of(Analysis *analysis, int index, bool sure)
{
    const AccessSite *where = &analysis->sites.items[index];
    const Array *array = analysis->facts->accesses.items[index].array;
    isl_map *map = NULL;
    if (where->reach && where->nelement == 1 && !where->dims[0])
        return isl_set_intersect_params(isl_set_copy(where->reach), isl_set_copy(analysis->context));
    for (int d = 0; d < where->nelement; d++) {
        isl_map *dimension;
        if (where->dims[d]) {
            dimension = isl_map_from_pw_aff(isl_pw_aff_copy(where->dims[d]));
        } else {
            isl_set *range = whole_dimension(analysis, array, d);
            isl_set *domain = isl_set_universe(isl_set_get_space(where->domain));
            dimension = range ? isl_map_from_domain_and_range(domain, range) : (isl_set_free(domain), NULL);
        }
        map = d == 0 ? dimension : isl_map_flat_range_product(map, dimension);
    }
    map = isl_map_intersect_domain(map, iterations_of(where, sure));
    isl_set *elements = isl_set_intersect_params(isl_map_range(map), isl_set_copy(analysis->context));
    return coalesce_set(elements);
}

typedef enum Which {
    TOUCHED,     // all elements that may be touched where no section says it
    SURE_STEPS,  // of these, the ones in iterations that loops with unequal steps surely have
    SURE_WRITES, // those that are written whatever the data
} Which;

static isl_set *touched_elements(Analysis *analysis, const Array *array, Which which, Loc *unbounded)
{
    bool surely_written = which == SURE_WRITES;
    isl_set *sum = NULL;
    FOR_EACH(i, &analysis->facts->accesses)
    {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *where = &analysis->sites.items[i];
        ClauseKind kind;
        bool wanted = surely_written
                          ? access->is_write && where->exact && (access->affine || packed_rows(analysis, array))
                          : !where->duplicate;
        if (access->array != array || !wanted || (!surely_written && section_around(analysis, i, &kind)))
            continue;
        query_begin(analysis);
        isl_set *elements = elements_of(analysis, i, which == SURE_STEPS);
        if (!elements && which == TOUCHED) {
            query_begin(analysis);
            elements = reach_box(analysis, where);
        }
        if (!elements) {
            *unbounded = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
            isl_set_free(sum);
            return NULL;
        }
        sum = sum ? coalesce_set(isl_set_union(sum, elements)) : elements;
        if (!sum) { // too hard a question: what is known of the other accesses is not all
            *unbounded = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
            return NULL;
        }
    }
    return sum;
}

// ---- first and last

static Expr *with_offset(Analysis *analysis, const Array *array, Expr *value)
{
    const Access *access = first_access(analysis, array, false, true);
    Expr *offset = analysis->sites.items[access->index].offset;
    return value && offset ? index_add(analysis->arena, offset, value) : value;
}

static bool corner_is_touched(Analysis *analysis, __isl_keep isl_set *elements, bool last)
{
    int ndim = isl_set_dim(elements, isl_dim_set);
    isl_set *corner = isl_set_copy(elements);
    for (int d = 0; d < ndim; d++) {
        isl_pw_aff *limit =
            last ? isl_set_dim_max(isl_set_copy(elements), d) : isl_set_dim_min(isl_set_copy(elements), d);
        limit = isl_pw_aff_insert_domain(limit, isl_set_get_space(elements));
        corner = isl_set_intersect(corner, isl_pw_aff_eq_set(affine_iterator(analysis, ndim, d), limit));
    }
    isl_set *missing = isl_set_subtract(isl_set_params(isl_set_copy(elements)), isl_set_params(corner));
    bool touched = isl_set_is_empty(missing) == isl_bool_true;
    isl_set_free(missing);
    return touched;
}

static bool has_unequal_steps(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
    for (const LoopNode *loop = analysis->sites.items[i].loop; loop; loop = loop->parent)
        if (loop->sure && analysis->facts->accesses.items[i].array == array)
            return true;
    return false;
}

static bool is_counted(const Analysis *analysis, int index, const Array *array)
{
    ClauseKind kind;
    return analysis->facts->accesses.items[index].array == array && !analysis->sites.items[index].duplicate &&
           !section_around(analysis, index, &kind);
}

bool ends_are_known(Analysis *analysis, const Array *array)
{
    bool known = !has_unequal_steps(analysis, array);
    FOR_EACH(i, &analysis->sites)
    {
        if (!known || !is_counted(analysis, i, array))
            continue;
        query_begin(analysis);
        isl_set *elements = elements_of(analysis, i, false);
        known = elements && corner_is_touched(analysis, elements, false) && corner_is_touched(analysis, elements, true);
        isl_set_free(elements);
    }
    return known;
}

bool corners_are_touched(Analysis *analysis, const Array *array)
{
    Loc nowhere;
    isl_set *elements = touched_elements(analysis, array, TOUCHED, &nowhere);
    query_begin(analysis);
    bool touched =
        elements && corner_is_touched(analysis, elements, false) && corner_is_touched(analysis, elements, true);
    isl_set_free(elements);
    return touched;
}

// ---- does everything from first to last get written?

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
        isl_pw_aff *extent = extent_aff(analysis, array, d);
        isl_pw_aff *x = affine_iterator(analysis, ndim, d);
        isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), isl_pw_aff_add_dims(extent, isl_dim_in, (unsigned)ndim));
        all = isl_set_intersect(all, isl_set_intersect(isl_pw_aff_nonneg_set(x), below));
    }
    isl_set *behind = isl_map_range(isl_set_lex_le_set(first, isl_set_copy(all)));
    isl_set *before = isl_map_range(isl_set_lex_ge_set(last, isl_set_copy(all)));
    return isl_set_intersect(all, isl_set_intersect(behind, before));
}

static bool writes_all(Analysis *analysis, const Array *array, __isl_keep isl_set *elements)
{
    Loc nowhere;
    isl_set *written = touched_elements(analysis, array, SURE_WRITES, &nowhere);
    query_begin(analysis);
    isl_set *range = between(analysis, array, elements);
    isl_set *missing = written ? isl_set_subtract(range, written) : range;
    bool all = written && isl_set_is_empty(missing) == isl_bool_true;
    isl_set_free(missing);
    return all;
}

// ---- one array

static void name_section(Analysis *analysis, const ArrayFact *fact, Loc loc)
{
    const char *clause = !fact->written ? "copyin" : !fact->read ? "copyout" : "copy";
    const char *name = visible_name(analysis, fact->array);
    const char *rows = fact->array->held == HOST_ROWS ? "[0:rows][0:columns]" : "[0:count]";
    const Access *access = first_access(analysis, fact->array, false, true);
    loc = loc.file ? loc : access->expr->loc.file ? access->expr->loc : access->stmt->loc;
    diag_refuse(analysis->diag, analysis->nest->loc, "the nest stays serial: how much of '%s' it touches is not known",
                name);
    diag_note(analysis->diag, loc, "accessed here; say how much with %s(%s%s)", clause, name, rows);
    query_begin(analysis);
    if (analysis->over_limit)
        diag_note(analysis->diag, loc, "the question took too many steps to answer");
    analysis->failed = true;
}

// The range is not known from the subscripts: data may tell it, once it is known what of the other arrays is touched.
static void leave_to_data(Analysis *analysis, ArrayFact *fact, Loc loc)
{
    VECTOR_PUSH(analysis->arena, &analysis->unknown_ranges, ((UnknownRange){fact->array, loc}));
    fact->first = fact->last = fact->touched = NULL;
}

// ---- loops with steps that are not equal or not constant: which iterations there are is known in part

// The elements that the array is declared with; NULL: some extent is not known.
static isl_set *declared_elements(Analysis *analysis, const Array *array, int ndim)
{
    if (ndim != array->ndim || !array->extent[0])
        return NULL;
    isl_set *all = NULL;
    for (int d = 0; d < ndim; d++) {
        isl_set *range = whole_dimension(analysis, array, d);
        all = all && range ? isl_set_flat_product(all, range)
              : d == 0     ? range
                           : (isl_set_free(all), isl_set_free(range), NULL);
        if (!all)
            return NULL;
    }
    return all;
}

static isl_set *limit_of_dimension(__isl_keep isl_set *set, int d, bool last)
{
    unsigned ndim = (unsigned)isl_set_dim(set, isl_dim_set);
    set = isl_set_copy(set);
    if (d >= 0) {
        set = isl_set_project_out(set, isl_dim_set, (unsigned)d + 1, ndim - (unsigned)d - 1);
        set = isl_set_project_out(set, isl_dim_set, 0, (unsigned)d);
    }
    return last ? isl_set_lexmax(set) : isl_set_lexmin(set);
}

// Of the whole elements (d < 0), or of one subscript of theirs.
static bool same_limit(__isl_keep isl_set *all, __isl_keep isl_set *sure, int d, bool last)
{
    isl_set *left = limit_of_dimension(all, d, last), *right = limit_of_dimension(sure, d, last);
    bool same = isl_set_is_equal(left, right) == isl_bool_true;
    isl_set_free(left);
    isl_set_free(right);
    return same;
}

static bool none_is_negative(__isl_keep isl_set *elements)
{
    bool none = true;
    for (int d = 0; d < isl_set_dim(elements, isl_dim_set) && none; d++) {
        isl_set *negative = isl_set_upper_bound_si(isl_set_copy(elements), isl_dim_set, (unsigned)d, -1);
        none = isl_set_is_empty(negative) == isl_bool_true;
        isl_set_free(negative);
    }
    return none;
}

// A pointer points into its array: where the last element is touched, all from [0] on are there.
static bool same_limits(Analysis *analysis, const Array *array, __isl_keep isl_set *all, __isl_keep isl_set *sure,
                        int d)
{
    const Access *access = first_access(analysis, array, false, true);
    bool from_zero = !analysis->sites.items[access->index].offset && none_is_negative(all);
    return same_limit(all, sure, d, true) && (from_zero || same_limit(all, sure, d, false));
}

static bool declares_rows(const Array *array, __isl_keep isl_set *elements)
{
    return array->ndim > 1 && array->held != HOST_ROWS && isl_set_dim(elements, isl_dim_set) == array->ndim;
}

// T (*A)[n]: a row of which something is touched is there as a whole.
static isl_set *whole_rows(Analysis *analysis, const Array *array, __isl_keep isl_set *elements)
{
    int ndim = isl_set_dim(elements, isl_dim_set);
    isl_set *rows = isl_set_project_out(isl_set_copy(elements), isl_dim_set, 1, (unsigned)ndim - 1);
    for (int d = 1; d < ndim; d++) {
        isl_set *range = whole_dimension(analysis, array, d);
        isl_set *more = range ? isl_set_flat_product(rows, range) : NULL;
        if (!range)
            isl_set_free(rows);
        rows = more;
        if (!rows)
            return NULL;
    }
    return isl_set_intersect_params(rows, isl_set_copy(analysis->context));
}

// Whether the first and the last element of all that may be touched really are, so that nothing else of the caller's is
// copied. Of a declared array the rest may be, too, and of rows with a declared length what else they hold.
static bool limits_are_touched(Analysis *analysis, const Array *array, isl_set **elements)
{
    if (!has_unequal_steps(analysis, array))
        return true;
    isl_set *declared = declared_elements(analysis, array, isl_set_dim(*elements, isl_dim_set));
    if (declared) {
        *elements = isl_set_intersect(*elements, declared);
        return true;
    }
    Loc nowhere;
    isl_set *sure = touched_elements(analysis, array, SURE_STEPS, &nowhere);
    query_begin(analysis);
    bool rows = array->held == HOST_ROWS;
    bool same = sure && same_limits(analysis, array, *elements, sure, rows ? 0 : -1) &&
                (!rows || same_limits(analysis, array, *elements, sure, 1));
    if (!same && sure && declares_rows(array, *elements) && same_limits(analysis, array, *elements, sure, 0)) {
        isl_set *whole = whole_rows(analysis, array, *elements);
        same = whole != NULL;
        if (same) {
            isl_set_free(*elements);
            *elements = whole;
        }
    }
    isl_set_free(sure);
    return same;
}

// The element at the corner of what an access touches.
static Expr *corner_offset(Analysis *analysis, int index, __isl_keep isl_set *elements, bool last)
{
    Expr *sum = NULL;
    for (int d = 0; d < analysis->sites.items[index].nelement; d++) {
        Expr *subscript = dimension_limit(analysis, elements, d, last);
        Expr *part =
            subscript ? index_mul(analysis->arena, subscript, analysis->facts->accesses.items[index].pitches[d]) : NULL;
        if (!part)
            return NULL;
        sum = sum ? index_add(analysis->arena, sum, part) : part;
    }
    return sum;
}

static Expr *nearer(Analysis *analysis, Expr *left, Expr *right, bool last)
{
    if (expr_equal(left, right))
        return left;
    return last ? index_max(analysis->arena, left, right) : index_min(analysis->arena, left, right);
}

static void widen_spread(Analysis *analysis, ArrayFact *fact, const ArrayFact *more)
{
    bool alike = fact->touched ? more->touched && expr_equal(fact->touched, more->touched) : !more->touched;
    if (!alike) {
        section_widen(analysis, fact, more);
        return;
    }
    fact->first = nearer(analysis, fact->first, more->first, false);
    fact->last = nearer(analysis, fact->last, more->last, true);
}

// Of an array with dimensions of their own strides: from the first to the last element of all accesses, all of which
// are known by now.
static bool find_spread_range(Analysis *analysis, ArrayFact *fact)
{
    bool empty = true, known = true;
    FOR_EACH(i, &analysis->sites)
    {
        if (!known || !is_counted(analysis, i, fact->array))
            continue;
        query_begin(analysis);
        isl_set *elements = elements_of(analysis, i, false);
        ArrayFact more = {.first = corner_offset(analysis, i, elements, false),
                          .last = corner_offset(analysis, i, elements, true)};
        more.touched = when_touched(analysis, elements);
        known = more.first && more.last;
        isl_set_free(elements);
        if (known && empty)
            fact->first = more.first, fact->last = more.last, fact->touched = more.touched;
        else if (known)
            widen_spread(analysis, fact, &more);
        empty = false;
    }
    return known && !empty;
}

static void find_corners(Analysis *analysis, ArrayFact *fact, __isl_keep isl_set *elements)
{
    if (is_spread(analysis, fact->array)) {
        int first = 0;
        while (analysis->facts->accesses.items[first].array != fact->array)
            first++;
        fact->first = corner_offset(analysis, first, elements, false);
        fact->last = corner_offset(analysis, first, elements, true);
        fact->touched = when_touched(analysis, elements);
        return;
    }
    fact->first = with_offset(analysis, fact->array, set_end_offset(analysis, fact->array, elements, false));
    fact->last = with_offset(analysis, fact->array, set_end_offset(analysis, fact->array, elements, true));
    fact->touched = when_touched(analysis, elements);
}

// Where the first and the last element are not known: of what is declared as a whole, all; of rows, whole ones.
static void find_wider_corners(Analysis *analysis, ArrayFact *fact, isl_set **elements)
{
    query_begin(analysis);
    isl_set *wider = declared_elements(analysis, fact->array, isl_set_dim(*elements, isl_dim_set));
    if (!wider && declares_rows(fact->array, *elements))
        wider = whole_rows(analysis, fact->array, *elements);
    if (!wider)
        return;
    isl_set_free(*elements);
    *elements = wider;
    find_corners(analysis, fact, wider);
}

// false: the first or the last element is not known.
static bool find_ranges(Analysis *analysis, ArrayFact *fact, isl_set **all)
{
    isl_set *elements = *all;
    if (isl_set_is_empty(elements) == isl_bool_true) {
        fact->touched = expr_int(analysis->arena, 0, type_scalar(TY_I32));
        fact->first = fact->last = fact->first_row = fact->last_row = fact->first_column = fact->last_column =
            expr_index(analysis->arena, 0);
        return true;
    }
    find_corners(analysis, fact, elements);
    if (!fact->first || !fact->last)
        find_wider_corners(analysis, fact, all);
    elements = *all;
    if (fact->array->held == HOST_ROWS && fact->array->ndim >= 2) {
        fact->first_row = dimension_limit(analysis, elements, 0, false);
        fact->last_row = dimension_limit(analysis, elements, 0, true);
        fact->first_column = dimension_limit(analysis, elements, 1, false);
        fact->last_column = dimension_limit(analysis, elements, 1, true);
        return fact->last_row && fact->first_row && fact->first_column && fact->last_column;
    }
    return fact->first && fact->last;
}

// ---- gaps between what is touched

// Whether every row is touched from its first column to its last one.
static bool is_whole_row(Analysis *analysis, const Array *array, __isl_keep isl_set *elements, int d)
{
    query_begin(analysis);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(elements), d), *high = isl_set_dim_max(isl_set_copy(elements), d);
    isl_pw_aff *extent = isl_pw_aff_project_domain_on_params(extent_aff(analysis, array, d));
    isl_pw_aff *end = isl_pw_aff_add_constant_val(high, isl_val_one(analysis->ctx));
    isl_set *whole = isl_set_intersect(isl_pw_aff_zero_set(low), isl_pw_aff_eq_set(end, extent));
    isl_set *rest = isl_set_subtract(isl_set_params(isl_set_copy(elements)), whole);
    bool is_whole = isl_set_is_empty(rest) == isl_bool_true;
    isl_set_free(rest);
    return is_whole;
}

// Columns of rows, or every n-th element.
static void find_window(Analysis *analysis, ArrayFact *fact, __isl_keep isl_set *elements)
{
    Arena *arena = analysis->arena;
    int inner = isl_set_dim(elements, isl_dim_set) - 1;
    if (inner == 0) {
        isl_val *stride = isl_set_get_stride(elements, 0);
        if (stride && isl_val_is_int(stride) == isl_bool_true && isl_val_cmp_si(stride, 1) > 0) {
            fact->row = expr_index(arena, isl_val_get_num_si(stride));
            fact->column = fact->first;
            fact->width = expr_index(arena, 1);
        }
        isl_val_free(stride);
        return;
    }
    Expr *extent = known_extent(analysis, fact->array, inner);
    if (!extent || is_whole_row(analysis, fact->array, elements, inner))
        return;
    Expr *low = dimension_limit(analysis, elements, inner, false),
         *high = dimension_limit(analysis, elements, inner, true);
    if (!low || !high)
        return;
    fact->row = expr_cast(arena, type_scalar(TY_I64), extent);
    fact->column = with_offset(analysis, fact->array, low);
    fact->width = index_add(arena, index_sub(arena, high, low), expr_index(arena, 1));
}

static int64_t smallest_limit(const Analysis *analysis, const Array *array)
{
    int64_t limit = INT64_MAX;
    FOR_EACH(i, &analysis->sites)
    {
        const AccessSite *where = &analysis->sites.items[i];
        if (analysis->facts->accesses.items[i].array == array && where->nraw && where->raw[0] && where->dims[0] &&
            where->raw[0]->limit < limit)
            limit = where->raw[0]->limit;
    }
    return limit;
}

static bool is_privatized(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->facts->privates)
    if (analysis->facts->privates.items[i].array == array)
        return true;
    return false;
}

static void refuse_copyin(Analysis *analysis, const ClauseItem *item)
{
    diag_error(analysis->diag, item->loc, "'%s' is written in the nest: write copy(...) instead of copyin(...)",
               item->name);
    analysis->failed = true;
}

static void decide_copies(Analysis *analysis, ArrayFact *fact, __isl_keep isl_set *elements, const ClauseItem *item,
                          ClauseKind kind)
{
    bool covered = (elements || has_own_views(analysis, fact->array)) && reads_are_covered(analysis, fact->array, NULL);
    bool sectioned = item && item->ranges.count;
    fact->copy_out = fact->written && fact->array->live_after;
    fact->copy_in = fact->read && !covered;
    if (!fact->copy_in && fact->copy_out)
        fact->copy_in =
            sectioned || !elements || is_spread(analysis, fact->array) || !writes_all(analysis, fact->array, elements);
    if (item && (kind == CLAUSE_CREATE || kind == CLAUSE_PRESENT)) {
        fact->present = kind == CLAUSE_PRESENT;
        fact->copy_in = fact->copy_out = false;
    }
    if (is_privatized(analysis, fact->array))
        fact->copy_in = fact->copy_out = false;
    if (item && kind == CLAUSE_COPYIN && fact->written)
        refuse_copyin(analysis, item);
}

// Compares the accesses whose elements are known with the section; those of loops inside have, `inner`, this one around
// them.
static void check_accesses(Analysis *analysis, const ArrayFact *range, const ClauseItem *item, ClauseKind kind,
                           bool inner)
{
    FOR_EACH(i, &analysis->facts->accesses)
    {
        ClauseKind around;
        bool mine = analysis->facts->accesses.items[i].array == range->array && !analysis->sites.items[i].duplicate;
        if (analysis->failed || !mine || (inner && section_around(analysis, i, &around) != item))
            continue;
        query_begin(analysis);
        isl_set *elements = elements_of(analysis, i, false);
        if (elements && isl_set_is_empty(elements) == isl_bool_false)
            check_section(analysis, item, kind, range, i, elements);
        else
            isl_set_free(elements);
    }
}

// Adds the sections of loops inside of the region. `empty`: the fact has no range so far.
static bool take_inner_sections(Analysis *analysis, ArrayFact *fact, bool empty)
{
    const ClauseItem *taken = NULL;
    FOR_EACH(i, &analysis->facts->accesses)
    {
        ClauseKind kind;
        bool mine = analysis->facts->accesses.items[i].array == fact->array;
        const ClauseItem *item = mine ? section_around(analysis, i, &kind) : NULL;
        if (!item || item == taken)
            continue;
        taken = item;
        ArrayFact more = *fact;
        bool widens = empty || (fact->first && fact->last && fact->array->held != HOST_ROWS);
        if (!section_holds_at_entry(analysis, item)) {
            diag_refuse(analysis->diag, analysis->nest->loc,
                        "the nest stays serial: this section of '%s' names what the region itself sets", item->name);
            diag_note(analysis->diag, item->loc, "here; put a section that holds throughout behind 'begin'");
            analysis->failed = true;
            return false;
        }
        if (!widens || !section_range(analysis, item, &more)) {
            name_section(analysis, fact, item->loc);
            return false;
        }
        if (kind == CLAUSE_COPYIN && analysis->facts->accesses.items[i].is_write) {
            refuse_copyin(analysis, item);
            return false;
        }
        check_accesses(analysis, &more, item, kind, true);
        if (analysis->failed)
            return false;
        if (empty)
            *fact = more;
        else
            section_widen(analysis, fact, &more);
        empty = false;
    }
    return !empty;
}

static void add_array(Analysis *analysis, const Array *array)
{
    ArrayFact fact = {.array = array};
    fact.first_read = first_access(analysis, array, false, false);
    fact.first_write = first_access(analysis, array, true, false);
    fact.read = fact.first_read != NULL;
    fact.written = fact.first_write != NULL;
    ClauseKind kind = CLAUSE_COPY;
    const ClauseItem *item = section_item(analysis, analysis->nest->directive, array, &kind);
    bool sectioned = item && item->ranges.count, inner = !sectioned && has_section_inside(analysis, array);
    Loc unbounded = {0};
    bool apart = has_own_views(analysis, array);
    isl_set *elements = apart ? NULL : touched_elements(analysis, array, TOUCHED, &unbounded);
    if (elements && !sectioned && !limits_are_touched(analysis, array, &elements)) {
        const Access *access = first_access(analysis, array, false, true);
        unbounded = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        elements = isl_set_free(elements);
    }
    bool known = sectioned  ? section_range(analysis, item, &fact)
                 : apart    ? find_spread_range(analysis, &fact)
                 : elements ? find_ranges(analysis, &fact, &elements)
                            : inner && !unbounded.file;
    if (!known && !sectioned && !inner) {
        leave_to_data(analysis, &fact, unbounded);
        elements = isl_set_free(elements);
    } else if (!known) {
        name_section(analysis, &fact, sectioned ? item->loc : unbounded);
    }
    if (inner && !analysis->failed && take_inner_sections(analysis, &fact, apart ? !known : !elements))
        elements = isl_set_free(elements);
    if (sectioned && !analysis->failed)
        check_accesses(analysis, &fact, item, kind, false);
    if (!analysis->failed)
        decide_copies(analysis, &fact, elements, item, kind);
    bool moves = !analysis->failed && elements && fact.copy_out && fact.first && array->held != HOST_ROWS;
    if (moves && isl_set_dim(elements, isl_dim_set) > 0 && !packed_rows(analysis, array) &&
        isl_set_is_empty(elements) != isl_bool_true)
        find_window(analysis, &fact, elements);
    isl_set_free(elements);
    int64_t limit = smallest_limit(analysis, array);
    if (!analysis->failed && limit < INT64_MAX && fact.first && fact.last)
        assume_limit(analysis, &fact, limit);
    VECTOR_PUSH(analysis->arena, &analysis->facts->arrays, fact);
}

// Each range that a walk finds may be what the next walk needs: that of ptr, of col from ptr[i] to ptr[i + 1], of x at
// col[k].
static void measure_ranges(Analysis *analysis)
{
    bool found = true;
    while (found) {
        found = false;
        FOR_EACH(i, &analysis->unknown_ranges)
        {
            ArrayFact *fact = (ArrayFact *)facts_array(analysis->facts, analysis->unknown_ranges.items[i].array);
            bool limited = smallest_limit(analysis, fact->array) < INT64_MAX;
            found = found || (!fact->first && !limited && measure_array(analysis, fact));
        }
    }
    FOR_EACH(i, &analysis->unknown_ranges)
    {
        const ArrayFact *fact = facts_array(analysis->facts, analysis->unknown_ranges.items[i].array);
        if (!fact->first && !analysis->failed)
            name_section(analysis, fact, analysis->unknown_ranges.items[i].loc);
    }
}

bool find_footprints(Analysis *analysis)
{
    analysis->unknown_ranges.count = analysis->facts->measures.count = 0;
    FOR_EACH(i, &analysis->nest->arrays)
    {
        const Array *array = analysis->nest->arrays.items[i];
        if (!analysis->failed && array->space == SPACE_GLOBAL && first_access(analysis, array, false, true))
            add_array(analysis, array);
    }
    if (!analysis->failed)
        measure_ranges(analysis);
    if (!analysis->failed)
        find_index_arrays(analysis);
    return !analysis->failed;
}
