// Compares sections with the elements that the nest touches. An access outside of the section for all useful sizes is
// an error. One that is outside for some sizes becomes an assumption, which the launcher tests. If only the data
// determine the access, the section is believed.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/packed.h"
#include "analysis/arrays/section.h"
#include "analysis/arrays/section_check.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/set_bounds.h"
#include "analysis/words.h"

#include <string.h>

enum {
    FEW_ITERATIONS = 16
}; // sizes for which every loop around an access has at most this many are useless on a device

// One end of a section: of its elements or, for rows, of one dimension.
typedef struct End {
    const ClauseItem *item;
    ClauseKind kind;
    int access;
    int dimension; // of rows; -1: of all elements
    bool last;
    Expr *touched, *given; // the first or the last one, of the access and of the section
} End;

// ---- words

static const char *section_words(const Analysis *analysis, const End *end)
{
    Text text = {.arena = analysis->arena};
    text_printf(&text, "%s(%s", clause_word(end->kind), end->item->name);
    FOR_EACH(d, &end->item->ranges)
        text_printf(&text, "[%s:%s]", end->item->ranges.items[d].lower ? end->item->ranges.items[d].lower : "",
                    end->item->ranges.items[d].count);
    text_add(&text, ")");
    return text_string(&text);
}

enum { LONGEST_SUBSCRIPT = 60 };

// " 'y[n - 1]'", or " row n - 1, column m - 1" of a flat array with rows; "" if there are no short words for it.
static const char *element_words(Analysis *analysis, const End *end, __isl_keep isl_set *elements)
{
    const Array *array = analysis->facts->accesses.items[end->access].array;
    int ndim = isl_set_dim(elements, isl_dim_set);
    bool flat = ndim != array->ndim;
    if (analysis->sites.items[end->access].offset || (flat && ndim != 2) || packed_rows(analysis, array))
        return "";
    Text text = {.arena = analysis->arena};
    text_add(&text, flat ? " row " : " '");
    text_add(&text, flat ? "" : visible_name(analysis, array));
    for (int d = 0; d < ndim; d++) {
        query_begin(analysis);
        isl_set *known = isl_set_params(isl_set_copy(elements));
        isl_pw_aff *limit =
            end->last ? isl_set_dim_max(isl_set_copy(elements), d) : isl_set_dim_min(isl_set_copy(elements), d);
        Expr *words = limit ? expr_from_aff(analysis, limit, isl_set_copy(known), true) : NULL;
        isl_set_free(known);
        const char *subscript = words ? expr_text(analysis->arena, words) : NULL;
        if (!subscript || strlen(subscript) > LONGEST_SUBSCRIPT)
            return "";
        text_printf(&text, flat ? "%s%s" : "%s[%s]", flat && d ? ", column " : "", subscript);
    }
    text_add(&text, flat ? "" : "'");
    return text_string(&text);
}

static void report(Analysis *analysis, const End *end, __isl_keep isl_set *elements)
{
    const Access *access = &analysis->facts->accesses.items[end->access];
    const char *element = element_words(analysis, end, elements);
    diag_error(analysis->diag, end->item->loc, "'%s' is smaller than what the nest touches: '%s' %s%s",
               section_words(analysis, end), access_words(analysis->arena, access),
               *element ? end->last ? "reaches" : "begins at" : "is partly outside", element);
    diag_note(analysis->diag, access->expr->loc.file ? access->expr->loc : access->stmt->loc, "touched here");
    analysis->failed = true;
}

// ---- which sizes

// The sizes with which some loop around the access has more than a few iterations; for constant loops, all. NULL: not
// known.
static isl_set *useful_sizes(Analysis *analysis, const AccessSite *where, __isl_keep isl_set *elements)
{
    isl_set *all = isl_set_intersect(isl_set_params(isl_set_copy(elements)), isl_set_copy(analysis->context));
    all = isl_set_intersect(all, isl_set_copy(analysis->type_ranges));
    isl_set *useful = isl_set_empty(isl_set_get_space(all));
    for (int d = 0; d < loop_depth(where->loop); d++) {
        isl_pw_aff *least = isl_set_dim_min(isl_set_copy(where->domain), d),
                   *most = isl_set_dim_max(isl_set_copy(where->domain), d);
        isl_pw_aff *span = isl_pw_aff_sub(most, least);
        span = isl_pw_aff_add_constant_val(span, isl_val_int_from_si(analysis->ctx, -(FEW_ITERATIONS - 1)));
        useful = isl_set_union(useful, isl_pw_aff_nonneg_set(span));
    }
    useful = isl_set_intersect(useful, isl_set_copy(all));
    if (isl_set_is_empty(useful) != isl_bool_true) {
        isl_set_free(all);
        return useful;
    }
    isl_set_free(useful);
    return all;
}

// Sizes with which the access exceeds the section; NULL: they have no affine form.
static isl_set *sizes_outside(Analysis *analysis, const End *end, __isl_keep isl_set *elements)
{
    Arena *arena = analysis->arena;
    isl_set *everywhere = isl_set_universe(isl_space_set_alloc(analysis->ctx, 0, 0));
    Attempt attempt = begin_attempt(analysis);
    int assumed = analysis->facts->assumptions.count;
    Expr *beyond = end->last ? index_sub(arena, end->touched, end->given) : index_sub(arena, end->given, end->touched);
    isl_pw_aff *distance = affine_from_expr(analysis, &(Site){.domain = everywhere}, beyond);
    bool plain = analysis->facts->assumptions.count == assumed;
    end_attempt(analysis, &attempt, true);
    isl_set_free(everywhere);
    isl_set *outside = distance ? isl_pw_aff_pos_set(isl_pw_aff_project_domain_on_params(distance)) : NULL;
    outside = outside ? isl_set_intersect(outside, isl_set_params(isl_set_copy(elements))) : NULL;
    if (!plain)
        outside = isl_set_free(outside);
    return outside;
}

static bool is_always_outside(Analysis *analysis, const AccessSite *where, __isl_keep isl_set *elements,
                              __isl_keep isl_set *outside)
{
    isl_set *useful = useful_sizes(analysis, where, elements);
    bool some = isl_set_is_empty(useful) == isl_bool_false;
    isl_set *inside = isl_set_subtract(useful, isl_set_copy(outside));
    bool always = some && isl_set_is_empty(inside) == isl_bool_true;
    isl_set_free(inside);
    return always;
}

// ---- one end

// The launcher compares the two, where the access touches anything.
static void assume_inside(Analysis *analysis, const End *end, __isl_keep isl_set *elements)
{
    Arena *arena = analysis->arena;
    const Type *truth = type_scalar(TY_I32);
    Expr *inside = expr_binary(arena, end->last ? OP_LE : OP_GE, end->touched, end->given, type_scalar(TY_I64));
    Expr *touched;
    if (set_bounds_when_touched(analysis, elements, &touched) && touched)
        inside = expr_binary(arena, OP_LOGICAL_OR, expr_unary(arena, OP_NOT, touched), inside, truth);
    Assumption assumption = {.condition = inside, .loc = end->item->loc, .may_fail = true};
    assumption.words =
        arena_printf(arena, "'%s' is within '%s'", access_words(arena, &analysis->facts->accesses.items[end->access]),
                     section_words(analysis, end));
    VECTOR_PUSH(arena, &analysis->facts->assumptions, assumption);
}

// Whether only conditions decide what the access touches: the loops run exactly as known, and its subscripts are
// affine.
static bool is_known(const Analysis *analysis, int access)
{
    const AccessSite *where = &analysis->sites.items[access];
    bool known = !where->reach && analysis->facts->accesses.items[access].affine;
    for (const LoopNode *loop = where->loop; loop; loop = loop->parent)
        known = known && loop->exact && !loop->sure;
    for (int d = 0; d < where->nelement; d++)
        known = known && where->dims[d];
    return known;
}

static void refuse_unsure(Analysis *analysis, const End *end)
{
    const Access *access = &analysis->facts->accesses.items[end->access];
    diag_refuse(analysis->diag, analysis->nest->loc,
                "the nest stays serial: whether '%s' is within '%s' depends on data",
                access_words(analysis->arena, access), section_words(analysis, end));
    diag_note(analysis->diag, end->item->loc, "the section is given here");
    analysis->failed = true;
}

static void check_end(Analysis *analysis, const End *end, __isl_keep isl_set *elements)
{
    query_begin(analysis);
    const AccessSite *where = &analysis->sites.items[end->access];
    isl_set *outside = sizes_outside(analysis, end, elements);
    isl_set *possible = outside ? isl_set_intersect(isl_set_copy(outside), isl_set_copy(analysis->context)) : NULL;
    possible = possible ? isl_set_intersect(possible, isl_set_copy(analysis->type_ranges)) : NULL;
    bool never = possible && isl_set_is_empty(possible) == isl_bool_true;
    isl_set_free(possible);
    analysis->assumption_loc = end->item->loc;
    if (never) {
        isl_set_free(outside);
    } else if (outside && is_always_outside(analysis, where, elements, outside)) {
        isl_set_free(outside);
        if (where->exact)
            report(analysis, end, elements);
        else
            refuse_unsure(analysis, end);
    } else if (!outside || !assume_empty(analysis, outside, elements)) {
        assume_inside(analysis, end, elements);
    }
}

// ---- all ends

static void check_flat(Analysis *analysis, End *end, __isl_keep isl_set *elements, const ArrayFact *fact)
{
    const AccessSite *where = &analysis->sites.items[end->access];
    Expr *limit = set_bounds_offset(analysis, fact->array, elements, end->last);
    if (limit && where->offset)
        limit = index_add(analysis->arena, where->offset, limit);
    end->touched = limit;
    end->given = end->last ? fact->last : fact->first;
    if (end->touched && end->given)
        check_end(analysis, end, elements);
}

static void check_rows(Analysis *analysis, End *end, __isl_keep isl_set *elements, const ArrayFact *fact)
{
    for (int d = 0; d < fact->array->ndim && !analysis->failed; d++) {
        bool column = d == fact->array->ndim - 1;
        end->dimension = d;
        isl_set *columns = isl_set_project_out(isl_set_copy(elements), isl_dim_set, 0, (unsigned)d);
        end->touched = column ? set_bounds_column(analysis, fact->array, columns, end->last)
                              : set_bounds_limit(analysis, elements, d, end->last);
        isl_set_free(columns);
        end->given = column      ? end->last ? fact->last_column : fact->first_column
                     : d         ? end->last ? fact->last_middle : fact->first_middle
                     : end->last ? fact->last_row
                                 : fact->first_row;
        if (end->touched && end->given)
            check_end(analysis, end, elements);
    }
}

void check_section(Analysis *analysis, const ClauseItem *item, ClauseKind kind, const ArrayFact *fact, int access,
                   isl_set *elements)
{
    bool rows = fact->array->held == HOST_ROWS && fact->array->ndim >= 2;
    for (int last = 1; last >= 0 && !analysis->failed && is_known(analysis, access); last--) {
        End end = {.item = item, .kind = kind, .access = access, .dimension = -1, .last = last};
        if (rows)
            check_rows(analysis, &end, elements, fact);
        else
            check_flat(analysis, &end, elements, fact);
    }
    isl_set_free(elements);
}
