// The footprint: the range of each array that the launcher moves, and in which direction.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/corners.h"
#include "analysis/arrays/covers.h"
#include "analysis/arrays/footprint.h"
#include "analysis/arrays/index_array.h"
#include "analysis/arrays/inspector.h"
#include "analysis/arrays/packed.h"
#include "analysis/arrays/ranges.h"
#include "analysis/arrays/section.h"
#include "analysis/arrays/section_check.h"
#include "analysis/arrays/shape.h"
#include "analysis/arrays/spread.h"
#include "analysis/arrays/touched.h"
#include "analysis/depend/private.h"
#include "analysis/sets/measure.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/set_bounds.h"
#include "analysis/sets/symbols.h"

// ---- one array

static Loc place_of_access(Analysis *analysis, const ArrayFact *fact)
{
    const Access *access = touched_first_access(analysis, fact->array, false, true);
    return access->expr->loc.file ? access->expr->loc : access->stmt->loc;
}

static void refuse_range(Analysis *analysis, const char *names, Loc loc, const char *clauses)
{
    diag_refuse(analysis->diag, analysis->nest->loc, "the nest stays serial: how much of %s it touches is not known",
                names);
    diag_note(analysis->diag, loc, "accessed here; say how much with %s", clauses);
    query_begin(analysis);
    if (analysis->over_limit)
        diag_note(analysis->diag, loc, "the question took too many steps to answer");
    analysis->failed = true;
}

// As a clause of the directive: "copyin(x[0:count])".
static const char *wanted_section(Analysis *analysis, const ArrayFact *fact)
{
    const char *clause = !fact->written ? "copyin" : !fact->read ? "copyout" : "copy";
    const char *rows = fact->array->held != HOST_ROWS ? "[0:count]"
                       : fact->array->ndim > 2        ? "[0:planes][0:rows][0:columns]"
                                                      : "[0:rows][0:columns]";
    return arena_printf(analysis->arena, "%s(%s%s)", clause, visible_name(analysis, fact->array), rows);
}

static void name_section(Analysis *analysis, const ArrayFact *fact, Loc loc)
{
    refuse_range(analysis, arena_printf(analysis->arena, "'%s'", visible_name(analysis, fact->array)),
                 loc.file ? loc : place_of_access(analysis, fact), wanted_section(analysis, fact));
}

// All that is missing in one message.
static void name_sections(Analysis *analysis)
{
    Text names = {.arena = analysis->arena}, clauses = {.arena = analysis->arena};
    Loc loc = {0};
    FOR_EACH(i, &analysis->unknown_ranges) {
        const UnknownRange *unknown = &analysis->unknown_ranges.items[i];
        const ArrayFact *fact = facts_array(analysis->facts, unknown->array);
        if (fact->first)
            continue;
        const char *separator = names.length ? ", " : "";
        if (!names.length)
            loc = unknown->loc.file ? unknown->loc : place_of_access(analysis, fact);
        text_printf(&names, "%s'%s'", separator, visible_name(analysis, fact->array));
        text_printf(&clauses, "%s%s", *separator ? " " : "", wanted_section(analysis, fact));
    }
    if (names.length)
        refuse_range(analysis, text_string(&names), loc, text_string(&clauses));
}

// The subscripts do not determine the range. An inspector may find it, after the ranges of the other arrays are known.
static void leave_to_data(Analysis *analysis, ArrayFact *fact, Loc loc)
{
    VECTOR_PUSH(analysis->arena, &analysis->unknown_ranges, ((UnknownRange){fact->array, loc}));
    fact->first = fact->last = fact->touched = fact->first_row = fact->last_row = NULL;
}

// ---- gaps between what is touched

// Whether every row is touched from its first column to its last one.
static bool is_whole_row(Analysis *analysis, const Array *array, __isl_keep isl_set *elements, int d)
{
    query_begin(analysis);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(elements), d), *high = isl_set_dim_max(isl_set_copy(elements), d);
    isl_pw_aff *extent = isl_pw_aff_project_domain_on_params(touched_extent(analysis, array, d));
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
    Expr *extent = touched_known_extent(analysis, fact->array, inner);
    if (!extent || is_whole_row(analysis, fact->array, elements, inner))
        return;
    Expr *low = set_bounds_limit(analysis, elements, inner, false),
         *high = set_bounds_limit(analysis, elements, inner, true);
    if (!low || !high)
        return;
    fact->row = expr_cast(arena, type_scalar(TY_I64), extent);
    fact->column = touched_offset(analysis, fact->array, low);
    fact->width = index_add(arena, index_sub(arena, high, low), expr_index(arena, 1));
}

static int64_t smallest_limit(const Analysis *analysis, const Array *array)
{
    int64_t limit = INT64_MAX;
    int flat = flat_dimension(array);
    FOR_EACH(i, &analysis->sites) {
        const AccessSite *where = &analysis->sites.items[i];
        if (analysis->facts->accesses.items[i].array == array && where->nraw && where->raw[flat] && where->dims[flat] &&
            where->raw[flat]->limit < limit)
            limit = where->raw[flat]->limit;
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

// In OpenMP and OpenACC what is written may stay on the device; here the nest does what the serial loop does.
static void refuse_copyin(Analysis *analysis, const ClauseItem *item)
{
    if (item->belief)
        return;
    diag_error(analysis->diag, item->loc, "'%s' is written in the nest: write copy(...) instead of copyin(...)",
               item->name);
    analysis->failed = true;
}

static void decide_copies(Analysis *analysis, ArrayFact *fact, __isl_keep isl_set *elements, const ClauseItem *item,
                          ClauseKind kind)
{
    bool covered =
        (elements || spread_has_views(analysis, fact->array)) && private_covers_reads(analysis, fact->array, NULL);
    bool sectioned = item && item->ranges.count;
    fact->copy_out = fact->written && fact->array->live_after;
    fact->copy_in = fact->read && !covered;
    if (!fact->copy_in && fact->copy_out)
        fact->copy_in = sectioned || !elements || spread_is_seen(analysis, fact->array) ||
                        !covers_all(analysis, fact->array, elements);
    if (item && (kind == CLAUSE_CREATE || kind == CLAUSE_PRESENT)) {
        fact->present = kind == CLAUSE_PRESENT;
        fact->copy_in = fact->copy_out = false;
    }
    if (is_privatized(analysis, fact->array))
        fact->copy_in = fact->copy_out = false;
    if (item && kind == CLAUSE_COPYIN && fact->written)
        refuse_copyin(analysis, item);
}

// Compares the accesses with known elements with the section. The sections of inner loops (`inner`) were compared
// already; this one surrounds them.
static void check_accesses(Analysis *analysis, const ArrayFact *range, const ClauseItem *item, ClauseKind kind,
                           bool inner)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        ClauseKind around;
        bool mine = analysis->facts->accesses.items[i].array == range->array && !analysis->sites.items[i].duplicate;
        if (analysis->failed || !mine || (inner && section_around(analysis, i, &around) != item))
            continue;
        query_begin(analysis);
        isl_set *elements = touched_by_access(analysis, i, false);
        if (elements && isl_set_is_empty(elements) == isl_bool_false)
            check_section(analysis, item, kind, range, i, elements);
        else
            isl_set_free(elements);
    }
}

// The range of the section around an access, in `range`, which begins as the array's fact.
static bool take_section(Analysis *analysis, int access, const ClauseItem *item, ClauseKind kind, ArrayFact *range)
{
    if (!section_holds_at_entry(analysis, item)) {
        diag_refuse(analysis->diag, analysis->nest->loc,
                    "the nest stays serial: this section of '%s' names what the region itself sets", item->name);
        diag_note(analysis->diag, item->loc, "here; put a section that is always valid after 'begin'");
        analysis->failed = true;
        return false;
    }
    if (!section_range(analysis, item, range)) {
        name_section(analysis, range, item->loc);
        return false;
    }
    if (kind == CLAUSE_COPYIN && analysis->facts->accesses.items[access].is_write) {
        refuse_copyin(analysis, item);
        if (analysis->failed)
            return false;
    }
    check_accesses(analysis, range, item, kind, true);
    return !analysis->failed;
}

// Adds the sections of loops inside of the region. `empty`: the fact has no range so far.
static bool take_inner_sections(Analysis *analysis, ArrayFact *fact, bool empty)
{
    const ClauseItem *taken = NULL;
    Ranges ranges = {0};
    if (!empty)
        ranges_add(analysis->arena, &ranges, fact);
    FOR_EACH(i, &analysis->facts->accesses) {
        ClauseKind kind;
        bool mine = analysis->facts->accesses.items[i].array == fact->array;
        const ClauseItem *item = mine ? section_around(analysis, i, &kind) : NULL;
        if (!item || item == taken)
            continue;
        taken = item;
        ArrayFact more = *fact;
        if (!take_section(analysis, i, item, kind, &more))
            return false;
        if (ranges.count && (!fact->first || !fact->last || fact->array->held == HOST_ROWS)) {
            name_section(analysis, fact, item->loc);
            return false;
        }
        if (!ranges.count)
            *fact = more;
        ranges_add(analysis->arena, &ranges, &more);
    }
    ranges_join(analysis->arena, &ranges, fact);
    return ranges.count > 0;
}

typedef struct DataSearch {
    const Analysis *analysis;
    bool on_data;
} DataSearch;

static bool look_for_data(void *context, const Expr *expr)
{
    DataSearch *search = context;
    const Expr *value = expr->kind == EX_SYMBOL ? symbol_definition(search->analysis, expr->symbol) : NULL;
    bool fixed = expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM || expr->symbol->role == SYM_ITERATOR;
    if (value && value != expr)
        expr_walk(value, look_for_data, search);
    else
        search->on_data = search->on_data || !fixed || expr->kind == EX_ACCESS;
    return !search->on_data;
}

static bool is_bound_by_data(const Analysis *analysis, const LoopNode *loop)
{
    DataSearch search = {analysis, false};
    expr_walk(loop->loop->lower, look_for_data, &search);
    expr_walk(loop->loop->upper, look_for_data, &search);
    return search.on_data;
}

// for k in 0..length[i] { if (k < m) .. a[k] .. }: the condition limits the elements, and so does data. The array may
// be as short as the data says, and the host must not read beyond it.
static bool data_limit(const Analysis *analysis, const Array *array)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        const LoopNode *loop = access->array == array && !array->extent[0] ? analysis->sites.items[i].loop : NULL;
        for (; loop; loop = loop->parent) {
            bool moves = false;
            for (int d = 0; d < array->ndim; d++)
                moves = moves || expr_mentions(access->expr->operands[d], loop->loop->iterator);
            if (moves && loop->data_bound && !loop->bounded && is_bound_by_data(analysis, loop))
                return true;
        }
    }
    return false;
}

// ---- what is known of a nest that accesses the same elements

typedef struct Forgotten {
    const Nest *nest;
    bool found;
} Forgotten;

static bool has_symbol(const Nest *nest, const Symbol *symbol)
{
    FOR_EACH(i, &nest->symbols)
        if (nest->symbols.items[i] == symbol)
            return true;
    return false;
}

static bool look_for_other(void *context, const Expr *expr)
{
    Forgotten *forgotten = context;
    forgotten->found = forgotten->found || (expr->kind == EX_SYMBOL && !has_symbol(forgotten->nest, expr->symbol));
    return !forgotten->found;
}

// Whether a value needs what the launcher measured for another nest.
static bool is_forgotten(const Analysis *analysis, const Expr *value)
{
    Forgotten forgotten = {analysis->nest, false};
    if (value)
        expr_walk(value, look_for_other, &forgotten);
    return forgotten.found;
}

static bool are_rows_known(const Analysis *analysis, const ArrayFact *same)
{
    const Expr *ends[] = {same->first_row,    same->last_row,     same->first_column,
                          same->last_column,  same->first_middle, same->last_middle,
                          same->first_in_row, same->last_in_row,  same->row_touched};
    bool known = same->first_row && same->last_row && same->first_column && same->last_column;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        known = known && !is_forgotten(analysis, ends[i]);
    return known && (!same->row_number || has_symbol(analysis->nest, same->row_number)) &&
           (!same->table_number || has_symbol(analysis->nest, same->table_number));
}

// NULL: its range is not known from there.
static const ArrayFact *known_fact(const Analysis *analysis, const Array *array)
{
    const ArrayFact *same = analysis->same ? facts_array(analysis->same, array) : NULL;
    bool known = same && !same->measured && !is_forgotten(analysis, same->first) &&
                 !is_forgotten(analysis, same->last) && !is_forgotten(analysis, same->touched);
    bool has_ends = known && (array->held == HOST_ROWS ? are_rows_known(analysis, same) : same->first && same->last);
    return has_ends ? same : NULL;
}

static void take_range(ArrayFact *fact, const ArrayFact *same)
{
    fact->first = same->first;
    fact->last = same->last;
    fact->touched = same->touched;
    fact->first_row = same->first_row;
    fact->last_row = same->last_row;
    fact->first_column = same->first_column;
    fact->last_column = same->last_column;
    fact->first_middle = same->first_middle;
    fact->last_middle = same->last_middle;
    fact->first_in_row = same->first_in_row;
    fact->last_in_row = same->last_in_row;
    fact->row_touched = same->row_touched;
    fact->row_number = same->row_number;
    fact->table_number = same->table_number;
}

// Whether nothing has to be known of the elements but their range: all of them come to the device, since some are read
// that the nest has not written, and what of them goes back was asked for the other nest.
static bool is_moved_alike(Analysis *analysis, const ArrayFact *fact, const ArrayFact *same)
{
    bool returns = fact->written && fact->array->live_after;
    return fact->read && same->copy_out == returns && !is_forgotten(analysis, same->row) &&
           !is_forgotten(analysis, same->column) && !is_forgotten(analysis, same->width) &&
           !private_covers_reads(analysis, fact->array, NULL);
}

static void take_window(ArrayFact *fact, const ArrayFact *same)
{
    fact->row = same->row;
    fact->column = same->column;
    fact->width = same->width;
}

static void take_known_range(const Analysis *analysis, ArrayFact *fact)
{
    const ArrayFact *same = known_fact(analysis, fact->array);
    if (!same)
        return;
    take_range(fact, same);
    fact->copy_in = fact->copy_in || same->copy_in; // this nest may not read or write all of that range
}

// The range by the subscripts. false: they do not tell it.
static bool find_range(Analysis *analysis, ArrayFact *fact, isl_set **elements)
{
    query_begin(analysis);
    long before = analysis->operations;
    bool known = *elements ? corners_of_array(analysis, fact, elements) : corners_of_spread(analysis, fact);
    query_begin(analysis);
    fact->operations = analysis->operations - before;
    return known;
}

// It counts as found again: the bounds of a search are those of all that it looks at.
static bool take_found_range(Analysis *analysis, ArrayFact *fact, const ArrayFact *same)
{
    take_range(fact, same);
    fact->operations = same->operations;
    analysis->operations += same->operations;
    return true;
}

static void add_array(Analysis *analysis, const Array *array)
{
    ArrayFact fact = {.array = array};
    fact.first_read = touched_first_access(analysis, array, false, false);
    fact.first_write = touched_first_access(analysis, array, true, false);
    fact.read = fact.first_read != NULL;
    fact.written = fact.first_write != NULL;
    ClauseKind kind = CLAUSE_COPY;
    const ClauseItem *item = section_item(analysis, analysis->nest->directive, array, &kind);
    bool sectioned = item && item->ranges.count, inner = !sectioned && section_is_inside(analysis, array);
    Loc unbounded = {0};
    bool apart = spread_has_views(analysis, array);
    bool plain = !sectioned && !inner && !apart;
    const ArrayFact *same = plain ? known_fact(analysis, array) : NULL;
    bool alike = same && fact.written && is_moved_alike(analysis, &fact, same);
    bool asks = !apart && (!same || (fact.written && !alike)); // whether all of the range is written
    isl_set *elements = asks ? touched_elements(analysis, array, TOUCHED, &unbounded) : NULL;
    if (elements && !sectioned && !corners_have_limits(analysis, array, &elements)) {
        const Access *access = touched_first_access(analysis, array, false, true);
        unbounded = access->expr->loc.file ? access->expr->loc : access->stmt->loc;
        elements = isl_set_free(elements);
    }
    bool known = sectioned                     ? section_range(analysis, item, &fact)
                 : same && (elements || !asks) ? take_found_range(analysis, &fact, same)
                 : apart || elements           ? find_range(analysis, &fact, &elements)
                                               : inner && !unbounded.file;
    if ((!known || data_limit(analysis, array)) && !sectioned && !inner) {
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
    if (alike && fact.copy_out)
        take_window(&fact, same);
    isl_set_free(elements);
    int64_t limit = smallest_limit(analysis, array);
    if (!analysis->failed && limit < INT64_MAX && range_is_known(&fact))
        assume_limit(analysis, &fact, limit);
    VECTOR_PUSH(analysis->arena, &analysis->facts->arrays, fact);
}

// Bounds are the last resort for subscripts of iterators alone: with other loops they may be affine.
static bool takes_bounds(const Analysis *analysis, const Array *array)
{
    DataSearch search = {analysis, !analysis->divides};
    FOR_EACH(i, &analysis->facts->accesses) {
        const Expr *access = analysis->facts->accesses.items[i].expr;
        for (int d = 0; access->kind == EX_ACCESS && access->array == array && d < access->noperands; d++)
            expr_walk(access->operands[d], look_for_data, &search);
    }
    return search.on_data;
}

static bool measure_tests(const Measure *measure)
{
    return measure->distinct || measure->ascending || measure->in_rows;
}

// An array whose writes no inspector can follow is one of a nest with an order.
static bool order_scatters(Analysis *analysis)
{
    bool known = true;
    FOR_EACH(i, &analysis->scatters) {
        bool tested = false;
        FOR_EACH(m, &analysis->facts->measures)
            tested = tested || (analysis->facts->measures.items[m].array == analysis->scatters.items[i].array &&
                                measure_tests(&analysis->facts->measures.items[m]));
        if (!tested)
            VECTOR_PUSH(analysis->arena, &analysis->nest->ordered, analysis->scatters.items[i].array);
        known = known && tested;
    }
    analysis->again = analysis->failed = !known;
    return known;
}

static bool has_section(const Analysis *analysis, const Array *array)
{
    ClauseKind kind;
    FOR_EACH(i, &analysis->facts->accesses)
        if (analysis->facts->accesses.items[i].array == array && section_around(analysis, i, &kind))
            return true;
    return section_item(analysis, analysis->nest->directive, array, &kind) != NULL;
}

// A range of which nothing is known so far, though the array's subscripts do not limit it.
static ArrayFact *open_range(Analysis *analysis, int unknown)
{
    ArrayFact *fact = (ArrayFact *)facts_array(analysis->facts, analysis->unknown_ranges.items[unknown].array);
    return fact->first || smallest_limit(analysis, fact->array) < INT64_MAX ? NULL : fact;
}

// The next inspector may need each range that one finds: that of ptr, of col from ptr[i] to ptr[i + 1], of x at col[k].
static void measure_exactly(Analysis *analysis)
{
    bool found = true;
    while (found) {
        found = false;
        FOR_EACH(i, &analysis->unknown_ranges) {
            ArrayFact *fact = open_range(analysis, i);
            found = found || (fact && inspector_measure(analysis, fact));
        }
    }
}

// One more range, if any is found in another way. Bounds do not depend on other ranges: `first` says that they have not
// been asked for yet.
static bool measure_otherwise(Analysis *analysis, bool first)
{
    FOR_EACH(i, &analysis->unknown_ranges) {
        ArrayFact *fact = open_range(analysis, i);
        if (fact && first && takes_bounds(analysis, fact->array))
            inspector_take_bounds(analysis, fact);
    }
    FOR_EACH(i, &analysis->unknown_ranges) {
        ArrayFact *fact = open_range(analysis, i);
        if (fact && (inspector_compute(analysis, fact) || inspector_widen(analysis, fact)))
            return true;
    }
    return false;
}

// for (k = first; k < end; k++) crs_measure_in_row(first, last, k, a[k + 1] - a[k], INT64_MAX)
static Stmt *walk_of(Analysis *analysis, const Rising *rising, const Measure *measure)
{
    Arena *arena = analysis->arena;
    const Type *type = type_scalar(TY_I64);
    Symbol *iterator = nest_symbol(analysis->nest, "k", type, SYM_ITERATOR);
    Expr *k = expr_symbol(arena, iterator), *next = index_add(arena, k, expr_index(arena, 1));
    Expr *length = index_sub(arena, index_cast(arena, expr_access(arena, rising->array, &next)),
                             index_cast(arena, expr_access(arena, rising->array, &k)));
    Expr *arguments[] = {expr_symbol(arena, measure->first), expr_symbol(arena, measure->last), k, length,
                         expr_index(arena, INT64_MAX)};
    Expr *call = expr_call(arena, type_scalar(TY_VOID), "crs_measure_in_row", NULL, arguments, 5);
    Loop loop = {.iterator = iterator,
                 .lower = rising->first,
                 .upper = rising->end,
                 .step = expr_index(arena, 1),
                 .step_sign = 1};
    return stmt_loop(arena, &loop, stmt_evaluate(arena, call));
}

// Offsets that the nest relies on: the launcher tests that they do not decrease.
static void measure_risings(Analysis *analysis)
{
    FOR_EACH(i, &analysis->nest->risings) {
        const Rising *rising = &analysis->nest->risings.items[i];
        Measure measure = new_measure(analysis, rising->array);
        measure.rises = measure.in_rows = true;
        measure.walk = walk_of(analysis, rising, &measure);
        VECTOR_PUSH(analysis->arena, &measure.reads, rising->array);
        VECTOR_PUSH(analysis->arena, &analysis->facts->measures, measure);
    }
}

// Scatters are tested by inspectors also where the array's extent is declared.
static void measure_ranges(Analysis *analysis)
{
    FOR_EACH(i, &analysis->facts->arrays)
        take_known_range(analysis, &analysis->facts->arrays.items[i]);
    measure_exactly(analysis);
    FOR_EACH(i, &analysis->scatters) {
        ArrayFact *fact = (ArrayFact *)facts_array(analysis->facts, analysis->scatters.items[i].array);
        bool wanted = fact && (fact->array->extent[0] || analysis->scatters.items[i].in_row);
        bool open = fact && !fact->measured && !has_section(analysis, fact->array);
        if (wanted && fact->first && open)
            inspector_measure(analysis, fact);
        if (open && !fact->measured)
            inspector_compute(analysis, fact);
    }
    if (!order_scatters(analysis))
        return;
    for (bool first = true; measure_otherwise(analysis, first); first = false)
        measure_exactly(analysis);
    FOR_EACH(i, &analysis->unknown_ranges) {
        ArrayFact *fact = open_range(analysis, i);
        if (fact)
            inspector_take_block(analysis, fact);
    }
    if (!analysis->failed)
        name_sections(analysis);
    if (!analysis->failed)
        measure_risings(analysis);
}

bool footprint_find(Analysis *analysis)
{
    analysis->unknown_ranges.count = analysis->facts->measures.count = 0;
    FOR_EACH(i, &analysis->nest->arrays) {
        const Array *array = analysis->nest->arrays.items[i];
        if (!analysis->failed && array->space == SPACE_GLOBAL && touched_first_access(analysis, array, false, true))
            add_array(analysis, array);
    }
    if (!analysis->failed)
        measure_ranges(analysis);
    if (!analysis->failed)
        index_array_find(analysis);
    return !analysis->failed;
}
