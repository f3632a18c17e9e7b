// The first and the last element that a nest touches of an array, as expressions that the launcher evaluates.
#include "analysis/arrays/corners.h"
#include "analysis/arrays/ranges.h"
#include "analysis/arrays/section.h"
#include "analysis/arrays/spread.h"
#include "analysis/arrays/touched.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/set_bounds.h"

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

bool corners_have_unequal_steps(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
        for (const LoopNode *loop = analysis->sites.items[i].loop; loop; loop = loop->parent)
            if (loop->sure && analysis->facts->accesses.items[i].array == array)
                return true;
    return false;
}

bool corners_are_known(Analysis *analysis, const Array *array)
{
    bool known = !corners_have_unequal_steps(analysis, array);
    FOR_EACH(i, &analysis->sites) {
        if (!known || !touched_is_counted(analysis, i, array))
            continue;
        query_begin(analysis);
        isl_set *elements = touched_by_access(analysis, i, false);
        known = elements && corner_is_touched(analysis, elements, false) && corner_is_touched(analysis, elements, true);
        isl_set_free(elements);
    }
    return known;
}

typedef struct Rows {
    Analysis *analysis;
    isl_set *of_row;       // the columns that are touched of one row, whose numbers are parameters
    Parameter *numbers[2]; // of the row; of three dimensions also of its table, which comes first
    int count;
} Rows;

static Rows rows_of(Analysis *analysis, const Array *array, __isl_keep isl_set *elements)
{
    Rows rows = {.analysis = analysis, .of_row = isl_set_copy(elements)};
    for (rows.count = 0; rows.count < array->ndim - 1; rows.count++) {
        Parameter *number = rows.numbers[rows.count] = ARENA_NEW(analysis->arena, Parameter);
        unsigned at = (unsigned)isl_set_dim(rows.of_row, isl_dim_param);
        number->id = isl_id_alloc(analysis->ctx, "number", number);
        rows.of_row = isl_set_move_dims(rows.of_row, isl_dim_param, at, isl_dim_set, 0, 1);
        rows.of_row = isl_set_set_dim_id(rows.of_row, isl_dim_param, at, isl_id_copy(number->id));
    }
    return rows;
}

static void free_rows(Rows *rows)
{
    isl_set_free(rows->of_row);
    for (int i = 0; i < rows->count; i++)
        isl_id_free(rows->numbers[i]->id);
}

static bool both_corners_are_touched(Analysis *analysis, __isl_keep isl_set *elements)
{
    return elements && corner_is_touched(analysis, elements, false) && corner_is_touched(analysis, elements, true);
}

// A table of rows is moved from the first column of any row to the last one, or each row from its own first to its last
// one.
static bool corners_of_columns_are_touched(Analysis *analysis, const Array *array, __isl_keep isl_set *elements)
{
    isl_set *of_all = isl_set_project_out(isl_set_copy(elements), isl_dim_set, 0, (unsigned)array->ndim - 1);
    Rows rows = rows_of(analysis, array, elements);
    bool touched = both_corners_are_touched(analysis, of_all) && both_corners_are_touched(analysis, rows.of_row);
    isl_set_free(of_all);
    free_rows(&rows);
    return touched;
}

bool corners_are_touched(Analysis *analysis, const Array *array)
{
    Loc nowhere;
    isl_set *elements = touched_elements(analysis, array, TOUCHED, &nowhere);
    query_begin(analysis);
    bool touched = elements && (array->held == HOST_ROWS ? corners_of_columns_are_touched(analysis, array, elements)
                                                         : both_corners_are_touched(analysis, elements));
    isl_set_free(elements);
    return touched;
}

// ---- loops with steps that are not equal or not constant: which iterations there are is known in part

// The elements of the array's declaration; NULL: some extent is not known.
static isl_set *declared_elements(Analysis *analysis, const Array *array, int ndim)
{
    if (ndim != array->ndim || !array->extent[0])
        return NULL;
    isl_set *all = NULL;
    for (int d = 0; d < ndim; d++) {
        isl_set *range = touched_dimension(analysis, array, d);
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

// A pointer points into its array: if the last element is touched, all from [0] on exist.
static bool same_limits(Analysis *analysis, const Array *array, __isl_keep isl_set *all, __isl_keep isl_set *sure,
                        int d)
{
    const Access *access = touched_first_access(analysis, array, false, true);
    bool from_zero = !analysis->sites.items[access->index].offset && none_is_negative(all);
    return same_limit(all, sure, d, true) && (from_zero || same_limit(all, sure, d, false));
}

static bool declares_rows(const Array *array, __isl_keep isl_set *elements)
{
    return array->ndim > 1 && array->held != HOST_ROWS && isl_set_dim(elements, isl_dim_set) == array->ndim;
}

// T (*A)[n]: a row exists as a whole if a part of it is touched.
static isl_set *whole_rows(Analysis *analysis, const Array *array, __isl_keep isl_set *elements)
{
    int ndim = isl_set_dim(elements, isl_dim_set);
    isl_set *rows = isl_set_project_out(isl_set_copy(elements), isl_dim_set, 1, (unsigned)ndim - 1);
    for (int d = 1; d < ndim; d++) {
        isl_set *range = touched_dimension(analysis, array, d);
        isl_set *more = range ? isl_set_flat_product(rows, range) : NULL;
        if (!range)
            isl_set_free(rows);
        rows = more;
        if (!rows)
            return NULL;
    }
    return isl_set_intersect_params(rows, isl_set_copy(analysis->context));
}

// Of isl: those of lexicographic extrema take several times as long as others.
enum { OPERATIONS_OF_LIMITS = 64000 };

// Whether the first and the last of all elements that may be touched really are touched, so that nothing else of the
// caller's is copied. Between them may be the rest of a declared array, and the rest of rows with a declared length.
bool corners_have_limits(Analysis *analysis, const Array *array, isl_set **elements)
{
    if (!corners_have_unequal_steps(analysis, array))
        return true;
    isl_set *declared = declared_elements(analysis, array, isl_set_dim(*elements, isl_dim_set));
    if (declared) {
        *elements = isl_set_intersect(*elements, declared);
        return true;
    }
    Loc nowhere;
    isl_set *sure = touched_elements(analysis, array, SURE_STEPS, &nowhere);
    query_begin(analysis);
    query_limit(analysis, OPERATIONS_OF_LIMITS);
    bool rows = array->held == HOST_ROWS;
    bool same = sure && (rows || same_limits(analysis, array, *elements, sure, -1));
    for (int d = 0; d < array->ndim && rows && same; d++)
        same = same_limits(analysis, array, *elements, sure, d);
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
        Expr *subscript = set_bounds_limit(analysis, elements, d, last);
        Expr *part =
            subscript ? index_mul(analysis->arena, subscript, analysis->facts->accesses.items[index].pitches[d]) : NULL;
        if (!part)
            return NULL;
        sum = sum ? index_add(analysis->arena, sum, part) : part;
    }
    return sum;
}

// For an array whose dimensions have their own strides: from the first to the last element of all accesses, which are
// all known here.
bool corners_of_spread(Analysis *analysis, ArrayFact *fact)
{
    Ranges ranges = {0};
    bool known = true;
    isl_set *touching = isl_set_empty(isl_set_get_space(analysis->context));
    FOR_EACH(i, &analysis->sites) {
        if (!known || !touched_is_counted(analysis, i, fact->array))
            continue;
        query_begin(analysis);
        isl_set *elements = touched_by_access(analysis, i, false);
        ArrayFact more = {.first = corner_offset(analysis, i, elements, false),
                          .last = corner_offset(analysis, i, elements, true)};
        known = set_bounds_when_touched(analysis, elements, &more.touched) && more.first && more.last;
        if (known)
            ranges_add(analysis->arena, &ranges, &more);
        touching = isl_set_union(touching, isl_set_params(elements));
    }
    known = known && ranges.count > 0;
    if (known)
        ranges_join(analysis->arena, &ranges, fact);
    bool always = isl_set_is_subset(analysis->context, touching) == isl_bool_true;
    fact->touched = NULL;
    known = known && (always || set_bounds_when_touched(analysis, touching, &fact->touched));
    isl_set_free(touching);
    return known;
}

static void find_corners(Analysis *analysis, ArrayFact *fact, __isl_keep isl_set *elements)
{
    if (spread_is_seen(analysis, fact->array)) {
        int first = 0;
        while (analysis->facts->accesses.items[first].array != fact->array)
            first++;
        fact->first = corner_offset(analysis, first, elements, false);
        fact->last = corner_offset(analysis, first, elements, true);
    } else {
        fact->first = touched_offset(analysis, fact->array, set_bounds_offset(analysis, fact->array, elements, false));
        fact->last = touched_offset(analysis, fact->array, set_bounds_offset(analysis, fact->array, elements, true));
    }
    if (!set_bounds_when_touched(analysis, elements, &fact->touched)) // what is not touched need not exist
        fact->first = fact->last = NULL;
}

// If the first and the last element are not known: all of a declared array; whole rows of a table of rows.
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

// ---- tables whose rows are touched in different places

static isl_set *without_gaps(__isl_take isl_set *numbers)
{
    return isl_set_from_basic_set(isl_set_simple_hull(isl_set_remove_divs(numbers)));
}

// Whether something is touched of each row from the first to the last one, and of each table.
static bool touches_all_rows(__isl_keep isl_set *elements, int count)
{
    unsigned columns = (unsigned)(isl_set_dim(elements, isl_dim_set) - count);
    isl_set *rows = isl_set_project_out(isl_set_copy(elements), isl_dim_set, (unsigned)count, columns);
    isl_set *box =
        without_gaps(count > 1 ? isl_set_project_out(isl_set_copy(rows), isl_dim_set, 1, 1) : isl_set_copy(rows));
    if (count > 1)
        box = isl_set_flat_product(box, without_gaps(isl_set_project_out(isl_set_copy(rows), isl_dim_set, 0, 1)));
    bool all = isl_set_is_subset(box, rows) == isl_bool_true;
    isl_set_free(box);
    isl_set_free(rows);
    return all;
}

static bool end_depends_on_row(const Rows *rows, bool last)
{
    isl_pw_multi_aff *end = last ? isl_set_lexmax_pw_multi_aff(isl_set_copy(rows->of_row))
                                 : isl_set_lexmin_pw_multi_aff(isl_set_copy(rows->of_row));
    end = isl_pw_multi_aff_gist_params(end, isl_set_params(isl_set_copy(rows->of_row)));
    bool depends = !end;
    for (int i = 0; i < rows->count; i++)
        depends = depends || isl_pw_multi_aff_involves_param_id(end, rows->numbers[i]->id) != isl_bool_false;
    isl_pw_multi_aff_free(end);
    return depends;
}

static const Symbol *name_number(const Rows *rows, int i, const char *name)
{
    const Symbol *symbol = nest_symbol(rows->analysis->nest, name, type_scalar(TY_I64), SYM_ITERATOR);
    rows->numbers[i]->value = rows->numbers[i]->words = expr_symbol(rows->analysis->arena, symbol);
    return symbol;
}

// false: they are not known, although rows differ.
static bool find_ends_of_rows(Analysis *analysis, ArrayFact *fact, __isl_keep isl_set *elements)
{
    query_begin(analysis);
    Rows rows = rows_of(analysis, fact->array, elements);
    query_begin(analysis);
    bool all = touches_all_rows(elements, rows.count), known = true;
    query_begin(analysis);
    if (!all || end_depends_on_row(&rows, false) || end_depends_on_row(&rows, true)) {
        fact->row_number = name_number(&rows, rows.count - 1, "row");
        fact->table_number = rows.count > 1 ? name_number(&rows, 0, "table") : NULL;
        fact->first_in_row = set_bounds_column(analysis, fact->array, rows.of_row, false);
        fact->last_in_row = set_bounds_column(analysis, fact->array, rows.of_row, true);
        fact->row_touched = all ? NULL
                                : expr_from_set(analysis, isl_set_params(isl_set_copy(rows.of_row)),
                                                isl_set_copy(analysis->context), NULL);
        known = fact->first_in_row && fact->last_in_row && (all || fact->row_touched);
    }
    free_rows(&rows);
    return known;
}

// false: the first or the last element is not known.
bool corners_of_array(Analysis *analysis, ArrayFact *fact, isl_set **all)
{
    isl_set *elements = *all;
    if (isl_set_is_empty(elements) == isl_bool_true) {
        fact->touched = expr_int(analysis->arena, 0, type_scalar(TY_I32));
        fact->first = fact->last = fact->first_row = fact->last_row = fact->first_middle = fact->last_middle =
            fact->first_column = fact->last_column = expr_index(analysis->arena, 0);
        return true;
    }
    find_corners(analysis, fact, elements);
    if (!fact->first || !fact->last)
        find_wider_corners(analysis, fact, all);
    elements = *all;
    if (fact->array->held == HOST_ROWS && fact->array->ndim >= 2) {
        query_begin(analysis);
        fact->first_row = set_bounds_limit(analysis, elements, 0, false);
        fact->last_row = set_bounds_limit(analysis, elements, 0, true);
        int last = fact->array->ndim - 1;
        isl_set *columns = isl_set_project_out(isl_set_copy(elements), isl_dim_set, 0, (unsigned)last);
        fact->first_column = set_bounds_column(analysis, fact->array, columns, false);
        fact->last_column = set_bounds_column(analysis, fact->array, columns, true);
        isl_set_free(columns);
        if (last > 1) {
            fact->first_middle = set_bounds_limit(analysis, elements, 1, false);
            fact->last_middle = set_bounds_limit(analysis, elements, 1, true);
        }
        bool middle = last == 1 || (fact->first_middle && fact->last_middle);
        return fact->last_row && fact->first_row && fact->first_column && fact->last_column && middle &&
               find_ends_of_rows(analysis, fact, elements);
    }
    return fact->first && fact->last;
}
