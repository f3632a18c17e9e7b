// Equal pointers: f(y, x, n) called with y == x.
//
// The launcher gives kernels that read `x` a copy of it from before the nest, so they do not see what is written to
// `y`. The serial loop does the same if no iteration reads an element after it or an earlier one has written it. This
// question is asked about the nest as the user wrote it. Every transformed nest has the same meaning as long as the
// arrays are distinct, and with the copy they are. Rows whose lengths are two symbols may be of one length in some
// calls, which the launcher then tests, too.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/packed.h"
#include "analysis/depend/depend.h"
#include "analysis/sets/affine.h"
#include "analysis/sets/polynomial.h"

enum { EMPTINESS_TESTS = 2000 };

// ---- do equal elements have equal subscripts?

// Every subscript but the first lies within its dimension, so each element has only one list of subscripts. `shape`: an
// access with the extents of these dimensions.
static bool stays_in_rows(Analysis *analysis, int index, const Access *shape)
{
    const AccessSite *where = &analysis->sites.items[index];
    Site site = {.domain = where->domain, .loop = where->loop};
    bool inside = true;
    for (int d = 1; d < where->nelement && inside; d++) {
        query_begin(analysis);
        isl_pw_aff *extent = shape->extents[d] ? affine_from_expr(analysis, &site, shape->extents[d]) : NULL;
        isl_set *above = extent ? isl_pw_aff_ge_set(isl_pw_aff_copy(where->dims[d]), isl_pw_aff_copy(extent)) : NULL;
        isl_set *below = isl_set_complement(isl_pw_aff_nonneg_set(isl_pw_aff_copy(where->dims[d])));
        isl_set *outside = isl_set_intersect(isl_set_union(above, below), isl_set_copy(where->domain));
        outside = isl_set_intersect_params(outside, isl_set_copy(analysis->context));
        inside = extent && isl_set_is_empty(outside) == isl_bool_true;
        isl_set_free(outside);
        isl_pw_aff_free(extent);
    }
    return inside;
}

// Its subscripts are known, and are all that is known of it.
static bool is_plain(Analysis *analysis, int index)
{
    const Access *access = &analysis->facts->accesses.items[index];
    const AccessSite *where = &analysis->sites.items[index];
    bool known = access->affine && !where->at_entry && !packed_rows(analysis, access->array);
    for (int d = 0; d < where->ndim && known; d++)
        known = where->dims[d] != NULL;
    return known;
}

static bool same_or_none(const Expr *left, const Expr *right)
{
    return left == right || (left && right && expr_equal(left, right));
}

// Whether the extents are equal, perhaps only in some calls, in which *when holds.
static bool have_equal_extents(Arena *arena, const Expr *left, const Expr *right, Expr **when)
{
    if (same_or_none(left, right))
        return true;
    if (!left || !right || expr_strip_casts(left)->kind != EX_SYMBOL || expr_strip_casts(right)->kind != EX_SYMBOL)
        return false;
    Expr *equal = expr_binary(arena, OP_EQ, expr_copy(arena, left), expr_copy(arena, right), type_scalar(TY_I64));
    if (!*when || !expr_equal(*when, equal))
        *when = expr_both(arena, *when, equal);
    return true;
}

static bool have_one_shape(const Analysis *analysis, int first, int second, Expr **when)
{
    const Access *a = &analysis->facts->accesses.items[first], *b = &analysis->facts->accesses.items[second];
    const AccessSite *at_a = &analysis->sites.items[first], *at_b = &analysis->sites.items[second];
    bool same = at_a->nelement == at_b->nelement && same_or_none(at_a->offset, at_b->offset);
    for (int d = 1; d < at_a->nelement && same; d++)
        same = have_equal_extents(analysis->arena, a->extents[d], b->extents[d], when);
    return same;
}

// ---- which runs first?

typedef struct Pairing {
    const Stmt *first, *second;
    bool found;
} Pairing;

static bool look_for_while(void *context, const Stmt *stmt)
{
    Pairing *pairing = context;
    pairing->found |=
        stmt->kind == ST_WHILE && stmt_contains(stmt, pairing->first) && stmt_contains(stmt, pairing->second);
    return !pairing->found;
}

// A loop that is not counted repeats both.
static bool repeats_uncounted(const Analysis *analysis, const Stmt *first, const Stmt *second)
{
    Pairing pairing = {first, second, false};
    stmt_walk(analysis->nest->body, look_for_while, &pairing);
    return pairing.found;
}

static bool may_read_written(Analysis *analysis, int write, int read)
{
    bool may;
    query_begin(analysis);
    isl_map *pairs = depend_conflict_pairs(analysis, write, read, &may);
    if (may || !pairs ||
        repeats_uncounted(analysis, analysis->facts->accesses.items[write].stmt,
                          analysis->facts->accesses.items[read].stmt)) {
        isl_map_free(pairs);
        return true;
    }
    return depend_may_run_before(analysis, write, read, pairs);
}

// ---- arrays

static bool may_be_one_object(const Array *a, const Array *b)
{
    bool scalars = a->element->kind != TY_STRUCT && b->element->kind != TY_STRUCT;
    bool plain = a->held == HOST_POINTER && b->held == HOST_POINTER && !a->rotates && !b->rotates;
    return plain && a != b && !arrays_are_apart(a, b) &&
           (a->element == b->element || (scalars && a->element->size == b->element->size));
}

// Rows of an array that is only read are those of the written one (reads_in_rows).
static bool accesses_are_plain(Analysis *analysis, const Array *array, bool written)
{
    bool plain = true;
    FOR_EACH(i, &analysis->sites)
        if (analysis->facts->accesses.items[i].array == array)
            plain = plain && is_plain(analysis, i) &&
                    (!written || stays_in_rows(analysis, i, &analysis->facts->accesses.items[i]));
    return plain;
}

static bool is_written(const Facts *facts, const Array *array)
{
    FOR_EACH(i, &facts->accesses)
        if (facts->accesses.items[i].array == array && facts->accesses.items[i].is_write)
            return true;
    return false;
}

static bool is_write_of(const Analysis *analysis, int index, const Array *array)
{
    const Access *access = &analysis->facts->accesses.items[index];
    return access->is_write && access->array == array;
}

// Whether this read stays in the rows of all writes, whose extents are mostly the same.
static bool reads_in_rows(Analysis *analysis, int read, const Array *written, Expr **when)
{
    int asked = -1;
    FOR_EACH(w, &analysis->sites) {
        Expr *other = NULL;
        if (!is_write_of(analysis, w, written))
            continue;
        if (!have_one_shape(analysis, w, read, when))
            return false;
        if (asked >= 0 && have_one_shape(analysis, asked, w, &other) && !other)
            continue;
        if (!stays_in_rows(analysis, read, &analysis->facts->accesses.items[w]))
            return false;
        asked = w;
    }
    return true;
}

// In calls in which *when holds, to which conditions are added.
static bool never_reads_written(Analysis *analysis, const Array *read, const Array *written, Expr **when)
{
    FOR_EACH(r, &analysis->sites)
        if (analysis->facts->accesses.items[r].array == read && !reads_in_rows(analysis, r, written, when))
            return false;
    FOR_EACH(w, &analysis->sites)
        FOR_EACH(r, &analysis->sites)
            if (is_write_of(analysis, w, written) && analysis->facts->accesses.items[r].array == read &&
                may_read_written(analysis, w, r))
                return false;
    return true;
}

typedef VECTOR(const Array *) ArrayPointers;

// The global arrays of the nest whose accesses are all plain and that may equal another array of it, by whether they
// are written.
static void find_candidates(Analysis *analysis, ArrayPointers *candidates)
{
    const Nest *nest = analysis->nest;
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        bool paired = false, written = is_written(analysis->facts, array);
        FOR_EACH(k, &nest->arrays)
            paired = paired || (may_be_one_object(array, nest->arrays.items[k]) &&
                                written != is_written(analysis->facts, nest->arrays.items[k]));
        if (paired && accesses_are_plain(analysis, array, written))
            VECTOR_PUSH(analysis->arena, &candidates[written], array);
    }
}

void facts_allow_equal(Facts *facts)
{
    Analysis *analysis = facts->internal;
    int budget = analysis->budget;
    bool over_limit = analysis->over_limit;
    if (facts->nest->reordered)
        return;
    ArrayPointers candidates[2] = {0};
    analysis->budget = EMPTINESS_TESTS;
    find_candidates(analysis, candidates);
    FOR_EACH(r, &candidates[false])
        FOR_EACH(w, &candidates[true]) {
            Equal equal = {.read = candidates[false].items[r], .written = candidates[true].items[w]};
            if (may_be_one_object(equal.read, equal.written) &&
                never_reads_written(analysis, equal.read, equal.written, &equal.when))
                VECTOR_PUSH(analysis->arena, &facts->equals, equal);
        }
    analysis->budget = budget;
    analysis->over_limit = over_limit;
    assume_unless_equal(facts);
}
